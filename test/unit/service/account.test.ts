import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { cpuMs } from '../../support/cpuTime';
import { failureOf } from '../../support/failure';
import { words } from '../../support/words';

const key = 'k'.repeat(64);
const host = { apiKey: key, service: 'custom', baseUrl: 'https://api.example.com' };
const read = (changes: object) =>
	readAccount({
		...{ ...host, eventUrl: 'https://event.example.com', livePath: 'live', automatedPath: 'automated' },
		...{ callsPerSecond: 20, ...changes },
	});

describe('the account of a credential', () => {
	it('is at the hosts and paths of WebinarJam and EverWebinar, whatever is filled in for another host', () => {
		const origin = 'https://api.webinarjam.com';
		const account = {
			...{ apiKey: key, origin, attendeeUrl: 'https://event.webinarjam.com', callsPerSecond: 20 },
			productUrls: { live: `${origin}/webinarjam`, automated: `${origin}/everwebinar` },
		};
		expect(read({ service: 'webinarJam', baseUrl: 'http://evil.example' })).toEqual(account);
		expect(readAccount({ apiKey: key })).toEqual(account);
	});

	it('is at another host, with the default paths where none are given', () => {
		const { baseUrl: origin } = host;
		expect(readAccount(host)).toEqual({
			...{ apiKey: key, origin, attendeeUrl: '', callsPerSecond: 20 },
			productUrls: { live: `${origin}/live`, automated: `${origin}/automated` },
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

	it('has 1 to 20 calls a second', () => {
		const rate = (callsPerSecond: unknown) => read({ callsPerSecond }).callsPerSecond;
		expect([1, '7', 20].map(rate)).toEqual([1, 7, 20]);
	});

	it.each([undefined, null, '', ' ', 'many', 0, -3, 2.5, '2.5', 21, 500, NaN, [5], true])(
		'is refused with %j calls a second',
		(callsPerSecond) => {
			const { message, description } = failureOf(() => read({ callsPerSecond }));
			expect(message).toBe('Calls per Second must be a whole number from 1 to 20');
			expect(description).toContain('Open the credential and correct Calls per Second.');
		},
	);

	const UNREADABLE = 'The credential cannot be read';
	const MORE = 'Service URL contains more than an address';
	const NO_ADDRESS = 'Service URL is not a web address';
	it.each([
		[{ apiKey: null }, UNREADABLE, 'fill in API Key again'],
		[{ apiKey: undefined, livePath: 5 }, UNREADABLE, 'fill in API Key and Live Path again'],
		[{ service: 'another' }, UNREADABLE, 'fill in Service again'],
		[{ service: undefined }, UNREADABLE, 'fill in Service again'],
		[{ service: null }, UNREADABLE, 'fill in Service again'],
		[{ service: '' }, UNREADABLE, 'fill in Service again'],
		[{ automatedPath: undefined }, UNREADABLE, 'fill in Automated Path again'],
		[{ apiKey: '' }, 'The API key is empty', 'paste the key again'],
		[{ baseUrl: ' ' }, 'Service URL is empty', 'fill in Service URL'],
		[{ baseUrl: 'api.example.com' }, NO_ADDRESS, 'fill in Service URL, e.g. https://api.example.com.'],
		[{ baseUrl: 'https://[::1' }, NO_ADDRESS, 'fill in Service URL'],
		[{ baseUrl: 'https://256.256.256.256' }, NO_ADDRESS, 'fill in Service URL'],
		[{ baseUrl: 'http://a.127.0.0.1:80' }, NO_ADDRESS, 'fill in Service URL'],
		[{ eventUrl: 'event' }, 'Attendee Pages URL is not a web address', 'fill in Attendee Pages URL'],
		[{ baseUrl: 'http://user@127.0.0.1' }, MORE, 'remove user name, password, "?" and "#" from Service URL'],
		[{ baseUrl: 'https://:secret@api.example.com' }, MORE, 'remove user name'],
		[{ baseUrl: 'https://api.example.com@evil.example' }, MORE, 'remove user name'],
		[{ baseUrl: 'https://api.example.com/?x=1' }, MORE, 'remove user name'],
		[{ baseUrl: 'https://api.example.com/#x' }, MORE, 'remove user name'],
		[
			{ livePath: '?' },
			'Live Path is not a path',
			'fill in Live Path with letters, digits, "-", "_", "." and "/" only',
		],
	])('is refused, with what to do: %j', (changes, message, advice) => {
		const failure = failureOf(() => read(changes));
		expect(failure.message).toBe(message);
		expect(failure.description).toContain(advice);
	});
});

describe('the API key', () => {
	it('may have 36 and 64 characters, and what a page or a mail added to its ends', () => {
		for (const apiKey of ['123e4567-e89b-12d3-a456-426614174000', key])
			for (const added of ['', ' ', '\n', '\r\n\t ', '\u200b', '\ufeff\u00a0', '\u0000'])
				for (const pasted of [`${added}${apiKey}`, `${apiKey}${added}`, `${added}${apiKey}${added}`])
					expect(read({ apiKey: pasted }).apiKey).toBe(apiKey);
	});

	const BROKEN = 'contains a space, a line break or an invisible character';
	it.each([
		['is empty', ' \u200b\n'],
		[BROKEN, 'abc def'],
		[BROKEN, ` ${key.slice(9)}\n${key.slice(60)} `],
		[BROKEN, `ab\u200b${key.slice(9)}`],
		[BROKEN, 'abc\u0000d'],
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
	// The mapped form of 127.0.0.1 is not taken for this machine.
	it.each(
		words(`
			http://api.example.com http://127.0.0.1.example.com http://localhost.example.com http://my-localhost
			http://1127.0.0.1.example http://[::2] http://127.0.0.1.nip.io http://x127.0.0.1.nip.example http://localhost.
			http://0.0.0.0 http://[::] http://[::ffff:127.0.0.1]:8080 http://128.0.0.1 http://2147483648
			http://l\u043ecalhost ftp://127.0.0.1
		`),
	)('must be https, or be of this machine: %s', (baseUrl) => {
		const { message, description } = failureOf(() => read({ baseUrl }));
		expect(message).toBe('Service URL must begin with https://; http:// is only possible to this machine');
		expect(description).toContain('Others could read the API key');
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
		['https://api.webinarjam.com', '/webinarjam', 'Live', {}],
		['https://api.webinarjam.com', '/everwebinar/', 'Automated', {}],
		['http://localhost:8080', '/live', 'Live', {}],
		['https://a.example/v1', '/automated', 'Automated', {}],
		['https://a.example', '/v1/jam', 'Live', { livePath: '/v1/jam/' }],
	])('must not end with the path of a product: %s%s', (address, end, product, changes) => {
		const path = end.replace(/^\/|\/$/g, '');
		expect(failureOf(() => read({ baseUrl: address + end, ...changes }))).toMatchObject({
			message: `Service URL ends with "${path}", which belongs in ${product} Path`,
			description: `Open the credential and put "${path}" into ${product} Path. Service URL is ${address}`,
		});
	});

	it('may end with the name of a product whose path is another one', () => {
		const changes = { baseUrl: 'https://a.example/live', livePath: 'a', automatedPath: 'b' };
		expect(read(changes).productUrls.live).toBe('https://a.example/live/a');
	});
});

describe('the path of a product', () => {
	it.each([' //live// ', 'live', 'li-ve_1', 'v1/live', 'v1.2/live/now', '//evil.example'])(
		'may be "%s", which is behind the service address, also when it looks like a host',
		(livePath) => {
			const path = livePath.trim().replaceAll('//', '');
			expect(read({ livePath }).productUrls.live).toBe(`https://api.example.com/${path}`);
		},
	);

	it.each([
		...['', 'li ve', 'li\nve', 'live\u0000'],
		...words(
			'. .. ../admin live/. live/../.. \\\\evil.example live\\.. %2e%2e/admin live%2f..%2f.. live;x live#',
		),
		...words('live?x=1 @evil.example https://evil.example evil.example:443@x l\u0456ve'),
	])('must not be %j', (livePath) => {
		expect(() => read({ livePath })).toThrow('Live Path is not a path');
		expect(() => read({ automatedPath: livePath })).toThrow('Automated Path is not a path');
	});
});
