import { products } from '../../../nodes/WebinarAccount/service/products';
import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { startText } from '../../../nodes/WebinarAccount/webinars/webinar';
import { entry, webinarWith, onlySession } from '../../support/webinars';

const { automated } = products;
const series = 'Series of presentations';

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
		[`${' '.repeat(100)}just in time`, null, 'dated'],
	])('described as "%s" in a webinar of the type %s is %s', (comment, type, kind) => {
		const session = onlySession(webinarWith({ type: type ?? null, schedules: [entry(5, undefined, comment)] }));
		expect(session.kind).toBe(kind);
	});
});

describe('the start of a session', () => {
	it.each<[string, string, string, string | null]>([
		['at a date in words', 'Sun, 1 Mar 2026, 01:00 PM', 'Every day', '2026-03-01T13:00:00Z'],
		['soon, if it has no permanent ID', '2026-03-01 13:15', 'Just in time', '2026-03-01T13:15:00Z'],
		['unknown at no date', 'soon', '', null],
		['none if people can enter at any time', '2026-03-01 13:00', 'Always on', null],
	])('is %s: %s %s', (_start, date, comment, startsAtUtc) => {
		const webinar = webinarWith({ schedules: [entry(5, date, comment)] });
		const startsAt = startsAtUtc === null ? undefined : Date.parse(startsAtUtc);
		expect(onlySession(webinar)).toMatchObject({ date, comment, startsAt });
		expect(startText(webinar, startsAt)).toBe(startsAtUtc);
	});

	// In the zone of a webinar and in that of an attendee, it is in attendeeZones.test.ts and test/workflow/sessions.
	it('is a guess where the zone is not known, and not told', () => {
		const webinar = webinarWith({ timezone: 'Eastern Time', schedules: [entry(5, '2026-03-01 18:00')] });
		const { startsAt } = onlySession(webinar);
		expect(startsAt).toBe(Date.UTC(2026, 2, 1, 23));
		expect(startText(webinar, startsAt)).toBeNull();
	});
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
		['a series and a replay', series, [one, two, replay], [true, true, false], [true, true, false]],
		['"every day" beside another', null, [daily, one], [false, false], [true, false]],
		['" every  weekday"', null, [{ ...one, comment: ' every  weekday' }], [false], [true]],
		['a webinar that is always on', 'Always on', [one], [false], [false]],
	])('%s', (_what, type, schedules, coversWebinar, isSeries) => {
		const { sessions } = webinarWith({ type: type ?? null, schedules });
		expect(sessions.map((session) => session.coversWebinar)).toEqual(coversWebinar);
		expect(sessions.map((session) => session.isSeries)).toEqual(isSeries);
		const { sessions: dated } = webinarWith({ type: type ?? null, schedules }, { product: automated });
		expect(dated.map((session) => session.coversWebinar)).not.toContain(true);
		expect(dated.map((session) => session.isSeries)).toEqual(isSeries);
	});
});

