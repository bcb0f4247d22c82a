import { FixedOffsetZone, IANAZone } from 'luxon';

import { asRegistration, findExisting } from '../../../nodes/WebinarAccount/registrants/existingRegistration';
import { products } from '../../../nodes/WebinarAccount/service/products';
import type { Registrant } from '../../../nodes/WebinarAccount/service/schemas';
import type { FoundSession } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { found, now, sessionOn, tomorrow } from './foundSession';

const row = (id: number, event: string | null, schedule_id: number | null = 46): Registrant => ({
	id,
	schedule_id,
	event,
	email: 'ada@people.example',
});

function existingId(rows: readonly Registrant[], chosen: FoundSession = found(tomorrow)) {
	return findExisting(rows, chosen, now).existing?.id;
}

describe('the row that counts as a registration', () => {
	it('is one of the chosen schedule whose session is not over', () => {
		expect(existingId([row(1, '2026-11-26 20:30')])).toBe(1);
		expect(existingId([row(1, '2026-11-24 02:00')])).toBe(1);
	});

	it('is none whose session began more than 12 hours ago', () => {
		expect(existingId([row(1, '2026-11-24 00:30')])).toBeUndefined();
	});

	it('is none of another schedule', () => {
		expect(existingId([row(1, '2026-11-26 20:30', 47)])).toBeUndefined();
	});

	it.each(['Just in time', 'just-in-time (15 minutes)', 'Instant replay'])('is none for "%s"', (schedule) => {
		for (const schedule_id of [46, 55, null])
			expect(existingId([{ ...row(1, '2026-11-26 20:30', schedule_id), schedule }])).toBeUndefined();
	});

	it('is one for the chosen date rather than the next upcoming one', () => {
		const rows = [row(1, '2026-11-24 20:30'), row(2, '2026-11-25 20:30'), row(3, '2026-11-26 20:30')];
		expect(existingId(rows)).toBe(2);
	});

	it('is the next upcoming one if there is none for the chosen date', () => {
		const rows = [row(4, '2026-11-24 10:00'), row(1, '2026-11-29 20:30'), row(2, '2026-11-27 20:30')];
		expect(existingId(rows)).toBe(2);
	});

	it('is the newest one if no session is upcoming', () => {
		expect(existingId([row(2, '2026-11-24 10:00'), row(3, '2026-11-24 11:00')])).toBe(3);
		expect(existingId([row(3, null), row(2, null)])).toBe(3);
	});

	it('is one of the chosen schedule also if its date cannot be read', () => {
		expect(findExisting([row(1, 'tomorrow at one')], found(tomorrow), now)).toMatchObject({
			existing: { id: 1 },
			hasUnreadableDate: true,
		});
		expect(findExisting([row(1, '2026-11-26 20:30')], found(tomorrow), now).hasUnreadableDate).toBe(false);
	});

	it('is one of a room that is always open, however long ago people registered', () => {
		const open = found(sessionOn('', { kind: 'anyTime' }));
		expect(findExisting([row(1, '2026-01-01 10:00')], open, now)).toEqual({
			existing: row(1, '2026-01-01 10:00'),
			hasUnreadableDate: false,
		});
	});

	it('ends in the time zone of the item if the webinar follows the attendee', () => {
		const inHonolulu = found(tomorrow, {
			zone: IANAZone.create('Pacific/Honolulu'),
			followsAttendee: true,
		});
		expect(existingId([row(1, '2026-11-23 16:00')], inHonolulu)).toBe(1);
		expect(existingId([row(1, '2026-11-23 13:00')], inHonolulu)).toBeUndefined();
		const onKiritimati = found(tomorrow, {
			zone: FixedOffsetZone.instance(14 * 60),
			followsAttendee: true,
		});
		expect(existingId([row(1, '2026-11-24 13:00')], onKiritimati)).toBeUndefined();
	});
});

