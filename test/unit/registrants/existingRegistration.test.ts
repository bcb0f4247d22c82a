import { FixedOffsetZone, IANAZone } from 'luxon';

import {
	asRegistration,
	findExisting,
	findRequested,
} from '../../../nodes/WebinarAccount/registrants/registrations';
import { products } from '../../../nodes/WebinarAccount/service/products';
import type { Registrant } from '../../../nodes/WebinarAccount/service/endpoints';
import type { Booking } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { chosen, now, SCHEDULE, sessionOn, tomorrow } from './chosenSession';

interface Row {
	id: number;
	/** The session's date, as the registrant list shows it. */
	date: string | null;
	schedule?: number | null;
}

/** Returns a row of the registrant list. */
const registrant = ({ id, date, schedule = SCHEDULE }: Row): Registrant => ({
	id,
	schedule_id: schedule,
	event: date,
	email: 'ada@people.example',
});

/** Returns the ID of the row that counts as a registration for a session. */
function existingId(rows: readonly Registrant[], session: Booking = chosen(tomorrow)) {
	return findExisting(rows, session, now)?.id;
}

describe('findExisting', () => {
	it("finds a row for the chosen schedule if the row's session is in the future", () => {
		expect(existingId([registrant({ id: 1, date: '2026-11-26 20:30' })])).toBe(1);
	});

	it('finds a row if its session began 12 hours ago, but not if its session began a minute earlier', () => {
		expect(existingId([registrant({ id: 1, date: '2026-11-24 01:00' })])).toBe(1);
		const over = registrant({ id: 1, date: '2026-11-24 00:59' });
		expect(existingId([over])).toBeUndefined();
		expect(existingId([over], chosen(tomorrow, { product: products.live }))).toBeUndefined();
	});

	it('ignores a row for another schedule', () => {
		const otherSchedule = registrant({ id: 1, date: '2026-11-26 20:30', schedule: 47 });
		const sessions = [tomorrow, sessionOn('2026-11-26 20:30', { scheduleId: 47 })];
		expect(existingId([otherSchedule], chosen(tomorrow, { sessions }))).toBeUndefined();
	});

	it.each([
		{ description: 'Just in time', schedule: SCHEDULE },
		{ description: 'just-in-time (15 minutes)', schedule: null },
		{ description: 'Instant replay', schedule: 55 },
		{ description: 'Instant replay', schedule: SCHEDULE },
	])(
		'ignores a row for a "$description" session with the schedule ID $schedule',
		({ description, schedule }) => {
			const row = registrant({ id: 1, date: '2026-11-26 20:30', schedule });
			expect(existingId([{ ...row, schedule: description }])).toBeUndefined();
		},
	);

	it('prefers the row for the chosen date over a row for an earlier upcoming date', () => {
		const today = registrant({ id: 1, date: '2026-11-24 20:30' });
		const onChosenDate = registrant({ id: 2, date: '2026-11-25 20:30' });
		const later = registrant({ id: 3, date: '2026-11-26 20:30' });
		expect(existingId([today, onChosenDate, later], chosen(tomorrow))).toBe(2);
	});

	it('finds the row with the next upcoming session if no row has the chosen date', () => {
		const past = registrant({ id: 4, date: '2026-11-24 10:00' });
		const later = registrant({ id: 1, date: '2026-11-29 20:30' });
		const next = registrant({ id: 2, date: '2026-11-27 20:30' });
		expect(existingId([next, past, later])).toBe(2);
	});

	it('finds the row with the highest ID if no row has an upcoming session', () => {
		const older = registrant({ id: 2, date: '2026-11-24 10:00' });
		const newer = registrant({ id: 3, date: '2026-11-24 11:00' });
		expect(existingId([older, newer])).toBe(3);
		const olderWithoutDate = registrant({ id: 2, date: null });
		const newerWithoutDate = registrant({ id: 3, date: null });
		expect(existingId([newerWithoutDate, olderWithoutDate])).toBe(3);
	});

	it('finds a row for the chosen schedule with an unreadable date', () => {
		const unreadable = registrant({ id: 1, date: 'tomorrow at one' });
		const over = registrant({ id: 2, date: '2026-11-17 20:30' });
		expect(findExisting([over, unreadable], chosen(tomorrow), now)).toBe(unreadable);
	});

	it.each(['2026-01-01 10:00', null])(
		'finds a row with the date %s if the session is open at any time',
		(date) => {
			const alwaysOpen = chosen(sessionOn('', { kind: 'anyTime' }));
			const row = registrant({ id: 1, date });
			expect(findExisting([row], alwaysOpen, now)).toBe(row);
		},
	);

	it("decides in the item's time zone whether a session is over if dates depend on the attendee's time zone", () => {
		const honolulu = IANAZone.create('Pacific/Honolulu');
		const inHonolulu = chosen(tomorrow, {
			dates: { kind: 'inAttendeeZone', zone: honolulu },
		});
		expect(existingId([registrant({ id: 1, date: '2026-11-23 16:00' })], inHonolulu)).toBe(1);
		expect(existingId([registrant({ id: 1, date: '2026-11-23 13:00' })], inHonolulu)).toBeUndefined();
		const kiritimati = FixedOffsetZone.instance(14 * 60);
		const inKiritimati = chosen(tomorrow, {
			dates: { kind: 'inAttendeeZone', zone: kiritimati },
		});
		expect(existingId([registrant({ id: 1, date: '2026-11-24 13:00' })], inKiritimati)).toBeUndefined();
	});
});

