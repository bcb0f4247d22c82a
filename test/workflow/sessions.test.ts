import type { INodeParameters } from 'n8n-workflow';

import { byId, until, useHarness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { automated as automatedIds, live as liveIds, seriesSession } from '../support/sandboxWebinars';
import { once } from '../support/sessionRules';

/** Noon in New York on a Wednesday, before the clocks change on 8 March there and on 29 March in London. */
const NOW = Date.UTC(2026, 1, 25, 17);
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

	it('returns the sessions of all webinars sorted by start, with one request per webinar', async () => {
		const output = await harness.output(allLiveSessions);
		const starts = output.map(({ starts_at }) => String(starts_at as string));
		expect(starts).toEqual([...starts].sort());
		expect(Object.keys(output[0] ?? {})).toEqual([
			'name',
			'title',
			'date',
			'date_text',
			'timezone',
			'starts_at',
			'minutes_until_start',
			'comment',
			'type',
			'registration_url',
			'direct_live_room_url',
			'direct_replay_room_url',
			'webinar_id',
			'webinar_hash',
			'schedule',
		]);
		const firstOfSeries = output.find(({ webinar_id }) => webinar_id === 2);
		expect(firstOfSeries).toEqual(seriesSession(harness.sandbox.url, 6 * 24 * 60 + 60));
		expect(harness.count('live/webinars')).toBe(1);
		expect(harness.count('live/webinar')).toBe(10);
	});

	it('fails without naming a webinar when the execution is canceled', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'webinar', times: Infinity });
		const cancel = new AbortController();
		const running = harness.run(allLiveSessions, { signal: cancel.signal });
		await until(() => harness.count('live/webinar') === 10);
		cancel.abort();
		const { run } = await running;
		expect(run.data.resultData.error?.message).toBe('The execution was canceled');
	});

	it('returns the sessions of one webinar without requesting the webinar list', async () => {
		await harness.gives(sessionsOf(2), [
			{ date: '2026-03-03 18:00' },
			{ date: '2026-03-10 18:00' },
			{ date: '2026-03-17 18:00' },
		]);
		await harness.gives({ ...sessionsOf(2), returnAll: false, limit: 1 }, [{ date: '2026-03-03 18:00' }]);
		expect(harness.calls).toEqual(['live/webinar', 'live/webinar']);
	});

	it('returns sessions without a start only with Include Undated, after all others', async () => {
		const dated = await harness.output(sessionsOf(101));
		expect(dated.map(({ schedule }) => schedule)).not.toContain(1011);
		const withUndated = await harness.output({ ...sessionsOf(101), filters: { includeUndated: true } });
		expect(withUndated.slice(0, dated.length)).toEqual(dated);
		const undated = withUndated.slice(dated.length);
		expect(undated).toMatchObject([
			{ schedule: 1011, starts_at: null, minutes_until_start: null },
			{ schedule: 1012, starts_at: null, minutes_until_start: null },
		]);
	});

	it('returns an always-on webinar with Include Undated', async () => {
		const filters = { includeUndated: true, titleContains: 'drop in' };
		await harness.gives({ ...allLiveSessions, filters }, [{ webinar_id: 3, starts_at: null }]);
	});

	it('leaves out a session that started a minute ago', async () => {
		const past = { date: '2026-02-25 11:59', schedule: 11 };
		const upcoming = { date: '2026-02-25 12:01', schedule: 11 };
		const webinar = { webinar_id: 1, timezone: 'America/New_York', schedules: [past, upcoming] };
		harness.succeed('webinar', { webinar });
		await harness.gives(sessionsOf(1), [upcoming]);
	});

	it.each([
		{ filters: { withinDays: 6 }, requests: 10, webinarIds: [5, 1] },
		{ filters: { withinDays: 7, titleContains: 'GROWTH' }, requests: 1, webinarIds: [2] },
		{ filters: { titleContains: 'onboard' }, requests: 1, webinarIds: [1] },
		{ filters: { titleContains: 'no such title' }, requests: 0, webinarIds: [] },
	])(
		'filters sessions by $filters, and requests only webinars whose title matches',
		async ({ filters, requests, webinarIds }) => {
			const output = await harness.output({ ...allLiveSessions, filters });
			const found = new Set(output.map(({ webinar_id }) => webinar_id));
			expect([...found]).toEqual(webinarIds);
			expect(harness.count('live/webinar')).toBe(requests);
		},
	);

	it.each([
		{ timezone: 'Europe/London', returned: 'Europe/London', date: '2026-02-26 16:00' },
		{ timezone: 'GMT+5:45', returned: 'GMT+5:45', date: '2026-02-26 21:45' },
	])('returns local dates in the time zone $timezone of the attendee', async (expected) => {
		const { output, hints } = await harness.run({ ...sessionsOf(102), timezone: expected.timezone });
		const session = output.map(({ json }) => json).find(({ schedule }) => schedule === 1021);
		expect(session).toMatchObject({
			timezone: expected.returned,
			date: expected.date,
			starts_at: '2026-02-26T16:00:00Z',
		});
		expect(hints).toEqual([]);
	});

	it('returns dates in EST with a hint if Timezone is empty for an attendee-zone webinar', async () => {
		const { output, hints } = await harness.run({ ...sessionsOf(102), timezone: '' });
		const session = output.map(({ json }) => json).find(({ schedule }) => schedule === 1021);
		expect(session).toMatchObject({
			timezone: 'GMT-5',
			date: '2026-02-26 11:00',
			starts_at: '2026-02-26T16:00:00Z',
		});
		expect(hints).toEqual([matching(/Timezone is empty, so the dates are in EST/)]);
	});

	it.each([
		{ timezone: 'Europe/London', requests: 2 },
		// New York has the offset of the default dates, so the node compares a second zone.
		{ timezone: 'America/New_York', requests: 3 },
	])(
		'returns the dates of a fixed-zone webinar in its own zone for an attendee in $timezone',
		async ({ timezone, requests }) => {
			await harness.gives({ ...sessionsOf(105), timezone }, [
				{
					timezone: 'Asia/Kathmandu',
					date: '2026-03-01 19:15',
					date_text: 'Sun, 1 Mar 2026, 19:15 (Kathmandu)',
					starts_at: '2026-03-01T13:30:00Z',
				},
				{ timezone: 'Asia/Kathmandu', date: '2026-03-05 19:15', starts_at: '2026-03-05T13:30:00Z' },
			]);
			expect(harness.count('automated/webinar')).toBe(requests);
		},
	);

	it('returns no start if the service does not show which time zone the dates are in', async () => {
		// The only session moves between the two responses, so they have no session in common to compare.
		const webinar = { webinar_id: 105, timezone: 'Asia/Kathmandu' };
		const firstSchedules = [{ date: '2026-03-01 10:00', schedule: 1051 }];
		const laterSchedules = [{ date: '2026-03-02 10:00', schedule: 1051 }];
		harness.succeed('webinar', { webinar: { ...webinar, schedules: firstSchedules } }, { times: 1 });
		harness.succeed('webinar', { webinar: { ...webinar, schedules: laterSchedules } });
		const { output, hints } = await harness.run(sessionsOf(105));
		expect(output.map(({ json }) => json)).toMatchObject([
			{ date: '2026-03-01 10:00', date_text: null, timezone: null, starts_at: null },
		]);
		expect(hints).toEqual([containing('The service does not show which time zone the dates are in')]);
	});

	it('returns no start for a webinar without a time zone', async () => {
		const schedules = [{ date: '2026-03-01 10:00', schedule: 11 }];
		harness.succeed('webinar', { webinar: { webinar_id: 1, schedules } });
		const { output, hints } = await harness.run(sessionsOf(1));
		expect(output.map(({ json }) => json)).toMatchObject([
			{ date: '2026-03-01 10:00', timezone: null, starts_at: null, minutes_until_start: null, title: null },
		]);
		expect(hints).toEqual([
			'The start of the sessions is not known, because the webinar has no known time zone. (webinar 1)',
		]);
	});

	const failWebinar2 = () =>
		harness.sandbox.fail({ kind: 'answer', webinarId: 2, status: 404, times: Infinity });

	it('fails with the ID of the webinar that cannot be read', async () => {
		failWebinar2();
		await harness.fails(allLiveSessions, {
			message: matching(/^Webinar 2: /),
			description: containing('set On Error to Continue'),
			itemIndex: 0,
		});
	});

	it('returns the sessions of the other webinars if one cannot be read and On Error is Continue', async () => {
		failWebinar2();
		const { output, errorOutput } = await harness.run(allLiveSessions, { onError: 'continueErrorOutput' });
		const ids = output.map(({ json }) => json.webinar_id);
		expect(ids).toEqual(expect.arrayContaining([1, 5]));
		expect(ids).not.toContain(2);
		expect(errorOutput).toMatchObject([
			{ json: { error: matching(/^Webinar 2: /) }, pairedItem: { item: 0 } },
		]);
	});

	it('returns the sessions that match the filter of each input item, paired to the item', async () => {
		const filters = { titleContains: '={{ $json.title }}' };
		const items = [{ title: 'growth' }, { title: 'get started' }];
		const { output } = await harness.run({ ...allLiveSessions, filters }, { items });
		expect(output.map(({ json, pairedItem }) => [json.webinar_id, pairedItem])).toEqual([
			[2, { item: 0 }],
			[2, { item: 0 }],
			[2, { item: 0 }],
			[1, { item: 1 }],
		]);
	});

	it.each([
		[{ webinarScope: 'one', webinarId: byId('={{ "" }}') }, 'No webinar is chosen'],
		[{ webinarScope: '={{ "some" }}', webinarId: byId(1) }, '"some" is not an option of Webinars'],
	])('fails without a request for an invalid choice of webinars: %j', async (parameters, message) => {
		await harness.fails({ ...allLiveSessions, ...parameters }, message);
		expect(harness.calls).toEqual([]);
	});

	it('says that there are more sessions only if Limit is below their number', async () => {
		const threeSessions = { ...sessionsOf(liveIds.series), returnAll: false };
		const asMany = await harness.run({ ...threeSessions, limit: 3 });
		expect(asMany.output).toHaveLength(3);
		expect(asMany.hints).toEqual([]);
		const fewer = await harness.run({ ...threeSessions, limit: 2 });
		expect(fewer.output).toHaveLength(2);
		expect(fewer.hints).toEqual(['There are more than 2 results. Turn on Return All or raise Limit.']);
	});

	it('pairs the error of a webinar with the item that asked for it', async () => {
		failWebinar2();
		const filters = { titleContains: '={{ $json.title }}' };
		const items = [{ title: 'get started' }, { title: 'growth' }];
		const options = { items, onError: 'continueErrorOutput' } as const;
		const { output, errorOutput } = await harness.run({ ...allLiveSessions, filters }, options);
		expect(output).toMatchObject([{ json: { webinar_id: 1 }, pairedItem: { item: 0 } }]);
		expect(errorOutput).toMatchObject([
			{ json: { error: matching(/^Webinar 2: /) }, pairedItem: { item: 1 } },
		]);
	});
});

