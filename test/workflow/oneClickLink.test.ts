import type { INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { request } from 'undici';
import { z } from 'zod/v4';

import { automatedCatalogue } from '../../sandbox/catalogueAutomated';
import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { once } from '../support/sessionRules';
import { words } from '../support/words';

const template = { resource: 'live', operation: 'createOneClickLink', webinarId: byId(1) };
const automated = { ...template, resource: 'automated', webinarId: byId(101) };
const anywhere = { resource: 'automated', webinarId: byId(102) };
const forContact = { linkFor: 'contact', contactFirstName: '李雷', contactEmail: 'ann+webinar@example.com' };
const WITHOUT_NUMBER = 'A one-click link cannot lead to a just-in-time or instant-replay session';
const MEMBERS = words('url webinar_title date timezone series webinar_id webinar_hash schedule_id derived');
const CHECK_ONCE =
	'Send the link to yourself from your email tool and click it there. If the registration form asks for a last name, add it in Include Fields.';
const WHOLE_SERIES =
	'In a series, the link registers people for all following sessions, not only for the one in Session. (webinar 101)';
const workshop = { ...template, webinarId: byId(8) };
const clinic = { ...automated, webinarId: byId(108), schedule: byId(1081), timezone: 'GMT-5' };
const schedules = z.array(z.object({ schedule: z.number(), date: z.string() }));

const answers = (...field: Array<Record<'label' | 'value', NodeParameterValueType>>): INodeParameters => ({
	customFields: { field },
});

/** Own merge fields. */
const own = (mergeFields: object) => ({
	emailTool: 'custom',
	includeFields: [],
	mergeFields: { firstName: '%FN%', email: '%EM%', ...mergeFields },
});

/** Follows a link, as the contact does. */
async function click(url: unknown) {
	const response = await request(String(url));
	await response.body.dump();
	return response;
}

describe('one-click links', () => {
	const harness = useHarness();

	it('are templates with the merge fields of the email tool', async () => {
		const page = `${harness.sandbox.url}/register/1click/1/kvn1042`;
		const [link] = await harness.output({ ...template, emailTool: 'mailchimp', includeFields: ['lastName'] });
		expect(link).toEqual({
			url: `${page}?first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*&schedule_id=11`,
			webinar_title: 'Get started in one hour',
			date: matching(/ 14:00$/),
			timezone: 'America/New_York',
			series: false,
			webinar_id: 1,
			webinar_hash: 'kvn1042',
			schedule_id: 11,
			derived: true,
		});
		expect(Object.keys(link ?? {})).toEqual(MEMBERS);
	});

	it.each<[INodeParameters, string]>([
		[own({}), 'first_name=%FN%&email=%EM%'],
		[
			own({ lastName: '%LN%', phone: '%PH%', phoneCountryCode: ' ' }),
			'first_name=%FN%&last_name=%LN%&email=%EM%&phone_number=%PH%',
		],
		[
			own({ phone: '%PH%', phoneCountryCode: '%CC%' }),
			'first_name=%FN%&email=%EM%&phone_country_code=%CC%&phone_number=%PH%',
		],
		...['={{ "lastName" }}', '={{ ["lastName"] }}', '={{ " lastName ," }}'].map(
			(includeFields): [INodeParameters, string] => [
				{ emailTool: 'mailchimp', includeFields },
				'first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*',
			],
		),
	])('hold every merge field that is filled in, or named by an expression: %j', async (parameters, query) => {
		const url = `${harness.sandbox.url}/register/1click/1/kvn1042?${query}&schedule_id=11`;
		await harness.gives({ ...template, ...parameters }, [{ url }]);
	});

	it('register the contact when they are followed', async () => {
		const contactFields = { lastName: "O'Brien & Søn", phone: '+44 20 7946 0000' };
		const [link] = await harness.output({ ...template, ...forContact, webinarId: byId(6), contactFields });
		const response = await click(link?.url);
		expect([response.statusCode, response.headers.location]).toEqual([302, containing('/thank-you/')]);
		expect(harness.sandbox.registrants).toMatchObject([
			{
				webinarId: 6,
				schedule: 61,
				firstName: '李雷',
				lastName: "O'Brien & Søn",
				email: 'ann+webinar@example.com',
				phoneCountryCode: '+44',
				phone: '2079460000',
			},
		]);
	});

	it('say that they register for a whole series', async () => {
		const series = { ...template, webinarId: byId(2) };
		await harness.gives(series, [{ schedule_id: 21, series: true }]);
		// With a schedule for each session, too.
		const sessions = [once(21, 1), once(28, 8)];
		harness.change(2, { sessions });
		await harness.gives(series, [{ schedule_id: 21, series: true }]);
		// And where only one session of those that recur is shown.
		harness.change(107, { displayedSchedules: 1 });
		await harness.gives({ ...automated, webinarId: byId(107) }, [{ schedule_id: 1071, series: true }]);
	});

	it.each([
		['register for the whole series, which is said once', 101, 3, 1013, true],
		['lead to the session that is alone in its schedule', 105, 1, 1052, false],
	])('with a date %s', async (_what, webinarId, place, schedule_id, series) => {
		const link = { ...automated, webinarId: byId(webinarId) };
		const [webinar] = await harness.output({ ...link, operation: 'get' });
		const session = schedules.parse(webinar?.schedules)[place];
		const dated = { ...link, schedule: byId(`${session?.schedule}|${session?.date}`) };
		const { output, hints } = await harness.run(dated);
		expect(output[0]?.json).toMatchObject({ schedule_id, series });
		expect(hints).toEqual(series ? [WHOLE_SERIES, CHECK_ONCE] : [CHECK_ONCE]);
	});

	it('have no date where the session has none', async () => {
		const anyTime = { webinar_id: 1, webinar_hash: 'x', schedules: [{ schedule: 11, comment: 'Always on' }] };
		harness.succeed('webinar', { webinar: anyTime });
		await harness.gives(template, [{ date: null, schedule_id: 11 }]);
	});

	it('lead to a past schedule, too, by its ID', async () => {
		harness.change(1, { sessions: [once(12, -30)] });
		await harness.gives({ ...template, schedule: byId(12) }, [{ schedule_id: 12 }]);
	});

	it('carry a time zone only where the webinar follows that of the attendee', async () => {
		const zoneIn = async (parameters: object) => {
			const [link] = await harness.output({ ...automated, webinarId: byId(102), ...parameters });
			return new URL(z.string().parse(link?.url)).searchParams.get('timezone');
		};
		expect(await zoneIn({ timezone: 'GMT+2' })).toBe('GMT+2');
		expect(await zoneIn({ timezone: 'GMT+2', ...forContact })).toBe('GMT+2');
		expect(await zoneIn({ timezone: 'GMT+2', webinarId: byId(105) })).toBeNull();
	});

	describe('of webinars with custom fields', () => {
		it("hold one contact's answers", async () => {
			const contactFields = answers(
				{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
				{ label: 'topicsOfInterest', value: '={{ ["Sales", 2] }}' },
				{ label: 'notAnswered', value: '' },
			);
			const [link] = await harness.output({ ...workshop, ...forContact, contactFields });
			expect(link?.url).not.toContain('notAnswered');
			expect((await click(link?.url)).statusCode).toBe(302);
			expect(harness.sandbox.registrants[0]?.answers).toEqual({
				whereDidYouHearAboutUs: ['A friend & colleague'],
				topicsOfInterest: ['Sales', 'Marketing'],
			});
		});

		it('hold their merge fields', async () => {
			const parameters = own(answers({ label: 'whereDidYouHearAboutUs', value: '%SOURCE%' }));
			const [link] = await harness.output({ ...workshop, ...parameters });
			const { url } = z.object({ url: z.string() }).parse(link);
			expect(url).toMatch(/&schedule_id=81&whereDidYouHearAboutUs=%SOURCE%$/);
			const values = { '%FN%': 'Ann', '%EM%': 'ann%40example.com', '%SOURCE%': 'A%20friend' };
			const filled = Object.entries(values).reduce((text, [tag, value]) => text.replace(tag, value), url);
			expect((await click(filled)).statusCode).toBe(302);
			expect(harness.sandbox.registrants[0]?.answers).toEqual({ whereDidYouHearAboutUs: ['A friend'] });
		});

		it('keep those of a dashboard link, and everything else that it has', async () => {
			const page = `${harness.sandbox.url}/register/1click/8/wks8812`;
			const dashboardLink = `${page}?first_name=[NAME]&last_name=[LAST]&whereDidYouHearAboutUs={{ source }}&utm_source=news`;
			const { output, hints } = await harness.run({ ...workshop, options: { dashboardLink } });
			expect(output[0]?.json.url).toBe(
				`${page}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=81&last_name=[LAST]&whereDidYouHearAboutUs={{ source }}&utm_source=news`,
			);
			expect(hints).toEqual([
				'The link keeps what Dashboard Link has for last_name. Check that your email tool fills it in.',
			]);
		});

		it('say that answers are missing where the service does not tell which are required', async () => {
			const missing =
				'The webinar has custom fields that the link does not fill in. Add those that it requires under Custom Fields. (webinar 108)';
			const checkOnce = CHECK_ONCE.replace('Include', 'Contact');
			const { hints } = await harness.run({ ...clinic, ...forContact });
			expect(hints).toEqual([checkOnce, missing]);
			const contactFields = answers(
				{ label: 'jobTitle', value: 'CEO' },
				{ label: 'companySize', value: 'more than 100' },
			);
			const answered = await harness.run({ ...clinic, ...forContact, contactFields });
			expect(answered.hints).toEqual([checkOnce]);
			expect(answered.output[0]?.json.url).toContain('&companySize=13');
		});
	});

	it('take number and token from a dashboard link', async () => {
		const dashboardLink = `${harness.sandbox.url}/register/1click/77/tok3n?first_name=X`;
		const { output, hints } = await harness.run({ ...template, options: { dashboardLink } });
		const url = containing('/register/1click/77/tok3n?first_name=*|FNAME|*&');
		expect(output).toMatchObject([{ json: { derived: false, webinar_id: 1, url } }]);
		expect(hints).toEqual([]);
	});

	it('lead to the next session with a number, if there is one', async () => {
		await harness.gives(automated, [{ schedule_id: 1013 }]);
		const sessions = automatedCatalogue
			.flatMap((webinar) => (webinar.id === 101 ? webinar.sessions : []))
			.filter(({ kind }) => kind === 'justInTime' || kind === 'instantReplay');
		harness.change(101, { sessions });
		await harness.fails(automated, WITHOUT_NUMBER);
	});
});

describe('one-click links that cannot be made', () => {
	const harness = useHarness();

	const ownAnswer = (label: string, value: string) => ({ ...workshop, ...own(answers({ label, value })) });

	it.each<[object, string, RegExp?]>([
		[{ includeFields: ['timezone'] }, '"timezone" is not an option of Include Fields'],
		[{ webinarId: byId(7) }, 'The webinar has no session'],
		[{ schedule: byId(99) }, 'The webinar has no schedule with the ID 99'],
		[own({ firstName: '' }), 'The link has no merge field for First Name'],
		[
			{ ...own({ phone: '%PH%' }), includeFields: ['phone'] },
			'The link has no merge field for Phone Country Code',
			/^Fill in Phone Country Code under Merge Fields\.$/,
		],
		[
			{ emailTool: 'mailchimp', includeFields: ['phone'] },
			'Mailchimp has no single merge field for Phone',
			/^Remove Phone from Include Fields, or set Email Tool to "Other/,
		],
		[
			own({ email: '={{ contact.email }}' }),
			'The merge field for Email is an expression without a value',
			/: switch the field to Fixed\.$/,
		],
		...['justInTime', 'instantReplay', '1012'].map((session): [object, string] => [
			{ ...automated, schedule: byId(session) },
			WITHOUT_NUMBER,
		]),
		...[{ emailTool: 'mailchimp' }, forContact].map((parameters): [object, string, RegExp] => [
			{ ...workshop, ...parameters },
			'Webinar 8 requires whereDidYouHearAboutUs',
			/^Add it under Custom Fields\./,
		]),
		[ownAnswer('schedule_id', '7'), '"schedule_id" is not a custom field'],
		[ownAnswer('jobTitle', 'my job'), 'The merge field for jobTitle contains a space or a line break'],
		[
			{ ...clinic, ...forContact, contactFields: answers({ label: 'companySize', value: 'Many' }) },
			'"Many" is not an option of companySize in "Your questions, at your own time"',
		],
		[{ includeFields: '={{ "lastName,mail" }}' }, '"mail" is not an option of Include Fields'],
		[{ ...forContact, ...anywhere, linkFor: '={{ "Contact" }}' }, '"Contact" is not an option of Link For'],
		[{ ...anywhere, emailTool: '={{ [] }}' }, 'Email Tool must be text'],
		[{ ...own({ timezone: '={{ [] }}' }), ...anywhere }, 'Timezone must be text'],
		...['mailgun', 'constructor'].map((tool): [object, string, RegExp] => [
			{ emailTool: `={{ "${tool}" }}` },
			`"${tool}" is not an option of Email Tool`,
			/Choose one from the list, or use one of these values: activeCampaign, /,
		]),
		[{ emailTool: '={{ "" }}' }, 'Email Tool is empty'],
	])('say what is missing: %j', async (parameters, message, description = /./) => {
		await harness.fails({ ...template, ...parameters }, { message, description: matching(description) });
	});

	it.each([
		[
			'a contact',
			{
				timezone: 'EST',
				webinarId: byId('={{ "six" }}'),
				schedule: byId('soon'),
				linkFor: 'contact',
				contactFirstName: ' ',
				contactEmail: 'ann',
				contactFields: { phone: 'call me', lastName: '={{ [] }}' },
				options: { dashboardLink: 'https://example.com/x' },
			},
			[
				'First Name is missing',
				'"six" is not a webinar ID',
				'Timezone "EST" is not known',
				'"soon" is not a session',
				'"ann" is not an email address',
				'Last Name must be text',
				'Phone "call me" is not a number',
				'The dashboard link is not a one-click registration link',
			],
		],
		[
			'merge fields',
			{
				emailTool: 'custom',
				includeFields: ['phone'],
				schedule: byId('justInTime'),
				mergeFields: { firstName: '{{ a }}&b', email: 'my email', phone: 'which?' },
			},
			[
				WITHOUT_NUMBER,
				'The merge field for First Name contains an "&", which begins the next parameter of the link',
				'The merge field for Email contains a space or a line break',
				'The merge field for Phone contains a "?"',
			],
		],
	])('say everything at once that is wrong with %s, before any call', async (_what, parameters, problems) => {
		await harness.fails({ ...template, resource: 'automated', ...parameters }, problems.join('. '));
		expect(harness.calls).toEqual([]);
	});

	it('need the address of the attendee pages', async () => {
		const credential = { ...harness.credential, eventUrl: '' };
		await harness.fails(template, 'Attendee Pages URL is empty', { credential });
	});

	it.each([{}, { webinar_hash: null }, { webinar_hash: '' }])(
		'are not made up where the webinar has %j, but made of a dashboard link',
		async (hash) => {
			const schedules = [{ date: '2026-03-07 14:00', schedule: 11, comment: 'Saturday' }];
			const webinar = { webinar_id: 1, title: 'Get started', timezone: 'Europe/Paris', schedules, ...hash };
			harness.succeed('webinar', { webinar });
			const link = { ...template, ...forContact, schedule: byId(11) };
			await harness.fails(link, {
				message: 'The webinar has no hash for a one-click link',
				description: containing('into Dashboard Link under Options'),
			});
			const options = { dashboardLink: `${harness.sandbox.url}/register/1click/6/uvw1234` };
			const url = containing('/register/1click/6/uvw1234?');
			await harness.gives({ ...link, options }, [{ url, derived: false }]);
		},
	);
});
