import { limiterOf } from '../../../nodes/WebinarAccount/service/limiter/limiterOf';

const origin = 'https://api.example.com';

describe('limiterOf', () => {
	it('returns the same limiter for the same API key of a host', () => {
		expect(limiterOf({ origin, apiKey: 'one' })).toBe(limiterOf({ origin, apiKey: 'one' }));
	});

	it('returns another limiter for another API key of the same host', () => {
		expect(limiterOf({ origin, apiKey: 'one' })).not.toBe(limiterOf({ origin, apiKey: 'two' }));
	});

	it('returns another limiter for the same API key of another host', () => {
		const other = limiterOf({ origin: 'https://api.example.org', apiKey: 'one' });
		expect(limiterOf({ origin, apiKey: 'one' })).not.toBe(other);
	});
});
