import fc from 'fast-check';

import { withKey } from '../../../nodes/WebinarAccount/service/key';
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
		'https://evil.example\\@api.example.com/live/webinars',
		'http://127.0.0.1.nip.io/live/webinars',
		'not an address',
	])('keeps the key from %s', (address) => {
		const { message, description } = failureOf(() => checkKeyMayGoTo(address, account));
		expect(message).toBe('The API key is not sent to this address');
		expect(description).toContain('The key may only be sent to https://api.example.com.');
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

	it.each([
		['http://127.0.0.1:8080', { protocol: 'http:', host: '127.0.0.1', port: 8080 }],
		['http://localhost', { protocol: 'http:', host: 'localhost', port: 80 }],
		['http://[::1]:1', { protocol: 'http:', host: '[::1]', port: 1 }],
	])('goes to %s without another proxy', (baseUrl, proxy) => {
		const request = { url: `${baseUrl}/live/webinars`, proxy: { host: 'proxy.example', port: 3128 } };
		expect(withKey({ ...custom, baseUrl }, request).proxy).toEqual(proxy);
	});

	it('goes through a proxy only inside TLS', () => {
		const request = { url: 'https://api.example.com/x', proxy: { host: 'proxy.example', port: 3128 } };
		expect(withKey(custom, request)).toMatchObject(request);
	});

	it.each([
		[undefined, `api_key=${key}`],
		[null, `api_key=${key}`],
		[{ api_key: 'other', a: 1 }, `api_key=${key}&a=1`],
	])('is beside the body %p, and replaces a key of somebody else', (body, expected) => {
		const request: object = { body };
		expect(withKey(custom, { url: 'https://api.example.com/x', ...request }).body).toBe(expected);
	});

	it.each([[Buffer.from('a=1')], [['a', 'b']], [42], [true], ['a=1'], [new URLSearchParams()]])(
		'refuses a body that cannot carry it: %p',
		(body) => {
			const refused = failureOf(() => withKey(custom, { url: 'https://api.example.com/x', body }));
			expect(refused.message).toBe('The request cannot carry the API key');
			expect(refused.description).toContain('Send the body as a form');
		},
	);

	it.each([
		{ url: '', uri: 'https://api.example.com/live/webinars' },
		{ url: '/live/webinars', baseURL: 'https://api.example.com' },
		{ url: 'https://api.example.com/live/webinars', baseURL: 'https://evil.example' },
	])('says that nodes which pass an address in parts cannot use it: %j', (request) => {
		const { message, description } = failureOf(() => withKey(custom, request));
		expect(message).toBe('The HTTP Request node and Custom API Call cannot use this credential');
		expect(description).toContain('could follow a redirect, which would disclose the API key');
	});

	const parts = ['https://', 'http://', '//', 'api.example.com', 'evil.example', 'user'];
	const part = fc.constantFrom(...parts, ...'@:/\\#?. \n\u3002', '8443', '%2e');
	const anyAddress = fc.array(part, { maxLength: 7 }).map((chosen) => chosen.join(''));

	it('never names the key in a refusal', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 8 }), anyAddress, fc.string(), (apiKey, url, livePath) => {
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
			fc.property(anyAddress, (url) => {
				try {
					const request = withKey(custom, { url });
					expect(new URL(request.url).origin).toBe('https://api.example.com');
				} catch (error) {
					const refusal = /^The API key is not sent|^The HTTP Request node/;
					expect(error).toHaveProperty('message', expect.stringMatching(refusal));
				}
			}),
			{ numRuns: 500 },
		);
	});
});
