import fc from 'fast-check';

import { readMergeTag } from '../../nodes/WebinarAccount/service/links/mergeTag';
import { emailTools } from '../../nodes/WebinarAccount/service/links/emailTools';
import { buildOneClickLink, readDashboardLink } from '../../nodes/WebinarAccount/service/links/oneClickLink';
import { failureOf } from '../support/failure';

const target = { attendeeUrl: 'https://event.example.com', number: '6', token: 'uvw1234' };
const literal = (text: string) => ({ literal: text });

describe('a one-click link', () => {
	it('has every parameter in the documented order, encoded', () => {
		const link = buildOneClickLink(target, {
			scheduleId: 56,
			timezone: literal('GMT+4:30'),
			phone: literal('2079460000'),
			phoneCountryCode: literal('+44'),
			email: literal('ann+webinar@example.com'),
			lastName: literal("O'Brien & Søn"),
			firstName: literal('李雷'),
		});
		expect(link).toBe(
			'https://event.example.com/register/1click/6/uvw1234?first_name=%E6%9D%8E%E9%9B%B7' +
				'&last_name=O%27Brien%20%26%20S%C3%B8n&email=ann%2Bwebinar%40example.com' +
				'&phone_country_code=%2B44&phone_number=2079460000&timezone=GMT%2B4%3A30&schedule_id=56',
		);
	});

	it('leaves out what is absent or empty, without a doubled &', () => {
		expect(
			buildOneClickLink(target, {
				firstName: literal('Ann'),
				lastName: literal(' '),
				email: literal('a@b.c'),
				scheduleId: 56,
			}),
		).toBe('https://event.example.com/register/1click/6/uvw1234?first_name=Ann&email=a%40b.c&schedule_id=56');
	});

	it.each(Object.entries(emailTools))('keeps the merge fields of %s byte for byte', (_tool, tags) => {
		const link = buildOneClickLink(target, {
			firstName: { tag: tags.firstName },
			lastName: { tag: tags.lastName },
			email: { tag: tags.email },
			scheduleId: 56,
		});
		expect(link).toBe(
			`https://event.example.com/register/1click/6/uvw1234?first_name=${tags.firstName}&last_name=${tags.lastName}&email=${tags.email}&schedule_id=56`,
		);
	});

	it('gives back the contact when the URL standard takes it apart', () => {
		const text = fc.string({ unit: 'binary', minLength: 1 });
		fc.assert(
			fc.property(text, text, fc.option(text), fc.nat(), (firstName, email, lastName, scheduleId) => {
				fc.pre(firstName.trim() !== '' && email.trim() !== '');
				const link = buildOneClickLink(target, {
					firstName: literal(firstName),
					email: literal(email),
					...(lastName !== null && { lastName: literal(lastName) }),
					scheduleId,
				});
				const { searchParams, pathname } = new URL(link);
				expect(pathname).toBe('/register/1click/6/uvw1234');
				expect(searchParams.get('first_name')).toBe(firstName.trim());
				expect(searchParams.get('email')).toBe(email.trim());
				expect(searchParams.get('last_name') ?? '').toBe(lastName?.trim() ?? '');
				expect(searchParams.get('schedule_id')).toBe(String(scheduleId));
				expect(link).not.toMatch(/&&|\+|\?.*\?/);
			}),
		);
	});

	it('has no character with a meaning in an address or in an e-mail', () => {
		const { attendeeUrl } = target;
		const link = buildOneClickLink(
			{ attendeeUrl, number: '6', token: 'a/b' },
			{ firstName: literal("!'()*"), email: literal('a'), scheduleId: 1 },
		);
		expect(link).toBe(
			`${attendeeUrl}/register/1click/6/a%2Fb?first_name=%21%27%28%29%2A&email=a&schedule_id=1`,
		);
	});

	it('survives half a surrogate pair', () => {
		const link = buildOneClickLink(target, {
			firstName: literal('a\ud800'),
			email: literal('b'),
			scheduleId: 1,
		});
		expect(new URL(link).searchParams.get('first_name')).toBe('a\ufffd');
	});
});

