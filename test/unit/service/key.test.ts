import fc from 'fast-check';

import { checkKeyMayGoTo, readAccount } from '../../../nodes/WebinarAccount/service/account';
import { textRedactor, withKey } from '../../../nodes/WebinarAccount/service/key';
import { failureOf } from '../../support/failure';
import { words } from '../../support/words';

const key = 'k'.repeat(64);
const custom = {
	...{ apiKey: key, service: 'custom', baseUrl: 'https://api.example.com' },
	...{ livePath: 'live', automatedPath: 'automated' },
};

describe('the guard of the key', () => {
	const account = readAccount(custom);

	it.each([
		'not an address',
		...words(`
			https://api.example.com.evil.example/live/webinars https://evil.example/live/webinars
			http://api.example.com/live/webinars https://api.example.com:8443/live/webinars
			https://user:pass@api.example.com/live/webinars https://api.example.com@evil.example/live/webinars
			//api.example.com/live/webinars https://api.example.com./live/webinars
			https://\u0430pi.example.com/live/webinars https://api.example.com\u3002evil.example/live/webinars
			https://evil.example\\@api.example.com/live/webinars http://127.0.0.1.nip.io/live/webinars
		`),
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
			body: `webinar_id=6&answers%5B%5D=one&answers%5B%5D=two+%26+three&api_key=${key}`,
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

	it('goes to the configured origin or nowhere, whatever the address, and is named in no refusal', () => {
		fc.assert(
			fc.property(anyAddress, fc.string({ minLength: 8 }), fc.string(), (url, apiKey, livePath) => {
				try {
					const request = withKey(custom, { url });
					expect(new URL(request.url).origin).toBe('https://api.example.com');
				} catch (error) {
					const refusal = /^The API key is not sent|^The HTTP Request node/;
					expect(error).toHaveProperty('message', expect.stringMatching(refusal));
				}
				try {
					withKey({ ...custom, apiKey, livePath }, { url });
				} catch (error) {
					expect(JSON.stringify(error, ['message', 'description'])).not.toContain(apiKey);
				}
			}),
			{ numRuns: 500 },
		);
	});
});

const secret = 'a/b+c=D&?>~0123456789';
const redacted = textRedactor(secret);
const inUnicode = (text: string) =>
	[...text].map((character) => `\\u00${character.charCodeAt(0).toString(16)}`).join('');

describe('the key in an answer', () => {
	it.each([
		['as it is, and twice', `${secret}, ${secret} is unknown`, '(API key), (API key) is unknown'],
		['in capitals', secret.toUpperCase(), '(API key)'],
		['in small letters', secret.toLowerCase(), '(API key)'],
		['in an address', '?api_key=a%2Fb%2Bc%3DD%26%3F%3E~0123456789&page=2', '?api_key=(API key)&page=2'],
		['in an address in lower case', '?key=a%2fb%2bc%3dD%26%3f%3e~0123456789&page=2', '?key=(API key)&page=2'],
		['in hexadecimal', `0x${Buffer.from(secret).toString('hex')}.`, '0x(API key).'],
		['in JSON within a text', JSON.stringify({ key: secret }).replaceAll('/', '\\/'), '{"key":"(API key)"}'],
		[
			'in JSON with a few \\u escapes',
			'a\\u002fb\\u002Bc\\u003dD\\u0026\\u003f\\u003E\\u007e0123456789',
			'(API key)',
		],
		['with \\u escapes', inUnicode(secret), '(API key)'],
		['all in percents', inUnicode(secret).replaceAll('\\u00', '%'), '(API key)'],
		['nowhere', 'a sentence without it, of 100 %', 'a sentence without it, of 100 %'],
	])('is removed %s', (_how, text, expected) => {
		expect(redacted(text)).toBe(expected);
	});

	it.each(['', 'u', 'us', 'api_key:', '\u00fc'])('is removed from base64 after %j', (before) => {
		const text = `Basic ${Buffer.from(`${before}${secret};more`).toString('base64')}`;
		for (const form of [text, text.replaceAll('+', '-').replaceAll('/', '_')]) {
			const [start = '', end] = redacted(form).split('(API key)');
			expect(end).toBeDefined();
			expect(Buffer.from(start + end, 'base64').toString()).not.toContain(secret.slice(2, -2));
		}
	});

	it('is left where it is too short to be told from other text', () => {
		expect(textRedactor('success')('success')).toBe('success');
	});

	it('is gone whatever it consists of and whatever is around it', () => {
		const around = fc.string();
		fc.assert(
			fc.property(around, fc.string({ minLength: 8, maxLength: 64 }), around, (before, random, after) => {
				const text = JSON.stringify(textRedactor(random)(before + random + after));
				// The replacement itself may contain a short secret of its letters.
				fc.pre(!'(API key)'.toLowerCase().includes(random.toLowerCase()));
				expect(text).not.toContain(JSON.stringify(random).slice(1, -1));
			}),
		);
	});
});