describe('the list of sessions', () => {
	const harness = useHarness({ at: NOW });

	/** The entries of the Session field, by default for Register in an automated webinar. */
	const listSessions = async (parameters: INodeParameters, filter?: string) =>
		await harness.list(
			'searchSchedules',
			{ operation: 'register', resource: 'automated', ...parameters },
			filter,
		);

	/** Value and name of each entry. */
	const listEntries = async (parameters: INodeParameters, filter?: string) => {
		const entries = await listSessions(parameters, filter);
		return entries.map(({ value, name }) => [value, name]);
	};

	const live = (id: number) => ({ resource: 'live', webinarId: byId(id) });
	const getRegistrants = { operation: 'getRegistrants' };
	const createLink = { operation: 'createOneClickLink' };
	const NEXT = ['next', 'Next Upcoming Session'];
	const ALL = ['', 'All Sessions'];
	const FIRST_CONTACT = ['', 'Choose Next: dates fit only the first contact'];
	const WHOLE_SERIES = ['next', 'Next Upcoming Session · whole series'];

	it('offers just in time, instant replay and each date of an automated webinar', async () => {
		await expect(listEntries({ webinarId: byId(101) })).resolves.toEqual([
			['next', 'Next Upcoming Session'],
			['justInTime', 'Just-in-Time Session'],
			['instantReplay', 'Instant Replay'],
			['1013|2026-02-25 13:00', 'Wed 25 Feb 2026 13:00 · Every day · New York'],
			['1013|2026-02-26 13:00', 'Thu 26 Feb 2026 13:00 · Every day · New York'],
			['1013|2026-02-27 13:00', 'Fri 27 Feb 2026 13:00 · Every day · New York'],
		]);
	});

	it('offers no next session of a schedule that has a single date', async () => {
		await expect(listEntries({ webinarId: byId(105) })).resolves.toEqual([
			['next', 'Next Upcoming Session'],
			['1051|2026-03-01 19:15', 'Sun 1 Mar 2026 19:15 · Kathmandu'],
			['1052|2026-03-05 19:15', 'Thu 5 Mar 2026 19:15 · Kathmandu'],
		]);
	});

	it('offers a live series as one entry', async () => {
		await expect(listEntries(live(2))).resolves.toEqual([
			['next', 'Next Upcoming Session · whole series'],
			['21', 'Tue 3 Mar 2026 18:00 · whole series · London'],
		]);
	});

	it('offers a live series as one entry for Get Registrants', async () => {
		await expect(listEntries({ ...getRegistrants, ...live(2) })).resolves.toEqual([
			['', 'All Sessions'],
			['21', 'Series from Tue 3 Mar 2026 18:00'],
		]);
	});

	it('offers a daily schedule without dates for Get Registrants', async () => {
		await expect(listEntries({ ...getRegistrants, webinarId: byId(101) })).resolves.toEqual([
			['', 'All Sessions'],
			['1013', 'Every day, 01:00 PM'],
		]);
	});

	it('offers schedules in the attendee zone without Timezone for Get Registrants, which lacks the field', async () => {
		await expect(listEntries({ ...getRegistrants, webinarId: byId(102) })).resolves.toEqual([
			['', 'All Sessions'],
			['1022', 'Every weekday, 06:00 PM'],
			['1021', 'Every day, 11:00 AM'],
		]);
	});

	it('offers an always-on webinar without a date, which would change every minute', async () => {
		await expect(listEntries(live(3))).resolves.toEqual([
			['next', 'Next Upcoming Session'],
			['31', 'Always on'],
		]);
	});

	it('offers each schedule once for a one-click link, without just in time and instant replay', async () => {
		await expect(listEntries({ ...createLink, webinarId: byId(101) })).resolves.toEqual([
			['next', 'Next Upcoming Session · whole series'],
			['1013', 'Wed 25 Feb 2026 13:00 · whole series · New York'],
		]);
	});

	it('offers every schedule of a webinar with several for a one-click link', async () => {
		await expect(listEntries({ ...createLink, webinarId: byId(105) })).resolves.toEqual([
			['next', 'Next Upcoming Session'],
			['1051', 'Sun 1 Mar 2026 19:15 · Kathmandu'],
			['1052', 'Thu 5 Mar 2026 19:15 · Kathmandu'],
		]);
	});

	it('does not call the next session a series for a link to a daily and a single schedule', async () => {
		const daily = { kind: 'everyDay', schedule: 1, time: '11:00' };
		harness.change(automatedIds.everyKind, { sessions: [daily, once(2, 5)], displayedSchedules: 10 });
		const entries = await listEntries({ ...createLink, webinarId: byId(automatedIds.everyKind) });
		expect(entries).toEqual([
			['next', 'Next Upcoming Session'],
			['1', matching(/ 11:00 · whole series · New York$/)],
			['2', matching(/ 18:00 · New York$/)],
		]);
	});

	it('offers each session of a live series in which every session has a schedule ID', async () => {
		harness.change(2, { sessions: [once(26, 6), once(33, 13)] });
		await expect(listEntries(live(2))).resolves.toEqual([
			WHOLE_SERIES,
			['26', 'Tue 3 Mar 2026 18:00 · whole series · London'],
			['33', 'Tue 10 Mar 2026 18:00 · whole series · London'],
		]);
		const [, first] = await listEntries({ ...getRegistrants, ...live(2) });
		expect(first).toEqual(['26', 'Tue 3 Mar 2026 18:00 · London']);
	});

	it('adds the schedule ID to entries that would look the same otherwise', async () => {
		const first = { kind: 'everyDay', schedule: 1, time: '11:00' };
		const second = { kind: 'everyDay', schedule: 2, time: '11:00' };
		harness.change(101, { sessions: [first, second] });
		const entries = await listEntries({ webinarId: byId(101) });
		expect(entries.slice(0, 3)).toEqual([
			NEXT,
			['1|next', 'Next · Every day 11:00 (1)'],
			['2|next', 'Next · Every day 11:00 (2)'],
		]);
	});

	it('names the next session of two daily schedules by their times', async () => {
		const first = { kind: 'everyDay', schedule: 1, time: '11:00' };
		const second = { kind: 'everyDay', schedule: 2, time: '12:00' };
		harness.change(101, { sessions: [first, second] });
		const entries = await listEntries({ webinarId: byId(101) });
		expect(entries.slice(0, 3)).toEqual([
			NEXT,
			['1|next', 'Next · Every day 11:00'],
			['2|next', 'Next · Every day 12:00'],
		]);
	});

	describe('with past sessions', () => {
		const trigger = { operation: undefined, event: 'registrantAttended', ...live(2) };

		/** Adds registrants to two past sessions, a removed future session and the session on offer of webinar 2. */
		const addPastRegistrants = ({ newestFirst = false } = {}) => {
			harness.sandbox.setRegistrantsList({ newestFirst });
			const webinar = harness.sandbox.webinars.find(({ id }) => id === 2);
			const earlierSessions = [once(8, -9), once(9, -8), once(10, -1), once(12, 5)];
			harness.change(2, { sessions: earlierSessions });
			for (const { schedule } of earlierSessions) harness.add(30, 2, schedule);
			harness.change(2, { sessions: webinar?.sessions ?? [] });
			harness.add(2, 2, 21);
		};

		it.each([
			['Get Registrants', { ...getRegistrants, ...live(2) }, false],
			[
				'Get Registrants if the registrant list has the newest first',
				{ ...getRegistrants, ...live(2) },
				true,
			],
			['the trigger', trigger, false],
		])(
			'offers past sessions, newest first, with four requests: %s',
			async (_where, parameters, newestFirst) => {
				addPastRegistrants({ newestFirst });
				const entries = await listEntries(parameters);
				expect(entries).toEqual([
					ALL,
					['21', 'Series from Tue 3 Mar 2026 18:00'],
					['12', 'Mon 2 Mar 2026 18:00 · not on offer · London'],
					['10', 'Tue 24 Feb 2026 18:00 · over · London'],
				]);
				expect(harness.calls).toHaveLength(4);
				const found = await listEntries(parameters, 'feb over');
				expect(found.map(([value]) => value)).toEqual(['10']);
			},
		);

		it('offers past sessions for Get Registrants when the webinar has no session on offer', async () => {
			addPastRegistrants();
			harness.change(2, { sessions: [] });
			const entries = await listEntries({ ...getRegistrants, ...live(2) });
			const names = entries.map(([, name]) => name);
			expect(names.slice(0, 2)).toEqual(['All Sessions', containing('Tue 3 Mar 2026')]);
			expect(names).not.toContain('The webinar has no session.');
		});

		it('names past sessions without a time zone if the webinar follows the attendee', async () => {
			harness.add(1, 102);
			harness.change(102, { sessions: [once(61, 4)] });
			const [, , pastSession] = await listEntries({ ...getRegistrants, webinarId: byId(102) });
			expect(pastSession?.[1]).toMatch(/^\w{3} \d+ \w{3} 2026 \d\d:\d\d · (over|not on offer)$/);
		});

		it('says that past sessions are missing if the host has no registrant list', async () => {
			harness.sandbox.setRegistrantsList({ hasRegistrants: false });
			await expect(listEntries({ ...getRegistrants, ...live(2) })).resolves.toEqual([
				ALL,
				['21', 'Series from Tue 3 Mar 2026 18:00'],
				['none', 'Sessions that are over: This host has no registrant list'],
			]);
		});

		it('offers no past session for Register', async () => {
			addPastRegistrants();
			await expect(listEntries(live(2))).resolves.toHaveLength(2);
			expect(harness.calls).toEqual(['live/webinar']);
		});
	});

	it('shows dates in the time zone of the Timezone field', async () => {
		const entries = await listEntries({ webinarId: byId(102), timezone: 'Asia/Kathmandu' });
		expect(entries.slice(0, 5)).toEqual([
			FIRST_CONTACT,
			NEXT,
			['1022|next', 'Next · Every weekday 04:45'],
			['1021|next', 'Next · Every day 21:45'],
			['1022|2026-02-26 04:45', 'Thu 26 Feb 2026 04:45 · Every weekday · GMT+5:45'],
		]);
	});

	it('offers next and date of two single sessions in the time zone of the Timezone field', async () => {
		harness.change(102, { sessions: [once(61, 4), once(62, 5)] });
		const entries = await listEntries({ webinarId: byId(102), timezone: 'Asia/Kathmandu' });
		expect(entries).toEqual([
			FIRST_CONTACT,
			NEXT,
			['61|next', matching(/^Next · \w{3} \d+ Mar 2026$/)],
			['62|next', matching(/^Next · \w{3} \d+ Mar 2026$/)],
			[containing('61|2026-03'), matching(/ · GMT\+5:45$/)],
			[containing('62|2026-03'), matching(/ · GMT\+5:45$/)],
		]);
	});

	it('fails with advice for a Timezone that is not known', async () => {
		await expect(listSessions({ webinarId: byId(102), timezone: 'EST' })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Timezone "EST" is not known',
			description: containing('Use a region/city name'),
			httpCode: null,
		});
	});

	it.each(['thu', '02-26 1013', 'york every thu'])('finds the words "%s" in any order', async (filter) => {
		const found = await listSessions({ webinarId: byId(101) }, filter);
		expect(found.map(({ value }) => value)).toEqual(['1013|2026-02-26 13:00']);
	});

	const EXPRESSION = '={{ $json.id }}';

	it.each<[INodeParameters, string]>([
		[{ webinarId: { __rl: true, mode: 'list', value: '' } }, 'Choose a webinar to see its sessions.'],
		[{ webinarId: byId(EXPRESSION) }, 'Webinar has no value yet: run the previous nodes.'],
		// The editor sends an expression that has no value yet as an empty one.
		[{ webinarId: byId('') }, 'Webinar has no value yet: run the previous nodes.'],
		[{ webinarId: byId(102), timezone: '' }, 'Fill in Timezone to see the sessions.'],
		[{ webinarId: byId(102), timezone: EXPRESSION }, 'Timezone has no value yet: run the previous nodes.'],
		[{ webinarId: byId(102), timezone: null }, 'Timezone has no value yet: run the previous nodes.'],
		[{ webinarId: byId(106) }, 'The webinar has no session.'],
	])('offers the next session and explains why there are no others: %j', async (parameters, reason) => {
		const entries = await listSessions(parameters);
		expect(entries.map(({ name }) => name)).toEqual(['Next Upcoming Session', reason]);

		// A user who chooses the explanation gets an error.
		const explanation = { __rl: true, mode: 'list', value: String(entries[1]?.value) };
		const register = {
			resource: 'automated',
			operation: 'register',
			webinarId: byId(101),
			firstName: 'Ann',
			email: 'ann@example.com',
			schedule: explanation,
		};
		await harness.fails(register, '"none" is not a session');
	});

	describe('for a one-click link in an email tool', () => {
		const mergeFields = { firstName: '*|F|*', email: '*|E|*', timezone: '*|TZ|*' };
		const linkWithZoneField = {
			...createLink,
			webinarId: byId(102),
			timezone: '',
			linkFor: 'emailTool',
			emailTool: 'custom',
			mergeFields,
		};

		it.each([
			['with a merge field for the time zone', {}],
			[
				'with an expression for that merge field',
				{ mergeFields: { ...mergeFields, timezone: '={{ $json.tag }}' } },
			],
			['with an expression for Link For', { linkFor: '={{ $json.for }}' }],
		])('offers the schedules without Timezone: %s', async (_what, parameters) => {
			await expect(listEntries({ ...linkWithZoneField, ...parameters })).resolves.toEqual([
				WHOLE_SERIES,
				['1022', 'Wed 25 Feb 2026 18:00 · whole series · GMT-5'],
				['1021', 'Thu 26 Feb 2026 11:00 · whole series · GMT-5'],
			]);
		});

		it.each([
			['for a single contact', { linkFor: 'contact' }],
			['for an email tool without a time zone field', { emailTool: 'kit' }],
			['with a blank merge field', { mergeFields: { timezone: ' ' } }],
		])('asks for Timezone if the link has no merge field for it: %s', async (_what, parameters) => {
			await expect(listEntries({ ...linkWithZoneField, ...parameters })).resolves.toEqual([
				NEXT,
				['none', 'Fill in Timezone to see the sessions.'],
			]);
		});

		it('shows the schedules in the time zone of the Timezone field', async () => {
			const entries = await listEntries({ ...linkWithZoneField, timezone: 'Europe/London' });
			expect(entries[1]).toEqual(['1022', 'Wed 25 Feb 2026 23:00 · whole series · GMT+0']);
		});
	});
});
