import fc from 'fast-check';

import {
	buildOneClickLink,
	onAttendeePages,
	readDashboardLink as readLink,
} from '../../../nodes/WebinarAccount/webinars/oneClickLink';
import { failureOf } from '../../support/failure';
import { words } from '../../support/words';

const target = { attendeeUrl: 'https://event.example.com', number: '6', token: 'uvw1234' };
const literal = (text: string) => ({ literal: text });

// The parameters, their order and the answers to custom fields, test/workflow/oneClickLink asserts.
describe('a one-click link', () => {
	it('gives back the contact when the URL standard takes it apart', () => {
		const anyCharacter = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 });
		const unit = fc.oneof(fc.constantFrom(..."&=?#+%@ '(<é李"), anyCharacter);
		const text = fc.string({ unit, minLength: 1 }).filter((each) => each.trim() !== '');
		const property = fc.property(text, text, (firstName, email) => {
			const { url } = buildOneClickLink(target, { first_name: literal(firstName), email: literal(email) });
			const { searchParams, pathname } = new URL(url);
			expect(pathname).toBe('/register/1click/6/uvw1234');
			expect(Object.fromEntries(searchParams)).toEqual({ first_name: firstName.trim(), email: email.trim() });
			expect(url).not.toMatch(/&&|\+|\?.*\?/);
		});
		fc.assert(property);
	});

	it('has no character with a meaning in an address or in an email, and no half of a surrogate pair', () => {
		const answers = { 'R&D = more?': [literal('1')], topics: [literal('1'), literal('2')] };
		const name = { first_name: literal("~!'()*\ud800") };
		const { url } = buildOneClickLink({ ...target, token: 'a/b' }, name, answers);
		const labels = 'R%26D%20%3D%20more%3F=1&topics%5B%5D=1&topics%5B%5D=2';
		expect(url).toBe(
			`${target.attendeeUrl}/register/1click/6/a%2Fb?first_name=%7E%21%27%28%29%2A%EF%BF%BD&${labels}`,
		);
	});
});

const readDashboardLink = (link: string) => onAttendeePages(readLink(link), target.attendeeUrl);

describe('a link from the dashboard', () => {
	it('keeps its parameters as they are, but for those that the link has itself', () => {
		const dashboard = `${target.attendeeUrl}/register/1click/6/uvw1234`;
		const query =
			'first_name=[NAME]&last_name={{ last }}&email=&phone_number=&&topics[0]=x&utm_source=news+mail&flag';
		const copied = readDashboardLink(`${dashboard}?${query}`);
		const answers = { topics: [literal('1')] };
		const link = buildOneClickLink(
			copied,
			{ first_name: { tag: '%FN%' }, email: literal('a@b.co') },
			answers,
		);
		expect(link).toEqual({
			url: `${dashboard}?first_name=%FN%&email=a%40b.co&topics=1&last_name={{ last }}&utm_source=news+mail`,
			names: new Set(['first_name', 'email', 'topics', 'last_name', 'utm_source']),
			copiedNames: new Set(['last_name', 'utm_source']),
		});
	});

	it.each(['schedule.id', 'schedule_id[0]', 'e[x'])(
		'does not keep a parameter that a PHP host reads under a name of the link: %s',
		(name) => {
			const link = `${target.attendeeUrl}/register/1click/6/uvw1234?${name}=7&note=x`;
			const own = { email: literal('a@b.co'), schedule_id: literal('11') };
			const { url } = buildOneClickLink(readDashboardLink(link), own, { e_x: [literal('1')] });
			expect(new URL(url).search).toBe('?email=a%40b.co&schedule_id=11&e_x=1&note=x');
		},
	);

	it('gives its number and token', () => {
		// Copied together with a space that does not break.
		const copied = '\u00a0https://event.example.com/register/1click/61/a-b/\n';
		expect(readDashboardLink(copied)).toEqual({ ...target, number: '61', token: 'a-b', copied: [] });
	});

	it.each([
		'',
		...words(`
			https://evil.example/register/1click/6/uvw1234 register/1click/6/uvw1234
			https://event.example.com/register/6/uvw1234 https://event.example.com/register/1click/6/%zz
			https://event.example.com/register/1click/6/uvw1234/more
		`),
	])('is refused when it is not one: %s', (link) => {
		const { message, description } = failureOf(() => readDashboardLink(link));
		expect(message).toBe('The dashboard link is not a one-click registration link');
		expect(description).toMatch(
			/^It must look like https:\/\/event\.\w+\.com\/register\/1click\/6\/uvw1234, copied from the webinar's dashboard\.$/,
		);
	});
});
