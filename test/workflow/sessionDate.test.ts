import { byId, useHarness } from '../support/harness';
import { live } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

/** Tuesday, 24 November 2026, 15:00 in New York, where the webinar takes place, and already Wednesday in Tokyo. */
const NOW = Date.parse('2026-11-24T20:00:00Z');

const getRegistrants = { resource: 'live', operation: 'getRegistrants', webinarId: byId(live.oneSession) };

const rowWithSession = (email: string, event: string | null) => ({
	email,
	event,
	schedule: event ?? 'Just in time',
});

describe('the Session Date filter', () => {
	const harness = useHarness({ at: NOW });

	/** Returns the email addresses of the registrants that Session Date leaves. */
	const filterBySessionDate = async (sessionDate: string, parameters = {}) => {
		const rows = await harness.getOutput({
			...getRegistrants,
			...parameters,
			filters: { sessionDate },
		});
		return rows.map(({ email }) => email);
	};

	/** On Tuesday, 24 November 2026, the service lists these registrants, named after the date of their session. */
	beforeEach(() =>
		harness.respondWithRegistrants([
			rowWithSession('today@example.com', 'Tue, 24 Nov 2026, 11:30 PM'),
			rowWithSession('yesterday@example.com', 'Mon, 23 Nov 2026, 12:00 AM'),
			rowWithSession('sixDaysAgo@example.com', 'Wed, 18 Nov 2026, 10:00 AM'),
			rowWithSession('sevenDaysAgo@example.com', 'Tue, 17 Nov 2026, 10:00 AM'),
			rowWithSession('endOfOctober@example.com', 'Sat, 31 Oct 2026, 11:59 PM'),
			rowWithSession('twentyNineDaysAgo@example.com', 'Mon, 26 Oct 2026, 12:00 AM'),
			rowWithSession('thirtyDaysAgo@example.com', 'Sun, 25 Oct 2026, 11:59 PM'),
			rowWithSession('endOfMonth@example.com', 'Mon, 30 Nov 2026, 10:00 AM'),
			rowWithSession('justInTime@example.com', null),
		]),
	);

	it.each([
		{
			period: 'today',
			emails: ['today@example.com'],
		},
		{
			period: 'yesterday',
			emails: ['yesterday@example.com'],
		},
		{
			period: 'last7Days',
			emails: ['today@example.com', 'yesterday@example.com', 'sixDaysAgo@example.com'],
		},
		{
			period: 'last30Days',
			emails: [
				'today@example.com',
				'yesterday@example.com',
				'sixDaysAgo@example.com',
				'sevenDaysAgo@example.com',
				'endOfOctober@example.com',
				'twentyNineDaysAgo@example.com',
			],
		},
		{
			period: 'thisMonth',
			emails: [
				'today@example.com',
				'yesterday@example.com',
				'sixDaysAgo@example.com',
				'sevenDaysAgo@example.com',
				'endOfMonth@example.com',
			],
		},
		{
			period: 'lastMonth',
			emails: ['endOfOctober@example.com', 'twentyNineDaysAgo@example.com', 'thirtyDaysAgo@example.com'],
		},
	])('returns only registrants whose session is in the period $period', async ({ period, emails }) => {
		await expect(filterBySessionDate(period)).resolves.toEqual(emails);
	});

	it("determines the day by the webinar's time zone", async () => {
		harness.changeWebinar(live.oneSession, { timezone: 'Asia/Tokyo' });
		harness.respondWithRegistrants([
			rowWithSession('tuesday@example.com', 'Tue, 24 Nov 2026, 11:30 PM'),
			rowWithSession('wednesday@example.com', 'Wed, 25 Nov 2026, 10:00 AM'),
		]);
		await expect(filterBySessionDate('today')).resolves.toEqual(['wednesday@example.com']);
	});

	it('filters by session date if Scope is All Webinars', async () => {
		const emails = await filterBySessionDate('today', { webinarScope: 'all' });
		// The service lists the same people for each webinar.
		expect([...new Set(emails)]).toEqual(['today@example.com']);
	});
});

describe('the Session Date filter in a list of several pages', () => {
	const harness = useHarness({ at: NOW });

	it('finds registrants on the second page although Limit is smaller than the first page', async () => {
		harness.changeWebinar(live.phoneRequired, {
			sessions: [
				singleSession({ schedule: 51, daysAhead: -40 }),
				singleSession({ schedule: 52, daysAhead: -1 }),
			],
		});
		harness.addRegistrants(30, live.phoneRequired, 51);
		const [first, second] = harness.addRegistrants(3, live.phoneRequired, 52);
		await harness.expectOutput(
			{
				...getRegistrants,
				webinarId: byId(live.phoneRequired),
				limit: 2,
				filters: { sessionDate: 'yesterday' },
			},
			[{ email: first?.email }, { email: second?.email }],
		);
	});
});

describe.each([
	{ today: '31 March', at: Date.parse('2026-03-31T16:00:00Z') },
	{ today: '1 March', at: Date.parse('2026-03-01T17:00:00Z') },
])('Last Month on $today', ({ at }) => {
	const harness = useHarness({ at });

	it('returns the registrants of all sessions in February', async () => {
		harness.respondWithRegistrants([
			rowWithSession('january@example.com', 'Sat, 31 Jan 2026, 11:59 PM'),
			rowWithSession('march@example.com', 'Sun, 1 Mar 2026, 12:00 AM'),
			rowWithSession('endOfFebruary@example.com', 'Sat, 28 Feb 2026, 11:59 PM'),
			rowWithSession('february@example.com', 'Sun, 1 Feb 2026, 12:00 AM'),
		]);
		await harness.expectOutput({ ...getRegistrants, filters: { sessionDate: 'lastMonth' } }, [
			{ email: 'endOfFebruary@example.com' },
			{ email: 'february@example.com' },
		]);
	});
});

describe('real registrant lists', () => {
	const harness = useHarness({ at: NOW });

	it('gives a hint if nobody is listed and the webinar does not have the chosen schedule', async () => {
		harness.respondWithExample('live-webinar-dates-past');
		harness.respondWithExample('live-registrants-unknown-schedule');
		const { output, hints } = await harness.run({
			...getRegistrants,
			webinarId: byId(1229),
			schedule: byId(1),
		});
		expect(output).toEqual([]);
		expect(hints).toEqual([
			"The webinar has no schedule with the ID 1. 1 might be a session number from the webinar's dashboard, or the schedule ID of a different webinar. Choose the session from the list. (webinar 1229)",
		]);
	});

	it('gives no hint if nobody is listed but the webinar has the chosen schedule', async () => {
		harness.respondWithExample('live-webinar-dates-past');
		harness.respondWithExample('live-registrants-unknown-schedule');
		const { hints } = await harness.run({
			...getRegistrants,
			webinarId: byId(1229),
			schedule: byId(107),
		});
		expect(hints).toEqual([]);
	});
});
