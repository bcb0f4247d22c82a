import fc from 'fast-check';

import { readAccount, withKey } from '../../../nodes/WebinarAccount/service/account';
import { failureOf } from '../../support/failure';

const key = 'k'.repeat(64);
const origin = 'https://api.example.com';
/** A credential with the service Other Host. */
const credential = { apiKey: key, service: 'custom', baseUrl: origin };
/** Reads the credential with some fields changed. */
const read = (changes: object) => readAccount({ ...credential, ...changes });
const url = `${origin}/live/webinar`;

// test/workflow/credential covers the messages of the credential test.
describe('readAccount', () => {
	it("uses WebinarJam's hosts and paths, and ignores the fields for another host", () => {
		const vendor = 'https://api.webinarjam.com';
		const account = {
			apiKey: key,
			origin: vendor,
			attendeeUrl: 'https://event.webinarjam.com',
			callsPerSecond: 20,
			productUrls: { live: `${vendor}/webinarjam`, automated: `${vendor}/everwebinar` },
		};
		expect(read({ service: 'webinarJam', baseUrl: 'http://evil.example' })).toEqual(account);
		expect(readAccount({ apiKey: key })).toEqual(account);
	});

	it('uses the configured host, with default paths if the path fields are empty', () => {
		expect(read({})).toEqual({
			apiKey: key,
			origin,
			attendeeUrl: '',
			callsPerSecond: 20,
			productUrls: { live: `${origin}/live`, automated: `${origin}/automated` },
		});
		expect(
			read({ baseUrl: ` ${origin}/v1/ `, eventUrl: ' https://a.example/ ', livePath: 'v1.2/li-ve_1' }),
		).toMatchObject({
			origin,
			attendeeUrl: 'https://a.example',
			productUrls: { live: `${origin}/v1/v1.2/li-ve_1` },
		});
	});

	it('converts Calls per Second to a number', () => {
		expect(read({ callsPerSecond: '1' }).callsPerSecond).toBe(1);
	});

	it.each([' ', '\r\n\t ', '\u200b', '\ufeff\u00a0', '\u0000'])('trims %j around the API key', (added) => {
		expect(read({ apiKey: `${added}123e4567-e89b-12d3${added}` }).apiKey).toBe('123e4567-e89b-12d3');
	});

	const NO_URL = 'Service URL is not a URL';
	const NOT_SECURE = 'Service URL must begin with https:// (http:// works only for localhost)';
	const insecureUrls = [
		'http://127.0.0.1.nip.example',
		'http://a-localhost',
		'http://[::2]',
		// The IPv4-mapped form of 127.0.0.1 does not count as localhost.
		'http://[::ffff:127.0.0.1]',
		'ftp://127.0.0.1',
	];
	const invalidRates = [null, '', 'many', 0, '2.5', 21];

	const invalidValues: Array<{ field: string; values: unknown[]; message: string; advice: string }> = [
		{
			field: 'apiKey',
			values: [' \u200b\n'],
			message: 'The API key is empty',
			advice: 'Open the credential and paste the key again.',
		},
		{
			field: 'apiKey',
			values: [`${key.slice(9)}\n${key.slice(60)}`, 'ab\u200bc', `${key}k `],
			message: 'The API key is invalid',
			advice: 'paste the key again. A key has at most 64 characters, and no spaces, line breaks or',
		},
		{
			field: 'service',
			values: ['another', null],
			message: 'The credential cannot be read',
			advice: 'fill in Service again',
		},
		{
			field: 'baseUrl',
			values: ['api.example.com', 'https://[::1'],
			message: NO_URL,
			advice: 'fill in Service URL, e.g. https://api.example.com.',
		},
		{ field: 'baseUrl', values: insecureUrls, message: NOT_SECURE, advice: 'Use https://, because' },
		{
			field: 'eventUrl',
			values: ['event'],
			message: 'Attendee Pages URL is not a URL',
			advice: 'fill in Attendee Pages URL',
		},
		{
			field: 'callsPerSecond',
			values: invalidRates,
			message: 'The credential cannot be read',
			advice: 'Open the credential and fill in Calls per Second again.',
		},
	];

	it.each(invalidValues.flatMap(({ values, ...rest }) => values.map((value) => ({ value, ...rest }))))(
		'rejects $value as $field, with advice: $message',
		({ value, field, message, advice }) => {
			const failure = failureOf(() => read({ [field]: value }));
			expect(failure).toMatchObject({ message, description: expect.stringContaining(advice) as string });
		},
	);

	it('names all credential fields that cannot be read', () => {
		const { description } = failureOf(() => read({ apiKey: undefined, livePath: 5 }));
		expect(description).toContain('fill in API Key and Live Path again');
	});

	it.each([
		{ baseUrl: 'http://localhost:8080', name: 'http://localhost:8080' },
		{ baseUrl: 'http://2130706443', name: 'http://127.0.0.11' },
		{ baseUrl: 'http://[0:0:0:0:0:0:0:1]', name: 'http://[::1]' },
		{ baseUrl: 'https://\u0430pi.example.com', name: 'https://xn--pi-6kc.example.com' },
		{ baseUrl: 'https://api.example.com\\\\@evil.example', name: 'https://api.example.com' },
	])('normalizes the host of $baseUrl to $name', ({ baseUrl, name }) => {
		expect(read({ baseUrl }).origin).toBe(name);
	});
});

