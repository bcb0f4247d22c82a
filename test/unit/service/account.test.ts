import { readAccount } from '../../../nodes/WebinarAccount/service/account';
import { failureOf } from '../../support/failure';
import { words } from '../../support/words';

const key = 'k'.repeat(64);
const host = { apiKey: key, service: 'custom', baseUrl: 'https://api.example.com' };
const read = (changes: object) =>
	readAccount({ ...host, eventUrl: 'https://event.example.com', livePath: 'live', ...changes });

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
		expect(
			read({ baseUrl: ` ${origin}/v1/ `, eventUrl: ' https://a.example/ ', livePath: 'v1.2/li-ve_1' }),
		).toMatchObject({
			origin,
			productUrls: { live: `${origin}/v1/v1.2/li-ve_1` },
			attendeeUrl: 'https://a.example',
		});
	});

	it.each([
		[1, 1],
		['7', 7],
		[20, 20],
	])('has 1 to 20 calls a second: %j', (callsPerSecond, expected) => {
		expect(read({ callsPerSecond }).callsPerSecond).toBe(expected);
	});

	it.each([undefined, null, '', ' ', 'many', 0, 2.5, '2.5', 21, NaN, [5], true])(
		'is refused with %j calls a second',
		(callsPerSecond) => {
			const { message, description } = failureOf(() => read({ callsPerSecond }));
			expect(message).toBe('Calls per Second must be a whole number from 1 to 20');
			expect(description).toContain('Open the credential and correct Calls per Second.');
		},
	);

	const UNREADABLE = 'The credential cannot be read';
	const FILL_IN = 'fill in Service URL, e.g. https://api.example.com.';
	it.each([
		[{ apiKey: null }, UNREADABLE, 'fill in API Key again'],
		[{ apiKey: undefined, livePath: 5 }, UNREADABLE, 'fill in API Key and Live Path again'],
		...['another', '', null, undefined].map((service): [object, string, string] => [
			{ service },
			UNREADABLE,
			'fill in Service again',
		]),
		[{ baseUrl: ' ' }, 'Service URL is empty', FILL_IN],
		...words(`
			api.example.com https://[::1 https://256.256.256.256 http://a.127.0.0.1:80 http://user@127.0.0.1
			https://:secret@api.example.com https://api.example.com@evil.example https://api.example.com/?x=1
			https://api.example.com/#x
		`).map((baseUrl): [object, string, string] => [{ baseUrl }, 'Service URL is not a web address', FILL_IN]),
		[{ eventUrl: 'event' }, 'Attendee Pages URL is not a web address', 'fill in Attendee Pages URL'],
		...[
			'',
			'li ve',
			'/live',
			'live/',
			'..',
			'a/../b',
			'%2e%2e',
			'live?x=1',
			'@evil.example',
			'l\u0456ve',
		].map((livePath): [object, string, string] => [
			{ livePath },
			'Live Path is not a path',
			'fill in Live Path',
		]),
	])('is refused, with what to do: %j', (changes, message, advice) => {
		const failure = failureOf(() => read(changes));
		expect(failure.message).toBe(message);
		expect(failure.description).toContain(`Open the credential and ${advice}`);
	});

	// The mapped form of 127.0.0.1 is not taken for this machine.
	it.each(
		words(`
			http://api.example.com http://127.0.0.1.example.com http://localhost.example.com http://my-localhost
			http://[::2] http://x127.0.0.1.nip.example http://localhost. http://0.0.0.0 http://[::]
			http://[::ffff:127.0.0.1]:8080 http://128.0.0.1 http://2147483648 http://l\u043ecalhost ftp://127.0.0.1
		`),
	)('must be reached by https, or be on this machine: %s', (baseUrl) => {
		const { message, description } = failureOf(() => read({ baseUrl }));
		expect(message).toBe('Service URL must begin with https://; http:// is only possible to this machine');
		expect(description).toContain('Others could read the API key');
	});

	it.each([
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['http://localhost:8080', 'http://localhost:8080'],
		['http://2130706433', 'http://127.0.0.1'],
		['http://0177.0.0.1', 'http://127.0.0.1'],
		['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
		['https://\u0430pi.example.com', 'https://xn--pi-6kc.example.com'],
		['https://api.example.com.', 'https://api.example.com.'],
		['https://api.example.com\\\\@evil.example', 'https://api.example.com'],
	])('%s is known under its true name, which alone gets the key', (baseUrl, origin) => {
		expect(read({ baseUrl }).origin).toBe(origin);
	});
});
