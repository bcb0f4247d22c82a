import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';

/** The day on which the examples of `test/fixtures/reality` take place. */
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const ann = { firstName: 'Ann', email: 'ann@example.com' };
const get = { operation: 'get' };
const register = { operation: 'register', ...ann };
const getSessions = { operation: 'getSessions', webinarScope: 'one', returnAll: true };
const undatedToo = { ...getSessions, filters: { includeUndated: true } };
const getRegistrants = { operation: 'getRegistrants', webinarScope: 'one' };
const live = (id: number) => ({ resource: 'live', webinarId: byId(id) });
const automated = (id: number, timezone = '') => ({ resource: 'automated', webinarId: byId(id), timezone });

/** The parameters of the registration that was sent. */
const sentRegistration = () =>
	harness.sandbox.calls.find(({ operation }) => operation === 'register')?.parameters;

/** Lets the service register everybody. */
const acceptRegistrations = () =>
	harness.respondWith('register', {
		user: { user_id: 1, email: ann.email, live_room_url: 'https://a.example' },
	});

/** Value and name of each entry of the Session field. */
const listChoices = async (parameters: Parameters<typeof harness.loadChoices>[1]) =>
	(await harness.loadChoices('searchSchedules', parameters)).map(({ value, name }) => [value, name]);

describe('just in time and instant replay if the response to a request with timezone lacks them', () => {
	const masterclass = automated(13, 'GMT-5');

	beforeEach(() => {
		harness.respondLikeReality('automated-webinar', { hasTimezone: false });
		harness.respondLikeReality('automated-webinar-with-timezone', { hasTimezone: true });
	});

	it('returns just in time and instant replay in Get, beside the dates in the time zone of the attendee', async () => {
		const [webinar] = await harness.getOutput({ ...masterclass, ...get });
		expect(webinar?.schedules).toMatchObject([
			{ schedule: 54, date: '2026-11-23 20:30', starts_at: '2026-11-23T19:30:00Z' },
			{ schedule: 55, date: '2026-11-24 20:45', starts_at: '2026-11-24T19:45:00Z' },
			{ schedule: 46, date: '2026-11-25 14:30', starts_at: '2026-11-25T19:30:00Z' },
			{ schedule: 46, date: '2026-11-26 14:30', starts_at: '2026-11-26T19:30:00Z' },
			{ schedule: 46, date: '2026-11-27 14:30', starts_at: '2026-11-27T19:30:00Z' },
		]);
		expect(harness.requestNames).toEqual(['automated/webinar', 'automated/webinar']);
	});

	it('returns just in time and instant replay in Get Many Sessions with Include Undated', async () => {
		const sessions = await harness.getOutput({ ...masterclass, ...undatedToo });
		expect(sessions.map(({ schedule, date_text }) => [schedule, date_text])).toEqual([
			[46, 'Wed, 25 Nov 2026, 14:30 (GMT-5)'],
			[46, 'Thu, 26 Nov 2026, 14:30 (GMT-5)'],
			[46, 'Fri, 27 Nov 2026, 14:30 (GMT-5)'],
			[54, null],
			[55, null],
		]);
	});

	it('offers just in time and instant replay in the list of sessions', async () => {
		const listed = await listChoices({ ...masterclass, ...register });
		expect(listed).toEqual(
			expect.arrayContaining([
				['justInTime', 'Just-in-Time Session'],
				['instantReplay', 'Instant Replay'],
				['46|2026-11-25 14:30', 'Wed 25 Nov 2026 14:30 · Every day · GMT-5'],
			]),
		);
	});

	it.each([
		['justInTime', '55'],
		['55', '55'],
		['instantReplay', '54'],
		['54', '54'],
	])(
		'registers for just in time or instant replay without date and time zone: %s',
		async (session, schedule) => {
			acceptRegistrations();
			await harness.getOutput({ ...masterclass, ...register, schedule: byId(session) });
			expect(sentRegistration()).toEqual({
				webinar_id: '13',
				schedule,
				first_name: 'Ann',
				email: 'ann@example.com',
			});
		},
	);

	it('returns the registration of the real response for just in time', async () => {
		harness.respondLikeReality('automated-register-jit');
		const cy = { firstName: 'Cy', email: 'cy@people.example' };
		await harness.expectOutput({ ...masterclass, ...register, ...cy, schedule: byId('justInTime') }, [
			{ schedule: 55, date: '2026-11-24 20:45', timezone: 'Europe/Amsterdam' },
		]);
	});

	it('registers for the next date with date and time zone of the attendee', async () => {
		acceptRegistrations();
		await harness.getOutput({ ...masterclass, ...register, schedule: byId('next') });
		expect(sentRegistration()).toMatchObject({ schedule: '46', date: '2026-11-25 14:30', timezone: 'GMT-5' });
	});
});

