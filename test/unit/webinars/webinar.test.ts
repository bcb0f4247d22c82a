import type { ScheduleObject, WebinarDetail } from '../../../nodes/WebinarAccount/service/endpoints';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { startText } from '../../../nodes/WebinarAccount/webinars/dates';
import { listedStarts, toWebinarOutput } from '../../../nodes/WebinarAccount/webinars/webinar';
import { entry, onlySession, webinarWith } from '../../support/webinars';

const series = 'Series of presentations';

describe('the kind of a session', () => {
	it.each<{ kind: string; comment: string; type: WebinarDetail['type'] }>([
		{ kind: 'justInTime', comment: ' Just-In-Time (15 minutes) ', type: 'Always on' },
		{ kind: 'justInTime', comment: 'just  in\ttime', type: undefined },
		{ kind: 'instantReplay', comment: 'INSTANT-REPLAY of today', type: 'Right now' },
		{ kind: 'dated', comment: 'Not just in time', type: null },
		{ kind: 'anyTime', comment: 'Right Now', type: series },
		{ kind: 'anyTime', comment: 'Sun, 1 Mar 2026', type: 'Always on' },
		{ kind: 'dated', comment: 'Right now and then', type: 'Single presentation' },
	])(
		'determines the kind $kind from the description "$comment" and the webinar type "$type"',
		({ kind, comment, type }) => {
			const webinar = webinarWith({ type: type ?? null, schedules: [entry(5, undefined, comment)] });
			expect(onlySession(webinar).kind).toBe(kind);
		},
	);
});

describe('the start of a session', () => {
	/** Returns the start of a session in UTC, as it is read and as the output shows it. */
	function startOf(date: string, comment: string) {
		const webinar = webinarWith({ timezone: 'UTC', schedules: [entry(5, date, comment)] });
		const { startsAt } = onlySession(webinar);
		return { startsAt, shown: startText(startsAt, webinar.dates.zone) };
	}

	it("reads the start from a just-in-time session's date", () => {
		expect(startOf('2026-03-01 13:15', 'Just in time')).toEqual({
			startsAt: Date.UTC(2026, 2, 1, 13, 15),
			shown: '2026-03-01T13:15:00Z',
		});
	});

	it('returns no start if the date is unreadable', () => {
		expect(startOf('soon', '')).toEqual({ startsAt: undefined, shown: null });
	});

	it('returns no start if people can attend at any time', () => {
		expect(startOf('2026-03-01 13:00', 'Always on')).toEqual({ startsAt: undefined, shown: null });
	});

	it("reads the start as EST if the webinar's time zone is unknown, but does not output it", () => {
		const webinar = webinarWith({ timezone: 'Eastern Time', schedules: [entry(5, '2026-03-01 18:00')] });
		const { startsAt } = onlySession(webinar);
		expect(startsAt).toBe(Date.UTC(2026, 2, 1, 23));
		expect(startText(startsAt, webinar.dates.zone)).toBeNull();
	});
});

describe('the sessions that one registration covers', () => {
	const first = entry(57);
	const firstOnAnotherDate = entry(57, '2026-03-02 13:00');
	const second = entry(58);
	const replay = entry(54, undefined, 'Instant replay');

	it.each<{
		what: string;
		type: WebinarDetail['type'];
		schedules: ScheduleObject[];
		/** For each session of a live webinar, whether its registration covers the whole webinar. */
		coversWebinar: boolean[];
		/** For each session, whether its registration covers other sessions too. */
		isRecurringOrInSeries: boolean[];
	}>([
		{
			what: 'one session if each session has its own schedule ID',
			type: 'Single presentation',
			schedules: [first, second],
			coversWebinar: [false, false],
			isRecurringOrInSeries: [false, false],
		},
		{
			what: 'all sessions that share a schedule ID',
			type: null,
			schedules: [first, firstOnAnotherDate, second],
			coversWebinar: [false, false, false],
			isRecurringOrInSeries: [true, true, false],
		},
		{
			what: 'the whole webinar in a live series, even if each session has its own schedule ID',
			type: series,
			schedules: [first, second],
			coversWebinar: [true, true],
			isRecurringOrInSeries: [true, true],
		},
		{
			what: 'one session if only the last session in a series is left',
			type: series,
			schedules: [first],
			coversWebinar: [true],
			isRecurringOrInSeries: [false],
		},
		{
			what: 'a series without its replay',
			type: series,
			schedules: [replay, first, second],
			coversWebinar: [false, true, true],
			isRecurringOrInSeries: [false, true, true],
		},
		{
			what: 'all dates if the description is " every  weekday", with extra spaces',
			type: null,
			schedules: [{ ...first, comment: ' every  weekday' }],
			coversWebinar: [false],
			isRecurringOrInSeries: [true],
		},
	])('covers $what', ({ type, schedules, coversWebinar, isRecurringOrInSeries }) => {
		const live = webinarWith({ type, schedules }, { product: products.live });
		expect(live.sessions.map((session) => session.coversWebinar)).toEqual(coversWebinar);
		expect(live.sessions.map((session) => session.isRecurringOrInSeries)).toEqual(isRecurringOrInSeries);
		// In an automated webinar, no registration covers the whole webinar.
		const automated = webinarWith({ type, schedules }, { product: products.automated });
		expect(automated.sessions.map((session) => session.coversWebinar)).not.toContain(true);
		expect(automated.sessions.map((session) => session.isRecurringOrInSeries)).toEqual(isRecurringOrInSeries);
	});
});

describe('toWebinarOutput', () => {
	it('adds starts_at to sessions only, and puts entries without an ID last', () => {
		const odd = ['Just in time', { date: '2026-03-01 13:00', schedule: null }];
		expect(toWebinarOutput(webinarWith({ schedules: [...odd, entry(5)] })).schedules).toEqual([
			{ ...entry(5), starts_at: '2026-03-01T13:00:00Z' },
			...odd,
		]);
	});

	it('returns a webinar without schedules as it came', () => {
		expect(toWebinarOutput(webinarWith({}))).toEqual({ webinar_id: 1, timezone: 'UTC' });
	});
});

describe('listedStarts', () => {
	it.each<{ product: 'live' | 'automated'; listed: object; starts: number[] }>([
		{ product: 'live', listed: { schedules: [] }, starts: [] },
		{ product: 'live', listed: { schedules: [], type: 'Right now' }, starts: [Infinity] },
		{ product: 'automated', listed: { schedules: [] }, starts: [Infinity] },
	])('returns the starts $starts for the $product webinar $listed', ({ product, listed, starts }) => {
		expect(listedStarts(products[product], { webinar_id: 1, ...listed })).toEqual(starts);
	});
});
