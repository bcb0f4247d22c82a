import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { cpuMs } from '../../support/cpuTime';
import { failureOf } from '../../support/failure';

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
const read = (changes: object) => readAccount({ ...custom, ...changes });

describe('the account of a credential', () => {
	it('is at the hosts and paths of WebinarJam and EverWebinar, whatever is filled in for another host', () => {
		const account = {
			apiKey: key,
			origin: 'https://api.webinarjam.com',
			productUrls: {
				live: 'https://api.webinarjam.com/webinarjam',
				automated: 'https://api.webinarjam.com/everwebinar',
			},
			attendeeUrl: 'https://event.webinarjam.com',
			callsPerSecond: 20,
		};
		expect(read({ service: 'webinarJam', baseUrl: 'http://evil.example' })).toEqual(account);
		expect(readAccount({ apiKey: key })).toEqual(account);
	});

	it('is at another host, with the default paths where none are given', () => {
		const { baseUrl } = custom;
		expect(readAccount({ apiKey: key, service: 'custom', baseUrl })).toEqual({
			apiKey: key,
			origin: baseUrl,
			productUrls: { live: `${baseUrl}/live`, automated: `${baseUrl}/automated` },
			attendeeUrl: '',
			callsPerSecond: 20,
		});
	});

	it('has joined addresses and paths, with or without slashes and blanks', () => {
		const account = read({ baseUrl: ' https://api.example.com/v1/ ', eventUrl: ' https://a.example// ' });
		expect(account).toMatchObject({
			origin: 'https://api.example.com',
			productUrls: { live: 'https://api.example.com/v1/live' },
			attendeeUrl: 'https://a.example',
		});
		expect(read({ eventUrl: ' ' }).attendeeUrl).toBe('');
	});

	it('has 1 to 20 calls a second, and 20 where the field is absent', () => {
		const rate = (callsPerSecond: unknown) => read({ callsPerSecond }).callsPerSecond;
		expect([1, '7', 20].map(rate)).toEqual([1, 7, 20]);
		expect(readAccount({ apiKey: key }).callsPerSecond).toBe(20);
	});

	it.each([undefined, null, '', ' ', 'many', 0, -3, 2.5, '2.5', 21, 500, NaN, [5], true])(
		'is refused with %j calls a second',
		(callsPerSecond) => {
			const { message, description } = failureOf(() => read({ callsPerSecond }));
			expect(message).toBe('Calls per Second must be a whole number from 1 to 20');
			expect(description).toContain('Open the credential and correct Calls per Second.');
		},
	);

	it.each([
		[{ apiKey: null }, 'fill in API Key again'],
		[{ apiKey: undefined, livePath: 5 }, 'fill in API Key and Live Path again'],
		[{ service: 'another' }, 'fill in Service again'],
		[{ service: undefined }, 'fill in Service again'],
		[{ service: null }, 'fill in Service again'],
		[{ service: '' }, 'fill in Service again'],
		[{ automatedPath: undefined }, 'fill in Automated Path again'],
	])('is not guessed where the credential holds %j', (changes, advice) => {
		const { message, description } = failureOf(() => read(changes));
		expect(message).toBe('The credential cannot be read');
		expect(description).toContain(advice);
	});

	it.each([
		[{ apiKey: '' }, 'paste the key again'],
		[{ baseUrl: 'api' }, 'fill in Service URL, e.g. https://api.example.com.'],
		[{ baseUrl: 'http://api.example.com' }, 'Others could read the API key'],
		[{ baseUrl: 'https://a@api.example.com' }, 'remove user name, password, "?" and "#" from Service URL'],
		[{ livePath: '?' }, 'fill in Live Path with letters, digits, "-", "_", "." and "/" only'],
	])('is refused with what to do about %j', (changes, advice) => {
		expect(failureOf(() => read(changes)).description).toContain(advice);
	});
});

describe('the API key', () => {
	it('may have 36 and 64 characters', () => {
		for (const apiKey of ['123e4567-e89b-12d3-a456-426614174000', key])
			expect(read({ apiKey }).apiKey).toBe(apiKey);
	});

	it('is taken without what a page or a mail added to its ends', () => {
		for (const added of [' ', '\n', '\r\n\t ', '\u200b', '\ufeff\u00a0', '\u0000'])
			for (const apiKey of [`${added}${key}`, `${key}${added}`, `${added}${key}${added}`])
				expect(read({ apiKey }).apiKey).toBe(key);
	});

	it.each([
		['is empty', ''],
		['is empty', ' \u200b\n'],
		['contains a space, a line break or an invisible character', 'abc def'],
		['contains a space, a line break or an invisible character', ` ${key.slice(9)}\n${key.slice(60)} `],
		['contains a space, a line break or an invisible character', `ab\u200b${key.slice(9)}`],
		['contains a space, a line break or an invisible character', 'abc\u0000d'],
		['has 65 characters, but a key has at most 64', `${key}k `],
	])('is refused when it %s: %j', (fault, apiKey) => {
		expect(() => read({ apiKey })).toThrow(`The API key ${fault}`);
	});

	it('is trimmed at once, however much is pasted', () => {
		const apiKey = `${' '.repeat(200_000)}${`${' '.repeat(1000)}x`.repeat(200)}`;
		expect(cpuMs(() => expect(() => read({ apiKey })).toThrow('contains a space'))).toBeLessThan(200);
	});
});

