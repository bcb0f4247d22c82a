import { byId, until, useHarness, type Harness } from '../support/harness';
import { containing, matching } from '../support/matchers';
import { seriesSession } from '../support/sandboxWebinars';
import { once } from '../support/sessionRules';

/** Noon in New York on a Wednesday, before the clocks change on 8 March there and on 29 March in London. */
const NOW = Date.UTC(2026, 1, 25, 17);
const sessions = { operation: 'getSessions', returnAll: true };
const live = { ...sessions, resource: 'live' };
const one = (id: number, more = {}) => ({
	...live,
	resource: id > 100 ? 'automated' : 'live',
	webinarScope: 'one',
	webinarId: byId(id),
	...more,
});

describe('getting many sessions', () => {
	const harness = useHarness({ at: NOW });

	it('gives those of all webinars by their start, for a call each', async () => {
		const output = await harness.output(live);
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
		const ofSeries = output.find(({ webinar_id }) => webinar_id === 2);
		expect(ofSeries).toEqual(seriesSession(harness.sandbox.url, 6 * 24 * 60 + 60));
		expect(harness.count('live/webinars')).toBe(1);
		expect(harness.count('live/webinar')).toBe(10);
	});

	it('blames no webinar when the execution is cancelled', async () => {
		harness.sandbox.fail({ kind: 'hang', operation: 'webinar', times: Infinity });
		const cancel = new AbortController();
		const running = harness.run(live, { signal: cancel.signal });
		await until(() => harness.count('live/webinar') === 10);
		cancel.abort();
		const { run } = await running;
		expect(run.data.resultData.error?.message).toBe('The execution was canceled');
	});

	it('gives those of one webinar, without the list of all', async () => {
		const dates = ['2026-03-03 18:00', '2026-03-10 18:00', '2026-03-17 18:00'].map((date) => ({ date }));
		await harness.gives(one(2), dates);
		await harness.gives({ ...one(2), returnAll: false, limit: 1 }, dates.slice(0, 1));
		expect(harness.calls).toEqual(['live/webinar', 'live/webinar']);
	});

	it('leaves out what has no start, unless it is asked for, and puts it last', async () => {
		const basics = one(101);
		const dated = await harness.output(basics);
		expect(dated.map(({ schedule }) => schedule)).not.toContain(1011);
		const all = await harness.output({ ...basics, filters: { includeUndated: true } });
		expect(all.slice(0, dated.length)).toEqual(dated);
		expect(all.slice(dated.length)).toMatchObject(
			[1011, 1012].map((schedule) => ({ schedule, starts_at: null, minutes_until_start: null })),
		);
		const always = { ...live, filters: { includeUndated: true, titleContains: 'drop in' } };
		await harness.gives(always, [{ webinar_id: 3, starts_at: null }]);
	});

	it('leaves out what has begun', async () => {
		const later = { date: '2026-02-25 12:01', schedule: 11 };
		const schedules = [{ date: '2026-02-25 11:59', schedule: 11 }, later];
		const webinar = { webinar_id: 1, timezone: 'America/New_York', schedules };
		harness.succeed('webinar', { webinar });
		await harness.gives(one(1), [later]);
	});

	it.each([
		[{ withinDays: 6 }, 10, [5, 1]],
		[{ withinDays: 7, titleContains: 'GROWTH' }, 1, [2]],
		[{ titleContains: 'onboard' }, 1, [1]],
		[{ titleContains: 'no such title' }, 0, []],
	])('filters by %j, and reads only the %i webinars that it needs', async (filters, calls, ids) => {
		const output = await harness.output({ ...live, filters });
		expect([...new Set(output.map(({ webinar_id }) => webinar_id))]).toEqual(ids);
		expect(harness.count('live/webinar')).toBe(calls);
	});

	it.each([
		['a name', 'Europe/London', 'Europe/London', '2026-02-26 16:00'],
		['the GMT form', 'GMT+5:45', 'GMT+5:45', '2026-02-26 21:45'],
		['nothing', '', 'GMT-5', '2026-02-26 11:00'],
	])('gives local dates in the zone of the attendee, given as %s', async (_form, timezone, zone, date) => {
		const { output, hints } = await harness.run(one(102, { timezone }));
		const first = output.map(({ json }) => json).find(({ schedule }) => schedule === 1021);
		expect(first).toMatchObject({ timezone: zone, date, starts_at: '2026-02-26T16:00:00Z' });
		expect(hints).toEqual(
			timezone === '' ? [expect.stringMatching(/Timezone is empty, so the dates are in EST/)] : [],
		);
	});

	it.each([
		['two calls', 'Europe/London', 2],
		['three calls for an attendee at the offset of EST', 'America/New_York', 3],
	])('returns fixed dates in the zone of the webinar for %s', async (_calls, timezone, calls) => {
		await harness.gives(one(105, { timezone }), [
			{
				timezone: 'Asia/Kathmandu',
				date: '2026-03-01 19:15',
				date_text: 'Sun, 1 Mar 2026, 19:15 (Kathmandu)',
				starts_at: '2026-03-01T13:30:00Z',
			},
			{ timezone: 'Asia/Kathmandu', date: '2026-03-05 19:15', starts_at: '2026-03-05T13:30:00Z' },
		]);
		expect(harness.count('automated/webinar')).toBe(calls);
	});

	it('does not guess the start for a webinar that may follow the attendee', async () => {
		// The only session moves on between the two responses, which then have none in common.
		const schedules = (day: number) => [{ date: `2026-03-0${day} 10:00`, schedule: 1051 }];
		const webinar = { webinar_id: 105, timezone: 'Asia/Kathmandu' };
		harness.succeed('webinar', { webinar: { ...webinar, schedules: schedules(1) } }, { times: 1 });
		harness.succeed('webinar', { webinar: { ...webinar, schedules: schedules(2) } });
		const { output, hints } = await harness.run(one(105));
		expect(output.map(({ json }) => json)).toMatchObject([
			{ date: '2026-03-01 10:00', date_text: null, timezone: null, starts_at: null },
		]);
		expect(hints).toEqual([containing('The service does not show which time zone the dates are in')]);
	});

	it('does not guess the start for a webinar without a time zone', async () => {
		const schedules = [{ date: '2026-03-01 10:00', schedule: 11 }];
		harness.succeed('webinar', { webinar: { webinar_id: 1, schedules } });
		const { output, hints } = await harness.run(one(1));
		expect(output.map(({ json }) => json)).toMatchObject([
			{ date: '2026-03-01 10:00', timezone: null, starts_at: null, minutes_until_start: null, title: null },
		]);
		expect(hints).toEqual([
			'The start of the sessions is not known, because the webinar has no known time zone. (webinar 1)',
		]);
	});

	it('names a webinar that fails, and gives the others with Continue', async () => {
		harness.sandbox.fail({ kind: 'answer', webinarId: 2, status: 404, times: Infinity });
		const { output, errorOutput } = await harness.run(live, { onError: 'continueErrorOutput' });
		const ids = output.map(({ json }) => json.webinar_id);
		expect(ids).toEqual(expect.arrayContaining([1, 5]));
		expect(ids).not.toContain(2);
		const message = matching(/^Webinar 2: /);
		expect(errorOutput).toMatchObject([{ json: { error: message }, pairedItem: { item: 0 } }]);
		const description = containing('set On Error to Continue');
		await harness.fails(live, { message, description, itemIndex: 0 });
	});

	it('gives each input item its own, from the same readings', async () => {
		const filters = { titleContains: '={{ $json.title }}' };
		const items = [{ title: 'growth' }, { title: 'get started' }];
		const { output } = await harness.run({ ...live, filters }, { items });
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
	])('refuses %j', async (parameters, message) => {
		await harness.fails({ ...live, ...parameters }, message);
		expect(harness.calls).toEqual([]);
	});
});

