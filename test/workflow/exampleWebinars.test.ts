import { byId, useHarness } from '../support/harness';

/** The day on which the examples of `test/fixtures/publicExamples` take place. */
const harness = useHarness({ at: Date.parse('2026-11-24T12:00:00Z') });

const get = { operation: 'get' };
const registerAnn = {
	operation: 'register',
	firstName: 'Ann',
	email: 'ann@example.com',
};
const getSessions = { operation: 'getSessions', webinarScope: 'one', returnAll: true };
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
		harness.respondWithExample('automated-webinar', { hasTimezone: false });
		harness.respondWithExample('automated-webinar-with-timezone', { hasTimezone: true });
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
});

describe('schedules with words as IDs and phrases as dates', () => {
	beforeEach(() => harness.respondWithExample('automated-webinar-legacy-ids'));

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
});

describe('past sessions that the service still returns', () => {
	beforeEach(() => harness.respondWithExample('live-webinar-dates-past'));

	/** Value and name of the only session that is not over. */
	const upcomingSession = ['119', 'Thu 17 Dec 2026 14:00 · Los Angeles · 119'];

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
});
