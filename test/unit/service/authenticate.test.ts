import fc from 'fast-check';

import { checkKeyMayGoTo, readAccount } from '../../../nodes/WebinarAccount/service/account';
import { withKey } from '../../../nodes/WebinarAccount/service/authenticate';
import { failureOf } from '../../support/failure';
import { words } from '../../support/words';

const key = 'k'.repeat(64);
const custom = { apiKey: key, service: 'custom', baseUrl: 'https://api.example.com' };
const url = 'https://api.example.com/live/webinar';

describe('the guard of the key', () => {
	it.each([
		'not an address',
		...words(`
			https://api.example.com.evil.example/live https://evil.example/live http://api.example.com/live
			https://api.example.com:8443/live https://user:pass@api.example.com/live https://api.example.com@evil.example/live
			//api.example.com/live https://api.example.com./live https://\u0430pi.example.com/live
			https://api.example.com\u3002evil.example/live https://evil.example\\@api.example.com/live
		`),
	])('keeps the key from %s', (address) => {
		const { message, description } = failureOf(() => checkKeyMayGoTo(address, readAccount(custom)));
		expect(message).toBe('The API key is not sent to this address');
		expect(description).toContain('The key may only be sent to https://api.example.com.');
	});

	it('puts the key into the body of a request, as key=value text that follows no redirect', () => {
		const request = withKey(custom, {
			...{ method: 'POST', url, headers: { 'Content-Type': 'application/json', accept: 'application/json' } },
			body: { webinar_id: 6, answers: ['one', 'two & three'], api_key: 'of somebody else' },
		});
		expect(request).toEqual({
			...{ method: 'POST', url, disableFollowRedirect: true },
			headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
			body: `webinar_id=6&answers%5B%5D=one&answers%5B%5D=two+%26+three&api_key=${key}`,
		});
		expect(withKey(custom, { url }).body).toBe(`api_key=${key}`);
	});

	it.each([
		['http://127.0.0.1:8080', { protocol: 'http:', host: '127.0.0.1', port: 8080 }],
		['http://localhost', { protocol: 'http:', host: 'localhost', port: 80 }],
		['http://[::1]:1', { protocol: 'http:', host: '[::1]', port: 1 }],
		['https://api.example.com', { host: 'proxy.example', port: 3128 }],
	])('goes through a proxy only inside TLS: %s', (baseUrl, proxy) => {
		const request = { url: `${baseUrl}/live/webinars`, proxy: { host: 'proxy.example', port: 3128 } };
		expect(withKey({ ...custom, baseUrl }, request).proxy).toEqual(proxy);
	});

	it.each([[Buffer.from('a=1')], [['a', 'b']], [42], ['a=1'], [new URLSearchParams()]])(
		'refuses a body that cannot carry it: %p',
		(body) => {
			const refused = failureOf(() => withKey(custom, { url, body }));
			expect(refused.message).toBe('The request cannot carry the API key');
			expect(refused.description).toContain('Send the body as a form');
		},
	);

	it.each([
		{ url: '', uri: url },
		{ url: '/live/webinars', baseURL: 'https://api.example.com' },
		{ url, baseURL: 'https://evil.example' },
	])('says that nodes which pass an address in parts cannot use it: %j', (request) => {
		const { message, description } = failureOf(() => withKey(custom, request));
		expect(message).toBe('The HTTP Request node and Custom API Call cannot use this credential');
		expect(description).toContain('could follow a redirect, which would disclose the API key');
	});

	const parts = ['https://', 'http://', '//', 'api.example.com', 'evil.example', 'user'];
	const part = fc.constantFrom(...parts, ...'@:/\\#?. \n\u3002', '8443', '%2e');
	const anyAddress = fc.array(part, { maxLength: 7 }).map((chosen) => chosen.join(''));

	it('goes to the configured origin or nowhere, whatever the address, and is named in no refusal', () => {
		fc.assert(
			fc.property(anyAddress, fc.string({ minLength: 8 }), fc.string(), (address, apiKey, livePath) => {
				try {
					expect(new URL(withKey(custom, { url: address }).url).origin).toBe('https://api.example.com');
				} catch (error) {
					const refusal = /^The API key is not sent|^The HTTP Request node/;
					expect(error).toHaveProperty('message', expect.stringMatching(refusal));
				}
				try {
					withKey({ ...custom, apiKey, livePath }, { url: address });
				} catch (error) {
					expect(JSON.stringify(error, ['message', 'description'])).not.toContain(apiKey);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
