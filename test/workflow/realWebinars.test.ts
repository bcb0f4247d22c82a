import { byId, useHarness } from '../support/harness';
import { containing } from '../support/matchers';

/** The day on which the examples of `test/fixtures/reality` take place. */
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const get = { operation: 'get' };
const registerAnn = {
	operation: 'register',
	firstName: 'Ann',
	email: 'ann@example.com',
};
const getSessions = { operation: 'getSessions', webinarScope: 'one', returnAll: true };
const getSessionsAndUndated = { ...getSessions, filters: { includeUndated: true } };
const getRegistrants = { operation: 'getRegistrants', webinarScope: 'one' };
const liveWebinar = (id: number) => ({ resource: 'live', webinarId: byId(id) });
const automatedWebinar = (id: number, timezone = '') => ({
	resource: 'automated',
	webinarId: byId(id),
	timezone,
});

/** The parameters of the registration that was sent. */
const sentRegistration = () =>
	harness.sandbox.calls.find(({ operation }) => operation === 'register')?.parameters;

/** Lets the service respond to a registration with a success. */
const acceptRegistrations = () =>
	harness.respondWith('register', {
		user: { user_id: 1, email: 'ann@example.com', live_room_url: 'https://a.example' },
	});

/** Returns value and name of each entry in the list of the Session field. */
const loadSessionChoices = async (parameters: Parameters<typeof harness.loadChoices>[1]) =>
	(await harness.loadChoices('searchSchedules', parameters)).map(({ value, name }) => [value, name]);

describe('a webinar whose undated sessions are missing from responses to requests with a time zone', () => {
	const masterclassInGmtMinus5 = automatedWebinar(13, 'GMT-5');

	beforeEach(() => {
		harness.respondLikeReality('automated-webinar', { hasTimezone: false });
		harness.respondLikeReality('automated-webinar-with-timezone', { hasTimezone: true });
	});

	it('returns undated sessions, and dates in the requested time zone, from Get', async () => {
		const [webinar] = await harness.getOutput({ ...masterclassInGmtMinus5, ...get });
		expect(webinar?.schedules).toMatchObject([
			{ schedule: 54, date: '2026-11-23 20:30', starts_at: '2026-11-23T19:30:00Z' },
			{ schedule: 55, date: '2026-11-24 20:45', starts_at: '2026-11-24T19:45:00Z' },
			{ schedule: 46, date: '2026-11-25 14:30', starts_at: '2026-11-25T19:30:00Z' },
			{ schedule: 46, date: '2026-11-26 14:30', starts_at: '2026-11-26T19:30:00Z' },
			{ schedule: 46, date: '2026-11-27 14:30', starts_at: '2026-11-27T19:30:00Z' },
		]);
		expect(harness.requestNames).toEqual(['automated/webinar', 'automated/webinar']);
	});

	it('lists just-in-time and instant-replay sessions in the Session field', async () => {
		const choices = await loadSessionChoices({ ...masterclassInGmtMinus5, ...registerAnn });
		expect(choices).toEqual(
			expect.arrayContaining([
				['justInTime', 'Just-in-Time Session'],
				['instantReplay', 'Instant Replay'],
				['46|2026-11-25 14:30', 'Wed 25 Nov 2026 14:30 · Every day · GMT-5 · 46'],
			]),
		);
	});

	it.each([
		{ session: 'justInTime', schedule: '55' },
		{ session: '55', schedule: '55' },
		{ session: 'instantReplay', schedule: '54' },
		{ session: '54', schedule: '54' },
	])(
		'sends no date or time zone if Session is the undated session $session',
		async ({ session, schedule }) => {
			acceptRegistrations();
			await harness.getOutput({ ...masterclassInGmtMinus5, ...registerAnn, schedule: byId(session) });
			expect(sentRegistration()).toEqual({
				webinar_id: '13',
				schedule,
				first_name: 'Ann',
				email: 'ann@example.com',
			});
		},
	);
});

