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

describe('findExisting', () => {
	it('finds a row of the chosen schedule whose session is not over', () => {
		expect(existingId([row(1, '2026-11-26 20:30')])).toBe(1);
		expect(existingId([row(1, '2026-11-24 02:00')])).toBe(1);
	});

	it('ignores a row whose session began more than 12 hours ago', () => {
		expect(existingId([row(1, '2026-11-24 00:30')])).toBeUndefined();
	});

	it('ignores a row of another schedule', () => {
		expect(existingId([row(1, '2026-11-26 20:30', 47)])).toBeUndefined();
	});

	it.each(['Just in time', 'just-in-time (15 minutes)', 'Instant replay'])(
		'ignores a row of a "%s" session',
		(schedule) => {
			for (const schedule_id of [46, 55, null])
				expect(existingId([{ ...row(1, '2026-11-26 20:30', schedule_id), schedule }])).toBeUndefined();
		},
	);

	it('prefers the row for the chosen date to the next upcoming one', () => {
		const rows = [row(1, '2026-11-24 20:30'), row(2, '2026-11-25 20:30'), row(3, '2026-11-26 20:30')];
		expect(existingId(rows)).toBe(2);
	});

	it('finds the next upcoming row if none has the chosen date', () => {
		const rows = [row(4, '2026-11-24 10:00'), row(1, '2026-11-29 20:30'), row(2, '2026-11-27 20:30')];
		expect(existingId(rows)).toBe(2);
	});

	it('finds the newest row if no session is upcoming', () => {
		expect(existingId([row(2, '2026-11-24 10:00'), row(3, '2026-11-24 11:00')])).toBe(3);
		expect(existingId([row(3, null), row(2, null)])).toBe(3);
	});

	it('finds a row of the chosen schedule whose date cannot be read, and reports the date', () => {
		expect(findExisting([row(1, 'tomorrow at one')], found(tomorrow), now)).toMatchObject({
			existing: { id: 1 },
			hasUnreadableDate: true,
		});
		expect(findExisting([row(1, '2026-11-26 20:30')], found(tomorrow), now).hasUnreadableDate).toBe(false);
	});

	it('finds a row of any age if the room is always open', () => {
		const open = found(sessionOn('', { kind: 'anyTime' }));
		expect(findExisting([row(1, '2026-01-01 10:00')], open, now)).toEqual({
			existing: row(1, '2026-01-01 10:00'),
			hasUnreadableDate: false,
		});
	});

	it('uses the time zone of the item to decide whether a session is over, if the webinar follows the attendee', () => {
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

describe('findExisting in a live series', () => {
	const inSeries = { coversWebinar: true, isSeries: true };
	const first = sessionOn('2026-11-17 20:30', { ...inSeries, schedule: 131 });
	const second = sessionOn('2026-11-26 20:30', { ...inSeries, schedule: 132 });
	const last = sessionOn('2026-12-03 20:30', { ...inSeries, schedule: 133 });
	const series = (chosen: Session, sessions = [first, second, last]) =>
		found(chosen, { product: products.live, sessions });

	it('finds a row for an earlier session, because the registration covers later sessions', () => {
		expect(existingId([row(1, '2026-11-17 20:30', 131)], series(second))).toBe(1);
	});

	it('ignores a row if every session that it covers is over', () => {
		const undated = sessionOn('', { ...inSeries, schedule: 134 });
		expect(existingId([row(1, '2026-11-17 20:30', 131)], series(undated, [first, undated]))).toBeUndefined();
	});

	it('prefers a row of the chosen schedule to an earlier one of another schedule', () => {
		const rows = [row(1, '2026-11-26 20:30', 132), row(2, '2026-12-03 20:30', 133)];
		expect(existingId(rows, series(last))).toBe(2);
	});

	it('prefers a row of the chosen schedule if no date can be read', () => {
		const result = findExisting([row(9, '?', 132), row(2, '?', 133)], series(last), now);
		expect(result).toMatchObject({ existing: { id: 2 }, hasUnreadableDate: true });
	});

	it('ignores a row of another schedule without a readable date', () => {
		const result = findExisting([row(1, '?', 131)], series(last), now);
		expect(result).toEqual({ existing: undefined, hasUnreadableDate: true });
	});

	it('finds a row for an earlier date of a recurring schedule in a webinar without a type', () => {
		const dates = [sessionOn('2026-11-17 20:30', { isSeries: true }), tomorrow];
		const recurring = found(sessionOn(tomorrow.date, { isSeries: true }), {
			product: products.live,
			sessions: dates,
		});
		expect(existingId([row(1, '2026-11-17 20:30')], recurring)).toBe(1);
		expect(existingId([row(1, '2026-11-17 20:30', 47)], recurring)).toBeUndefined();
	});
});

describe('asRegistration', () => {
	it('returns every field of a new registration, with null for those that the row lacks', () => {
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

	it('returns the session, the links and all other fields of the row', () => {
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

	it.each<{ subscribed: string | number; expected: boolean | null }>([
		{ subscribed: 'Yes', expected: true },
		{ subscribed: 'No', expected: false },
		{ subscribed: 1, expected: true },
		{ subscribed: 0, expected: false },
		{ subscribed: 'unknown', expected: null },
	])('returns the subscription "$subscribed" as $expected', ({ subscribed, expected }) => {
		const listed: Registrant = { ...row(1, null), subscribed };
		expect(asRegistration(listed, found(tomorrow)).subscribed).toBe(expected);
	});

	it('returns no date if the webinar follows the attendee, because the row does not name the time zone', () => {
		const following = found(tomorrow, { followsAttendee: true });
		const noDate = { date: null, date_text: null, timezone: null, starts_at: null };
		expect(asRegistration(row(1, '2026-11-26 20:30'), following)).toMatchObject(noDate);
	});
});
