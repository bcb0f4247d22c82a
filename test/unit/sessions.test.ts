import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';

import { readDate } from '../../nodes/WebinarAccount/service/sessions/sessionDate';
import {
	chooseSession,
	isSeries,
	isUnnumbered,
	readSessionChoice,
	startOf,
	startsAt,
} from '../../nodes/WebinarAccount/service/sessions/sessions';
import { failureOf } from '../support/failure';

const zone = IANAZone.create('America/New_York');
const now = DateTime.fromISO('2026-03-01T12:00:00', { zone });

const replay = { date: '2026-03-01 11:55', schedule: 54, comment: 'Instant replay' };
const justInTime = { date: '2026-03-01 12:15', schedule: 55, comment: 'Just in time' };
const today = { date: '2026-03-01 13:00', schedule: 56, comment: 'Every day, 01:00 PM' };
const tomorrow = { date: '2026-03-02 13:00', schedule: 56, comment: 'Every day, 01:00 PM' };
const past = { date: '2026-02-01 13:00', schedule: 50, comment: 'Sun, 1 Feb 2026' };
const all = [past, tomorrow, today, replay, justInTime];

const choose = (value: string, sessions = all) =>
	chooseSession({ schedules: sessions }, readSessionChoice(value), zone, now);

describe('the Session field', () => {
	it.each([
		['next', { kind: 'next' }],
		['justInTime', { kind: 'justInTime' }],
		['instantReplay', { kind: 'instantReplay' }],
		['56', { kind: 'schedule', schedule: 56 }],
		[56, { kind: 'schedule', schedule: 56 }],
		[' 56 | 2026-03-01 13:00 ', { kind: 'schedule', schedule: 56, date: '2026-03-01 13:00' }],
		['56|2026-03-01T13:00:00', { kind: 'schedule', schedule: 56, date: '2026-03-01 13:00' }],
	])('reads %j', (value, expected) => {
		expect(readSessionChoice(value)).toEqual(expected);
	});

	it.each(['tomorrow', '56|57|58', '-1', '1.5', '|2026-03-01 13:00'])('refuses %j', (value) => {
		expect(() => readSessionChoice(value)).toThrow(`"${value}" is not a session`);
	});

	it('says when nothing is chosen', () => {
		expect(() => readSessionChoice(' ')).toThrow('No session is chosen');
	});

	it.each([
		'56|2026-02-30 13:00',
		'56|next week',
		'56|03/01/2026',
		'56|2026-01-31 01:00 PM',
		'56|2026-01-31T13:00:00Z',
		'56|2026-01-31T13:00:00.000+02:00',
		'56|2026-01-31 13:005',
		'56|2026-01-31 13:00 or so',
		'56|2026-01-31 24:00',
		'56|2026-01-31 13:00:60',
		'56|2026-01-31',
	])('refuses the date of %j', (value) => {
		const failure = failureOf(() => readSessionChoice(value));
		expect(failure.message).toMatch(/is not a session date$/);
		expect(failure.description).toContain('just as the webinar lists it');
	});

	it.each(['2026-01-31 13:00', '2026-01-31T13:00', ' 2026-01-31 13:00:59 ', '2026-01-31T13:00:00.000'])(
		'reads the date %j',
		(text) => {
			expect(readDate(text)).toBe('2026-01-31 13:00');
		},
	);

	it('reads a date as it stands, and none with something behind it', () => {
		const date = fc
			.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
			.map((moment) => DateTime.fromJSDate(moment, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm'));
		const rest = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '' && !/^:[0-5]\d/.test(text));
		fc.assert(
			fc.property(
				date,
				fc.constantFrom(' ', 'T'),
				fc.constantFrom('', ':00', ':59.5'),
				(text, t, seconds) => {
					expect(readDate(text.replace(' ', t) + seconds)).toBe(text);
				},
			),
		);
		fc.assert(
			fc.property(date, rest, (text, more) => {
				expect(() => readDate(text + more)).toThrow('is not a session date');
			}),
		);
	});
});

describe('choosing a session', () => {
	it('takes the first that starts in the future, not the first in the list', () => {
		expect(choose('next')).toBe(justInTime);
		expect(choose('next', [past, tomorrow, today])).toBe(today);
	});

	it('takes the earliest moment, whatever the order and the zone', () => {
		const zones = Intl.supportedValuesOf('timeZone').map((name) => IANAZone.create(name));
		const dates = fc
			.date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
			.map((date) => DateTime.fromJSDate(date, { zone: 'utc' }).toFormat('yyyy-MM-dd HH:mm'));
		fc.assert(
			fc.property(fc.array(dates, { minLength: 1 }), fc.constantFrom(...zones), (list, anyZone) => {
				const sessions = list.map((date, index) => ({ date, schedule: index, comment: '' }));
				const future = sessions.map((session) => startOf(session, anyZone)).filter((start) => start > now);
				if (future.length === 0) {
					expect(() => chooseSession({ schedules: sessions }, { kind: 'next' }, anyZone, now)).toThrow(
						'no upcoming session',
					);
				} else {
					const chosen = chooseSession({ schedules: sessions }, { kind: 'next' }, anyZone, now);
					expect(startOf(chosen, anyZone).toMillis()).toBe(
						Math.min(...future.map((start) => start.toMillis())),
					);
				}
			}),
		);
	});

	it('finds just-in-time and instant-replay sessions by their description, in any spelling', () => {
		expect(choose('justInTime')).toBe(justInTime);
		expect(choose('instantReplay')).toBe(replay);
		const spelled = { ...justInTime, comment: ' Just-In-Time ' };
		expect(choose('justInTime', [today, spelled])).toBe(spelled);
	});

	it('says what is on offer when the description is not', () => {
		const failure = failureOf(() => choose('instantReplay', [today]));
		expect(failure.message).toBe('The webinar offers no instant replay session');
		expect(failure.description).toContain('56|2026-03-01 13:00 (Every day, 01:00 PM)');
	});

	it('takes the next session of a schedule that has several', () => {
		expect(choose('56')).toBe(today);
	});

	it('refuses a schedule whose sessions are all over, unless it is asked for all the same', () => {
		const failure = failureOf(() => choose('50'));
		expect(failure.message).toBe('The schedule 50 has no upcoming session');
		expect(failure.description).toContain('On offer are: 50|2026-02-01 13:00 (Sun, 1 Feb 2026), 56|');
		const evenIfOver = { kind: 'schedule', schedule: 50, evenIfOver: true } as const;
		expect(chooseSession({ schedules: all }, evenIfOver, zone, now)).toBe(past);
		expect(choose('50|2026-02-01 13:00')).toBe(past);
	});

	it('takes a session that began a while ago, because people can still come', () => {
		const running = { date: '2026-03-01 11:00', schedule: 57, comment: 'Sun, 1 Mar 2026' };
		expect(choose('57', [{ ...past, schedule: 57 }, running])).toBe(running);
	});

	it.each(['Just in time', 'Instant replay', 'Always on', 'Right now'])(
		'takes what has no date of its own by its ID: %s',
		(comment) => {
			const session = { date: '2026-01-01 00:00', schedule: 57, comment };
			expect(choose('57', [past, session])).toBe(session);
		},
	);

	it('takes a session whose date cannot be read', () => {
		const session = { date: 'soon', schedule: 57, comment: '' };
		expect(choose('57', [session])).toBe(session);
	});

	it.each(['Always on', 'Right now'] as const)('knows by its type what is open at any time: %s', (type) => {
		const session = { date: '2026-01-01 00:00', schedule: 31, comment: '' };
		for (const value of ['next', '31']) {
			const choice = readSessionChoice(value);
			expect(chooseSession({ type, schedules: [session] }, choice, zone, now)).toBe(session);
		}
	});

	it('takes one session of a schedule by its date', () => {
		expect(choose('56|2026-03-02 13:00')).toBe(tomorrow);
	});

	it('refuses a schedule or a date that the webinar does not have, and lists the dates on offer', () => {
		expect(() => choose('99')).toThrow('The webinar has no schedule with the ID 99');
		const failure = failureOf(() => choose('56|2026-03-09 13:00'));
		expect(failure.message).toBe('The schedule 56 has no session on 2026-03-09 13:00');
		expect(failure.description).toContain('56|2026-03-02 13:00');
	});

	it('lists no more dates than can be read', () => {
		const many = Array.from({ length: 30 }, (_, index) => ({ ...today, schedule: index }));
		expect(failureOf(() => choose('99', many)).description).toContain('and 20 more');
	});

	it('lets people into a webinar that is always on, or on right now', () => {
		const open = { date: '2026-01-01 00:00', schedule: 31, comment: 'Always on' };
		expect(choose('next', [open])).toBe(open);
		expect(choose('next', [{ ...open, comment: 'Right Now' }])).toMatchObject({ schedule: 31 });
	});

	it('says when there is no session at all', () => {
		expect(() => choose('next', [])).toThrow('The webinar has no session');
	});

	it('counts the next one in the right hour when clocks change', () => {
		// 2026-03-08 02:00 → 03:00 in New York.
		const morning = { date: '2026-03-08 03:30', schedule: 1, comment: '' };
		expect(startsAt(morning, zone)).toBe('2026-03-08T07:30:00Z');
		expect(startsAt(today, zone)).toBe('2026-03-01T18:00:00Z');
	});

	it('takes a date with seconds or a T for the same', () => {
		for (const date of ['2026-03-01 13:00:00', '2026-03-01T13:00'])
			expect(startsAt({ date }, zone)).toBe('2026-03-01T18:00:00Z');
	});

	it('knows a session without a number', () => {
		expect(all.filter(isUnnumbered)).toEqual([replay, justInTime]);
	});

	it('knows a series by one ID for several sessions, by its type, or by its description', () => {
		const one = { ...today, schedule: 21, comment: 'Sun, 1 Mar 2026' };
		const two = { ...tomorrow, schedule: 22, comment: '' };
		const type = 'Series of presentations';
		expect(isSeries(today, { schedules: all })).toBe(true);
		expect(isSeries(past, { schedules: all })).toBe(false);
		expect(isSeries(one, { type, schedules: [one, two] })).toBe(true);
		expect(isSeries(one, { type: 'Single presentation', schedules: [one, two] })).toBe(false);
		expect(isSeries(one, { type, schedules: [one, replay] })).toBe(false);
		expect(isSeries(replay, { type, schedules: [one, two, replay] })).toBe(false);
		for (const comment of ['Every day, 01:00 PM', ' every weekday at 10 AM']) {
			expect(isSeries({ ...one, comment }, { schedules: [{ ...one, comment }, two] })).toBe(true);
		}
	});
});
