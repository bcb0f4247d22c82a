import { Settings } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v4';

import { byId, waitUntil, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { automated, live, seriesSession } from '../support/sandboxWebinars';
import { singleSession } from '../support/singleSession';

/** Noon in New York on a Wednesday, before the clocks change on 8 March there and on 29 March in London. */
const NOW = Date.UTC(2026, 1, 25, 17);

// The node writes English whatever the locale of n8n is.
const { defaultLocale } = Settings;
beforeAll(() => (Settings.defaultLocale = 'de'));
afterAll(() => (Settings.defaultLocale = defaultLocale));

const allLiveSessions = { operation: 'getSessions', resource: 'live', returnAll: true };

/** Parameters of Get Many Sessions for one webinar. The sandbox's automated webinars have IDs above 100. */
const sessionsOf = (webinarId: number) => ({
	operation: 'getSessions',
	resource: webinarId > 100 ? 'automated' : 'live',
	webinarScope: 'one',
	webinarId: byId(webinarId),
	returnAll: true,
});

describe('Get Many Sessions', () => {
	const harness = useHarness({ at: NOW });

	it('returns the sessions of all webinars, or the first few, sorted by start, with one request per webinar', async () => {
		const output = await harness.getOutput(allLiveSessions);
		const starts = output.map(({ starts_at }) => z.string().parse(starts_at));
		expect(starts).toEqual([...starts].sort());
		expect(harness.countRequests('live/webinars')).toBe(1);
		expect(harness.countRequests('live/webinar')).toBe(10);
		const limited = { ...allLiveSessions, returnAll: false, limit: 3 };
		await expect(harness.getOutput(limited)).resolves.toEqual(output.slice(0, 3));
	});

	it('returns a session that starts exactly Within Days from now, but not one a minute later', async () => {
		harness.changeWebinar(live.oneSession, {
			sessions: [
				{ kind: 'once', schedule: 12, daysAhead: 6, time: '12:01' },
				{ kind: 'once', schedule: 11, daysAhead: 6, time: '12:00' },
			],
		});
		const withinDays = { ...sessionsOf(live.oneSession), filters: { withinDays: 6 } };
		await harness.expectOutput(withinDays, [{ schedule: 11, date: '2026-03-03 12:00' }]);
	});

	it("lists a session's most useful fields first, and its IDs last", async () => {
		const [session = {}] = await harness.getOutput(sessionsOf(live.series));
		const minutesUntilStart = 6 * 24 * 60 + 60;
		const expected = seriesSession(harness.sandbox.url, minutesUntilStart);
		expect(session).toEqual(expected);
		expect(Object.keys(session)).toEqual(Object.keys(expected));
	});

	it('reports the cancellation if the execution is canceled while all webinars are read', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'webinar', times: Infinity });
		const cancel = new AbortController();
		const running = harness.run(allLiveSessions, { signal: cancel.signal });
		await waitUntil(() => harness.countRequests('live/webinar') === 10);
		cancel.abort();
		const { run } = await running;
		expect(run.data.resultData.error?.message).toMatch(/The execution was canceled$/);
	});

	it('returns the sessions of one webinar without requesting the webinar list', async () => {
		await harness.expectOutput(sessionsOf(live.series), [
			{ date: '2026-03-03 18:00' },
			{ date: '2026-03-10 18:00' },
			{ date: '2026-03-17 18:00' },
		]);
		await harness.expectOutput({ ...sessionsOf(live.series), returnAll: false, limit: 1 }, [
			{ date: '2026-03-03 18:00' },
		]);
		expect(harness.requestNames).toEqual(['live/webinar', 'live/webinar']);
		await harness.expectOutput({ ...sessionsOf(live.series), filters: { titleContains: 'onboard' } }, []);
	});

	it('returns sessions without a start only if Include Undated is on, after all other sessions', async () => {
		const dated = await harness.getOutput(sessionsOf(automated.everyKind));
		expect(dated.map(({ schedule }) => schedule)).not.toContain(1011);
		const withUndated = await harness.getOutput({
			...sessionsOf(automated.everyKind),
			filters: { includeUndated: true },
		});
		expect(withUndated.slice(0, dated.length)).toEqual(dated);
		const undated = withUndated.slice(dated.length);
		expect(undated).toMatchObject([
			{ schedule: 1011, starts_at: null, minutes_until_start: null },
			{ schedule: 1012, starts_at: null, minutes_until_start: null },
		]);
	});

	it('omits a session that starts now', async () => {
		const past = { date: '2026-02-25 12:00', schedule: 11 };
		const upcoming = { date: '2026-02-25 12:01', schedule: 11 };
		const webinar = {
			webinar_id: live.oneSession,
			timezone: 'America/New_York',
			schedules: [past, upcoming],
		};
		harness.respondWith('webinar', { webinar });
		await harness.expectOutput(sessionsOf(live.oneSession), [upcoming]);
	});

	it.each([
		{
			filters: { withinDays: 6 },
			requests: 10,
			webinarIds: [live.phoneRequired, live.oneSession],
		},
		{
			filters: { withinDays: 7, titleContains: 'GROWTH' },
			requests: 1,
			webinarIds: [live.series],
		},
		{
			filters: { titleContains: 'onboard' },
			requests: 1,
			webinarIds: [live.oneSession],
		},
		{ filters: { titleContains: 'no such title' }, requests: 0, webinarIds: [] },
	])(
		'returns only sessions that match $filters, with $requests webinar requests',
		async ({ filters, requests, webinarIds }) => {
			const output = await harness.getOutput({ ...allLiveSessions, filters });
			const found = new Set(output.map(({ webinar_id }) => webinar_id));
			expect([...found]).toEqual(webinarIds);
			expect(harness.countRequests('live/webinar')).toBe(requests);
		},
	);

	it.each([
		{ timezone: 'Europe/London', date: '2026-02-26 16:00' },
		{ timezone: 'GMT+5:45', date: '2026-02-26 21:45' },
	])("returns local dates in the attendee's time zone, $timezone", async ({ timezone, date }) => {
		const { output, hints } = await harness.run({ ...sessionsOf(automated.attendeeZone), timezone });
		const session = output.map(({ json }) => json).find(({ schedule }) => schedule === 1021);
		expect(session).toMatchObject({
			timezone,
			date,
			starts_at: '2026-02-26T16:00:00Z',
		});
		expect(hints).toEqual([]);
	});

	it("returns dates in EST (GMT-5), with a hint, if dates depend on the attendee's time zone and Timezone is empty", async () => {
		const { output, hints } = await harness.run({ ...sessionsOf(automated.attendeeZone), timezone: '' });
		const session = output.map(({ json }) => json).find(({ schedule }) => schedule === 1021);
		expect(session).toMatchObject({
			timezone: 'GMT-5',
			date: '2026-02-26 11:00',
			starts_at: '2026-02-26T16:00:00Z',
		});
		expect(hints).toEqual([matching(/Timezone is empty, so the dates are in EST/)]);
	});

	/** Lets the service list these dates without an offset, and with one. */
	const respondWithDates = (withoutOffset: string, atOffset: string) => {
		const webinar = { webinar_id: automated.quarterHourZone, timezone: 'Asia/Kathmandu' };
		const schedulesOn = (date: string) => [{ date, schedule: 1051 }];
		harness.respondWith(
			'webinar',
			{ webinar: { ...webinar, schedules: schedulesOn(withoutOffset) } },
			{ times: 1 },
		);
		harness.respondWith('webinar', { webinar: { ...webinar, schedules: schedulesOn(atOffset) } });
	};

	it('returns the start in the stated time zone if two responses differ only because a session began between them', async () => {
		// It is 22:45 in Kathmandu.
		respondWithDates('2026-02-25 22:46', '2026-02-26 22:46');
		await harness.expectOutput(sessionsOf(automated.quarterHourZone), [
			{ date: '2026-02-25 22:46', timezone: 'Asia/Kathmandu', starts_at: '2026-02-25T17:01:00Z' },
		]);
	});

	it("returns dates in EST, with a hint, if the other response lists the session of another day, as on each attendee's own clock", async () => {
		respondWithDates('2026-02-26 10:00', '2026-02-27 10:00');
		const { output, hints } = await harness.run(sessionsOf(automated.quarterHourZone));
		expect(output.map(({ json }) => json)).toMatchObject([
			{ date: '2026-02-26 10:00', timezone: 'GMT-5', starts_at: '2026-02-26T15:00:00Z' },
		]);
		expect(hints).toEqual([matching(/Timezone is empty, so the dates are in EST/)]);
	});

	it('returns no start for a webinar without a time zone', async () => {
		const schedules = [{ date: '2026-03-01 10:00', schedule: 11 }];
		harness.respondWith('webinar', { webinar: { webinar_id: live.oneSession, schedules } });
		await harness.expectOutput(sessionsOf(live.oneSession), [
			{
				date: '2026-03-01 10:00',
				timezone: null,
				starts_at: null,
				minutes_until_start: null,
				title: null,
				comment: null,
			},
		]);
	});

	const failSeries = () =>
		harness.sandbox.fail({ kind: 'answer', webinarId: live.series, status: 404, times: Infinity });

	it('names the webinar in the error if reading all webinars fails at one of them', async () => {
		failSeries();
		await harness.expectError(allLiveSessions, {
			message: matching(/^Webinar 2: /),
			description: containing('It may have been deleted'),
			itemIndex: 0,
		});
	});

	it('returns the item as failed if the request for one of all webinars fails and On Error is Continue', async () => {
		failSeries();
		const { output, errorOutput } = await harness.run(allLiveSessions, { onError: 'continueErrorOutput' });
		expect(output).toEqual([]);
		expect(errorOutput).toMatchObject([
			{ json: { error: matching(/^Webinar 2: /) }, pairedItem: { item: 0 } },
		]);
	});

	describe('with the filter Session Date', () => {
		/** The sessions of the webinar, unsorted. Now it is noon on Wednesday, 25 February, in New York. */
		const sessions = [
			singleSession({ schedule: 7, daysAhead: 7 }),
			singleSession({ schedule: 1, daysAhead: 0 }),
			singleSession({ schedule: 3, daysAhead: 3 }),
			{ kind: 'once', schedule: 10, daysAhead: 0, time: '11:00' },
			singleSession({ schedule: 2, daysAhead: 1 }),
			singleSession({ schedule: 4, daysAhead: 4 }),
			singleSession({ schedule: 6, daysAhead: 6 }),
		];
		const withDate = (sessionDate: string, more: object = {}) => ({
			...sessionsOf(live.oneSession),
			filters: { sessionDate, ...more },
		});

		it.each([
			{ sessionDate: 'today', schedules: [1] },
			{ sessionDate: 'tomorrow', schedules: [2] },
			{ sessionDate: 'next7Days', schedules: [1, 2, 3, 4, 6] },
			{ sessionDate: 'thisMonth', schedules: [1, 2, 3] },
		])('returns only sessions of $sessionDate that are still to come', async ({ sessionDate, schedules }) => {
			harness.changeWebinar(live.oneSession, { sessions });
			await harness.expectOutput(
				withDate(sessionDate),
				schedules.map((schedule) => ({ schedule })),
			);
		});

		it("finds today's sessions of all webinars, each in its own time zone", async () => {
			const inTwoHours = { kind: 'once', schedule: 10, daysAhead: 0, time: '14:00' };
			harness.changeWebinar(live.oneSession, { sessions: [inTwoHours] });
			// In Auckland, it is 06:00 on Thursday, so a session on Wednesday at 18:00 is over.
			const { phoneRequired } = live;
			harness.changeWebinar(phoneRequired, {
				timezone: 'Pacific/Auckland',
				sessions: [
					singleSession({ schedule: 51, daysAhead: 0 }),
					singleSession({ schedule: 52, daysAhead: 1 }),
				],
			});
			const today = { ...allLiveSessions, filters: { sessionDate: 'today' } };
			const output = await harness.getOutput(today);
			expect(output.map(({ date_text }) => date_text)).toEqual([
				'Wed, 25 Feb 2026, 14:00 (New York)',
				'Thu, 26 Feb 2026, 18:00 (Auckland)',
			]);
		});
	});

	const NO_SESSION =
		'No upcoming session matches. Sessions without a start time, such as always-on sessions, are returned only with the filter Include Undated.';

	it.each([
		{ sessionDate: 'today' },
		{ withinDays: 1 },
		{ sessionDate: 'next7Days', withinDays: 1 },
		{ titleContains: 'no such title' },
	])('gives one hint if no session matches the filters %j', async (filters) => {
		harness.changeWebinar(live.oneSession, { sessions: [singleSession({ schedule: 9, daysAhead: 9 })] });
		const { output, hints } = await harness.run({ ...sessionsOf(live.oneSession), filters });
		expect(output).toEqual([]);
		expect(hints).toEqual([NO_SESSION]);
	});

	it('names the items without sessions in the hint', async () => {
		const items = [{ webinar: live.alwaysOn }, { webinar: live.oneSession }, { webinar: live.noSession }];
		const parameters = { ...sessionsOf(live.alwaysOn), webinarId: byId('={{ $json.webinar }}') };
		const { output, hints } = await harness.run(parameters, { items });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		expect(hints).toEqual([`${NO_SESSION} (item 0 and item 2)`]);
	});

	it('names Include Undated in the hint if the only session has no schedule ID', async () => {
		harness.respondWith('webinar', { webinar: { webinar_id: live.oneSession, schedules: ['Just in time'] } });
		const { hints } = await harness.run(sessionsOf(live.oneSession));
		expect(hints).toEqual([NO_SESSION]);
	});

	it('gives no hint about the time zone of dates that are not in the output', async () => {
		const parameters = { ...sessionsOf(automated.attendeeZone), filters: { withinDays: 1 } };
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [{ kind: 'justInTime', schedule: 2 }, singleSession({ schedule: 9, daysAhead: 9 })],
		});
		const { hints } = await harness.run(parameters);
		expect(hints).toEqual([NO_SESSION]);
	});

	it('returns a session whose date lacks the zero of its hour', async () => {
		const schedules = [{ date: '2026-03-05 9:00', schedule: 1051 }];
		const webinar = { webinar_id: automated.quarterHourZone, timezone: 'Asia/Kathmandu', schedules };
		harness.respondWith('webinar', { webinar });
		await harness.expectOutput(sessionsOf(automated.quarterHourZone), [
			{ date: '2026-03-05 9:00', starts_at: '2026-03-05T03:15:00Z' },
		]);
	});

	it('gives no hint about dates or time zones for always-on sessions', async () => {
		const always = { ...sessionsOf(live.alwaysOn), filters: { includeUndated: true } };
		const { output, hints } = await harness.run(always);
		expect(output).toMatchObject([{ json: { starts_at: null } }]);
		expect(hints).toEqual([]);
	});

	it('says in a hint that there are more sessions only if Limit is less than their number', async () => {
		const threeSessions = { ...sessionsOf(live.series), returnAll: false };
		const asMany = await harness.run({ ...threeSessions, limit: '={{ 3 }}' });
		expect(asMany.output).toHaveLength(3);
		expect(asMany.hints).toEqual([]);
		const fewer = await harness.run({ ...threeSessions, limit: '={{ 2 }}' });
		expect(fewer.output).toHaveLength(2);
		expect(fewer.hints).toEqual([
			'There are more than 2 results. To return more, raise Limit or turn on Return All.',
		]);
	});
});

