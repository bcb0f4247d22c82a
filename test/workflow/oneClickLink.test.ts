import type { INodeParameterResourceLocator, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { openLink } from '../support/openLink';
import { automated, live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

const createLink = {
	resource: 'live',
	operation: 'createOneClickLink',
	webinarId: byId(live.oneSession),
};
const createAutomatedLink = {
	...createLink,
	resource: 'automated',
	webinarId: byId(automated.everyKind),
};
const createAttendeeZoneLink = {
	...createAutomatedLink,
	webinarId: byId(automated.attendeeZone),
};
const createCustomFieldsLink = {
	...createLink,
	webinarId: byId(live.customFields),
};
const createLocalTimeLink = {
	...createAutomatedLink,
	webinarId: byId(automated.attendeeLocalTime),
	timezone: 'GMT-5',
};
const forOneContact = {
	linkFor: 'contact',
	contactFirstName: '李雷',
	contactEmail: 'ann+webinar@example.com',
};

const NO_SESSION_NUMBER = 'A one-click link cannot lead to a just-in-time or instant-replay session';
const hintToTestLink = (webinar: number) =>
	`To test the link, send it to yourself from your email tool, and click it in the email. If the webinar requires data that the link lacks, such as a last name or a phone number, add it to the fields of this node. (webinar ${webinar})`;
const hintOnSeries = (webinar: number) =>
	`In a series, the link registers people for all sessions. (webinar ${webinar})`;

function byNumber(value: NodeParameterValueType): INodeParameterResourceLocator {
	return { __rl: true, mode: 'number', value: value as string };
}

/** Custom fields of a contact, or the merge fields for them. */
const withCustomFields = (
	...field: Array<Record<'label' | 'value', NodeParameterValueType>>
): INodeParameters => ({
	customFields: { field },
});

/** Parameters for an email tool without a preset: first name, email address and more merge fields. */
const withOwnMergeFields = (mergeFields: object) => ({
	emailTool: 'custom',
	includeFields: [],
	mergeFields: { firstName: '%FN%', email: '%EM%', ...mergeFields },
});

/** Seven in the evening in London, an hour after the sandbox's single sessions begin there. */
const harness = useHarness({ at: Date.parse('2026-11-24T19:00:00Z') });
/** Returns the URL of a one-click link without parameters. @param path ID and hash of the webinar */
const linkPath = (path: string) => `${harness.sandbox.url}/register/1click/${path}`;

const urlOf = (link: unknown) => new URL(z.object({ url: z.string() }).parse(link).url);

describe('Create One-Click Link', () => {
	it("returns a link with the email tool's merge fields and session number 1, the URL first and the IDs last", async () => {
		const [link] = await harness.getOutput({
			...createLink,
			emailTool: 'mailchimp',
			includeFields: ['lastName'],
		});
		const expected = {
			url: `${linkPath('1/kvn1042')}?first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*&schedule_id=1`,
			webinar_title: 'Get started in one hour',
			date: matching(/ 14:00$/),
			timezone: 'America/New_York',
			series: false,
			webinar_id: live.oneSession,
			webinar_hash: 'kvn1042',
			schedule_id: 1,
			derived: true,
		};
		expect(link).toEqual(expected);
		expect(Object.keys(link ?? {})).toEqual(Object.keys(expected));
	});

	it("lists a contact's first name and email address first, and the same fields as for an email tool after them", async () => {
		const [forEmailTool = {}] = await harness.getOutput(createLink);
		const forTwoContacts = {
			...createLink,
			...forOneContact,
			contactFirstName: '={{ $json.name }}',
			contactEmail: '={{ $json.email }}',
		};
		const items = [
			{ name: ' Ann ', email: 'ann@example.com' },
			{ name: 'Bo', email: ' Bo@Example.com' },
		];
		const links = await harness.getOutput(forTwoContacts, { items });
		expect(links).toMatchObject([
			{ first_name: 'Ann', email: 'ann@example.com', url: containing('email=ann%40example.com&') },
			{ first_name: 'Bo', email: 'Bo@Example.com', url: containing('email=Bo%40Example.com&') },
		]);
		for (const link of links) {
			expect(Object.keys(link)).toEqual(['first_name', 'email', ...Object.keys(forEmailTool)]);
		}
	});

	it.each([
		{
			what: 'last name and phone, but no blank country code',
			parameters: withOwnMergeFields({ lastName: '%LN%', phone: '%PH%', phoneCountryCode: ' ' }),
			query: 'first_name=%FN%&last_name=%LN%&email=%EM%&phone_number=%PH%',
		},
		{
			what: 'the last name, which an expression includes with a comma',
			parameters: { emailTool: 'mailchimp', includeFields: '={{ " lastName ," }}' },
			query: 'first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*',
		},
		{
			what: 'phone and phone country code',
			parameters: withOwnMergeFields({ phone: '%PH%', phoneCountryCode: '%CC%' }),
			query: 'first_name=%FN%&email=%EM%&phone_country_code=%CC%&phone_number=%PH%',
		},
	])('returns a link with the merge fields for $what', async ({ parameters, query }) => {
		const url = `${linkPath('1/kvn1042')}?${query}&schedule_id=1`;
		await harness.expectOutput({ ...createLink, ...parameters }, [{ url }]);
	});

	it('returns a link that is the registration page and /1click if the page ends in a code', async () => {
		const paid = { ...createLink, webinarId: byId(live.paid) };
		const page = `${harness.sandbox.url}/hkwqz/register/crt6683`;
		await harness.expectOutput({ ...paid, operation: 'get' }, [{ registration_url: page }]);
		await harness.expectOutput(paid, [
			{ url: `${page}/1click?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1`, derived: true },
		]);
	});

	it("registers a contact who follows a link to the webinar's only session", async () => {
		const contactFields = { lastName: "O'Brien & Søn", phone: '+44 20 7946 0000' };
		const [link] = await harness.getOutput({
			...createLink,
			...forOneContact,
			webinarId: byId(live.paid),
			contactFields,
		});
		expect((await openLink(urlOf(link).href)).path).toContain('/thank-you/');
		expect(harness.sandbox.registrants).toMatchObject([
			{
				webinarId: live.paid,
				schedule: 61,
				firstName: '李雷',
				lastName: "O'Brien & Søn",
				email: 'ann+webinar@example.com',
				phoneCountryCode: '+44',
				phone: '2079460000',
			},
		]);
	});

	it.each(['3', '={{ 3 }}'])(
		'registers a contact who follows a link to session number 3, entered as %j',
		async (number) => {
			const contactFields = { phone: '+49 30 123456' };
			const { output, hints } = await harness.run({
				...createLink,
				...forOneContact,
				webinarId: byId(live.phoneRequired),
				contactFields,
				schedule: byNumber(number),
			});
			expect(output[0]?.json).toMatchObject({ schedule_id: 3, date: null, timezone: null, series: null });
			expect(hints).toEqual([hintToTestLink(live.phoneRequired)]);
			await openLink(urlOf(output[0]?.json).href);
			expect(harness.sandbox.registrants).toMatchObject([{ schedule: 53 }]);
		},
	);

	it.each([{ emailTool: 'kit' }, forOneContact])(
		'says in a hint how to test the link: %j',
		async (person) => {
			const { hints } = await harness.run({ ...createLink, ...person });
			expect(hints).toEqual([hintToTestLink(live.oneSession)]);
		},
	);

	it('says in hints that a name was written by a program, and that a phone number has no country code', async () => {
		const { output, hints } = await harness.run({
			...createLink,
			...forOneContact,
			contactFirstName: 'O&#039;Neil',
			contactFields: { phone: '030 123456' },
		});
		expect(urlOf(output[0]?.json).searchParams.get('first_name')).toBe('O&#039;Neil');
		expect(hints).toContainEqual(containing('contains "&#039;", which a program wrote'));
		expect(hints).toContainEqual(containing('The phone number has no country code.'));
	});

	it("returns a live series' next date, and says in a hint that the link registers people for all sessions", async () => {
		const series = { ...createLink, webinarId: byId(live.series) };
		const { output, hints } = await harness.run(series);
		const expected = { schedule_id: 1, series: true, date: matching(/ 18:00$/), timezone: 'Europe/London' };
		expect(output[0]?.json).toMatchObject(expected);
		expect(hints).toEqual([hintOnSeries(live.series), hintToTestLink(live.series)]);
	});

	it("returns a series' next date, not that of the running session", async () => {
		harness.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 21, daysAhead: 0 }),
				singleSession({ schedule: 21, daysAhead: 1 }),
			],
		});
		await harness.expectOutput({ ...createLink, webinarId: byId(live.series) }, [
			{ date: '2026-11-25 18:00', series: true },
		]);
	});

	it("returns null as a live series' date if each session has its own schedule ID", async () => {
		harness.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 21, daysAhead: 1 }),
				singleSession({ schedule: 28, daysAhead: 8 }),
			],
		});
		const series = { ...createLink, webinarId: byId(live.series) };
		await harness.expectOutput(series, [{ schedule_id: 1, series: true, date: null, timezone: null }]);
	});

	it.each([
		{ what: 'three upcoming schedules', webinarId: byId(live.phoneRequired) },
		{ what: 'one upcoming schedule and two past ones', webinarId: byId(live.pastDates) },
	])('requires a session number for a live webinar with $what', async ({ webinarId }) => {
		await harness.expectError(
			{ ...createLink, webinarId },
			{
				message: 'The webinar has several schedules, so the link needs a session number',
				description: containing(
					"Enter the session's number in Session. The webinar's dashboard shows it (1, 2, 3)",
				),
				itemIndex: 0,
			},
		);
		await harness.expectOutput({ ...createLink, webinarId, schedule: byNumber(2) }, [
			{ schedule_id: 2, date: null },
		]);
	});

	it('needs no session number if only one session, besides a just-in-time session and an instant replay, has a date', async () => {
		await harness.expectOutput(createAutomatedLink, [{ schedule_id: 1, series: true }]);
	});

	it('says in a hint that some sessions are over, if a number was entered or comes from the dashboard link', async () => {
		const twoEvenings = { ...createLink, webinarId: byId(live.pastDates) };
		const hint =
			"The webinar has sessions that are over. A link with the number of such a session registers nobody, so compare the number 3 with the webinar's dashboard. (webinar 10)";
		const entered = await harness.run({ ...twoEvenings, schedule: byNumber(3) });
		expect(entered.hints).toContain(hint);
		const dashboardLink = `${linkPath('10/bdg1075')}?first_name=First&schedule_id=3`;
		const copied = await harness.run({ ...twoEvenings, options: { dashboardLink } });
		expect(copied.hints).toContain(hint);
		const upcoming = { ...createLink, webinarId: byId(live.phoneRequired), schedule: byNumber(3) };
		expect((await harness.run(upcoming)).hints).not.toContainEqual(containing('are over'));
	});

	it('gives no hint about sessions that are over if the link registers people for all sessions of a series', async () => {
		const evening = (schedule: number, daysAhead: number) => singleSession({ schedule, daysAhead });
		harness.changeWebinar(live.series, { sessions: [evening(21, -7), evening(22, 7)] });
		const { hints } = await harness.run({ ...createLink, webinarId: byId(live.series) });
		expect(hints).toContain('In a series, the link registers people for all sessions. (webinar 2)');
		expect(hints).not.toContainEqual(containing('are over'));
	});

	it('returns null as the date if the only session has no date', async () => {
		const anyTime = {
			webinar_id: live.oneSession,
			webinar_hash: 'x',
			schedules: [{ schedule: 11, comment: 'Always on' }],
		};
		harness.respondWith('webinar', { webinar: anyTime });
		await harness.expectOutput(createLink, [{ date: null, schedule_id: 1 }]);
	});

	it('returns null as the date if the room is always open, although the service returns the current time', async () => {
		await harness.expectOutput({ ...createLink, webinarId: byId(live.alwaysOn) }, [
			{ date: null, series: false, schedule_id: 1 },
		]);
	});

	it('says in a hint that sessions are over if all are, although the number was not given', async () => {
		harness.changeWebinar(live.oneSession, { sessions: [singleSession({ schedule: 12, daysAhead: -30 })] });
		const { output, hints } = await harness.run(createLink);
		expect(output[0]?.json).toMatchObject({ schedule_id: 1 });
		expect(hints).toContain(
			"The webinar has sessions that are over. A link with the number of such a session registers nobody, so compare the number 1 with the webinar's dashboard. (webinar 1)",
		);
	});

	it("gives a hint if the entered session number is also one of the webinar's schedule IDs", async () => {
		const { output, hints } = await harness.run({ ...createLink, schedule: byNumber(11) });
		expect(output[0]?.json).toMatchObject({ schedule_id: 11, date: null });
		expect(hints).toContain(
			"The session number 11 is also a schedule ID of the webinar. A link needs the number that the webinar's dashboard shows (1, 2, 3), not a schedule ID. (webinar 1)",
		);
	});

	describe("a one-click link to a webinar whose dates depend on the attendee's time zone", () => {
		/** Returns the parameter timezone of the link. */
		const createLinkAndReadTimezone = async (parameters: object) => {
			const [link] = await harness.getOutput({
				...createAttendeeZoneLink,
				schedule: byNumber(1),
				...parameters,
			});
			return urlOf(link).searchParams.get('timezone');
		};

		it('returns a link with the value of Timezone', async () => {
			expect(await createLinkAndReadTimezone({ timezone: 'GMT+2' })).toBe('GMT+2');
			expect(await createLinkAndReadTimezone({ timezone: 'GMT+2', ...forOneContact })).toBe('GMT+2');
		});

		it.each([{ timezone: 'GMT+2' }, withOwnMergeFields({ timezone: '%TZ%' })])(
			'returns a link without a time zone if the webinar has a fixed one: %j',
			async (parameters) => {
				const webinarId = byId(automated.quarterHourZone);
				expect(await createLinkAndReadTimezone({ ...parameters, webinarId })).toBeNull();
			},
		);

		it("returns a link with the GMT offset of the next session's date in summer, not of a past session", async () => {
			harness.changeWebinar(automated.attendeeZone, {
				sessions: [
					singleSession({ schedule: 1, daysAhead: -1 }),
					singleSession({ schedule: 1, daysAhead: 180 }),
				],
			});
			expect(await createLinkAndReadTimezone({ timezone: 'Europe/London' })).toBe('GMT+1');
		});

		it('returns a link with the GMT offset of the next session if the number does not tell the session', async () => {
			harness.changeWebinar(automated.attendeeZone, {
				sessions: [
					singleSession({ schedule: 1, daysAhead: -1 }),
					singleSession({ schedule: 2, daysAhead: 180 }),
				],
			});
			const inLondon = { timezone: 'Europe/London', schedule: byNumber(2) };
			expect(await createLinkAndReadTimezone(inLondon)).toBe('GMT+1');
			const { hints } = await harness.run({ ...createAttendeeZoneLink, ...inLondon });
			expect(hints).not.toContainEqual(containing('clock change'));
		});

		it('says in a hint that the session may have another GMT offset, if the number does not tell the session', async () => {
			const dates = [1, 180].map((daysAhead, index) => singleSession({ schedule: index + 1, daysAhead }));
			harness.changeWebinar(automated.attendeeZone, { sessions: dates });
			const link = { ...createAttendeeZoneLink, schedule: byNumber(2) };
			const hint =
				'The link has the GMT offset of the next session, GMT+0. If session 2 is after a clock change, enter its offset in Timezone. (webinar 102)';
			expect((await harness.run({ ...link, timezone: 'Europe/London' })).hints).toContain(hint);
			expect((await harness.run({ ...link, timezone: 'GMT+0' })).hints).not.toContain(hint);
			const withMergeField = {
				...link,
				timezone: 'Europe/London',
				...withOwnMergeFields({ timezone: '%TZ%' }),
			};
			expect((await harness.run(withMergeField)).hints).not.toContain(hint);
		});

		it('returns a link with the time zone merge field instead of the value of Timezone', async () => {
			expect(
				await createLinkAndReadTimezone({ timezone: 'GMT+2', ...withOwnMergeFields({ timezone: '%TZ%' }) }),
			).toBe('%TZ%');
			expect(await createLinkAndReadTimezone(withOwnMergeFields({ timezone: '%TZ%' }))).toBe('%TZ%');
		});

		it("fails if dates depend on the attendee's time zone and Timezone is empty", async () => {
			await harness.expectError(createAttendeeZoneLink, {
				message: 'The webinar needs a time zone',
				description: containing(
					'Fill in Timezone, e.g. Europe/London or GMT-5. A link for all contacts can have a merge field for the time zone instead.',
				),
			});
		});
	});

	describe('a one-click link to a webinar with custom fields', () => {
		it('registers a contact with their answers to custom fields, and omits an empty answer', async () => {
			const contactFields = withCustomFields(
				{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
				{ label: 'topicsOfInterest', value: '={{ ["Sales", 2] }}' },
				{ label: 'notAnswered', value: '' },
			);
			const [link] = await harness.getOutput({ ...createCustomFieldsLink, ...forOneContact, contactFields });
			expect(link?.url).not.toContain('notAnswered');
			await openLink(urlOf(link).href);
			expect(harness.sandbox.registrants[0]?.answers).toEqual({
				whereDidYouHearAboutUs: ['A friend & colleague'],
				topicsOfInterest: ['Sales', 'Marketing'],
			});
		});

		it('returns a link with a merge field for a custom field', async () => {
			const parameters = withOwnMergeFields(
				withCustomFields({ label: 'whereDidYouHearAboutUs', value: '%SOURCE%' }),
			);
			await harness.expectOutput({ ...createCustomFieldsLink, ...parameters }, [
				{ url: matching(/&schedule_id=1&whereDidYouHearAboutUs=%SOURCE%$/) },
			]);
		});

		it('returns a link with the ID of the answer to a drop-down', async () => {
			const contactFields = withCustomFields({ label: 'companySize', value: 'more than 100' });
			await harness.expectOutput({ ...createLocalTimeLink, ...forOneContact, contactFields }, [
				{ url: containing('&companySize=13') },
			]);
		});

		it('says in a hint that the webinar has no such custom field', async () => {
			const contactFields = withCustomFields({ label: 'jobTitel', value: 'CEO' });
			const { hints } = await harness.run({ ...createLocalTimeLink, ...forOneContact, contactFields });
			expect(hints).toContainEqual(containing('The webinar lists no custom field "jobTitel"'));
		});
	});

	describe('a one-click link created from a dashboard link', () => {
		/** Parameters with a link that was copied from the dashboard. */
		const withDashboardLink = (link: string, parameters: object = createLink) => ({
			...parameters,
			options: { dashboardLink: link },
		});

		it("keeps the dashboard link's session number and utm_source, and replaces its sample data", async () => {
			const page = `${harness.sandbox.url}/register/1click/6/crt6683`;
			const sample =
				'first_name=First&last_name=Last&email=YOU%40YOUREMAIL.com&utm_source=news&schedule_id=2';
			const createPaidLink = { ...createLink, webinarId: byId(live.paid), includeFields: ['lastName'] };
			const { output, hints } = await harness.run(withDashboardLink(`${page}?${sample}`, createPaidLink));
			expect(output[0]?.json).toMatchObject({
				url: `${page}?first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*&schedule_id=2&utm_source=news`,
				schedule_id: 2,
				date: null,
				timezone: null,
				series: null,
				derived: false,
			});
			expect(hints).toEqual([]);
		});

		it.each(['/hkwqz/register/crt6683/1click', '/register/1click/6/crt6683'])(
			'keeps the path of the dashboard link, and registers a contact who follows the new link: %s',
			async (path) => {
				const link = `${harness.sandbox.url}${path}?first_name=First&email=YOU%40YOUREMAIL.com&schedule_id=1`;
				const paid = { ...createLink, ...forOneContact, webinarId: byId(live.paid) };
				const { output, hints } = await harness.run(withDashboardLink(link, paid));
				expect(urlOf(output[0]?.json).pathname).toBe(path);
				expect(hints).toEqual([]);
				await openLink(urlOf(output[0]?.json).href);
				expect(harness.sandbox.registrants).toMatchObject([
					{ webinarId: live.paid, schedule: 61, email: 'ann+webinar@example.com' },
				]);
			},
		);

		it('fails if the dashboard link leads to another host', async () => {
			const onOtherHost =
				'https://event.example.com/register/1click/1/kvn1042?first_name=First&schedule_id=1';
			await harness.expectErrorWithoutRequest(withDashboardLink(onOtherHost), {
				message:
					'The dashboard link leads to "https://event.example.com", not to the account\'s attendee pages',
				description: containing(`It begins with ${harness.sandbox.url}/.`),
				itemIndex: 0,
			});
		});

		it('fails without a request if the dashboard link is a registration page', async () => {
			const page = `${harness.sandbox.url}/hkwqz/register/crt6683?schedule_id=1`;
			await harness.expectErrorWithoutRequest(withDashboardLink(page), {
				message: 'The dashboard link is not a one-click registration link',
				description: containing('/register/uvw1234/1click?…'),
			});
		});

		it("returns a link with the session number in Session instead of the dashboard link's number", async () => {
			const link = `${linkPath('5/pbr5561')}?first_name=First&email=YOU%40YOUREMAIL.com&schedule_id=1`;
			const briefing = { ...createLink, webinarId: byId(live.phoneRequired), schedule: byNumber(3) };
			const [newLink] = await harness.getOutput(withDashboardLink(link, briefing));
			expect(urlOf(newLink).searchParams.getAll('schedule_id')).toEqual(['3']);
		});

		it("omits the dashboard link's sample data if the node has no value to replace it, and says so in a hint", async () => {
			const link = `${linkPath('5/pbr5561')}?first_name=First&email=YOU%40YOUREMAIL.com&phone_country_code=%2B1&phone_number=1234567890&phone_number=1234567890&schedule_id=1`;
			const briefing = { ...createLink, webinarId: byId(live.phoneRequired) };
			const { output, hints } = await harness.run(withDashboardLink(link, briefing));
			expect(output[0]?.json.url).toBe(
				`${linkPath('5/pbr5561')}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1`,
			);
			expect(hints).toEqual([
				'Dashboard Link has sample data for phone_country_code and phone_number, which is not copied. If the webinar requires this data, add it to the fields of this node. (webinar 5)',
			]);
		});

		it("keeps the dashboard link's merge fields if the node has no value to replace them", async () => {
			const page = linkPath('8/wks8812');
			const query =
				'first_name=[NAME]&phone_number=[PHONE]&whereDidYouHearAboutUs={{ source }}&utm_source=news&schedule_id=1';
			const { output, hints } = await harness.run(
				withDashboardLink(`${page}?${query}`, createCustomFieldsLink),
			);
			expect(output[0]?.json.url).toBe(
				`${page}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1&phone_number=[PHONE]&whereDidYouHearAboutUs={{ source }}&utm_source=news`,
			);
			expect(hints).toEqual([]);
		});

		it.each(['/register/1click/1/tok3n', '/register/1click/77/kvn1042', '/hkwqz/register/crt6683/1click'])(
			"returns a link to the dashboard link's webinar, with a hint, if another webinar is chosen: %s",
			async (path) => {
				// There is no hint about the sessions of the chosen webinar.
				harness.changeWebinar(live.oneSession, {
					sessions: [singleSession({ schedule: 12, daysAhead: -30 })],
				});
				const { output, hints } = await harness.run(
					withDashboardLink(`${harness.sandbox.url}${path}?first_name=X&schedule_id=1`),
				);
				expect(output[0]?.json).toMatchObject({
					url: containing(`${path}?first_name=*|FNAME|*&`),
					webinar_id: live.oneSession,
					date: null,
					timezone: null,
					series: null,
					derived: false,
				});
				expect(hints).toEqual([
					'Dashboard Link seems to belong to a different webinar than the chosen one. The new link leads to the webinar in Dashboard Link. (webinar 1)',
				]);
			},
		);

		it("keeps the dashboard link's time zone merge field, unless Timezone is filled in", async () => {
			const link = `${linkPath('102/eva1202')}?first_name=First&timezone={{ zone }}&schedule_id=1`;
			const [newLink] = await harness.getOutput(withDashboardLink(link, createAttendeeZoneLink));
			expect(newLink?.url).toMatch(/&schedule_id=1&timezone={{ zone }}$/);
			const replaced = await harness.getOutput(
				withDashboardLink(link, { ...createAttendeeZoneLink, timezone: 'GMT+2' }),
			);
			expect(replaced[0]?.url).toMatch(/&timezone=GMT%2B2&schedule_id=1$/);
		});

		it("requires Timezone, and replaces the dashboard link's sample time zone with it", async () => {
			const link = withDashboardLink(
				`${linkPath('102/eva1202')}?first_name=First&timezone=GMT-7&schedule_id=1`,
				createAttendeeZoneLink,
			);
			await harness.expectError(link, 'The webinar needs a time zone');
			const [newLink] = await harness.getOutput({ ...link, timezone: 'Europe/Amsterdam' });
			expect(urlOf(newLink).searchParams.getAll('timezone')).toEqual(['GMT+1']);
		});

		it("replaces the dashboard link's time zone with the value of Timezone, or else keeps it, if the webinar has a fixed time zone", async () => {
			const createKathmanduLink = { ...createAutomatedLink, webinarId: byId(automated.quarterHourZone) };
			const kathmanduLink = `${linkPath('105/ktm1505')}?first_name=First&timezone=GMT-7&schedule_id=1`;
			const [kept] = await harness.getOutput(withDashboardLink(kathmanduLink, createKathmanduLink));
			expect(urlOf(kept).searchParams.getAll('timezone')).toEqual(['GMT-7']);
			const [replaced] = await harness.getOutput(
				withDashboardLink(kathmanduLink, { ...createKathmanduLink, timezone: 'Asia/Tokyo' }),
			);
			expect(urlOf(replaced).searchParams.getAll('timezone')).toEqual(['GMT+9']);
		});
	});
});