describe('the list of sessions', () => {
	const harness = useHarness({ at: NOW });

	const sessions = async (parameters: Parameters<Harness['run']>[0], filter?: string) => {
		const asked = { operation: 'register', resource: 'automated', ...parameters };
		return await harness.list('searchSchedules', asked, filter);
	};
	/** Value and name of each entry. */
	const shown = async (...args: Parameters<typeof sessions>) =>
		(await sessions(...args)).map(({ value, name }) => [value, name]);

	const live = (id: number) => ({ resource: 'live', webinarId: byId(id) });
	const ofRegistrants = { operation: 'getRegistrants' };
	const link = { operation: 'createOneClickLink' };
	const inKathmandu = { webinarId: byId(102), timezone: 'Asia/Kathmandu' };
	const NEXT = ['next', 'Next Upcoming Session'];
	const ALL = ['', 'All Sessions'];
	const FIRST_CONTACT = ['', 'Choose Next: dates fit only the first contact'];
	const WHOLE_SERIES = ['next', 'Next Upcoming Session · whole series'];
	const byDescription = [
		['justInTime', 'Just-in-Time Session'],
		['instantReplay', 'Instant Replay'],
	];

	it.each<[string, Parameters<Harness['run']>[0], string[][]]>([
		[
			'what varies by description, and each date of an automated webinar',
			{ webinarId: byId(101) },
			[
				NEXT,
				...byDescription,
				['1013|2026-02-25 13:00', 'Wed 25 Feb 2026 13:00 · Every day · New York'],
				['1013|2026-02-26 13:00', 'Thu 26 Feb 2026 13:00 · Every day · New York'],
				['1013|2026-02-27 13:00', 'Fri 27 Feb 2026 13:00 · Every day · New York'],
			],
		],
		[
			'no "Next" of schedules with one date, at one moment for everybody',
			{ webinarId: byId(105) },
			[
				NEXT,
				['1051|2026-03-01 19:15', 'Sun 1 Mar 2026 19:15 · Kathmandu'],
				['1052|2026-03-05 19:15', 'Thu 5 Mar 2026 19:15 · Kathmandu'],
			],
		],
		['a live series once', live(2), [WHOLE_SERIES, ['21', 'Tue 3 Mar 2026 18:00 · whole series · London']]],
		[
			'for registrants one choice for all sessions of an ID',
			{ ...ofRegistrants, ...live(2) },
			[ALL, ['21', 'Series from Tue 3 Mar 2026 18:00']],
		],
		[
			'for registrants no date',
			{ ...ofRegistrants, webinarId: byId(101) },
			[ALL, ['1013', 'Every day, 01:00 PM']],
		],
		[
			'for registrants schedules without a time zone, which cannot be given there',
			{ ...ofRegistrants, webinarId: byId(102) },
			[ALL, ['1022', 'Every weekday, 06:00 PM'], ['1021', 'Every day, 11:00 AM']],
		],
		[
			'what is open at any time without the minute, which would be stale in the next',
			live(3),
			[NEXT, ['31', 'Always on']],
		],
		[
			'for a link each schedule once, and not what a link cannot lead to',
			{ ...link, webinarId: byId(101) },
			[WHOLE_SERIES, ['1013', 'Wed 25 Feb 2026 13:00 · whole series · New York']],
		],
		[
			'for a link each of several schedules',
			{ ...link, webinarId: byId(105) },
			[NEXT, ['1051', 'Sun 1 Mar 2026 19:15 · Kathmandu'], ['1052', 'Thu 5 Mar 2026 19:15 · Kathmandu']],
		],
	])('shows %s', async (_what, parameters, entries) => {
		await expect(shown(parameters)).resolves.toEqual(entries);
	});

	it('shows each session of a live series with a schedule for each', async () => {
		const rules = [once(26, 6), once(33, 13)];
		harness.change(2, { sessions: rules });
		await expect(shown(live(2))).resolves.toEqual([
			WHOLE_SERIES,
			['26', 'Tue 3 Mar 2026 18:00 · whole series · London'],
			['33', 'Tue 10 Mar 2026 18:00 · whole series · London'],
		]);
		const [, first] = await shown({ ...ofRegistrants, ...live(2) });
		expect(first).toEqual(['26', 'Tue 3 Mar 2026 18:00 · London']);
	});

	it('adds the ID only to entries that look the same', async () => {
		const rules = [1, 2].map((id) => ({ kind: 'everyDay', schedule: id, time: '11:00' }) as const);
		harness.change(101, { sessions: rules });
		expect((await shown({ webinarId: byId(101) })).slice(0, 3)).toEqual([
			NEXT,
			['1|next', 'Next · Every day 11:00 (1)'],
			['2|next', 'Next · Every day 11:00 (2)'],
		]);
	});

	it('tells two daily schedules apart by their time', async () => {
		const rules = [1, 2].map((id) => ({ kind: 'everyDay', schedule: id, time: `1${id}:00` }) as const);
		harness.change(101, { sessions: rules });
		expect((await shown({ webinarId: byId(101) })).slice(0, 3)).toEqual([
			NEXT,
			['1|next', 'Next · Every day 11:00'],
			['2|next', 'Next · Every day 12:00'],
		]);
	});

	describe('that are over', () => {
		const trigger = { operation: undefined, event: 'registrantAttended', ...live(2) };

		/** People of two sessions that are over, of one that is on offer, and of one that was removed. */
		const addPeople = (newestFirst = false) => {
			harness.sandbox.setRegistrantsList({ newestFirst });
			const { sessions: own = [] } = harness.sandbox.webinars.find(({ id }) => id === 2) ?? {};
			const past = [once(8, -9), once(9, -8), once(10, -1), once(12, 5)];
			harness.change(2, { sessions: past });
			for (const { schedule } of past) harness.add(30, 2, schedule);
			harness.change(2, { sessions: own });
			harness.add(2, 2, 21);
		};

		it.each([
			['Get Registrants', { ...ofRegistrants, ...live(2) }, false],
			['Get Registrants of a list with the newest first', { ...ofRegistrants, ...live(2) }, true],
			['the trigger', trigger, false],
		])('are offered by %s, the newest first, for four calls', async (_who, parameters, newestFirst) => {
			addPeople(newestFirst);
			const listed = await shown(parameters);
			expect(listed).toEqual([
				ALL,
				['21', 'Series from Tue 3 Mar 2026 18:00'],
				['12', 'Mon 2 Mar 2026 18:00 · not on offer · London'],
				['10', 'Tue 24 Feb 2026 18:00 · over · London'],
			]);
			expect(harness.calls).toHaveLength(4);
			const found = await shown(parameters, 'feb over');
			expect(found.map(([value]) => value)).toEqual(['10']);
		});

		it('are there alone when nothing is on offer', async () => {
			addPeople();
			harness.change(2, { sessions: [] });
			const names = (await shown({ ...ofRegistrants, ...live(2) })).map(([, name]) => name);
			expect(names.slice(0, 2)).toEqual(['All Sessions', containing('Tue 3 Mar 2026')]);
			expect(names).not.toContain('The webinar has no session.');
		});

		it('have no zone where it is that of each attendee', async () => {
			harness.add(1, 102);
			harness.change(102, { sessions: [once(61, 4)] });
			const [, , ended] = await shown({ ...ofRegistrants, webinarId: byId(102) });
			expect(ended?.[1]).toMatch(/^\w{3} \d+ \w{3} 2026 \d\d:\d\d · (over|not on offer)$/);
		});

		it('are said not to be known at a host without a list of registrants', async () => {
			harness.sandbox.setRegistrantsList({ hasRegistrants: false });
			await expect(shown({ ...ofRegistrants, ...live(2) })).resolves.toEqual([
				ALL,
				['21', 'Series from Tue 3 Mar 2026 18:00'],
				['none', 'Sessions that are over: This host has no registrant list'],
			]);
		});

		it('are not offered where a session is booked', async () => {
			addPeople();
			await expect(shown(live(2))).resolves.toHaveLength(2);
			expect(harness.calls).toEqual(['live/webinar']);
		});
	});

	it('shows dates in the zone that is filled in', async () => {
		const dates = await shown(inKathmandu);
		expect(dates.slice(0, 5)).toEqual([
			FIRST_CONTACT,
			NEXT,
			['1022|next', 'Next · Every weekday 04:45'],
			['1021|next', 'Next · Every day 21:45'],
			['1022|2026-02-26 04:45', 'Thu 26 Feb 2026 04:45 · Every weekday · GMT+5:45'],
		]);
		harness.change(102, { sessions: [once(61, 4), once(62, 5)] });
		await expect(shown(inKathmandu)).resolves.toEqual([
			FIRST_CONTACT,
			NEXT,
			...[61, 62].map((id) => [`${id}|next`, matching(/^Next · \w{3} \d+ Mar 2026$/)]),
			...[61, 62].map((id) => [containing(`${id}|2026-03`), matching(/ · GMT\+5:45$/)]),
		]);
	});

	it('gives the advice where the editor shows it', async () => {
		await expect(sessions({ webinarId: byId(102), timezone: 'EST' })).rejects.toMatchObject({
			name: 'NodeApiError',
			message: 'Timezone "EST" is not known',
			description: containing('Use a region/city name'),
			httpCode: null,
		});
	});

	it.each(['thu', '02-26 1013', 'york every thu'])('finds words in any order: %s', async (filter) => {
		const found = await sessions({ webinarId: byId(101) }, filter);
		expect(found.map(({ value }) => value)).toEqual(['1013|2026-02-26 13:00']);
	});

	const expression = '={{ $json.id }}';
	it.each<[Parameters<Harness['run']>[0], string]>([
		[{ webinarId: { __rl: true, mode: 'list', value: '' } }, 'Choose a webinar to see its sessions.'],
		[{ webinarId: byId(expression) }, 'Webinar has no value yet: run the previous nodes.'],
		// The editor sends an expression that has no value yet as an empty one.
		[{ webinarId: byId('') }, 'Webinar has no value yet: run the previous nodes.'],
		[{ webinarId: byId(102), timezone: '' }, 'Fill in Timezone to see the sessions.'],
		[{ webinarId: byId(102), timezone: expression }, 'Timezone has no value yet: run the previous nodes.'],
		[{ webinarId: byId(102), timezone: null }, 'Timezone has no value yet: run the previous nodes.'],
		[{ webinarId: byId(106) }, 'The webinar has no session.'],
	])('offers the next session also without the others, and says why: %j', async (parameters, reason) => {
		const entries = await sessions(parameters);
		expect(entries.map(({ name }) => name)).toEqual(['Next Upcoming Session', reason]);
		// The reason itself is no session.
		const ann = { firstName: 'Ann', email: 'ann@example.com', webinarId: byId(101) };
		const schedule = { __rl: true, mode: 'list', value: String(entries[1]?.value) };
		await harness.fails(
			{ resource: 'automated', operation: 'register', ...ann, schedule },
			'"none" is not a session',
		);
	});

	it('asks a link for none that has a merge field for the zone of each contact', async () => {
		const mergeFields = { firstName: '*|F|*', email: '*|E|*', timezone: '*|TZ|*' };
		const template = {
			...link,
			webinarId: byId(102),
			linkFor: 'emailTool',
			emailTool: 'custom',
			mergeFields,
		};
		const listed = await shown({ ...template, timezone: '' });
		expect(listed).toEqual([
			WHOLE_SERIES,
			['1022', 'Wed 25 Feb 2026 18:00 · whole series · GMT-5'],
			['1021', 'Thu 26 Feb 2026 11:00 · whole series · GMT-5'],
		]);
		const fromExpression = { mergeFields: { ...mergeFields, timezone: '={{ $json.tag }}' } };
		for (const other of [fromExpression, { linkFor: '={{ $json.for }}' }]) {
			await expect(shown({ ...template, timezone: '', ...other })).resolves.toEqual(listed);
		}
		for (const none of [{ linkFor: 'contact' }, { emailTool: 'kit' }, { mergeFields: { timezone: ' ' } }]) {
			await expect(shown({ ...template, timezone: '', ...none })).resolves.toEqual([
				NEXT,
				['none', 'Fill in Timezone to see the sessions.'],
			]);
		}
		const [, inLondon] = await shown({ ...template, timezone: 'Europe/London' });
		expect(inLondon).toEqual(['1022', 'Wed 25 Feb 2026 23:00 · whole series · GMT+0']);
	});
});