describe('the row that counts in a live series', () => {
	const inSeries = { coversWebinar: true, isSeries: true };
	const first = sessionOn('2026-11-17 20:30', { ...inSeries, schedule: 131 });
	const second = sessionOn('2026-11-26 20:30', { ...inSeries, schedule: 132 });
	const last = sessionOn('2026-12-03 20:30', { ...inSeries, schedule: 133 });
	const series = (chosen: Session, sessions = [first, second, last]) =>
		found(chosen, { product: products.live, sessions });

	it('is one for an earlier session, because it covers those that follow', () => {
		expect(existingId([row(1, '2026-11-17 20:30', 131)], series(second))).toBe(1);
	});

	it('is none if every session that it covers is over', () => {
		const undated = sessionOn('', { ...inSeries, schedule: 134 });
		expect(existingId([row(1, '2026-11-17 20:30', 131)], series(undated, [first, undated]))).toBeUndefined();
	});

	it('is one of the chosen schedule rather than an earlier one of another schedule', () => {
		const rows = [row(1, '2026-11-26 20:30', 132), row(2, '2026-12-03 20:30', 133)];
		expect(existingId(rows, series(last))).toBe(2);
	});

	it('is one of the chosen schedule rather than another one if neither date can be read', () => {
		const result = findExisting([row(9, '?', 132), row(2, '?', 133)], series(last), now);
		expect(result).toMatchObject({ existing: { id: 2 }, hasUnreadableDate: true });
	});

	it('is none of another schedule without a readable date', () => {
		const result = findExisting([row(1, '?', 131)], series(last), now);
		expect(result).toEqual({ existing: undefined, hasUnreadableDate: true });
	});

	it('is one for an earlier date of a schedule with several dates, also without a type', () => {
		const dates = [sessionOn('2026-11-17 20:30', { isSeries: true }), tomorrow];
		const recurring = found(sessionOn(tomorrow.date, { isSeries: true }), {
			product: products.live,
			sessions: dates,
		});
		expect(existingId([row(1, '2026-11-17 20:30')], recurring)).toBe(1);
		expect(existingId([row(1, '2026-11-17 20:30', 47)], recurring)).toBeUndefined();
	});
});

describe('a row as a registration', () => {
	it('has every field of a new registration, null where the row lacks it', () => {
		expect(asRegistration({ id: 1 }, found(tomorrow))).toEqual({
			id: 1,
			first_name: null,
			last_name: null,
			email: null,
			phone_country_code: null,
			phone: null,
			password: null,
			date: null,
			date_text: null,
			timezone: null,
			starts_at: null,
			live_room_url: null,
			replay_room_url: null,
			thank_you_url: null,
			user_id: null,
			webinar_id: 13,
			webinar_hash: 'g6h2r8vn',
			schedule: 46,
		});
	});

	it('has its session, its links and its other fields', () => {
		const listed = {
			...row(1, 'Thu, 26 Nov 2026, 08:30 PM'),
			links: { live_room: 'https://event.example/live', replay_room: {} },
			replay_room: 'https://event.example/replay',
			utm_source: 'fb',
		};
		expect(asRegistration(listed, found(tomorrow))).toMatchObject({
			email: 'ada@people.example',
			date: '2026-11-26 20:30',
			date_text: 'Thu, 26 Nov 2026, 20:30 (Berlin)',
			timezone: 'Europe/Berlin',
			starts_at: '2026-11-26T19:30:00Z',
			live_room_url: 'https://event.example/live',
			replay_room_url: 'https://event.example/replay',
			utm_source: 'fb',
		});
	});

	it.each<[string | number, boolean | null]>([
		['Yes', true],
		['No', false],
		[1, true],
		[0, false],
		['unknown', null],
	])('has subscribed %j as %j', (subscribed, expected) => {
		const listed: Registrant = { ...row(1, null), subscribed };
		expect(asRegistration(listed, found(tomorrow)).subscribed).toBe(expected);
	});

	it('has no date if the webinar follows the attendee, because the row does not name the time zone', () => {
		const following = found(tomorrow, { followsAttendee: true });
		const noDate = { date: null, date_text: null, timezone: null, starts_at: null };
		expect(asRegistration(row(1, '2026-11-26 20:30'), following)).toMatchObject(noDate);
	});
});