describe('Get Many Sessions in summer', () => {
	const harness = useHarness({ at: Date.UTC(2026, 6, 1, 17) });

	it('reads dates without Timezone as EST (GMT-5) during daylight saving time too', async () => {
		const sessions = await harness.getOutput(sessionsOf(automated.attendeeZone));
		expect(sessions.find(({ schedule }) => schedule === 1021)).toMatchObject({
			timezone: 'GMT-5',
			date: '2026-07-02 11:00',
			starts_at: '2026-07-02T16:00:00Z',
		});
	});
});

/** Value and name of an entry. */
const nextSession = ['next', 'Next Upcoming Session'];
const allSessions = ['', 'All Sessions'];

const expressionWithoutValue = '={{ $json.id }}';
const webinarsWithoutValue = [
	{ what: 'is an expression without a value', webinarId: byId(expressionWithoutValue) },
	{ what: 'is an expression that the editor sends as an empty value', webinarId: byId('') },
];

describe("the Session field's list in Register", () => {
	const harness = useHarness({ at: NOW });

	/** Returns the entries for Register, by default in an automated webinar. */
	const loadEntries = async (parameters: INodeParameters) =>
		await harness.loadChoices('searchSessions', {
			operation: 'register',
			resource: 'automated',
			...parameters,
		});

	/** Returns value and name of each entry. */
	const loadValuesAndNames = async (parameters: INodeParameters) => {
		const entries = await loadEntries(parameters);
		return entries.map(({ value, name }) => [value, name]);
	};

	const liveWebinar = (id: number) => ({ resource: 'live', webinarId: byId(id) });

	it('marks a live session that has begun, and not one that begins in a minute', async () => {
		harness.changeWebinar(live.oneSession, {
			sessions: [
				{ kind: 'once', schedule: 13, daysAhead: 0, time: '12:01' },
				{ kind: 'once', schedule: 12, daysAhead: 0, time: '11:01' },
				{ kind: 'once', schedule: 11, daysAhead: 0, time: '09:00' },
			],
		});
		await expect(loadValuesAndNames(liveWebinar(live.oneSession))).resolves.toEqual([
			nextSession,
			['11', 'Wed, 25 Feb 2026, 09:00 (New York) · began 3 hours ago · 11'],
			['12', 'Wed, 25 Feb 2026, 11:01 (New York) · began 59 minutes ago · 12'],
			['13', 'Wed, 25 Feb 2026, 12:01 (New York) · 13'],
		]);
	});

	it('marks a session of a live series that has begun, beside the words "whole series"', async () => {
		harness.changeWebinar(live.series, {
			sessions: [
				{ kind: 'once', schedule: 21, daysAhead: 0, time: '09:00' },
				{ kind: 'once', schedule: 22, daysAhead: 7, time: '09:00' },
			],
		});
		await expect(loadValuesAndNames(liveWebinar(live.series))).resolves.toEqual([
			nextSession,
			['21', 'Wed, 25 Feb 2026, 09:00 (London) · began 8 hours ago · whole series · 21'],
			['22', 'Wed, 4 Mar 2026, 09:00 (London) · whole series · 22'],
		]);
	});

	it('lists two single sessions by "Next" and by date, in the time zone entered in Timezone', async () => {
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [
				singleSession({ schedule: 61, daysAhead: 4 }),
				singleSession({ schedule: 62, daysAhead: 5 }),
			],
		});
		const entries = await loadValuesAndNames({
			webinarId: byId(automated.attendeeZone),
			timezone: 'Asia/Kathmandu',
		});
		expect(entries).toEqual([
			nextSession,
			['61|next', 'Next · Mon, 2 Mar 2026 · 61'],
			['62|next', 'Next · Tue, 3 Mar 2026 · 62'],
			['61|2026-03-02 04:45', 'Mon, 2 Mar 2026, 04:45 (Kathmandu) · 61'],
			['62|2026-03-03 04:45', 'Tue, 3 Mar 2026, 04:45 (Kathmandu) · 62'],
		]);
	});

	it('shows the day of the next session in "Next" if the service lists a later date first', async () => {
		const schedules = [
			{ schedule: 61, date: '2026-03-05 10:00', comment: '' },
			{ schedule: 61, date: '2026-03-02 10:00', comment: '' },
		];
		const webinar = { webinar_id: automated.quarterHourZone, timezone: 'Europe/London', schedules };
		harness.respondWith('webinar', { webinar });
		const entries = await loadValuesAndNames({ webinarId: byId(automated.quarterHourZone) });
		expect(entries).toContainEqual(['61|next', 'Next · Mon, 2 Mar 2026 · 61']);
	});

	/** A webinar with a schedule that is past, and one with a date before and a date after now. */
	const respondWithPastDates = () => {
		const schedules = [
			{ schedule: 61, date: '2026-02-21 10:00', comment: 'Rediffusion' },
			{ schedule: 62, date: '2026-02-25 10:00', comment: 'Every day, 10:00 AM' },
			{ schedule: 62, date: '2026-02-26 10:00', comment: 'Every day, 10:00 AM' },
		];
		const webinar = { webinar_id: automated.attendeeZone, timezone: null, schedules };
		harness.respondWith('webinar', { webinar });
		return { webinarId: byId(automated.attendeeZone), timezone: 'Europe/London' };
	};

	it('lists no "Next" entry for a schedule whose dates are all past', async () => {
		const entries = await loadEntries(respondWithPastDates());
		expect(entries.map(({ value }) => value)).toEqual([
			'next',
			'62|next',
			'61',
			'62|2026-02-25 10:00',
			'62|2026-02-26 10:00',
		]);
	});

	it('marks the past dates of an automated webinar, which may be replays', async () => {
		const entries = await loadEntries(respondWithPastDates());
		expect(entries.slice(2).map(({ name }) => name)).toEqual([
			'Sat, 21 Feb 2026, 10:00 (London) · began 4 days ago · 61',
			'Wed, 25 Feb 2026, 10:00 (London) · began 7 hours ago · 62',
			'Thu, 26 Feb 2026, 10:00 (London) · 62',
		]);
	});

	it('offers no "Next" entry for a schedule without a date, because Register finds no next session in it', async () => {
		const schedules = [
			{ schedule: 61, date: '', comment: 'Every day, 10:00 AM' },
			{ schedule: 62, date: '2026-03-02 18:00', comment: 'Every day, 06:00 PM' },
		];
		const webinar = { webinar_id: automated.attendeeZone, timezone: null, schedules };
		harness.respondWith('webinar', { webinar });
		const parameters = { webinarId: byId(automated.attendeeZone), timezone: 'Asia/Kathmandu' };
		await expect(loadValuesAndNames(parameters)).resolves.toEqual([
			nextSession,
			['62|next', 'Next · Every day, 06:00 PM · 62'],
			['61', 'No date · Every day, 10:00 AM · 61'],
			['62|2026-03-02 18:00', 'Mon, 2 Mar 2026, 18:00 (Kathmandu) · 62'],
		]);
	});

	const ofEachSchedule = [
		['1022|next', 'Next · Every weekday, 06:00 PM · 1022'],
		['1021|next', 'Next · Every day, 11:00 AM · 1021'],
	];

	it.each([
		{ what: 'Timezone is empty', timezone: '' },
		{ what: 'Timezone is an expression without a value', timezone: expressionWithoutValue },
		{ what: 'the editor sends the expression in Timezone as null', timezone: null },
	])("lists each schedule's next session, and no dates, if $what", async ({ timezone }) => {
		const entries = await loadValuesAndNames({ webinarId: byId(automated.attendeeZone), timezone });
		expect(entries).toEqual([nextSession, ...ofEachSchedule]);
	});

	it('lists the same entries as without Timezone if Timezone cannot be read', async () => {
		const entries = await loadValuesAndNames({
			webinarId: byId(automated.attendeeZone),
			timezone: 'Nowhere/Land',
		});
		expect(entries).toEqual([nextSession, ...ofEachSchedule]);
	});

	it('lists the dates of a webinar with its own time zone, even if Timezone is an abbreviation, which cannot be read', async () => {
		const webinarId = byId(automated.quarterHourZone);
		const [first, ...dates] = await loadValuesAndNames({ webinarId, timezone: 'EST' });
		expect(first).toEqual(nextSession);
		expect(dates.map(([value]) => value)).toEqual(['1051|2026-03-01 19:15', '1052|2026-03-05 19:15']);
	});

	it('lists no next session of a schedule that is over, if Timezone is empty', async () => {
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [
				singleSession({ schedule: 61, daysAhead: -4 }),
				singleSession({ schedule: 62, daysAhead: 5 }),
				singleSession({ schedule: 63, daysAhead: 4 }),
			],
		});
		const entries = await loadValuesAndNames({ webinarId: byId(automated.attendeeZone), timezone: '' });
		expect(entries.map(([value]) => value).sort()).toEqual(['62|next', '63|next', 'next']);
	});

	it('lists a schedule that is always on beside one with dates, if Timezone is empty', async () => {
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [
				{ kind: 'alwaysOn', schedule: 1 },
				{ kind: 'everyDay', schedule: 3, time: '11:00' },
			],
		});
		const entries = await loadEntries({ webinarId: byId(automated.attendeeZone), timezone: '' });
		expect(entries.map(({ value }) => value)).toEqual(['next', '3|next', '1']);
	});

	const undatedReplay = { schedule: 60, date: null, comment: 'Rediffusion' };

	it('lists a schedule without a date, which needs no time zone, if Timezone is empty', async () => {
		const schedules = [{ schedule: 61, date: '2026-03-05 10:00', comment: 'Tous les jours' }, undatedReplay];
		const webinar = { webinar_id: automated.attendeeZone, timezone: 'auto', schedules };
		harness.respondWith('webinar', { webinar });
		const entries = await loadValuesAndNames({ webinarId: byId(automated.attendeeZone), timezone: '' });
		expect(entries).toEqual([
			nextSession,
			['61|next', 'Next · Thu, 5 Mar 2026 · 61'],
			['60', 'No date · Rediffusion · 60'],
		]);
	});

	it('lists no undated entry of a schedule that has dates, because its ID means the next date', async () => {
		const ofSchedule = [{ schedule: 60, date: '2026-03-05 10:00', comment: 'Tous les jours' }, undatedReplay];
		const webinar = { webinar_id: automated.quarterHourZone, timezone: 'Asia/Kathmandu' };
		harness.respondWith('webinar', { webinar: { ...webinar, schedules: ofSchedule } });
		const entries = await loadEntries({ webinarId: byId(automated.quarterHourZone) });
		expect(entries.map(({ value }) => value)).toEqual(['next', '60|next', '60|2026-03-05 10:00']);
	});

	it('lists the just-in-time session and the instant replay without Timezone', async () => {
		harness.changeWebinar(automated.attendeeZone, {
			sessions: [
				{ kind: 'instantReplay', schedule: 1 },
				{ kind: 'justInTime', schedule: 2 },
				{ kind: 'everyDay', schedule: 3, time: '11:00' },
			],
		});
		const entries = await loadValuesAndNames({ webinarId: byId(automated.attendeeZone), timezone: '' });
		expect(entries).toEqual([
			nextSession,
			['justInTime', 'Just-in-Time Session'],
			['instantReplay', 'Instant Replay'],
			['3|next', 'Next · Every day, 11:00 AM · 3'],
		]);
	});

	it.each(webinarsWithoutValue)(
		'lists the entries that name no schedule if Webinar $what',
		async ({ webinarId }) => {
			await expect(loadValuesAndNames({ webinarId })).resolves.toEqual([
				nextSession,
				['justInTime', 'Just-in-Time Session'],
				['instantReplay', 'Instant Replay'],
			]);
			await expect(loadValuesAndNames({ webinarId, resource: 'live' })).resolves.toEqual([nextSession]);
		},
	);

	it('shows an error instead of an empty list', async () => {
		await expect(loadEntries(liveWebinar(live.noSession))).rejects.toMatchObject({
			message: 'The webinar has no sessions',
		});
	});

	it('asks for a webinar if none is chosen', async () => {
		const webinarId = { __rl: true, mode: 'list', value: '' } as const;
		await expect(loadEntries({ webinarId })).rejects.toMatchObject({
			message: 'Choose a webinar to see its sessions.',
			description: 'Choose the webinar first. The list of its sessions then opens here.',
		});
	});

	it('lists only entries with values that Register accepts', async () => {
		const webinar = { webinarId: byId(automated.attendeeZone), timezone: 'Asia/Kathmandu' };
		const entries = await loadEntries(webinar);
		const items = entries.map(({ value }) => ({ value }));
		expect(items.length).toBeGreaterThan(4);
		const parameters = {
			resource: 'automated',
			operation: 'register',
			...webinar,
			firstName: 'Ann',
			email: '=ann{{ $itemIndex }}@example.com',
			schedule: { __rl: true, mode: 'list', value: '={{ $json.value }}' },
		};
		await expect(harness.getOutput(parameters, { items })).resolves.toHaveLength(items.length);
	});
});