describe('a just-in-time session that was removed', () => {
	it('fails without sending a registration if the webinar no longer has a just-in-time session', async () => {
		harness.respondLikeReality('automated-webinar-with-timezone');
		const parameters = { ...automatedWebinar(13, 'GMT-5'), ...registerAnn, schedule: byId('justInTime') };
		await harness.expectError(parameters, {
			message: 'The webinar has no just-in-time session',
			description: containing('Available sessions: 46|2026-11-25 14:30 (Every day, 08:30 PM)'),
		});
		expect(sentRegistration()).toBeUndefined();
	});
});

describe.each([
	{ how: 'without an ID', schedules: [{ date: null, schedule: null, comment: 'Just in time' }] },
	{ how: 'as a string', schedules: ['Just in time'] },
])('a just-in-time session that the service lists $how', ({ schedules }) => {
	beforeEach(() =>
		harness.respondWith('webinar', {
			webinar: { webinar_id: 7, title: 'Bot Webinar', timezone: 'America/Los_Angeles', schedules },
		}),
	);

	it('returns a just-in-time session without an ID unchanged from Get', async () => {
		const [webinar] = await harness.getOutput({ ...automatedWebinar(7), ...get });
		expect(webinar?.schedules).toEqual(schedules);
	});

	it('omits a session without an ID from Get Many Sessions, and gives a hint', async () => {
		const { output, hints } = await harness.run({ ...automatedWebinar(7), ...getSessions });
		expect(output).toEqual([]);
		expect(hints).toEqual([
			'Sessions that the service lists without a schedule ID cannot be booked: "Just in time". (webinar 7)',
		]);
	});

	it('returns the session without an ID from Get Many Sessions if Include Undated is on', async () => {
		await harness.expectOutput({ ...automatedWebinar(7), ...getSessionsAndUndated }, [
			{ schedule: null, comment: 'Just in time', starts_at: null, date_text: null },
		]);
	});

	it.each(['justInTime', 'next', '5'])(
		"fails to register if the webinar's only session has no ID and Session is %s",
		async (session) => {
			await harness.expectError(
				{ ...automatedWebinar(7, 'GMT+1'), ...registerAnn, schedule: byId(session) },
				{
					message: "The webinar's just-in-time session cannot be booked",
					description: containing('without a schedule ID'),
				},
			);
			expect(sentRegistration()).toBeUndefined();
		},
	);
});

describe('a just-in-time session that is missing from one response', () => {
	it('returns a just-in-time session although it is missing from the response to the request with a time zone', async () => {
		harness.respondLikeReality('automated-webinar-jit-only', { hasTimezone: false });
		harness.respondLikeReality('automated-webinar-jit-only-with-timezone', { hasTimezone: true });
		const [webinar] = await harness.getOutput({ ...automatedWebinar(7, 'GMT+1'), ...get });
		expect(webinar?.schedules).toEqual([{ date: null, schedule: null, comment: 'Just in time' }]);
	});
});

describe('schedules with words as IDs and phrases as dates', () => {
	beforeEach(() => harness.respondLikeReality('automated-webinar-legacy-ids'));

	it('returns schedules with words as IDs unchanged from Get', async () => {
		const [webinar] = await harness.getOutput({ ...automatedWebinar(15), ...get });
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
		{ operation: 'Get Many Sessions', parameters: getSessions },
		{ operation: 'Register', parameters: { ...registerAnn, schedule: byId(3) } },
	])('gives hints about unreadable schedule IDs and dates: $operation', async ({ parameters }) => {
		acceptRegistrations();
		const { hints } = await harness.run({ ...automatedWebinar(15), ...parameters });
		expect(hints).toEqual(
			expect.arrayContaining([
				'Sessions that the service lists without a schedule ID cannot be booked: "Just in time", "Instant replay". (webinar 15)',
				'Some session dates from the service cannot be read: "Every Tuesday, 01:00 PM". (webinar 15)',
			]),
		);
	});

	it('registers for a schedule with a numeric ID although other schedules have words as IDs', async () => {
		acceptRegistrations();
		await harness.getOutput({ ...automatedWebinar(15), ...registerAnn, schedule: byId(3) });
		expect(sentRegistration()).toMatchObject({ schedule: '3' });
	});
});

