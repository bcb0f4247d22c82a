import { byId, useHarness } from '../support/harness';

/** Tuesday, 24 November 2026, 15:00 in New York, where the webinar takes place, and already Wednesday in Tokyo. */
const NOW = Date.parse('2026-11-24T20:00:00Z');

const registrants = { resource: 'live', operation: 'getRegistrants', webinarId: byId(1) };

const rowWithSession = (email: string, event: string | null) => ({
	email,
	event,
	schedule: event ?? 'Just in time',
});

describe('the Session Date filter', () => {
	const harness = useHarness({ at: NOW });

	const emailsFor = async (sessionDate: string, more = {}) => {
		const rows = await harness.output({ ...registrants, ...more, filters: { sessionDate } });
		return rows.map(({ email }) => email);
	};

	beforeEach(() =>
		harness.listRows([
			rowWithSession('today@example.com', 'Tue, 24 Nov 2026, 11:30 PM'),
			rowWithSession('yesterday@example.com', 'Mon, 23 Nov 2026, 12:00 AM'),
			rowWithSession('sixDaysAgo@example.com', 'Wed, 18 Nov 2026, 10:00 AM'),
			rowWithSession('sevenDaysAgo@example.com', 'Tue, 17 Nov 2026, 10:00 AM'),
			rowWithSession('endOfOctober@example.com', 'Sat, 31 Oct 2026, 11:59 PM'),
			rowWithSession('endOfMonth@example.com', 'Mon, 30 Nov 2026, 10:00 AM'),
			rowWithSession('justInTime@example.com', null),
		]),
	);

	it.each([
		['today', ['today@example.com']],
		['yesterday', ['yesterday@example.com']],
		['last7Days', ['today@example.com', 'yesterday@example.com', 'sixDaysAgo@example.com']],
		['lastMonth', ['endOfOctober@example.com']],
		[
			'last30Days',
			[
				'today@example.com',
				'yesterday@example.com',
				'sixDaysAgo@example.com',
				'sevenDaysAgo@example.com',
				'endOfOctober@example.com',
			],
		],
		[
			'thisMonth',
			[
				'today@example.com',
				'yesterday@example.com',
				'sixDaysAgo@example.com',
				'sevenDaysAgo@example.com',
				'endOfMonth@example.com',
			],
		],
	])('returns registrants whose session is in the period %s', async (period, emails) => {
		await expect(emailsFor(period)).resolves.toEqual(emails);
	});

	it('requests all registrants, because the service cannot filter by session date', async () => {
		await emailsFor('yesterday');
		const [, request] = harness.sandbox.calls;
		expect(request?.parameters).toEqual({ webinar_id: '1', page: '1' });
	});

	it('says that Session Date leaves out registrants without a session date', async () => {
		const { hints } = await harness.run({ ...registrants, filters: { sessionDate: 'today' } });
		expect(hints).toEqual([
			'Registrants without a session date, such as just in time, are left out by Session Date. (webinar 1)',
		]);
	});

	it('applies Limit to the registrants that Session Date leaves', async () => {
		const { output, hints } = await harness.run({
			...registrants,
			limit: 2,
			filters: { sessionDate: 'last7Days' },
		});
		expect(output).toHaveLength(2);
		expect(hints).toContain('There are more than 2 results. Turn on Return All or raise Limit.');
	});

	it('filters the registrants of all webinars by session date', async () => {
		const emails = await emailsFor('today', { webinarScope: 'all' });
		// The service lists the same people for each webinar.
		expect([...new Set(emails)]).toEqual(['today@example.com']);
	});

	it('advises to remove a filter if no registrant matches Session Date', async () => {
		harness.listRows([rowWithSession('today@example.com', 'Tue, 24 Nov 2026, 11:30 PM')]);
		const { output, hints } = await harness.run({ ...registrants, filters: { sessionDate: 'yesterday' } });
		expect(output).toEqual([]);
		expect(hints).toEqual(['No registrant matches the filters. Remove one to see more.']);
	});

	it('recommends Session Date if Sign-Up Date finds nobody', async () => {
		harness.listRows([]);
		const { hints } = await harness.run({ ...registrants, filters: { dateRange: 2 } });
		expect(hints).toEqual([
			'No registrant matches. Sign-Up Date filters by the day of registration. To filter by the day of the session, use Session Date.',
		]);
	});
});

describe('real registrant lists', () => {
	const harness = useHarness({ at: NOW });

	it('returns how many seconds after the start a registrant entered the live room', async () => {
		harness.respondLikeReality('live-webinar-dates-past');
		harness.respondLikeReality('live-registrants');
		const rows = await harness.output({ ...registrants, webinarId: byId(1229) });
		expect(rows[0]).toMatchObject({
			email: 'ada@people.example',
			entered_live: 192,
		});
	});

	it('gives a hint if the webinar does not have the chosen schedule', async () => {
		harness.respondLikeReality('live-webinar-dates-past');
		harness.respondLikeReality('live-registrants-unknown-schedule');
		const { output, hints } = await harness.run({
			...registrants,
			webinarId: byId(1229),
			schedule: byId(1),
		});
		expect(output).toEqual([]);
		expect(hints).toEqual([
			"The webinar has no schedule with the ID 1. 1 may be the session number in the webinar's dashboard, or the schedule ID of another webinar. Choose the session from the list. (webinar 1229)",
		]);
	});

	it('come out without a hint if the webinar has the schedule', async () => {
		harness.respondLikeReality('live-webinar-dates-past');
		harness.respondLikeReality('live-registrants-unknown-schedule');
		const { hints } = await harness.run({
			...registrants,
			webinarId: byId(1229),
			schedule: byId(107),
		});
		expect(hints).toEqual([]);
	});
});