describe('a link from the dashboard', () => {
	it('gives its number and token', () => {
		const link = 'https://event.example.com/register/1click/6/a-b?first_name=X&&email=Y';
		expect(readDashboardLink(link, target.attendeeUrl)).toEqual({ ...target, token: 'a-b' });
		// Copied together with a space that does not break.
		const copied = '\u00a0https://event.example.com/register/1click/61/uvw1234/\n';
		expect(readDashboardLink(copied, target.attendeeUrl)).toEqual({ ...target, number: '61' });
	});

	it.each([
		'https://evil.example/register/1click/6/uvw1234',
		'https://event.example.com.evil.example/register/1click/6/uvw1234',
		'https://event.example.com/register/6/uvw1234',
		'https://event.example.com/register/1click/6',
		'register/1click/6/uvw1234',
		'https://event.example.com/register/1click/6/%zz',
		'https://event.example.com/register/1click/6/uvw1234/more',
		'',
	])('is refused when it is not one: %s', (link) => {
		const { message, description } = failureOf(() => readDashboardLink(link, target.attendeeUrl));
		expect(message).toBe('The dashboard link is not a one-click registration link');
		expect(description).toBe(
			"It must look like https://event.example.com/register/1click/6/uvw1234, copied from the webinar's dashboard.",
		);
	});
});

describe('a merge field', () => {
	it.each([
		'{{ contact.email }}',
		'{{ contact.first_name | default: "you" }}',
		'%EMAIL%',
		'*|EMAIL|*',
		'*|First #1 Name|*',
		'{ First #1 Name }',
		'[[ First #1 Name ]]',
		'< First #1 Name >',
		'%A#1%',
		'~A#1~',
		'[First Name]',
		'[firstname,fallback=]',
		'#EMAIL#',
		'~Contact.Email~',
		'{!email}',
		'<% email %>',
		'$email',
		' {$email} ',
		'%2B*|CODE|*',
		'%2B%CODE%',
		'%2B%FAX%',
		'%50_OFF%',
		'%FAX%',
		'{{ zone | default: "GMT+0" }}',
		'[phone+]',
		'%C3%A9{{ name }}',
		'%E6%9D%8E',
	])('may be %s', (tag) => {
		expect(readMergeTag('Email', tag)).toBe(tag.trim());
	});

	it.each([
		['GMT+2', 'GMT%2B2'],
		['+44', '%2B44'],
		['+*|CODE|*', '%2B*|CODE|*'],
		['+%CODE%', '%2B%CODE%'],
		['%40+%X%', '%40%2B%X%'],
		['{{ a + b }}+{{ c }}+', '{{ a + b }}%2B{{ c }}%2B'],
	])('has the plus beside its tags encoded: %s', (tag, expected) => {
		expect(readMergeTag('Timezone', tag)).toBe(expected);
		expect(readMergeTag('Timezone', expected)).toBe(expected);
	});

	it.each(Object.values(emailTools))('of $name passes', ({ firstName, lastName, email }) => {
		expect([firstName, lastName, email].map((tag) => readMergeTag('x', tag))).toEqual([
			firstName,
			lastName,
			email,
		]);
	});

	it.each([
		['', 'The link has no merge field for Email'],
		['{{a&b}}', 'The merge field for Email holds an "&"'],
		['%EMAIL%&x=%Y%', 'The merge field for Email holds an "&"'],
		['#EMAIL', 'The merge field for Email holds a "#"'],
		['{{ email }}#top', 'The merge field for Email holds a "#"'],
		['{}a #b', 'The merge field for Email holds a "#"'],
		['%a b%', 'The merge field for Email holds a space or a line break'],
		['~a b~', 'The merge field for Email holds a space or a line break'],
		['my email', 'The merge field for Email holds a space or a line break'],
		['{{ email\n}}', 'The merge field for Email holds a space or a line break'],
		['{{ email }}?x', 'The merge field for Email holds a "?"'],
	])('must not be %j', (tag, message) => {
		const failure = failureOf(() => readMergeTag('Email', tag));
		expect(failure.message).toContain(message);
		expect(failure.description).toBe(
			tag === ''
				? 'Fill it in under Merge Fields.'
				: `Use the merge field of your e-mail tool just as it prints it, e.g. {{ contact.email }} or %EMAIL%. Given: ${tag}`,
		);
	});
});
