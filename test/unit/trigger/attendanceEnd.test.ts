import { IANAZone } from 'luxon';

import { attendanceEnd } from '../../../nodes/WebinarAccount/trigger/registrantEvents';

const newYork = IANAZone.create('America/New_York');

const session = { event: 'Mon, 2 Mar 2026, 12:00 PM', signup_date: 'Sun, 1 Mar 2026, 09:00 AM' };

const iso = (moment: number | undefined) =>
	moment === undefined ? undefined : new Date(moment).toISOString().slice(0, 16);

describe('attendanceEnd', () => {
	it.each([
		{ when: "180 minutes after the session's start", row: session, expected: '2026-03-02T20:00' },
		{
			when: '180 minutes after the date in the schedule if the event has no date',
			row: { schedule: session.event },
			expected: '2026-03-02T20:00',
		},
		{
			when: 'a day after the sign-up if the session has no date',
			row: { ...session, event: null, schedule: 'Just in time' },
			expected: '2026-03-02T14:00',
		},
		{
			when: 'a day after the sign-up if the schedule is a recurring description',
			row: { ...session, event: null, schedule: 'Every day, 01:00 PM' },
			expected: '2026-03-02T14:00',
		},
		{
			when: "at an unknown time if the session's date is unreadable",
			row: { ...session, event: '2 мар 2026, 12:00' },
			expected: undefined,
		},
		{
			when: 'at an unknown time if the sign-up date is unreadable',
			row: { event: null, signup_date: 'gestern' },
			expected: undefined,
		},
		{ when: 'at an unknown time if the row has no date', row: {}, expected: undefined },
	])('returns that attendance is final $when', ({ row, expected }) => {
		expect(iso(attendanceEnd(row, 'session', 180, newYork))).toBe(expected);
	});

	it('waits until the session is over in every time zone if the time zone is unknown', () => {
		expect(iso(attendanceEnd(session, 'session', 180))).toBe('2026-03-03T03:00');
	});
});

describe('attendanceEnd of an event that waits for the replay', () => {
	it.each([
		{
			when: "180 minutes after the session's start if the registrant has not watched the replay",
			date_replay: null,
			expected: '2026-03-02T20:00',
		},
		{
			when: 'a day after the registrant watched the replay',
			date_replay: 'Tue, 3 Mar 2026, 08:00 AM',
			expected: '2026-03-04T13:00',
		},
		{
			when: "no earlier than 180 minutes after the session's start, even if the replay visit was earlier",
			date_replay: 'Sun, 1 Mar 2026, 08:00 AM',
			expected: '2026-03-02T20:00',
		},
		{
			when: "at an unknown time if the replay visit's date is unreadable",
			date_replay: '3 мар 2026',
			expected: undefined,
		},
	])('returns that live and replay attendance is final $when', ({ date_replay, expected }) => {
		const row = { ...session, date_replay };
		expect(iso(attendanceEnd(row, 'replay', 180, newYork))).toBe(expected);
	});
});