it('sends nothing for a just-in-time session that is gone when the workflow runs', async () => {
	harness.respondLikeReality('automated-webinar-with-timezone');
	const parameters = { ...automated(13, 'GMT-5'), ...register, schedule: byId('justInTime') };
	await harness.expectError(parameters, {
		message: 'The webinar offers no just in time session',
		description: containing('Available sessions: 46|2026-11-25 14:30 (Every day, 08:30 PM)'),
	});
	expect(sentRegistration()).toBeUndefined();
});

describe.each([
	['without an ID', [{ date: null, schedule: null, comment: 'Just in time' }]],
	['as a string', ['Just in time']],
])('a just-in-time session that the service lists %s', (_what, schedules) => {
	beforeEach(() =>
		harness.respondWith('webinar', {
			webinar: { webinar_id: 7, title: 'Bot Webinar', timezone: 'America/Los_Angeles', schedules },
		}),
	);

	it('returns a just-in-time session without an ID in Get as the service wrote it', async () => {
		const [webinar] = await harness.getOutput({ ...automated(7), ...get });
		expect(webinar?.schedules).toEqual(schedules);
	});

	it('gives a hint on a session without an ID in Get Many Sessions, and returns it with Include Undated', async () => {
		const { output, hints } = await harness.run({ ...automated(7), ...getSessions });
		expect(output).toEqual([]);
		expect(hints).toEqual([
			'The service lists sessions without a schedule ID, which cannot be booked: "Just in time". (webinar 7)',
		]);
		await harness.expectOutput({ ...automated(7), ...undatedToo }, [
			{ schedule: null, comment: 'Just in time', starts_at: null, date_text: null },
		]);
	});

	it.each(['justInTime', 'next', '5'])(
		'fails to register for %s if the only session has no ID',
		async (session) => {
			await harness.expectError(
				{ ...automated(7, 'GMT+1'), ...register, schedule: byId(session) },
				{
					message: 'The just in time session of the webinar cannot be booked',
					description: containing('without a schedule ID'),
				},
			);
			expect(sentRegistration()).toBeUndefined();
		},
	);

	it('says in the list of sessions that no session can be booked', async () => {
		await expect(listChoices({ ...automated(7), ...register })).resolves.toEqual([
			['next', 'Next Upcoming Session'],
			['none', 'No session of the webinar can be booked.'],
		]);
	});
});

it('returns a just-in-time session although the response to a request with timezone has no session', async () => {
	harness.respondLikeReality('automated-webinar-jit-only', { hasTimezone: false });
	harness.respondLikeReality('automated-webinar-jit-only-with-timezone', { hasTimezone: true });
	const [webinar] = await harness.getOutput({ ...automated(7, 'GMT+1'), ...get });
	expect(webinar?.schedules).toEqual([{ date: null, schedule: null, comment: 'Just in time' }]);
});

describe('schedules with words as IDs and sentences as dates', () => {
	beforeEach(() => harness.respondLikeReality('automated-webinar-legacy-ids'));

	it('returns schedules with words as IDs in Get as the service wrote them', async () => {
		const [webinar] = await harness.getOutput({ ...automated(15), ...get });
		expect(webinar?.schedules).toEqual([
			{
				schedule: 3,
				date: 'Every Tuesday, 01:00 PM',
				comment: 'Every Tuesday, 01:00 PM',
				starts_at: null,
			},
			{ schedule: 'jot', date: 'Thursday, 26 Nov 08:30 AM', comment: 'Just in time' },
			{ schedule: 'ir', date: 'Wednesday, 25 Nov 08:30 AM', comment: 'Instant replay' },
		]);
	});

	it.each([
		['Get Many Sessions', getSessions],
		['Register', { ...register, schedule: byId(3) }],
	])('gives hints on unreadable schedule IDs and dates in %s', async (_operation, parameters) => {
		acceptRegistrations();
		const { hints } = await harness.run({ ...automated(15), ...parameters });
		expect(hints).toEqual(
			expect.arrayContaining([
				'The service lists sessions without a schedule ID, which cannot be booked: "Just in time", "Instant replay". (webinar 15)',
				'The service lists session dates that cannot be read: "Every Tuesday, 01:00 PM". (webinar 15)',
			]),
		);
	});

	it('registers for a schedule with a numeric ID beside schedules with words as IDs', async () => {
		acceptRegistrations();
		await harness.getOutput({ ...automated(15), ...register, schedule: byId(3) });
		expect(sentRegistration()).toMatchObject({ schedule: '3' });
	});
});

describe("a webinar in the attendee's time zone", () => {
	beforeEach(() => harness.respondLikeReality('automated-webinar-follows-attendee'));

	it('returns dates in EST if Timezone is empty', async () => {
		const { output, hints } = await harness.run({ ...automated(14), ...getSessions });
		expect(output[0]?.json).toMatchObject({
			date: '2026-11-25 10:00',
			date_text: 'Wed, 25 Nov 2026, 10:00 (GMT-5)',
			timezone: 'GMT-5',
			starts_at: '2026-11-25T15:00:00Z',
		});
		expect(hints).toEqual([containing('Timezone is empty, so the dates are in EST (GMT-5).')]);
	});

	it('requires Timezone to register for a webinar in the time zone of the attendee', async () => {
		await harness.expectError({ ...automated(14), ...register }, 'The webinar needs a time zone');
		acceptRegistrations();
		await harness.getOutput({ ...automated(14, 'Europe/Amsterdam'), ...register, schedule: byId('next') });
		expect(sentRegistration()).toMatchObject({ schedule: '61', date: '2026-11-25 10:00', timezone: 'GMT+1' });
	});
});