describe('findExisting in a recurring schedule of an automated webinar', () => {
	it('ignores a row for a past date, because the registration covers no later session', () => {
		const pastDate = sessionOn('2026-11-17 20:30', { isRecurringOrInSeries: true });
		const nextDate = sessionOn('2026-11-25 20:30', { isRecurringOrInSeries: true });
		const recurring = chosen(nextDate, { sessions: [pastDate, nextDate] });
		expect(existingId([registrant({ id: 1, date: '2026-11-17 20:30' })], recurring)).toBeUndefined();
	});
});

describe('findExisting in a live series', () => {
	const inSeries = { coversWebinar: true, isRecurringOrInSeries: true };
	const pastSession = sessionOn('2026-11-17 20:30', { ...inSeries, scheduleId: 131 });
	const nextSession = sessionOn('2026-11-26 20:30', { ...inSeries, scheduleId: 132 });
	const lastSession = sessionOn('2026-12-03 20:30', { ...inSeries, scheduleId: 133 });

	/** Returns the choice of a session of the series. */
	const chosenInSeries = (session: Session, sessions = [pastSession, nextSession, lastSession]) =>
		chosen(session, { product: products.live, sessions });

	it('finds a row for a past session, because the registration also covers later sessions', () => {
		const forPastSession = registrant({ id: 1, date: '2026-11-17 20:30', schedule: 131 });
		expect(existingId([forPastSession], chosenInSeries(nextSession))).toBe(1);
	});

	it('ignores a row if every session that it covers is over', () => {
		const undatedSession = sessionOn('', { ...inSeries, scheduleId: 134 });
		const forPastSession = registrant({ id: 1, date: '2026-11-17 20:30', schedule: 131 });
		const choice = chosenInSeries(undatedSession, [pastSession, undatedSession]);
		expect(existingId([forPastSession], choice)).toBeUndefined();
	});

	it('prefers a row for the chosen schedule over a row for an earlier session', () => {
		const forNextSession = registrant({ id: 1, date: '2026-11-26 20:30', schedule: 132 });
		const forMovedSession = registrant({ id: 2, date: '2026-12-04 20:30', schedule: 133 });
		expect(existingId([forNextSession, forMovedSession], chosenInSeries(lastSession))).toBe(2);
	});

	it('ignores a row for a schedule that the webinar no longer lists, although its session is in the future', () => {
		const forRemovedSession = registrant({ id: 1, date: '2026-11-26 20:30', schedule: 130 });
		expect(existingId([forRemovedSession], chosenInSeries(lastSession))).toBeUndefined();
	});

	it('ignores a row for another schedule if its date is unreadable', () => {
		const forPastSession = registrant({ id: 1, date: '?', schedule: 131 });
		expect(findExisting([forPastSession], chosenInSeries(lastSession), now)).toBeUndefined();
	});

	it('finds a row for a past date of a recurring schedule, but only if that schedule was chosen and has later dates', () => {
		const pastDate = sessionOn('2026-11-17 20:30', { isRecurringOrInSeries: true });
		const nextDate = sessionOn('2026-11-25 20:30', { isRecurringOrInSeries: true });
		const recurring = chosen(nextDate, { product: products.live, sessions: [pastDate, tomorrow] });
		const forPastDate = registrant({ id: 1, date: '2026-11-17 20:30' });
		expect(existingId([forPastDate], recurring)).toBe(1);
		expect(existingId([{ ...forPastDate, schedule_id: 47 }], recurring)).toBeUndefined();
		const ofOtherSchedule = sessionOn('2026-11-25 20:30', { scheduleId: 47 });
		const withoutLaterDates = { product: products.live, sessions: [pastDate, ofOtherSchedule] };
		expect(existingId([forPastDate], chosen(pastDate, withoutLaterDates))).toBeUndefined();
	});
});

