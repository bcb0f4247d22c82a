import { products } from '../../../nodes/WebinarAccount/service/products';
import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { unusableEntries } from '../../../nodes/WebinarAccount/webinars/unusableEntries';
import { startText } from '../../../nodes/WebinarAccount/webinars/webinar';
import { entry, onlySession, webinarWith } from '../../support/webinars';

const { automated } = products;
const series = 'Series of presentations';

describe('the kind of a session', () => {
	it.each<{ comment: string; type: WebinarDetail['type']; kind: string }>([
		{ comment: ' Just-In-Time (15 minutes) ', type: 'Always on', kind: 'justInTime' },
		{ comment: 'just  in\ttime', type: undefined, kind: 'justInTime' },
		{ comment: 'INSTANT-REPLAY of today', type: 'Right now', kind: 'instantReplay' },
		{ comment: 'Not just in time', type: null, kind: 'dated' },
		{ comment: 'Right Now', type: series, kind: 'anyTime' },
		{ comment: 'Sun, 1 Mar 2026', type: 'Always on', kind: 'anyTime' },
		{ comment: 'Right now and then', type: 'Single presentation', kind: 'dated' },
		// Only the beginning of a description is read.
		{ comment: `${' '.repeat(100)}just in time`, type: null, kind: 'dated' },
	])(
		'is derived from the description "$comment" and the webinar type $type: $kind',
		({ comment, type, kind }) => {
			const webinar = webinarWith({ type: type ?? null, schedules: [entry(5, undefined, comment)] });
			expect(onlySession(webinar).kind).toBe(kind);
		},
	);
});

describe('the start of a session', () => {
	it.each<{ what: string; date: string; comment: string; startsAtUtc: string | null }>([
		{
			what: 'is read from a date in words',
			date: 'Sun, 1 Mar 2026, 01:00 PM',
			comment: 'Every day',
			startsAtUtc: '2026-03-01T13:00:00Z',
		},
		{
			what: 'is read from the date of a just-in-time session',
			date: '2026-03-01 13:15',
			comment: 'Just in time',
			startsAtUtc: '2026-03-01T13:15:00Z',
		},
		{ what: 'is unknown without a readable date', date: 'soon', comment: '', startsAtUtc: null },
		{
			what: 'is missing if people can attend at any time',
			date: '2026-03-01 13:00',
			comment: 'Always on',
			startsAtUtc: null,
		},
	])('the start of a session $what', ({ date, comment, startsAtUtc }) => {
		const webinar = webinarWith({ schedules: [entry(5, date, comment)] });
		const startsAt = startsAtUtc === null ? undefined : Date.parse(startsAtUtc);
		expect(onlySession(webinar)).toMatchObject({ date, comment, startsAt });
		expect(startText(webinar, startsAt)).toBe(startsAtUtc);
	});

	it('guesses the start of a session in an unknown time zone, but does not output it', () => {
		const webinar = webinarWith({ timezone: 'Eastern Time', schedules: [entry(5, '2026-03-01 18:00')] });
		const { startsAt } = onlySession(webinar);
		expect(startsAt).toBe(Date.UTC(2026, 2, 1, 23));
		expect(startText(webinar, startsAt)).toBeNull();
	});
});

describe('a registration for a session', () => {
	const daily = entry(60, undefined, 'Every day, 01:00 PM');
	const replay = entry(54, undefined, 'Instant replay');
	const [one, two, sameSchedule] = [entry(57), entry(58), entry(57, '2026-03-02 13:00')];

	interface Scope {
		type: WebinarDetail['type'];
		schedules: Array<typeof one>;
		/** Expected value for each session of a live webinar. */
		coversWebinar: boolean[];
		/** Expected value for each session. */
		isSeries: boolean[];
	}

	it.each<[what: string, scope: Scope]>([
		[
			'covers one session if each has an ID',
			{
				type: 'Single presentation',
				schedules: [one, two],
				coversWebinar: [false, false],
				isSeries: [false, false],
			},
		],
		[
			'covers all sessions that share an ID',
			{
				type: null,
				schedules: [one, sameSchedule, two],
				coversWebinar: [false, false, false],
				isSeries: [true, true, false],
			},
		],
		[
			'covers the whole webinar in a live series, even if each session has an ID',
			{
				type: series,
				schedules: [one, two],
				coversWebinar: [true, true],
				isSeries: [true, true],
			},
		],
		[
			'covers one session if only the last session of a series is left',
			{ type: series, schedules: [one], coversWebinar: [true], isSeries: [false] },
		],
		[
			'does not cover the replay of a series',
			{
				type: series,
				schedules: [one, two, replay],
				coversWebinar: [true, true, false],
				isSeries: [true, true, false],
			},
		],
		[
			'covers all dates of "every day"',
			{
				type: null,
				schedules: [daily, one],
				coversWebinar: [false, false],
				isSeries: [true, false],
			},
		],
		[
			'covers all dates of " every  weekday"',
			{
				type: null,
				schedules: [{ ...one, comment: ' every  weekday' }],
				coversWebinar: [false],
				isSeries: [true],
			},
		],
		[
			'covers one session of a webinar that is always on',
			{ type: 'Always on', schedules: [one], coversWebinar: [false], isSeries: [false] },
		],
	])('a registration %s', (_what, { type, schedules, coversWebinar, isSeries }) => {
		const live = webinarWith({ type: type ?? null, schedules });
		expect(live.sessions.map((session) => session.coversWebinar)).toEqual(coversWebinar);
		expect(live.sessions.map((session) => session.isSeries)).toEqual(isSeries);
		const ofAutomated = webinarWith({ type: type ?? null, schedules }, { product: automated });
		expect(ofAutomated.sessions.map((session) => session.coversWebinar)).not.toContain(true);
		expect(ofAutomated.sessions.map((session) => session.isSeries)).toEqual(isSeries);
	});
});

describe('unusableEntries', () => {
	it('returns hints that name entries without an ID and dates that cannot be read', () => {
		const schedules = [
			'Just in time',
			{ comment: 'Live', schedule: 'x' },
			{ date: '2026-03-01 13:00' },
			7,
			{},
		];
		const webinar = webinarWith({ schedules: [...schedules, entry(5, 'Every Tuesday'), entry(6, 'soon')] });
		expect(unusableEntries(webinar)).toEqual([
			'The service lists sessions without a schedule ID, which cannot be booked: "Just in time", "Live", "2026-03-01 13:00", ….',
			'The service lists session dates that cannot be read: "Every Tuesday", "soon".',
		]);
	});

	it('returns no hints if all entries can be used, including those without a date', () => {
		const schedules = [
			entry(5),
			entry(6, ''),
			entry(7, 'at any time', 'Always on'),
			entry(8, '?', 'Just in time'),
		];
		expect(unusableEntries(webinarWith({ schedules }))).toEqual([]);
	});
});
