import { limiterOf } from '../../../nodes/WebinarAccount/service/limiter/limiterOf';

const origin = 'https://api.example.com';

describe('limiterOf', () => {
	it('returns the same limiter for the same host and API key', () => {
		expect(limiterOf({ origin, apiKey: 'one' })).toBe(limiterOf({ origin, apiKey: 'one' }));
	});

	it('returns another limiter for the same host and another API key', () => {
		expect(limiterOf({ origin, apiKey: 'one' })).not.toBe(limiterOf({ origin, apiKey: 'two' }));
	});

	it('returns another limiter for another host and the same API key', () => {
		const other = limiterOf({ origin: 'https://api.example.org', apiKey: 'one' });
		expect(limiterOf({ origin, apiKey: 'one' })).not.toBe(other);
	});
});