describe('findRequested', () => {
	it.each([
		{ what: 'the same date if the request had one', date: tomorrow.date, id: 2 },
		{ what: 'any date of the schedule if the request had none', date: '', id: 3 },
	])('finds the newest row for $what', ({ date, id }) => {
		const rows = [
			registrant({ id: 1, date: tomorrow.date }),
			registrant({ id: 2, date: tomorrow.date }),
			registrant({ id: 3, date: '2026-11-26 20:30' }),
		];
		expect(findRequested(rows, { ...chosen(tomorrow), dateToSend: date }, now)?.id).toBe(id);
	});

	it('finds a row of a session that is always open, whatever its date', () => {
		const always = sessionOn(tomorrow.date, { kind: 'anyTime', startsAt: undefined });
		const rows = [registrant({ id: 1, date: '2026-11-25 20:31' })];
		expect(findRequested(rows, chosen(always), now)?.id).toBe(1);
	});
});

describe('asRegistration', () => {
	it.each<{ subscribed: string | number; expected: boolean | null }>([
		{ subscribed: 'Yes', expected: true },
		{ subscribed: 'No', expected: false },
		{ subscribed: 1, expected: true },
		{ subscribed: 0, expected: false },
		{ subscribed: 'unknown', expected: null },
	])('returns subscribed: $expected for a row with subscribed: $subscribed', ({ subscribed, expected }) => {
		const row: Registrant = { ...registrant({ id: 1, date: null }), subscribed };
		expect(asRegistration(row, chosen(tomorrow)).subscribed).toBe(expected);
	});

	it("returns the date in the row's event, not the one in its schedule", () => {
		const row = { ...registrant({ id: 1, date: '2026-11-26 20:30' }), schedule: '2026-11-25 20:30' };
		expect(asRegistration(row, chosen(tomorrow))).toMatchObject({
			date: '2026-11-26 20:30',
			starts_at: '2026-11-26T19:30:00Z',
		});
	});

	it('returns the room links of the row itself if the row has no field links', () => {
		const row: Registrant = {
			...registrant({ id: 1, date: null }),
			live_room: 'https://example.com/live',
			replay_room: '',
		};
		expect(asRegistration(row, chosen(tomorrow))).toMatchObject({
			live_room_url: 'https://example.com/live',
			replay_room_url: null,
		});
	});
});