describe("the Session field's list in Get Registrants and the trigger", () => {
	const harness = useHarness({ at: NOW });

	/** Returns value and name of each entry, by default for Get Registrants. */
	const loadValuesAndNames = async (parameters: INodeParameters, filter?: string) => {
		const whole = { operation: 'getRegistrants', ...parameters };
		const entries = await harness.loadChoices('searchSchedules', whole, filter);
		return entries.map(({ value, name }) => [value, name]);
	};

	const liveWebinar = (id: number) => ({ resource: 'live', webinarId: byId(id) });
	const automatedWebinar = (id: number) => ({ resource: 'automated', webinarId: byId(id) });

	it('lists a live series as one entry', async () => {
		await expect(loadValuesAndNames(liveWebinar(live.series))).resolves.toEqual([
			allSessions,
			['21', 'Series from Tue, 3 Mar 2026, 18:00 (London) · 21'],
		]);
	});

	it('lists a daily schedule once, without dates', async () => {
		await expect(loadValuesAndNames(automatedWebinar(automated.everyKind))).resolves.toEqual([
			allSessions,
			['1013', 'Every day, 01:00 PM · 1013'],
		]);
	});

	it("does not need Timezone, even if dates depend on the attendee's time zone", async () => {
		await expect(loadValuesAndNames(automatedWebinar(automated.attendeeZone))).resolves.toEqual([
			allSessions,
			['1022', 'Every weekday, 06:00 PM · 1022'],
			['1021', 'Every day, 11:00 AM · 1021'],
		]);
	});

	it('lists the sessions of a live series if each session has its own schedule ID', async () => {
		harness.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 26, daysAhead: 6 }),
				singleSession({ schedule: 33, daysAhead: 13 }),
			],
		});
		const [, first] = await loadValuesAndNames(liveWebinar(live.series));
		expect(first).toEqual(['26', 'Tue, 3 Mar 2026, 18:00 (London) · 26']);
	});

	it.each(webinarsWithoutValue)('lists only All Sessions if Webinar $what', async ({ webinarId }) => {
		await expect(loadValuesAndNames({ resource: 'live', webinarId })).resolves.toEqual([allSessions]);
	});

	it.each([
		{ node: 'Get Registrants', parameters: {} },
		{ node: 'the trigger', parameters: { operation: undefined, event: 'registrantAttended' } },
	])(
		"lists the webinar's past sessions after the upcoming ones, newest first, with one request: $node",
		async ({ parameters }) => {
			const twoEvenings = { ...parameters, ...liveWebinar(live.pastDates) };
			await expect(loadValuesAndNames(twoEvenings)).resolves.toEqual([
				allSessions,
				['219', 'Sat, 21 Mar 2026, 14:00 (Los Angeles) · 219'],
				['208', 'Sat, 3 Jan 2026, 14:00 (Los Angeles) · over · 208'],
				['207', 'Sat, 27 Dec 2025, 14:00 (Los Angeles) · over · 207'],
			]);
			expect(harness.requestNames).toEqual(['live/webinar']);
			const found = await loadValuesAndNames(twoEvenings, 'jan over');
			expect(found.map(([value]) => value)).toEqual(['208']);
		},
	);

	it('lists a schedule only once if it has past and future dates', async () => {
		harness.changeWebinar(live.series, {
			sessions: [
				singleSession({ schedule: 22, daysAhead: 14 }),
				singleSession({ schedule: 21, daysAhead: 7 }),
				singleSession({ schedule: 21, daysAhead: -7 }),
				singleSession({ schedule: 20, daysAhead: -14 }),
			],
		});
		const entries = await loadValuesAndNames(liveWebinar(live.series));
		expect(entries.map(([value]) => value)).toEqual(['', '21', '22', '20']);
	});
});