describe("a webinar whose dates depend on the attendee's time zone", () => {
	beforeEach(() => harness.respondLikeReality('automated-webinar-follows-attendee'));

	it('returns dates in EST (GMT-5), and says so in a hint, if Timezone is empty', async () => {
		const { output, hints } = await harness.run({ ...automatedWebinar(14), ...getSessions });
		expect(output[0]?.json).toMatchObject({
			date: '2026-11-25 10:00',
			date_text: 'Wed, 25 Nov 2026, 10:00 (GMT-5)',
			timezone: 'GMT-5',
			starts_at: '2026-11-25T15:00:00Z',
		});
		expect(hints).toEqual([containing('Timezone is empty, so the dates are in EST (GMT-5).')]);
	});

	it("sends the session's date in the time zone entered in Timezone", async () => {
		acceptRegistrations();
		await harness.getOutput({
			...automatedWebinar(14, 'Europe/Amsterdam'),
			...registerAnn,
			schedule: byId('next'),
		});
		expect(sentRegistration()).toMatchObject({ schedule: '61', date: '2026-11-25 10:00', timezone: 'GMT+1' });
	});
});

describe.each([
	{ type: 'always on', fixture: 'live-webinar-always-on', id: 46, schedule: 12 },
	{ type: 'right now', fixture: 'live-webinar-right-now', id: 45, schedule: 11 },
])('the only session of a webinar of the type "$type", which has no start', ({ fixture, id, schedule }) => {
	beforeEach(() => harness.respondLikeReality(fixture));

	it('returns starts_at: null for a session without a date from Get', async () => {
		await harness.expectOutput({ ...liveWebinar(id), ...get }, [
			{ schedules: [{ schedule, starts_at: null }] },
		]);
	});

	it('omits a session without a start time from Get Many Sessions', async () => {
		await harness.expectOutput({ ...liveWebinar(id), ...getSessions }, []);
	});
});

describe('past sessions that the service still returns', () => {
	beforeEach(() => harness.respondLikeReality('live-webinar-dates-past'));

	/** Value and name of the only session that is not over. */
	const upcomingSession = ['119', 'Thu 17 Dec 2026 14:00 · Los Angeles · 119'];

	it('fails to register for a past session by its ID, and names the available sessions', async () => {
		await harness.expectError(
			{ ...liveWebinar(1229), ...registerAnn, schedule: byId(107) },
			{
				message: 'Schedule 107 has no upcoming session',
				description:
					'Choose the session from the list. Available sessions: 119|2026-12-17 14:00 (Thursday, 17 Dec 2026, 02:00 PM).',
			},
		);
		expect(sentRegistration()).toBeUndefined();
	});

	it.each([
		{ node: 'Get Registrants', parameters: getRegistrants },
		{ node: 'the trigger', parameters: { event: 'registrantAttended', webinarScope: 'one' } },
	])('lists past sessions, newest first, without requesting registrants: $node', async ({ parameters }) => {
		await expect(loadSessionChoices({ ...liveWebinar(1229), ...parameters })).resolves.toEqual([
			['', 'All Sessions'],
			upcomingSession,
			['108', 'Thu 1 Oct 2026 14:00 · over · Los Angeles · 108'],
			['107', 'Thu 24 Sep 2026 14:00 · over · Los Angeles · 107'],
		]);
		expect(harness.requestNames).toEqual(['live/webinar']);
	});

	it("says in the Session field's list that there is no upcoming session if all sessions are past", async () => {
		const schedules = [
			{ date: '2026-09-24 14:00', schedule: 107, comment: 'Thursday, 24 Sep 2026, 02:00 PM' },
		];
		harness.sandbox.clearFaults();
		harness.respondWith('webinar', { webinar: { webinar_id: 1229, timezone: 'UTC', schedules } });
		await expect(loadSessionChoices({ ...liveWebinar(1229), ...registerAnn })).rejects.toMatchObject({
			message: 'The webinar has no upcoming session',
		});
	});
});