describe('Create One-Click Link with invalid values', () => {
	const NUMBER_ADVICE =
		"Enter the number that the webinar's dashboard shows (1, 2, 3), or leave Session empty.";

	it.each([0, '-1', 1.5, 'two', '01', '={{ 0 }}'])(
		'fails without a request if the session number is %j',
		async (number) => {
			await harness.expectErrorWithoutRequest(
				{ ...createLink, schedule: byNumber(number) },
				{
					message: containing(' is not a session number'),
					description: containing(NUMBER_ADVICE),
					itemIndex: 0,
				},
			);
		},
	);

	it.each([
		'={{ $json.missing }}',
		byNumber('={{ $json.missing }}'),
		byNumber('={{ null }}'),
		byNumber('={{ "" }}'),
	])('fails without a request if the expression in Session returns no value: %j', async (schedule) => {
		await harness.expectErrorWithoutRequest(
			{ ...createLink, schedule },
			{
				message: 'Session is missing',
				description: matching(/^The expression \{\{ .* \}\} in Session returned no value\.$/),
			},
		);
	});

	it.each(['', '&schedule_id='])(
		'fails without a request if Session is empty and the dashboard link ends with %j instead of a session number',
		async (ending) => {
			const dashboardLink = `${harness.sandbox.url}/register/1click/1/kvn1042?first_name=First${ending}`;
			const link = { ...createLink, options: { dashboardLink } };
			await harness.expectErrorWithoutRequest(link, {
				message: 'Dashboard Link has no session number',
				description: containing("Enter the session's number in Session."),
				itemIndex: 0,
			});
			await harness.expectOutput({ ...link, schedule: byNumber(1) }, [{ schedule_id: 1 }]);
		},
	);

	const withCustomFieldMergeField = (label: string, value: string) => ({
		...createCustomFieldsLink,
		...withOwnMergeFields(withCustomFields({ label, value })),
	});

	it.each<{ what: string; parameters: object; message: string; advice?: RegExp }>([
		{
			what: 'the live webinar has no session',
			parameters: { webinarId: byId(live.noSession) },
			message: 'The webinar has no sessions',
			advice: /^Add a schedule to the webinar/,
		},
		{
			what: 'the webinar has only just-in-time and instant-replay sessions',
			parameters: { ...createAutomatedLink, webinarId: byId(automated.undatedOnly) },
			message: NO_SESSION_NUMBER,
			advice: /have no session number/,
		},
		{
			what: 'the merge field for the first name is empty',
			parameters: withOwnMergeFields({ firstName: '' }),
			message: 'The link has no merge field for First Name',
		},
		{
			what: 'there are no merge fields for the first name and the email address',
			parameters: { emailTool: 'custom', mergeFields: {} },
			message: 'The link has no merge field for First Name and Email',
			advice: /^Fill in First Name and Email under Merge Fields\.$/,
		},
		{
			what: 'Include Fields has the phone, but there is no merge field for the country code',
			parameters: { ...withOwnMergeFields({ phone: '%PH%' }), includeFields: ['phone'] },
			message: 'The link has no merge field for Phone Country Code',
			advice: /^Fill in Phone Country Code under Merge Fields\.$/,
		},
		{
			what: 'the email tool has no merge field for the phone',
			parameters: { emailTool: 'mailchimp', includeFields: ['phone'] },
			message: 'Mailchimp has no single merge field for Phone',
			advice: /^Remove Phone from Include Fields, or set Email Tool to "Other/,
		},
		{
			what: 'a merge field is an expression without a value',
			parameters: withOwnMergeFields({ email: '={{ contact.email }}' }),
			message: 'The expression in the merge field for Email returned no value',
			advice: /\. Switch the field to Fixed\. Check the expression \{\{ contact\.email \}\} in Email\.$/,
		},
		{
			what: 'a custom field has the name of a parameter',
			parameters: withCustomFieldMergeField('schedule_id', '7'),
			message: '"schedule_id" is not a custom field',
		},
		{
			what: 'the merge field for a custom field contains a space',
			parameters: withCustomFieldMergeField('jobTitle', 'my job'),
			message:
				'The merge field for jobTitle contains a space, a line break, "&", "?" or "#", which would break the link',
		},
		{
			what: 'the answer is not an option of the custom field',
			parameters: {
				...createLocalTimeLink,
				...forOneContact,
				contactFields: withCustomFields({ label: 'companySize', value: 'Many' }),
			},
			message: '"Many" is not an option of companySize in "Your questions, at your own time"',
		},
		{
			what: 'the expression in Include Fields returns an unknown field',
			parameters: { includeFields: '={{ "lastName,mail" }}' },
			message: '"mail" is not an option of Include Fields',
		},
		{
			what: 'the expression in Email Tool returns the name of a JavaScript property',
			parameters: { emailTool: '={{ "constructor" }}' },
			message: '"constructor" is not an option of Email Tool',
		},
	])('fails if $what', async ({ parameters, message, advice = /./ }) => {
		await harness.expectError({ ...createLink, ...parameters }, { message, description: matching(advice) });
	});

	it("lists all problems with a contact's values in one error, without a request", async () => {
		const parameters = {
			...createAutomatedLink,
			timezone: 'EST',
			webinarId: byId('={{ "six" }}'),
			schedule: byNumber('soon'),
			linkFor: 'contact',
			contactFirstName: ' ',
			contactEmail: 'ann',
			contactFields: { phone: 'call me' },
			options: { dashboardLink: 'https://example.com/x' },
		};
		const { message } = await harness.getError(parameters);
		const problems = [
			'First Name is missing',
			'"six" is not a webinar ID',
			'Timezone "EST" is not a known time zone',
			'"soon" is not a session number',
			'"ann" is not an email address',
			'Phone "call me" is not a number',
			'The dashboard link is not a one-click registration link',
		];
		for (const problem of problems) expect(message).toContain(problem);
		expect(harness.requestNames).toEqual([]);
	});

	it("fails if the credential's Attendee Pages URL is empty", async () => {
		const credential = { ...harness.credential, eventUrl: '' };
		await harness.expectError(createLink, 'Attendee Pages URL is empty', { credential });
	});

	it('requires a dashboard link if the webinar has no hash', async () => {
		const schedules = [{ date: '2026-03-07 14:00', schedule: 11 }];
		harness.respondWith('webinar', { webinar: { webinar_id: live.oneSession, webinar_hash: '', schedules } });
		await harness.expectError(createLink, {
			message: 'The service returned no webinar_hash, which a one-click link needs',
			description: containing('into Dashboard Link under Options'),
		});
		const options = { dashboardLink: `${harness.sandbox.url}/register/1click/1/uvw1234?schedule_id=1` };
		const url = containing('/register/1click/1/uvw1234?');
		const { output, hints } = await harness.run({ ...createLink, options });
		expect(output[0]?.json).toMatchObject({ url, derived: false });
		// Without a hash, it is not known which webinar the dashboard link leads to.
		expect(hints).not.toContainEqual(containing('different webinar'));
	});
});