describe('withKey', () => {
	it('adds the API key to the form body, and disables redirects', () => {
		const request = withKey(credential, {
			method: 'POST',
			url,
			body: { webinar_id: 6, answers: ['one', 'two & three'], api_key: 'of somebody else' },
		});
		expect(request).toEqual({
			method: 'POST',
			url,
			disableFollowRedirect: true,
			body: `webinar_id=6&answers%5B%5D=one&answers%5B%5D=two+%26+three&api_key=${key}`,
		});
		expect(withKey(credential, { url }).body).toBe(`api_key=${key}`);
	});

	it.each([
		{ baseUrl: 'http://127.0.0.1:8080', host: '127.0.0.1', port: 8080 },
		{ baseUrl: 'http://localhost', host: 'localhost', port: 80 },
	])(
		'replaces a proxy with the host itself for a request without TLS: $baseUrl',
		({ baseUrl, host, port }) => {
			const proxy = { host: 'proxy.example', port: 3128 };
			const request = withKey({ ...credential, baseUrl }, { url: `${baseUrl}/live/webinars`, proxy });
			expect(request.proxy).toEqual({ protocol: 'http:', host, port });
		},
	);

	it('keeps the proxy for a request with TLS', () => {
		const proxy = { host: 'proxy.example', port: 3128 };
		expect(withKey(credential, { url, proxy }).proxy).toEqual(proxy);
	});

	const OTHER_URL = 'The API key is not sent to this URL';

	it.each([
		{ what: 'to another host', otherUrl: 'https://evil.example/live' },
		{
			what: "to a host whose name begins with the service's",
			otherUrl: `${origin}.evil.example/live`,
		},
		{ what: 'without a URL', otherUrl: '' },
	])('rejects a request $what, so that the API key is not sent', ({ otherUrl }) => {
		const failure = failureOf(() => withKey(credential, { url: otherUrl }));
		expect(failure.message).toBe(OTHER_URL);
		expect(failure.description).toContain(`The key may only be sent to ${origin}.`);
	});

	it("rejects a request from n8n's HTTP Request node, which has `uri` in place of `url`", () => {
		const request = { url, uri: url };
		Reflect.deleteProperty(request, 'url');
		expect(failureOf(() => withKey(credential, request)).message).toBe(OTHER_URL);
	});

	const urlParts = ['https://', 'http://', '//', 'api.example.com', 'evil.example', 'user'];
	const part = fc.constantFrom(...urlParts, ...'@:/\\#?. \n\u3002', '8443', '%2e');
	const anyUrl = fc.array(part, { maxLength: 7 }).map((chosen) => chosen.join(''));

	it('adds the API key only for the configured origin, and never shows it in an error', () => {
		fc.assert(
			fc.property(anyUrl, fc.string({ minLength: 8 }), fc.string(), (url, apiKey, livePath) => {
				try {
					expect(new URL(withKey(credential, { url }).url).origin).toBe(origin);
				} catch (error) {
					expect(error).toHaveProperty('message', OTHER_URL);
				}
				try {
					withKey({ ...credential, apiKey, livePath }, { url });
				} catch (error) {
					expect(JSON.stringify(error, ['message', 'description'])).not.toContain(apiKey);
				}
			}),
			{ numRuns: 100 },
		);
	});
});