describe.each([
	['always on', 'live-webinar-always-on', 46, 12],
	['right now', 'live-webinar-right-now', 45, 11],
])('a webinar of the type %s', (_what, fixture, id, schedule) => {
	beforeEach(() => harness.respondLikeReality(fixture));

	it('reads, lists and registers for its only session, which has no start', async () => {
		await harness.expectOutput({ ...live(id), ...get }, [{ schedules: [{ schedule, starts_at: null }] }]);
		await harness.expectOutput({ ...live(id), ...undatedToo }, [
			{ schedule, starts_at: null, date_text: null },
		]);
		await harness.expectOutput({ ...live(id), ...getSessions }, []);
		acceptRegistrations();
		await harness.getOutput({ ...live(id), ...register, schedule: byId('next') });
		expect(sentRegistration()).toMatchObject({ schedule: String(schedule) });
	});
});

describe('past sessions that the service still returns', () => {
	beforeEach(() => harness.respondLikeReality('live-webinar-dates-past'));

	const UPCOMING = 'Thu 17 Dec 2026 14:00 · Los Angeles';

	it.each(['register', 'createOneClickLink'])(
		'offers no past session in the list of %s',
		async (operation) => {
			const listed = await listChoices({ ...live(1229), operation });
			expect(listed.filter(([value]) => /^\d/.test(String(value)))).toEqual([['119', UPCOMING]]);
		},
	);

	it('fails to register for a past session by its ID, and names the sessions on offer', async () => {
		await harness.expectError(
			{ ...live(1229), ...register, schedule: byId(107) },
			{
				message: 'The schedule 107 has no upcoming session',
				description:
					'Choose the session from the list. Available sessions: 119|2026-12-17 14:00 (Thursday, 17 Dec 2026, 02:00 PM).',
			},
		);
		expect(sentRegistration()).toBeUndefined();
	});

	it('registers for the upcoming session as the next one, not for a past session', async () => {
		acceptRegistrations();
		await harness.getOutput({ ...live(1229), ...register, schedule: byId('next') });
		expect(sentRegistration()).toMatchObject({ schedule: '119' });
	});

	it.each([
		['Get Registrants', getRegistrants],
		['the trigger', { event: 'registrantAttended', webinarScope: 'one' }],
	])(
		'lists past sessions for %s, newest first, without a request for registrants',
		async (_where, parameters) => {
			await expect(listChoices({ ...live(1229), ...parameters })).resolves.toEqual([
				['', 'All Sessions'],
				['119', UPCOMING],
				['108', 'Thu 1 Oct 2026 14:00 · over · Los Angeles'],
				['107', 'Thu 24 Sep 2026 14:00 · over · Los Angeles'],
			]);
			expect(harness.requestNames).toEqual(['live/webinar']);
		},
	);

	it('says in the list of sessions that there is no upcoming session if all are past', async () => {
		const schedules = [
			{ date: '2026-09-24 14:00', schedule: 107, comment: 'Thursday, 24 Sep 2026, 02:00 PM' },
		];
		harness.sandbox.clearFaults();
		harness.respondWith('webinar', { webinar: { webinar_id: 1229, timezone: 'UTC', schedules } });
		await expect(listChoices({ ...live(1229), ...register })).resolves.toEqual([
			['next', 'Next Upcoming Session'],
			['none', 'The webinar has no upcoming session.'],
		]);
	});
});

describe('the webinar list', () => {
	it('says in Get Many how many entries have no readable ID', async () => {
		const readable = { webinar_id: 6, title: 'Demo' };
		const unreadable = { webinar_id: 'six', title: 'Odd' };
		harness.respondWith('webinars', { webinars: [readable, null, unreadable] });
		const { output, hints } = await harness.run({
			resource: 'live',
			operation: 'getAll',
			returnAll: true,
		});
		expect(output).toHaveLength(1);
		expect(hints).toEqual([
			"The output leaves out 2 entries of the service's webinar list without a readable webinar ID.",
		]);
	});

	it('shows name, next date and ID of each webinar in the editor', async () => {
		harness.respondLikeReality('automated-webinars');
		const automatedOnes = await harness.loadChoices('searchWebinars', { resource: 'automated' });
		expect(automatedOnes.map(({ name, value }) => [value, name])).toEqual([
			['13', 'Masterclass · Sat 12 Dec 2026 15:00 · 13'],
			['7', 'Bot Webinar evergreen · Just in time · 7'],
			['5', 'On demand · 5'],
		]);
	});
});
