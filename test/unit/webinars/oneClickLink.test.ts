import fc from 'fast-check';

import {
	addressOfLink,
	buildOneClickLink,
	isSampleData,
	checkOrigin,
	readDashboardLink as readLink,
} from '../../../nodes/WebinarAccount/webinars/oneClickLink';
import { failureOf } from '../../support/failure';

const attendeeUrl = 'https://event.example.com';
const dashboard = `${attendeeUrl}/register/1click/6/uvw1234`;
const readDashboardLink = (link: string) => {
	const read = readLink(link);
	checkOrigin(read.address, attendeeUrl);
	return read;
};

// test/workflow/oneClickLink asserts the parameters, their order and the values of custom fields.
describe('buildOneClickLink', () => {
	it('encodes any contact so that URLSearchParams decodes the same values', () => {
		const anyCharacter = fc.nat(0xd7ff).map((code) => String.fromCharCode(code));
		const unit = fc.oneof(fc.constantFrom(..."&=?#+%@ '(<é李😀"), anyCharacter);
		const text = fc.string({ unit, minLength: 1, maxLength: 8 });
		const property = fc.property(text, text, (firstName, email) => {
			const { url } = buildOneClickLink(dashboard, { first_name: firstName, email }, {}, []);
			const { searchParams, pathname } = new URL(url);
			expect(pathname).toBe('/register/1click/6/uvw1234');
			expect(Object.fromEntries(searchParams)).toEqual({ first_name: firstName, email });
			expect(url).not.toMatch(/&&|\+|\?.*\?/);
		});
		fc.assert(property);
	});

	it('encodes all characters with a special meaning in a URL or an email, and replaces a lone surrogate', () => {
		const answers = { 'R&D = more?': ['1'], 'topics[]': ['1', '2'] };
		const name = { first_name: "~!'()*\ud800" };
		const { url } = buildOneClickLink(dashboard, name, answers, []);
		const labels = 'R%26D%20%3D%20more%3F=1&topics%5B%5D=1&topics%5B%5D=2';
		expect(url).toBe(`${dashboard}?first_name=%7E%21%27%28%29%2A%EF%BF%BD&${labels}`);
	});

	it('keeps copied parameters, but drops empty ones and those that the link sets itself', () => {
		const query =
			'first_name=[NAME]&last_name={{ last }}&email=&phone_number=&&topics[0]=x&utm_source=news+mail&flag';
		const { parameters } = readDashboardLink(`${dashboard}?${query}`);
		const person = { first_name: { mergeField: '%FN%' }, email: 'a@b.co' };
		expect(buildOneClickLink(dashboard, person, { topics: ['1'] }, parameters)).toEqual({
			url: `${dashboard}?first_name=%FN%&email=a%40b.co&topics=1&last_name={{ last }}&utm_source=news+mail`,
			names: new Set(['first_name', 'email', 'topics', 'last_name', 'utm_source']),
		});
	});
});

