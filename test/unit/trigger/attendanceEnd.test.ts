import { IANAZone } from 'luxon';

import { attendanceEnd, attendanceEndWithReplay } from '../../../nodes/WebinarAccount/trigger/attendanceEnd';

const newYork = IANAZone.create('America/New_York');

const session = { event: 'Mon, 2 Mar 2026, 12:00 PM', signup_date: 'Sun, 1 Mar 2026, 09:00 AM' };

const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);

describe('attendanceEnd', () => {
	const end = attendanceEnd(newYork, 180);

	it.each([
		['180 minutes after the start of the session', session, '2026-03-02T20:00'],
		[
			'180 minutes after the date in the schedule if the event has no date',
			{ schedule: session.event },
			'2026-03-02T20:00',
		],
		[
			'a day after the sign-up if the session has no date',
			{ ...session, event: null, schedule: 'Just in time' },
			'2026-03-02T14:00',
		],
		[
			'a day after the sign-up if the schedule is a recurring description',
			{ ...session, event: null, schedule: 'Every day, 01:00 PM' },
			'2026-03-02T14:00',
		],
		[
			'at an unknown time if the date of the session cannot be read',
			{ ...session, event: '2 мар 2026, 12:00' },
			undefined,
		],
		[
			'at an unknown time if the sign-up date cannot be read',
			{ event: null, signup_date: 'gestern' },
			undefined,
		],
		['at an unknown time if the row has no date', {}, undefined],
	])('determines that attendance is final %s', (_when, row, expected) => {
		expect(iso(end(row))).toBe(expected);
	});

	it('waits until the session is over in every time zone if the time zone is unknown', () => {
		expect(iso(attendanceEnd(undefined, 180)(session))).toBe('2026-03-03T03:00');
	});
});

describe('attendanceEndWithReplay', () => {
	const end = attendanceEndWithReplay(newYork, 180);

	it.each([
		['180 minutes after the start if the replay was not visited', null, '2026-03-02T20:00'],
		['a day after the replay was visited', 'Tue, 3 Mar 2026, 08:00 AM', '2026-03-04T13:00'],
		[
			'no earlier than 180 minutes after the start, even if the replay was visited before',
			'Sun, 1 Mar 2026, 08:00 AM',
			'2026-03-02T20:00',
		],
		['at an unknown time if the date of the replay visit cannot be read', '3 мар 2026', undefined],
	])('determines that attendance with the replay is final %s', (_when, date_replay, expected) => {
		expect(iso(end({ ...session, date_replay }))).toBe(expected);
	});
});
