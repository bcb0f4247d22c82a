import fc from 'fast-check';

import { withKey } from '../../../nodes/WebinarAccount/client/authenticate';
import { checkKeyMayGoTo, readAccount } from '../../../nodes/WebinarAccount/service/account';
import { failureOf } from '../../support/failure';

const key = 'k'.repeat(64);
const custom = {
	apiKey: key,
	service: 'custom',
	baseUrl: 'https://api.example.com',
	livePath: 'live',
	automatedPath: 'automated',
};

describe('the guard of the key', () => {
	const account = readAccount(custom);

	it.each([
		'https://api.example.com.evil.example/live/webinars',
		'https://evil.example/live/webinars',
		'http://api.example.com/live/webinars',
		'https://api.example.com:8443/live/webinars',
		'https://user:pass@api.example.com/live/webinars',
		'https://api.example.com@evil.example/live/webinars',
		'//api.example.com/live/webinars',
		'https://api.example.com./live/webinars',
		'https://\u0430pi.example.com/live/webinars',
		'https://api.example.com\u3002evil.example/live/webinars',
		'https://api.example.com%2eevil.example/live/webinars',
		'https://evil.example/https://api.example.com/live/webinars',
		'https://evil.example#@api.example.com/live/webinars',
		'https://evil.example\\@api.example.com/live/webinars',
		'http://[::1]/live/webinars',
		'http://2130706433/live/webinars',
		'http://127.0.0.1.nip.io/live/webinars',
		'/live/webinars',
		'not an address',
	])('keeps the key from %s', (address) => {
		const { message, description } = failureOf(() => checkKeyMayGoTo(address, account));
		expect(message).toBe('The API key is not sent to this address');
		expect(description).toContain(
			'The credential belongs to https://api.example.com; its key goes nowhere else.',
		);
	});

	it('lets the key go to its own origin', () => {
		expect(checkKeyMayGoTo('https://api.example.com/live/webinars', account)).toBe(
			'https://api.example.com/live/webinars',
		);
	});

	it('puts the key into the body of a request, as key=value text that follows no redirect', () => {
		const request = withKey(custom, {
			method: 'POST',
			url: 'https://api.example.com/live/webinar',
			headers: { 'Content-Type': 'application/json', accept: 'application/json' },
			body: { webinar_id: 6, answers: ['one', 'two & three'] },
		});
		expect(request).toEqual({
			method: 'POST',
			url: 'https://api.example.com/live/webinar',
			headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
			body: `webinar_id=6&answers=one&answers=two+%26+three&api_key=${key}`,
			disableFollowRedirect: true,
		});
	});

	it('checks the joined address when a base address and a path are given, and sends to just that one', () => {
		const request = withKey(custom, { baseURL: 'https://api.example.com/', url: '/live/webinars' });
		expect(request).toMatchObject({ url: 'https://api.example.com/live/webinars' });
		expect(request).not.toHaveProperty('baseURL');
		expect(withKey(custom, { baseURL: 'https://api.example.com//', url: '//live//webinars' }).url).toBe(
			'https://api.example.com/live//webinars',
		);
		expect(withKey(custom, { baseURL: 'https://api.example.com', url: 'live//webinars' }).url).toBe(
			'https://api.example.com/live//webinars',
		);
		const elsewhere = { baseURL: 'https://api.example.com', url: 'https://evil.example/live/webinars' };
		expect(() => withKey(custom, elsewhere)).toThrow('The API key is not sent to this address');
	});

	it('overwrites a key that somebody else put into the body', () => {
		const { body } = withKey(custom, { url: 'https://api.example.com/x', body: 'api_key=other&a=1' });
		expect(body).toBe(`api_key=${key}&a=1`);
	});

	it.each([[undefined], [null], ['']])('is all that is sent where the body is %p', (none) => {
		const request: object = { body: none };
		expect(withKey(custom, { url: 'https://api.example.com/x', ...request }).body).toBe(`api_key=${key}`);
	});

	it.each([[Buffer.from('a=1')], [['a', 'b']], [42], [true]])(
		'refuses a body that cannot carry it: %p',
		(body) => {
			const refused = failureOf(() => withKey(custom, { url: 'https://api.example.com/x', body }));
			expect(refused.message).toBe('The request cannot carry the API key');
			expect(refused.description).toContain('Send the body as a form');
		},
	);

	it('says that the HTTP Request node, which passes no url, cannot use it', () => {
		const request = { url: '', uri: 'https://api.example.com/live/webinars' };
		const { message, description } = failureOf(() => withKey(custom, request));
		expect(message).toBe('The HTTP Request node and Custom API Call cannot use this credential');
		expect(description).toContain('could follow a redirect and take the API key along');
	});

	it('never names the key in a refusal', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 8 }), fc.webUrl(), fc.string(), (apiKey, url, livePath) => {
				try {
					withKey({ ...custom, apiKey, livePath }, { url });
				} catch (error) {
					expect(JSON.stringify(error, ['message', 'description'])).not.toContain(apiKey);
				}
			}),
		);
	});

	it('sends to the configured origin or not at all, whatever the address', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
				fc.option(fc.webUrl(), { nil: undefined }),
				(url, baseURL) => {
					try {
						const request = withKey(custom, { url, ...(baseURL !== undefined && { baseURL }) });
						expect(new URL(request.url).origin).toBe('https://api.example.com');
					} catch (error) {
						expect(error).toHaveProperty(
							'message',
							expect.stringMatching(/^The API key is not sent|^The HTTP Request node/),
						);
					}
				},
			),
		);
	});
});
