import { IANAZone } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import {
	lacksPermanentId,
	Reading,
	startText,
	webinarOf,
} from '../../../nodes/WebinarAccount/webinars/webinar';
import { entry, finished, onlySession } from '../../support/webinars';

const { automated, live } = products;
const series = 'Series of presentations';
const tokyo = IANAZone.create('Asia/Tokyo');

describe('the kind of a session', () => {
	it.each<[string, WebinarDetail['type'], string]>([
		[' Just-In-Time (15 minutes) ', 'Always on', 'justInTime'],
		['just  in\ttime', undefined, 'justInTime'],
		['INSTANT-REPLAY of today', 'Right now', 'instantReplay'],
		['Not just in time', null, 'dated'],
		['Right Now', series, 'anyTime'],
		['Sun, 1 Mar 2026', 'Always on', 'anyTime'],
		['Right now and then', 'Single presentation', 'dated'],
		// No more of a description is read.
		[`just in time${'!'.repeat(100_000)}`, null, 'justInTime'],
		[`${' '.repeat(100)}just in time`, null, 'dated'],
	])('described as "%s" in a webinar of the type %s is %s', (comment, type, kind) => {
		const session = onlySession(finished({ type: type ?? null, schedules: [entry(5, undefined, comment)] }));
		expect(session.kind).toBe(kind);
		expect(lacksPermanentId(session)).toBe(kind === 'justInTime' || kind === 'instantReplay');
	});
});

describe('the start of a session', () => {
	it.each<[string, string, string, string | null]>([
		['at its date', '2026-03-01 13:00', '', '2026-03-01T13:00:00Z'],
		['at a date in words', 'Sun, 1 Mar 2026, 01:00 PM', 'Every day', '2026-03-01T13:00:00Z'],
		['soon, if it has no permanent ID', '2026-03-01 13:15', 'Just in time', '2026-03-01T13:15:00Z'],
		['unknown without a date', '', '', null],
		['unknown at no date', 'soon', '', null],
		['none if people can enter at any time', '2026-03-01 13:00', 'Always on', null],
	])('is %s: %s %s', (_start, date, comment, startsAtUtc) => {
		const webinar = finished({ schedules: [entry(5, date, comment)] });
		const startsAt = startsAtUtc === null ? undefined : Date.parse(startsAtUtc);
		expect(onlySession(webinar)).toMatchObject({ date, comment, startsAt });
		expect(startText(webinar, startsAt)).toBe(startsAtUtc);
	});

	/** In a live webinar, in an automated one for an attendee in Tokyo, or for nobody known. */
	const startIn = (timezone: string | null, kind: 'live' | 'automated' | 'nobody', isOwn: boolean) => {
		const product = kind === 'live' ? live : automated;
		const attendee = kind === 'nobody' ? {} : { zone: tokyo, form: 'GMT+9' };
		const schedules = [entry(5, '2026-03-01 18:00')];
		const webinar = finished({ timezone, schedules }, { product, followsAttendee: !isOwn, ...attendee });
		return startText(webinar, onlySession(webinar).startsAt);
	};

	it.each([
		['UTC', '18:00'],
		['GMT+2', '16:00'],
	])('is in the own zone of a webinar: %s', (timezone, time) => {
		for (const kind of ['live', 'automated'] as const)
			expect(startIn(timezone, kind, true)).toBe(`2026-03-01T${time}:00Z`);
	});

	it('is in the zone of the attendee where the webinar has none of its own, or without one in EST', () => {
		expect(startIn('EST5EDT', 'live', true)).toMatch(/T23:00:00Z$/);
		for (const timezone of ['auto-detect', 'EST', null]) {
			expect(startIn(timezone, 'automated', false)).toBe('2026-03-01T09:00:00Z');
			expect(startIn(timezone, 'nobody', false)).toBe('2026-03-01T23:00:00Z');
		}
	});

	it.each(['Eastern Time (US & Canada)', null])(
		'is a guess for a live webinar at %s, and not told',
		(timezone) => {
			const webinar = finished({ timezone, schedules: [entry(5, '2026-03-01 18:00')] });
			expect(webinar.zone).toBeUndefined();
			const { startsAt } = onlySession(webinar);
			expect(startsAt).toBe(Date.UTC(2026, 2, 1, 23));
			expect(startText(webinar, startsAt)).toBeNull();
		},
	);
});

describe('what one registration is for', () => {
	const daily = entry(60, undefined, 'Every day, 01:00 PM');
	const replay = entry(54, undefined, 'Instant replay');
	const [one, two, three] = [entry(57), entry(58), entry(57, '2026-03-02 13:00')];

	it.each<[string, WebinarDetail['type'], Array<typeof one>, boolean[], boolean[]]>([
		['sessions with IDs of their own', 'Single presentation', [one, two], [false, false], [false, false]],
		['sessions that share an ID', null, [one, three, two], [false, false, false], [true, true, false]],
		['a series with an ID each', series, [one, two], [true, true], [true, true]],
		['the last session of such a series', series, [one], [true], [false]],
		['a series that shares an ID', series, [one, three], [true, true], [true, true]],
		['a series and a replay', series, [one, two, replay], [true, true, false], [true, true, false]],
		['"every day" beside another', null, [daily, one], [false, false], [true, false]],
		['" every  weekday"', null, [{ ...one, comment: ' every  weekday' }], [false], [true]],
		['a webinar that is always on', 'Always on', [one], [false], [false]],
	])('%s', (_what, type, schedules, coversWebinar, isSeries) => {
		const { sessions } = finished({ type: type ?? null, schedules });
		expect(sessions.map((session) => session.coversWebinar)).toEqual(coversWebinar);
		expect(sessions.map((session) => session.isSeries)).toEqual(isSeries);
		const { sessions: dated } = finished({ type: type ?? null, schedules }, { product: automated });
		expect(dated.map((session) => session.coversWebinar)).not.toContain(true);
		expect(dated.map((session) => session.isSeries)).toEqual(isSeries);
	});
});

describe('a webinar that was read at two offsets', () => {
	it('is as old as the first of the readings, and has what is undated once', () => {
		const schedules = [entry(1, ''), entry(2, '2026-03-28 13:00'), entry(3, '2026-03-29 13:00')];
		const london = IANAZone.create('Europe/London');
		const readings = ['GMT+0', 'GMT+1'].map(
			(form, index) => new Reading({ webinar_id: 1, schedules }, form, 7 - index),
		);
		const { sessions, readAt } = webinarOf(automated, readings as [Reading, Reading], london, true);
		expect(readAt).toBe(6);
		expect(sessions.map(({ schedule, timezone }) => [schedule, timezone])).toEqual([
			[1, 'GMT+0'],
			[2, 'GMT+0'],
			[3, 'GMT+1'],
		]);
	});
});
