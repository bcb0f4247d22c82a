import fc from 'fast-check';

import { checkKeyMayGoTo, readAccount } from '../../nodes/WebinarAccount/service/account';
import { failureOf } from '../support/failure';
import { withKey } from '../../nodes/WebinarAccount/client/authenticate';

const key = 'k'.repeat(64);
const custom = {
	apiKey: key,
	service: 'custom',
	baseUrl: 'https://api.example.com',
	eventUrl: 'https://event.example.com',
	livePath: 'live',
	automatedPath: 'automated',
	callsPerSecond: 20,
};

describe('the credential', () => {
	it('knows the hosts and paths of WebinarJam and EverWebinar', () => {
		expect(readAccount({ apiKey: key, service: 'webinarJam' })).toEqual({
			apiKey: key,
			origin: 'https://api.webinarjam.com',
			productUrls: {
				live: 'https://api.webinarjam.com/webinarjam',
				automated: 'https://api.webinarjam.com/everwebinar',
			},
			attendeeUrl: 'https://event.webinarjam.com',
			callsPerSecond: 20,
		});
	});

	it('ignores what is filled in for another host while WebinarJam is chosen', () => {
		expect(readAccount({ ...custom, service: 'webinarJam', baseUrl: 'http://evil.example' }).origin).toBe(
			'https://api.webinarjam.com',
		);
	});

	it('joins the address and the paths of another host, with or without slashes', () => {
		const account = readAccount({ ...custom, baseUrl: ' https://api.example.com/v1/ ', livePath: '/live/' });
		expect(account.productUrls.live).toBe('https://api.example.com/v1/live');
		expect(account.origin).toBe('https://api.example.com');
	});

	it('keeps the calls a second between 1 and 20', () => {
		const rate = (callsPerSecond: unknown) => readAccount({ ...custom, callsPerSecond }).callsPerSecond;
		expect([0, 1, 7, 20, 500, 'nonsense', undefined].map(rate)).toEqual([1, 1, 7, 20, 20, 20, 20]);
		expect([NaN, Infinity, -Infinity, {}].map(rate)).toEqual([20, 20, 20, 20]);
	});

	it('rounds the calls a second down: never more than the user allows', () => {
		const rate = (callsPerSecond: unknown) => readAccount({ ...custom, callsPerSecond }).callsPerSecond;
		expect([2.5, '2.5', 0.5, 19.9, -3.5, 20.5].map(rate)).toEqual([2, 2, 1, 19, 1, 20]);
	});

	it('accepts keys of 36 and of 64 characters', () => {
		expect(readAccount({ ...custom, apiKey: '123e4567-e89b-12d3-a456-426614174000' }).apiKey).toHaveLength(
			36,
		);
		expect(readAccount(custom).apiKey).toHaveLength(64);
	});

	it('takes what is missing for its default, and an empty key or address for none', () => {
		expect(readAccount({ apiKey: key })).toMatchObject({ origin: 'https://api.webinarjam.com' });
		expect(readAccount({ apiKey: key, service: 'another' }).origin).toBe('https://api.webinarjam.com');
		const { baseUrl } = custom;
		expect(readAccount({ apiKey: key, service: 'custom', baseUrl })).toEqual({
			apiKey: key,
			origin: baseUrl,
			productUrls: { live: `${baseUrl}/live`, automated: `${baseUrl}/automated` },
			attendeeUrl: '',
			callsPerSecond: 20,
		});
		expect(() => readAccount({})).toThrow('The API key is empty');
		expect(() => readAccount({ apiKey: key, service: 'custom' })).toThrow('Service URL is empty');
	});

	it('reads the address of the attendee pages, and takes blanks for none', () => {
		const attendeeUrl = (eventUrl: string) => readAccount({ ...custom, eventUrl }).attendeeUrl;
		expect(attendeeUrl(' https://event.example.com// ')).toBe('https://event.example.com');
		expect(attendeeUrl(' ')).toBe('');
		expect(() => attendeeUrl('event')).toThrow('Attendee Pages URL is not a web address');
		expect(() => readAccount({ ...custom, service: 'custom', baseUrl: ' ' })).toThrow('Service URL is empty');
	});

	it('names the path that is wrong', () => {
		expect(() => readAccount({ ...custom, automatedPath: '' })).toThrow('Automated Path is not a path');
	});

	it.each([' //live// ', 'live', 'li-ve_1', 'v1/live', 'v1.2/live/now'])(
		'takes the path "%s"',
		(livePath) => {
			const path = livePath.trim().replaceAll('//', '');
			expect(readAccount({ ...custom, livePath }).productUrls.live).toBe(`https://api.example.com/${path}`);
		},
	);

	it.each([
		[{ apiKey: '' }, 'paste the key again'],
		[{ baseUrl: 'api' }, 'fill in Service URL, e.g. https://api.example.com.'],
		[{ baseUrl: 'http://api.example.com' }, 'the API key would be readable on the way'],
		[{ baseUrl: 'https://a@api.example.com' }, 'leave out user name, password, "?" and "#" from Service URL'],
		[{ livePath: '?' }, 'fill in Live Path with letters, digits, "-", "_", "." and "/" only'],
	])('with %j says what to do', (changes, advice) => {
		const { description } = failureOf(() => readAccount({ ...custom, ...changes }));
		expect(description).toContain(advice);
	});

	it.each([
		['is empty', ''],
		['contains a space, a line break or an invisible character', 'abc def'],
		['contains a space, a line break or an invisible character', `${key.slice(1)}\n`],
		['contains a space, a line break or an invisible character', `\u200b${key.slice(1)}`],
		['contains a space, a line break or an invisible character', 'abc\u0000'],
		['has 65 characters, but a key has at most 64', `${key}k`],
	])('refuses a key that %s', (fault, apiKey) => {
		expect(() => readAccount({ ...custom, apiKey })).toThrow(`The API key ${fault}`);
	});

	it.each([
		[
			'http://api.example.com',
			'Service URL must begin with https://; http:// is only possible to this machine',
		],
		[
			'http://127.0.0.1.example.com',
			'Service URL must begin with https://; http:// is only possible to this machine',
		],
		[
			'http://localhost.example.com',
			'Service URL must begin with https://; http:// is only possible to this machine',
		],
		...[
			'http://127.0.0.1.nip.io',
			'http://localhost.',
			'http://0.0.0.0',
			'http://[::]',
			// The mapped form of 127.0.0.1 is not taken for this machine.
			'http://[::ffff:127.0.0.1]:8080',
			'http://128.0.0.1',
			'http://2147483648',
			'http://l\u043ecalhost',
		].map((address) => [
			address,
			'Service URL must begin with https://; http:// is only possible to this machine',
		]),
		['http://user@127.0.0.1', 'Service URL contains more than an address'],
		['https://api.example.com@evil.example', 'Service URL contains more than an address'],
		['https://[::1', 'Service URL is not a web address'],
		['https://256.256.256.256', 'Service URL is not a web address'],
		['ftp://127.0.0.1', 'Service URL must begin with https://; http:// is only possible to this machine'],
		['', 'Service URL is empty'],
		['api.example.com', 'Service URL is not a web address'],
		['https://user:secret@api.example.com', 'Service URL contains more than an address'],
		['https://user@api.example.com', 'Service URL contains more than an address'],
		['https://:secret@api.example.com', 'Service URL contains more than an address'],
		[
			'http://x127.0.0.1.nip.example',
			'Service URL must begin with https://; http:// is only possible to this machine',
		],
		['http://a.127.0.0.1:80', 'Service URL is not a web address'],
		['https://api.example.com/?x=1', 'Service URL contains more than an address'],
		['https://api.example.com/#x', 'Service URL contains more than an address'],
	])('refuses the service address %s', (baseUrl, message) => {
		expect(() => readAccount({ ...custom, baseUrl })).toThrow(message);
	});

	it.each([
		'http://127.0.0.1:8080',
		'http://127.10.20.30',
		'http://localhost:8080',
		'http://[::1]:8080',
		'http://127.9.9.9',
	])('lets plain http go to this machine: %s', (baseUrl) => {
		expect(readAccount({ ...custom, baseUrl }).origin).toBe(baseUrl);
	});

	it.each([
		['http://2130706433', 'http://127.0.0.1'],
		['http://0x7f000001:8080', 'http://127.0.0.1:8080'],
		['http://0177.0.0.1', 'http://127.0.0.1'],
		['http://127.1', 'http://127.0.0.1'],
		['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
		['https://\uff41pi.example.com', 'https://api.example.com'],
		['https://\u0430pi.example.com', 'https://xn--pi-6kc.example.com'],
		['https://api.example.com.', 'https://api.example.com.'],
		['https://api.example.com\\\\@evil.example', 'https://api.example.com'],
	])('knows the address %s under its true name, which alone gets the key', (baseUrl, origin) => {
		expect(readAccount({ ...custom, baseUrl }).origin).toBe(origin);
	});

	it.each([
		'..',
		'.',
		'live/.',
		'\\\\evil.example',
		'live\\..',
		'%2e%2e/admin',
		'live%2f..%2f..',
		'li\nve',
		'live\u0000',
		'live;x',
		'https://evil.example',
		'evil.example:443@x',
		'l\u0456ve',
	])('refuses the crafted path %j', (livePath) => {
		expect(() => readAccount({ ...custom, livePath })).toThrow('Live Path is not a path');
	});

	it('takes a path that looks like a host for a segment behind the service address', () => {
		const { productUrls } = readAccount({ ...custom, livePath: '//evil.example' });
		expect(productUrls.live).toBe('https://api.example.com/evil.example');
	});

	it.each(['../admin', '@evil.example', 'live#', 'live?x=1', 'live/../..', '', 'li ve', '%2e%2e'])(
		'refuses the path "%s"',
		(livePath) => {
			expect(() => readAccount({ ...custom, livePath })).toThrow('Live Path is not a path');
		},
	);
});

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