describe('the service address', () => {
	it.each([
		'http://api.example.com',
		'http://127.0.0.1.example.com',
		'http://localhost.example.com',
		'http://my-localhost',
		'http://1127.0.0.1.example',
		'http://[::2]',
		'http://127.0.0.1.nip.io',
		'http://x127.0.0.1.nip.example',
		'http://localhost.',
		'http://0.0.0.0',
		'http://[::]',
		// The mapped form of 127.0.0.1 is not taken for this machine.
		'http://[::ffff:127.0.0.1]:8080',
		'http://128.0.0.1',
		'http://2147483648',
		'http://l\u043ecalhost',
		'ftp://127.0.0.1',
	])('must be https, or be of this machine: %s', (baseUrl) => {
		expect(() => read({ baseUrl })).toThrow(
			'Service URL must begin with https://; http:// is only possible to this machine',
		);
	});

	it.each([
		[' ', 'Service URL is empty'],
		['api.example.com', 'Service URL is not a web address'],
		['https://[::1', 'Service URL is not a web address'],
		['https://256.256.256.256', 'Service URL is not a web address'],
		['http://a.127.0.0.1:80', 'Service URL is not a web address'],
		['http://user@127.0.0.1', 'Service URL contains more than an address'],
		['https://:secret@api.example.com', 'Service URL contains more than an address'],
		['https://api.example.com@evil.example', 'Service URL contains more than an address'],
		['https://api.example.com/?x=1', 'Service URL contains more than an address'],
		['https://api.example.com/#x', 'Service URL contains more than an address'],
	])('is refused: %j', (baseUrl, message) => {
		expect(() => read({ baseUrl })).toThrow(message);
	});

	it.each([
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['http://localhost:8080', 'http://localhost:8080'],
		['http://127.10.20.30', 'http://127.10.20.30'],
		['http://2130706433', 'http://127.0.0.1'],
		['http://0x7f000001:8080', 'http://127.0.0.1:8080'],
		['http://0177.0.0.1', 'http://127.0.0.1'],
		['http://127.1', 'http://127.0.0.1'],
		['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
		['https://\uff41pi.example.com', 'https://api.example.com'],
		['https://\u0430pi.example.com', 'https://xn--pi-6kc.example.com'],
		['https://api.example.com.', 'https://api.example.com.'],
		['https://api.example.com\\\\@evil.example', 'https://api.example.com'],
	])('%s is known under its true name, which alone gets the key', (baseUrl, origin) => {
		expect(read({ baseUrl }).origin).toBe(origin);
	});

	it.each([
		[
			{ baseUrl: 'https://api.webinarjam.com/webinarjam' },
			'https://api.webinarjam.com',
			'webinarjam',
			'Live',
		],
		[
			{ baseUrl: 'https://api.webinarjam.com/everwebinar/' },
			'https://api.webinarjam.com',
			'everwebinar',
			'Automated',
		],
		[{ baseUrl: 'http://localhost:8080/live' }, 'http://localhost:8080', 'live', 'Live'],
		[{ baseUrl: 'https://a.example/v1/automated' }, 'https://a.example/v1', 'automated', 'Automated'],
		[{ baseUrl: 'https://a.example/v1/jam', livePath: '/v1/jam/' }, 'https://a.example', 'v1/jam', 'Live'],
	])('must not end with the path of a product: %j', (changes, address, path, product) => {
		expect(failureOf(() => read(changes))).toMatchObject({
			message: `Service URL ends with "${path}", which belongs in ${product} Path`,
			description: `Open the credential and put "${path}" into ${product} Path. Service URL is ${address}`,
		});
	});

	it('may end with the name of a product whose path is another one', () => {
		const changes = { baseUrl: 'https://a.example/live', livePath: 'a', automatedPath: 'b' };
		expect(read(changes).productUrls.live).toBe('https://a.example/live/a');
	});

	it('has the same rules for the attendee pages', () => {
		expect(() => read({ eventUrl: 'event' })).toThrow('Attendee Pages URL is not a web address');
	});
});

describe('the path of a product', () => {
	it.each([' //live// ', 'live', 'li-ve_1', 'v1/live', 'v1.2/live/now'])('may be "%s"', (livePath) => {
		const path = livePath.trim().replaceAll('//', '');
		expect(read({ livePath }).productUrls.live).toBe(`https://api.example.com/${path}`);
	});

	it('is behind the service address, also when it looks like a host', () => {
		expect(read({ livePath: '//evil.example' }).productUrls.live).toBe(
			'https://api.example.com/evil.example',
		);
	});

	it.each([
		'',
		'.',
		'..',
		'../admin',
		'live/.',
		'live/../..',
		'\\\\evil.example',
		'live\\..',
		'%2e%2e/admin',
		'live%2f..%2f..',
		'li ve',
		'li\nve',
		'live\u0000',
		'live;x',
		'live#',
		'live?x=1',
		'@evil.example',
		'https://evil.example',
		'evil.example:443@x',
		'l\u0456ve',
	])('must not be %j', (livePath) => {
		expect(() => read({ livePath })).toThrow('Live Path is not a path');
		expect(() => read({ automatedPath: livePath })).toThrow('Automated Path is not a path');
	});
});
