import type { INodeParameterResourceLocator, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { request } from 'undici';
import { z } from 'zod/v4';

import realLinks from '../fixtures/reality/one-click-links.json';
import { byId, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { automated as automatedIds, live as liveIds } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

const template = {
	resource: 'live',
	operation: 'createOneClickLink',
	webinarId: byId(liveIds.oneSession),
};
const automated = {
	...template,
	resource: 'automated',
	webinarId: byId(automatedIds.everyKind),
};
const followsAttendee = {
	...automated,
	webinarId: byId(automatedIds.attendeeZone),
};
const workshop = {
	...template,
	webinarId: byId(liveIds.customFields),
};
const clinic = {
	...automated,
	webinarId: byId(automatedIds.attendeeLocalTime),
	timezone: 'GMT-5',
};
const forContact = {
	linkFor: 'contact',
	contactFirstName: '李雷',
	contactEmail: 'ann+webinar@example.com',
};

const WITHOUT_NUMBER = 'A one-click link cannot lead to a just-in-time or instant-replay session';
const TEST_LINK = 'Send the link to yourself from your email tool and click it there.';
const NEEDS_OF_PRESET = `${TEST_LINK} If the webinar requires a last name, add it in Include Fields. If the webinar requires a phone number, set Email Tool to "Other (Own Merge Fields)" and add it in Merge Fields.`;
const NEEDS_OF_CONTACT = `${TEST_LINK} If the webinar requires a last name or a phone number, add it in Contact Fields.`;
const API_ID = (webinar: number) =>
	`The link contains the API's schedule ID, but the service expects the session number of the dashboard. Test the link, or set Session to By Number. (webinar ${webinar})`;
const SERIES = (webinar: number) =>
	`In a series, the link registers people for all sessions. (webinar ${webinar})`;

function byNumber(value: NodeParameterValueType): INodeParameterResourceLocator {
	return { __rl: true, mode: 'number', value: value as string };
}

function fromList(value: string): INodeParameterResourceLocator {
	return { __rl: true, mode: 'list', value };
}

const answers = (...field: Array<Record<'label' | 'value', NodeParameterValueType>>): INodeParameters => ({
	customFields: { field },
});

/** Merge fields of a tool that has no preset. */
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

const urlOf = (link: unknown) => new URL(z.object({ url: z.string() }).parse(link).url);

describe('Create One-Click Link', () => {
	const harness = useHarness();
	const pageOf = (path: string) => `${harness.sandbox.url}/register/1click/${path}`;

	it('returns a link with session number 1 and the merge fields of the email tool', async () => {
		const [link] = await harness.getOutput({
			...template,
			emailTool: 'mailchimp',
			includeFields: ['lastName'],
		});
		expect(link).toEqual({
			url: `${pageOf('1/kvn1042')}?first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*&schedule_id=1`,
			webinar_title: 'Get started in one hour',
			date: matching(/ 14:00$/),
			timezone: 'America/New_York',
			series: false,
			webinar_id: 1,
			webinar_hash: 'kvn1042',
			schedule_id: 1,
			derived: true,
		});
		expect(Object.keys(link ?? {})).toEqual([
			'url',
			'webinar_title',
			'date',
			'timezone',
			'series',
			'webinar_id',
			'webinar_hash',
			'schedule_id',
			'derived',
		]);
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
		[
			{ emailTool: 'mailchimp', includeFields: '={{ "lastName" }}' },
			'first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*',
		],
		[
			{ emailTool: 'mailchimp', includeFields: '={{ ["lastName"] }}' },
			'first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*',
		],
		[
			{ emailTool: 'mailchimp', includeFields: '={{ " lastName ," }}' },
			'first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*',
		],
	])('puts every merge field into the link that is filled in or included: %j', async (parameters, query) => {
		const url = `${pageOf('1/kvn1042')}?${query}&schedule_id=1`;
		await harness.expectOutput({ ...template, ...parameters }, [{ url }]);
	});

	it('registers the contact who follows a link that was made with the defaults', async () => {
		const contactFields = { lastName: "O'Brien & Søn", phone: '+44 20 7946 0000' };
		const paid = { ...template, ...forContact, webinarId: byId(liveIds.paid), contactFields };
		const [link] = await harness.getOutput(paid);
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

	it.each([3, '3', '={{ 3 }}', '={{ "3" }}'])(
		'registers the contact for the session with the entered number: %j',
		async (number) => {
			const contactFields = { phone: '+49 30 123456' };
			const briefing = { ...template, ...forContact, webinarId: byId(liveIds.phoneRequired), contactFields };
			const { output, hints } = await harness.run({ ...briefing, schedule: byNumber(number) });
			expect(output[0]?.json).toMatchObject({ schedule_id: 3, date: null, timezone: null, series: null });
			expect(hints).toEqual([`${TEST_LINK} If the webinar requires a last name, add it in Contact Fields.`]);
			expect((await click(output[0]?.json.url)).statusCode).toBe(302);
			expect(harness.sandbox.registrants).toMatchObject([{ schedule: 53 }]);
		},
	);

	it('says that the link leads to number 1 if the webinar has several sessions', async () => {
		const { output, hints } = await harness.run({ ...template, webinarId: byId(liveIds.phoneRequired) });
		expect(output[0]?.json).toMatchObject({ schedule_id: 1, date: null, timezone: null, series: null });
		expect(hints).toEqual([
			'The webinar has several sessions, and the link leads to number 1. For another one, enter its number from the dashboard in Session. (webinar 5)',
			NEEDS_OF_PRESET,
		]);
	});

	it('says how to add the last name and the phone that a webinar may require', async () => {
		const preset = await harness.run({ ...template, emailTool: 'kit' });
		expect(preset.hints).toEqual([NEEDS_OF_PRESET]);
		const contact = await harness.run({ ...template, ...forContact });
		expect(contact.hints).toEqual([NEEDS_OF_CONTACT]);
		const all = await harness.run({
			...template,
			...own({ lastName: '%LN%', phone: '%PH%', phoneCountryCode: '%CC%' }),
		});
		expect(all.hints).toEqual([TEST_LINK]);
	});

	it('returns the next date of a series, for whose sessions number 1 registers', async () => {
		const series = { ...template, webinarId: byId(liveIds.series) };
		const { output, hints } = await harness.run(series);
		const expected = { schedule_id: 1, series: true, date: matching(/ 18:00$/), timezone: 'Europe/London' };
		expect(output[0]?.json).toMatchObject(expected);
		expect(hints).toEqual([SERIES(2), NEEDS_OF_PRESET]);
		// An automated schedule that recurs, also where the detail shows one date only.
		harness.changeWebinar(107, { displayedSchedules: 1 });
		await harness.expectOutput({ ...automated, webinarId: byId(107) }, [{ schedule_id: 1, series: true }]);
	});

	it('returns no date of a live series whose sessions have a schedule each', async () => {
		harness.changeWebinar(2, {
			sessions: [
				singleSession({ schedule: 21, daysAhead: 1 }),
				singleSession({ schedule: 28, daysAhead: 8 }),
			],
		});
		const series = { ...template, webinarId: byId(liveIds.series) };
		await harness.expectOutput(series, [{ schedule_id: 1, series: true, date: null, timezone: null }]);
	});

	it('returns a date for number 1 of a webinar with one schedule only', async () => {
		const second = { ...template, schedule: byNumber(2) };
		await harness.expectOutput(second, [{ schedule_id: 2, date: null, timezone: null, series: null }]);
		await harness.expectOutput({ ...template, schedule: byNumber(1) }, [
			{ schedule_id: 1, date: matching(/14:00$/) },
		]);
	});

	it('returns no date where the only session has none', async () => {
		const anyTime = {
			webinar_id: 1,
			webinar_hash: 'x',
			schedules: [{ schedule: 11, comment: 'Always on' }],
		};
		harness.respondWith('webinar', { webinar: anyTime });
		await harness.expectOutput(template, [{ date: null, schedule_id: 1 }]);
	});

	it('says that a link to sessions in the past may register nobody', async () => {
		harness.changeWebinar(1, { sessions: [singleSession({ schedule: 12, daysAhead: -30 })] });
		const { output, hints } = await harness.run(template);
		expect(output).toHaveLength(1);
		expect(hints).toContain(
			'All sessions of the webinar are over, so the link may register nobody. (webinar 1)',
		);
	});

	it('says so if the entered number is a schedule ID of the API', async () => {
		const { output, hints } = await harness.run({ ...template, schedule: byNumber(11) });
		expect(output[0]?.json).toMatchObject({ schedule_id: 11, date: null });
		expect(hints).toContain(
			'Session 11 is also a schedule ID of the API. Check that the dashboard shows it as the number of the session. (webinar 1)',
		);
	});

	it('leads to the session that has a number, beside just in time and instant replay', async () => {
		await harness.expectOutput(automated, [{ schedule_id: 1, series: true, date: matching(/ 13:00$/) }]);
	});

	describe('with a session of the API', () => {
		it.each([byId(11), fromList('11'), byId('next')])(
			'puts the schedule ID into the link and says that it must be tested: %j',
			async (schedule) => {
				const { output, hints } = await harness.run({ ...template, schedule });
				expect(output[0]?.json).toMatchObject({
					schedule_id: 11,
					date: matching(/ 14:00$/),
					timezone: 'America/New_York',
					series: false,
				});
				expect(hints).toEqual([API_ID(1), NEEDS_OF_PRESET]);
				expect((await click(output[0]?.json.url)).statusCode).toBe(422);
				expect(harness.sandbox.registrants).toEqual([]);
			},
		);

		it.each([
			['of a recurring schedule', 101, 3, 1013, true],
			['alone in its schedule', 105, 1, 1052, false],
		])('takes the schedule of a date %s', async (_what, webinarId, index, schedule_id, series) => {
			const link = { ...automated, webinarId: byId(webinarId) };
			const [webinar] = await harness.getOutput({ ...link, operation: 'get' });
			const schedules = z.array(z.object({ schedule: z.number(), date: z.string() }));
			const session = schedules.parse(webinar?.schedules)[index];
			const schedule = byId(`${session?.schedule}|${session?.date}`);
			await harness.expectOutput({ ...link, schedule }, [{ schedule_id, series }]);
		});

		it('takes a schedule in the past', async () => {
			harness.changeWebinar(1, { sessions: [singleSession({ schedule: 12, daysAhead: -30 })] });
			await harness.expectOutput({ ...template, schedule: byId(12) }, [{ schedule_id: 12 }]);
		});

		it('takes the next session that has a number', async () => {
			await harness.expectOutput({ ...automated, schedule: byId('next') }, [{ schedule_id: 1013 }]);
		});
	});

	describe('for a webinar that follows the attendee', () => {
		const zoneIn = async (parameters: object) => {
			const [link] = await harness.getOutput({ ...followsAttendee, ...parameters });
			return urlOf(link).searchParams.get('timezone');
		};

		it('puts the time zone into the link, and into no other', async () => {
			expect(await zoneIn({ timezone: 'GMT+2' })).toBe('GMT+2');
			expect(await zoneIn({ timezone: 'GMT+2', ...forContact })).toBe('GMT+2');
			expect(await zoneIn({ timezone: 'GMT+2', webinarId: byId(automatedIds.quarterHourZone) })).toBeNull();
		});

		it('prefers the merge field for the time zone', async () => {
			expect(await zoneIn({ timezone: 'GMT+2', ...own({ timezone: '%TZ%' }) })).toBe('%TZ%');
			expect(await zoneIn(own({ timezone: '%TZ%' }))).toBe('%TZ%');
		});

		it('fails without a time zone', async () => {
			await harness.expectError(followsAttendee, {
				message: 'The link needs a time zone',
				description: containing('Fill in Timezone'),
			});
		});
	});

	describe('for a webinar with custom fields', () => {
		it("puts one contact's answers into the link", async () => {
			const contactFields = answers(
				{ label: byId('whereDidYouHearAboutUs'), value: ' A friend & colleague ' },
				{ label: 'topicsOfInterest', value: '={{ ["Sales", 2] }}' },
				{ label: 'notAnswered', value: '' },
			);
			const [link] = await harness.getOutput({ ...workshop, ...forContact, contactFields });
			expect(link?.url).not.toContain('notAnswered');
			expect((await click(link?.url)).statusCode).toBe(302);
			expect(harness.sandbox.registrants[0]?.answers).toEqual({
				whereDidYouHearAboutUs: ['A friend & colleague'],
				topicsOfInterest: ['Sales', 'Marketing'],
			});
		});

		it('puts merge fields for the answers into the link', async () => {
			const parameters = own(answers({ label: 'whereDidYouHearAboutUs', value: '%SOURCE%' }));
			const [link] = await harness.getOutput({ ...workshop, ...parameters });
			const { url } = z.object({ url: z.string() }).parse(link);
			expect(url).toMatch(/&schedule_id=1&whereDidYouHearAboutUs=%SOURCE%$/);
			const filled = url
				.replace('%FN%', 'Ann')
				.replace('%EM%', 'ann%40example.com')
				.replace('%SOURCE%', 'A%20friend');
			expect((await click(filled)).statusCode).toBe(302);
			expect(harness.sandbox.registrants[0]?.answers).toEqual({ whereDidYouHearAboutUs: ['A friend'] });
		});

		it('says that answers may be missing where the service does not tell what is required', async () => {
			const missing =
				'The webinar has custom fields that the link does not fill in. Add those that it requires under Custom Fields. (webinar 108)';
			const { hints } = await harness.run({ ...clinic, ...forContact });
			expect(hints).toEqual([missing, SERIES(108), NEEDS_OF_CONTACT]);
			const contactFields = answers(
				{ label: 'jobTitle', value: 'CEO' },
				{ label: 'companySize', value: 'more than 100' },
			);
			const answered = await harness.run({ ...clinic, ...forContact, contactFields });
			expect(answered.hints).toEqual([SERIES(108), NEEDS_OF_CONTACT]);
			expect(answered.output[0]?.json.url).toContain('&companySize=13');
		});
	});

	describe('with a dashboard link', () => {
		const withLink = (link: string, parameters: object = template) => ({
			...parameters,
			options: { dashboardLink: link },
		});

		it('keeps its session number, replaces its sample data, and keeps its other parameters', async () => {
			const page = pageOf('6/crt6683');
			const sample =
				'first_name=First&last_name=Last&email=YOU%40YOUREMAIL.com&utm_source=news&schedule_id=2';
			const paid = { ...template, webinarId: byId(liveIds.paid) };
			const { output, hints } = await harness.run(withLink(`${page}?${sample}`, paid));
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

		it('prefers the entered number to the one of the link', async () => {
			const link = `${pageOf('5/pbr5561')}?first_name=First&email=YOU%40YOUREMAIL.com&schedule_id=1`;
			const briefing = { ...template, webinarId: byId(liveIds.phoneRequired), schedule: byNumber(3) };
			const [made] = await harness.getOutput(withLink(link, briefing));
			expect(urlOf(made).searchParams.getAll('schedule_id')).toEqual(['3']);
		});

		it('registers the contact who follows the new link', async () => {
			const link = `${pageOf('5/pbr5561')}?first_name=First&email=YOU%40YOUREMAIL.com&phone_country_code=%2B1&phone_number=1234567890&schedule_id=2`;
			const contact = {
				...template,
				...forContact,
				webinarId: byId(liveIds.phoneRequired),
				contactFields: { phone: '+49 30 123456' },
			};
			const [made] = await harness.getOutput(withLink(link, contact));
			expect((await click(made?.url)).statusCode).toBe(302);
			expect(harness.sandbox.registrants).toMatchObject([
				{ schedule: 52, email: 'ann+webinar@example.com', phone: '30123456' },
			]);
		});

		it('leaves out sample data for which the node has no value, and says so', async () => {
			const link = `${pageOf('5/pbr5561')}?first_name=First&email=YOU%40YOUREMAIL.com&phone_country_code=%2B1&phone_number=1234567890&schedule_id=1`;
			const briefing = { ...template, webinarId: byId(liveIds.phoneRequired) };
			const { output, hints } = await harness.run(withLink(link, briefing));
			expect(output[0]?.json.url).toBe(
				`${pageOf('5/pbr5561')}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1`,
			);
			expect(hints).toEqual([
				'The link leaves out the sample data of Dashboard Link for phone_country_code and phone_number. If the webinar requires it, set Email Tool to "Other (Own Merge Fields)" and add it in Merge Fields.',
			]);
		});

		it('keeps merge fields for which the node has no value, and says so', async () => {
			const page = pageOf('8/wks8812');
			const query =
				'first_name=[NAME]&phone_number=[PHONE]&whereDidYouHearAboutUs={{ source }}&utm_source=news&schedule_id=1';
			const { output, hints } = await harness.run(withLink(`${page}?${query}`, workshop));
			expect(output[0]?.json.url).toBe(
				`${page}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1&phone_number=[PHONE]&whereDidYouHearAboutUs={{ source }}&utm_source=news`,
			);
			expect(hints).toEqual([
				'The link keeps what Dashboard Link has for phone_number. Check that your email tool fills it in.',
			]);
		});

		it('reads &amp; between its parameters as &', async () => {
			const link = `${pageOf('1/kvn1042')}?first_name=First&amp;email=YOU%40YOUREMAIL.com&amp;utm_source=news&amp;schedule_id=1`;
			const [made] = await harness.getOutput(withLink(link));
			expect(made?.url).toBe(
				`${pageOf('1/kvn1042')}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1&utm_source=news`,
			);
		});

		it.each(['77/kvn1042', '1/tok3n'])(
			'leads to the webinar of the link, and says so if it is another one: %s',
			async (path) => {
				const { output, hints } = await harness.run(withLink(`${pageOf(path)}?first_name=X&schedule_id=1`));
				expect(output[0]?.json).toMatchObject({
					url: containing(`/register/1click/${path}?first_name=*|FNAME|*&`),
					webinar_id: 1,
					date: null,
					timezone: null,
					series: null,
					derived: false,
				});
				expect(hints).toEqual([
					'Dashboard Link is not a link of the chosen webinar. The new link leads to the webinar of Dashboard Link. (webinar 1)',
				]);
			},
		);

		it('keeps a merge field for the time zone of a webinar that follows the attendee', async () => {
			const link = `${pageOf('102/eva1202')}?first_name=First&timezone={{ zone }}&schedule_id=1`;
			const [made] = await harness.getOutput(withLink(link, followsAttendee));
			expect(made?.url).toMatch(/&schedule_id=1&timezone={{ zone }}$/);
			const replaced = await harness.getOutput(withLink(link, { ...followsAttendee, timezone: 'GMT+2' }));
			expect(replaced[0]?.url).toMatch(/&timezone=GMT%2B2&schedule_id=1$/);
		});

		it('puts no sample time zone into the link', async () => {
			const link = `${pageOf('102/eva1202')}?first_name=First&timezone=GMT-7&schedule_id=1`;
			await harness.expectError(withLink(link, followsAttendee), 'The link needs a time zone');
			const fixedZone = `${pageOf('1/kvn1042')}?first_name=First&timezone={{ zone }}&schedule_id=1`;
			const [made] = await harness.getOutput(withLink(fixedZone));
			expect(made?.url).not.toContain('timezone');
		});
	});
});

describe('Create One-Click Link with bad input', () => {
	const harness = useHarness();

	const NUMBER_ADVICE =
		"Enter the number that the webinar's dashboard shows (1, 2, 3), or leave Session empty.";

	it.each([
		0,
		'0',
		-1,
		'-1',
		1.5,
		'1.5',
		'two',
		'1 2',
		' 2',
		'2 ',
		' ',
		'1e3',
		'+1',
		'01',
		'={{ 0 }}',
		'={{ " 2" }}',
	])('sends nothing if the session number is %j', async (number) => {
		await harness.expectError(
			{ ...template, schedule: byNumber(number) },
			{ message: containing(' is not a session number'), description: NUMBER_ADVICE, itemIndex: 0 },
		);
		expect(harness.requestNames).toEqual([]);
	});

	it.each(['={{ $json.missing }}', '={{ null }}', '={{ "" }}'])(
		'sends nothing if the expression of the session number has no value: %s',
		async (expression) => {
			for (const schedule of [byNumber(expression), expression]) {
				await harness.expectError(
					{ ...template, schedule },
					{
						message: 'Session is empty',
						description: matching(/^The expression \{\{ .* \}\} in Session has no value\./),
					},
				);
			}
			expect(harness.requestNames).toEqual([]);
		},
	);

	it.each(['', '&schedule_id=', '&schedule_id=first', '&schedule_id=0'])(
		'sends nothing if neither Session nor the dashboard link has a session number: %j',
		async (ending) => {
			const dashboardLink = `${harness.sandbox.url}/register/1click/1/kvn1042?first_name=First${ending}`;
			const link = { ...template, options: { dashboardLink } };
			await harness.expectError(link, {
				message: 'Dashboard Link has no session number',
				description: containing('or enter the number of the session in Session.'),
				itemIndex: 0,
			});
			expect(harness.requestNames).toEqual([]);
			await harness.expectOutput({ ...link, schedule: byNumber(1) }, [{ schedule_id: 1 }]);
		},
	);

	it('sends nothing if no session is chosen from the list', async () => {
		await harness.expectError({ ...template, schedule: fromList('') }, 'No session is chosen');
		expect(harness.requestNames).toEqual([]);
	});

	it('fails for each item with a bad number, and returns the links of the others', async () => {
		const items = [{ number: 1 }, { number: 0 }, { number: 2 }];
		const schedule = byNumber('={{ $json.number }}');
		const { output } = await harness.run(
			{ ...template, schedule },
			{ items, onError: 'continueRegularOutput' },
		);
		expect(output.map(({ json }) => json.schedule_id ?? json.error)).toEqual([
			1,
			containing('"0" is not a session number'),
			2,
		]);
	});

	const ownAnswer = (label: string, value: string) => ({ ...workshop, ...own(answers({ label, value })) });

	it.each<[object, string, RegExp?]>([
		[{ includeFields: ['timezone'] }, '"timezone" is not an option of Include Fields'],
		[{ webinarId: byId(liveIds.noSession) }, 'The webinar has no session', /^Add a schedule to the webinar/],
		[{ ...automated, webinarId: byId(automatedIds.noSession) }, 'The webinar has no session'],
		[{ ...automated, webinarId: byId(automatedIds.undatedOnly) }, WITHOUT_NUMBER, /has no session number/],
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
			/\. Switch the field to Fixed\.$/,
		],
		[{ ...automated, schedule: byId('justInTime') }, WITHOUT_NUMBER],
		[{ ...automated, schedule: byId('instantReplay') }, WITHOUT_NUMBER],
		[{ ...automated, schedule: byId('1012') }, WITHOUT_NUMBER],
		[
			{ ...workshop, emailTool: 'mailchimp' },
			'Webinar 8 requires whereDidYouHearAboutUs',
			/^Add it under Custom Fields\./,
		],
		[
			{ ...workshop, ...forContact },
			'Webinar 8 requires whereDidYouHearAboutUs',
			/^Add it under Custom Fields\./,
		],
		[ownAnswer('schedule_id', '7'), '"schedule_id" is not a custom field'],
		[ownAnswer('jobTitle', 'my job'), 'The merge field for jobTitle contains a space or a line break'],
		[
			{ ...clinic, ...forContact, contactFields: answers({ label: 'companySize', value: 'Many' }) },
			'"Many" is not an option of companySize in "Your questions, at your own time"',
		],
		[{ includeFields: '={{ "lastName,mail" }}' }, '"mail" is not an option of Include Fields'],
		[{ ...forContact, linkFor: '={{ "Contact" }}' }, '"Contact" is not an option of Link For'],
		[{ ...followsAttendee, emailTool: '={{ [] }}' }, 'Email Tool must be text'],
		[{ ...followsAttendee, ...own({ timezone: '={{ [] }}' }) }, 'Timezone must be text'],
		[
			{ emailTool: '={{ "mailgun" }}' },
			'"mailgun" is not an option of Email Tool',
			/Choose one from the list, or use one of these values: activeCampaign, /,
		],
		[{ emailTool: '={{ "constructor" }}' }, '"constructor" is not an option of Email Tool'],
		[{ emailTool: '={{ "" }}' }, 'Email Tool is empty'],
	])('says what is missing or wrong: %j', async (parameters, message, description = /./) => {
		await harness.expectError(
			{ ...template, ...parameters },
			{ message, description: matching(description) },
		);
	});

	it('says everything that is wrong with a contact at once, and sends nothing', async () => {
		const parameters = {
			...automated,
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
		for (const problem of [
			'First Name is missing',
			'"six" is not a webinar ID',
			'Timezone "EST" is not known',
			'"soon" is not a session number',
			'"ann" is not an email address',
			'Phone "call me" is not a number',
			'The dashboard link is not a one-click registration link',
		])
			expect(message).toContain(problem);
		expect(harness.requestNames).toEqual([]);
	});

	it('says everything that is wrong with merge fields at once, and sends nothing', async () => {
		const parameters = {
			...automated,
			emailTool: 'custom',
			includeFields: ['phone'],
			schedule: byId('justInTime'),
			mergeFields: { firstName: '{{ a }}&b', email: 'my email', phone: 'which?' },
		};
		const problems = [
			WITHOUT_NUMBER,
			'The merge field for First Name contains an "&", which begins the next parameter of the link',
			'The merge field for Email contains a space or a line break',
			'The merge field for Phone contains a "?"',
		];
		await harness.expectError(parameters, problems.join('. '));
		expect(harness.requestNames).toEqual([]);
	});

	it('says that Attendee Pages URL is empty', async () => {
		const credential = { ...harness.credential, eventUrl: '' };
		await harness.expectError(template, 'Attendee Pages URL is empty', { credential });
	});

	it.each([{}, { webinar_hash: null }, { webinar_hash: '' }])(
		'needs a dashboard link if the webinar has no hash: %j',
		async (hash) => {
			const schedules = [{ date: '2026-03-07 14:00', schedule: 11, comment: 'Saturday' }];
			const webinar = { webinar_id: 1, title: 'Get started', timezone: 'Europe/Paris', schedules, ...hash };
			harness.respondWith('webinar', { webinar });
			const link = { ...template, ...forContact };
			await harness.expectError(link, {
				message: 'The webinar has no hash for a one-click link',
				description: containing('into Dashboard Link under Options'),
			});
			const options = { dashboardLink: `${harness.sandbox.url}/register/1click/1/uvw1234?schedule_id=1` };
			const url = containing('/register/1click/1/uvw1234?');
			await harness.expectOutput({ ...link, options }, [{ url, derived: false }]);
		},
	);
});

describe('Create One-Click Link with real responses', () => {
	const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });
	const pageOf = (path: string) => `${harness.sandbox.url}/register/1click/${path}`;
	/** A link in use, at the sandbox's host. */
	const realLink = (index: number) =>
		z.string().parse(realLinks.links[index]).replace('https://event.webinarjam.com', harness.sandbox.url);

	it('puts session number 1 into the link of a webinar whose schedules have the IDs 107, 108 and 119', async () => {
		harness.respondLikeReality('live-webinar-dates-past');
		const { output, hints } = await harness.run({ ...template, webinarId: byId(1229) });
		expect(output[0]?.json).toMatchObject({
			url: `${pageOf('1229/b4n8t1ws')}?first_name=*|FNAME|*&email=*|EMAIL|*&schedule_id=1`,
			date: null,
			schedule_id: 1,
		});
		expect(hints).toContainEqual(containing('The webinar has several sessions'));
	});

	it('keeps the number of a link that was copied from the dashboard, without its sample data', async () => {
		harness.respondLikeReality('live-webinar-dates-past');
		const link = { ...template, webinarId: byId(1229), options: { dashboardLink: realLink(0) } };
		await harness.expectOutput(link, [
			{
				url: `${pageOf('1229/b4n8t1ws')}?first_name=*|FNAME|*&last_name=*|LNAME|*&email=*|EMAIL|*&schedule_id=1`,
				schedule_id: 1,
				derived: false,
			},
		]);
	});

	it('replaces the sample time zone of a link that was copied from the dashboard', async () => {
		harness.respondLikeReality('automated-webinar-follows-attendee');
		const link = { ...automated, webinarId: byId(14), options: { dashboardLink: realLink(1) } };
		await harness.expectError(link, 'The link needs a time zone');
		const { output, hints } = await harness.run({ ...link, timezone: 'Europe/Amsterdam' });
		expect(output[0]?.json.url).toBe(
			`${pageOf('28/c8q1z4nb')}?first_name=*|FNAME|*&email=*|EMAIL|*&timezone=GMT%2B1&schedule_id=1`,
		);
		expect(hints).toContainEqual(containing('Dashboard Link is not a link of the chosen webinar.'));
	});

	it('says that number 1 of a live series registers for all sessions', async () => {
		harness.respondLikeReality('live-webinar-series');
		const { output, hints } = await harness.run({ ...template, webinarId: byId(1230) });
		expect(output[0]?.json).toMatchObject({ schedule_id: 1, series: true });
		expect(hints).toContain(SERIES(1230));
	});

	it('finds the recurring schedule beside just in time and instant replay', async () => {
		harness.respondLikeReality('automated-webinar');
		await harness.expectOutput({ ...automated, webinarId: byId(13) }, [
			{ schedule_id: 1, series: true, date: '2026-11-25 20:30', timezone: 'Europe/Amsterdam' },
		]);
	});

	it('fails for a webinar that offers just in time only, listed without an ID', async () => {
		harness.respondLikeReality('automated-webinar-jit-only');
		await harness.expectError({ ...automated, webinarId: byId(7) }, WITHOUT_NUMBER);
	});

	it('puts the time zone into the link of a webinar that follows the attendee', async () => {
		harness.respondLikeReality('automated-webinar-follows-attendee');
		const link = { ...automated, webinarId: byId(14), timezone: 'GMT-7' };
		await harness.expectOutput(link, [
			{ url: containing('&timezone=GMT-7&schedule_id=1'), schedule_id: 1, series: true },
		]);
	});
});
