import { IANAZone } from 'luxon';

import { attendanceEnd, attendanceEndWithReplay } from '../../../nodes/WebinarAccount/trigger/attendanceEnd';

const newYork = IANAZone.create('America/New_York');

const session = { event: 'Mon, 2 Mar 2026, 12:00 PM', signup_date: 'Sun, 1 Mar 2026, 09:00 AM' };

const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);

describe('attendanceEnd', () => {
	const end = attendanceEnd(newYork, 180);

	it.each([
		['minutes after the start of the session', session, '2026-03-02T20:00'],
		['by the date in the schedule if the event has none', { schedule: session.event }, '2026-03-02T20:00'],
		[
			'a day after the sign-up without a date',
			{ ...session, event: null, schedule: 'Just in time' },
			'2026-03-02T14:00',
		],
		[
			'a day after the sign-up with a recurring description',
			{ ...session, event: null, schedule: 'Every day, 01:00 PM' },
			'2026-03-02T14:00',
		],
		['unknown for a date that cannot be read', { ...session, event: '2 мар 2026, 12:00' }, undefined],
		['unknown for a sign-up date that cannot be read', { event: null, signup_date: 'gestern' }, undefined],
		['unknown without any date', {}, undefined],
	])('is %s', (_what, row, expected) => {
		expect(iso(end(row))).toBe(expected);
	});

	it('is when it is final everywhere on earth if the time zone is unknown', () => {
		expect(iso(attendanceEnd(undefined, 180)(session))).toBe('2026-03-03T03:00');
	});
});

describe('attendanceEndWithReplay', () => {
	const end = attendanceEndWithReplay(newYork, 180);

	it.each([
		['minutes after the start without a visit of the replay', null, '2026-03-02T20:00'],
		['a day after the visit of the replay', 'Tue, 3 Mar 2026, 08:00 AM', '2026-03-04T13:00'],
		['not before the session is over', 'Sun, 1 Mar 2026, 08:00 AM', '2026-03-02T20:00'],
		['unknown if the date of the visit cannot be read', '3 мар 2026', undefined],
	])('is %s', (_what, date_replay, expected) => {
		expect(iso(end({ ...session, date_replay }))).toBe(expected);
	});
});