describe('readDashboardLink', () => {
	it.each([
		{ query: 'utm_campaign=fall webinar\t2026', expected: 'utm_campaign=fall%20webinar%092026' },
		{ query: 'utm_source=news\r\nmail', expected: 'utm_source=news%0D%0Amail' },
		{ query: 'last_name={{ contact.last name }} x', expected: 'last_name={{ contact.last name }}%20x' },
		{ query: 'last_name=M%C3%BCller%20Ann', expected: 'last_name=M%C3%BCller%20Ann' },
	])(
		'encodes spaces and line breaks of a dashboard link outside merge fields: $query',
		({ query, expected }) => {
			const { parameters } = readDashboardLink(`${dashboard}?${query}`);
			expect(parameters.map(({ pair }) => pair)).toEqual([expected]);
		},
	);

	it('reads a link that was copied from the source of a page, with &amp; between its parameters', () => {
		const { parameters } = readDashboardLink(`${dashboard}?utm_source=a&amp;schedule_id=2&utm_term=b`);
		expect(parameters.map(({ pair }) => pair)).toEqual(['utm_source=a', 'schedule_id=2', 'utm_term=b']);
	});

	it.each([
		{
			link: 'https://event.example.com/register/1click/61/a-b/',
			address: 'https://event.example.com/register/1click/61/a-b',
			hash: 'a-b',
		},
		{
			link: 'https://event.example.com/hkwqz/register/1click/61/a-b?',
			address: 'https://event.example.com/hkwqz/register/1click/61/a-b',
			hash: 'a-b',
		},
		{
			link: 'https://event.example.com/register/a-b/1click',
			address: 'https://event.example.com/register/a-b/1click',
			hash: 'a-b',
		},
		{
			link: 'https://event.example.com/hkwqz/register/091c7dgx/1click/?',
			address: 'https://event.example.com/hkwqz/register/091c7dgx/1click',
			hash: '091c7dgx',
		},
	])("returns the address and the webinar's hash of the dashboard link $link", ({ link, address, hash }) => {
		expect(readDashboardLink(link)).toMatchObject({ address, hash, parameters: [] });
	});

	it('names the origin of a link that differs from the attendee pages only in http instead of https', () => {
		const link = 'http://event.example.com/register/a-b/1click';
		expect(failureOf(() => readDashboardLink(link))).toMatchObject({
			message: 'The dashboard link leads to "http://event.example.com", not to the account\'s attendee pages',
			description: expect.stringContaining('It begins with https://event.example.com/.') as string,
		});
	});

	it('keeps a merge field with "#" at the end of a dashboard link', () => {
		const { parameters } = readDashboardLink(`${dashboard}?schedule_id=2&email=#EMAIL#`);
		expect(parameters.map(({ pair }) => pair)).toEqual(['schedule_id=2', 'email=#EMAIL#']);
	});

	it.each([
		{ query: '?first_name=First&schedule_id=2', number: 2 },
		{ query: '?first_name=First', number: undefined },
		{ query: '?schedule_id=', number: undefined },
		{ query: '?schedule_id=0', number: undefined },
		{ query: '?schedule_id=1.5', number: undefined },
		{ query: '?schedule_id=[SESSION]', number: undefined },
		{ query: '', number: undefined },
	])('returns the session number $number for the query "$query"', ({ query, number }) => {
		expect(readDashboardLink(dashboard + query)).toMatchObject({ sessionNumber: number });
	});

	it.each([
		{ query: 'first_name=First', isSample: true },
		{ query: 'email=YOU%40YOUREMAIL.com', isSample: true },
		{ query: 'phone_country_code=%2B1', isSample: true },
		{ query: 'timezone=GMT-7', isSample: true },
		{ query: 'last_name=*|LNAME|*', isSample: false },
		{ query: 'email=%EMAIL%', isSample: false },
		{ query: 'last_name=M%C3%BCller', isSample: true },
		{ query: 'first_name=Ren%E9', isSample: true },
		{ query: 'last_name=%ADDRESS%', isSample: false },
		{ query: 'last_name=M%C3%BCller%EMAIL%', isSample: false },
		{ query: 'phone_number={{ phone }}', isSample: false },
		{ query: 'schedule_id=1', isSample: false },
		{ query: 'utm_source=news', isSample: false },
	])('recognizes whether a parameter is sample data: $query → $isSample', ({ query, isSample }) => {
		const { parameters } = readDashboardLink(`${dashboard}?${query}`);
		expect(parameters.map(isSampleData)).toEqual([isSample]);
	});
});

describe('addressOfLink', () => {
	const address = (registration_url: string | null, webinar_hash: string | null = 'a/b') =>
		addressOfLink({ webinar_id: 6, webinar_hash, registration_url }, attendeeUrl);
	const documented = `${attendeeUrl}/register/1click/6/a%2Fb`;

	it.each([
		{
			page: `${attendeeUrl}/hkwqz/register/091c7dgx`,
			expected: `${attendeeUrl}/hkwqz/register/091c7dgx/1click`,
		},
		{ page: `${attendeeUrl}/register/091c7dgx/?a=b#c`, expected: `${attendeeUrl}/register/091c7dgx/1click` },
		{ page: `${attendeeUrl}/register/6/091c7dgx`, expected: documented },
		{ page: 'https://evil.example/hkwqz/register/091c7dgx', expected: documented },
		{ page: 'no URL', expected: documented },
		{ page: null, expected: documented },
	])("follows the webinar's registration page: $page", ({ page, expected }) => {
		expect(address(page)).toBe(expected);
	});

	it('needs the hash only without a registration page that ends in a code', () => {
		expect(address(`${attendeeUrl}/register/091c7dgx`, null)).toBe(`${attendeeUrl}/register/091c7dgx/1click`);
		expect(() => address(null, null)).toThrow('The service returned no webinar_hash');
	});
});
