import fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';

import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { readSessionChoice } from '../../../nodes/WebinarAccount/service/sessions/choice';
import { chooseSession } from '../../../nodes/WebinarAccount/service/sessions/chooseSession';
import { Reading } from '../../../nodes/WebinarAccount/service/webinars';
import { failureOf } from '../../support/failure';

const newYork = IANAZone.create('America/New_York');
const now = DateTime.fromISO('2026-03-01T12:00:00', { zone: newYork }).toMillis();

const replay = { date: '2026-03-01 11:55', schedule: 54, comment: 'Instant replay' };
const justInTime = { date: '2026-03-01 12:15', schedule: 55, comment: 'Just in time' };
const today = { date: '2026-03-01 13:00', schedule: 56, comment: 'Every day, 01:00 PM' };
const tomorrow = { date: '2026-03-02 13:00', schedule: 56, comment: 'Every day, 01:00 PM' };
const past = { date: '2026-02-01 13:00', schedule: 50, comment: 'Sun, 1 Feb 2026' };
const all = [past, tomorrow, today, replay, justInTime];

const readingOf = (webinar: Omit<WebinarDetail, 'webinar_id'>, zone = newYork) =>
	new Reading({ webinar_id: 1, ...webinar }, now, zone, false, undefined);
const choose = (value: string, schedules = all, type?: WebinarDetail['type']) => {
	const reading = readingOf({ ...(type && { type }), schedules });
	return chooseSession(reading, reading.sessions, readSessionChoice(value), now);
};

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
			fc.property(fc.array(dates, { minLength: 1 }), fc.constantFrom(...zones), (list, zone) => {
				const schedules = list.map((date, schedule) => ({ date, schedule, comment: '' }));
				const reading = readingOf({ schedules }, zone);
				const next = () => chooseSession(reading, schedules, { kind: 'next' }, now);
				const starts = list.map((date) => DateTime.fromSQL(date, { zone }).toMillis());
				const future = starts.filter((start) => start > now);
				if (future.length === 0) expect(next).toThrow('no upcoming session');
				else expect(starts[next().schedule]).toBe(Math.min(...future));
			}),
		);
	});

	it('finds what varies by its description', () => {
		expect(choose('justInTime')).toBe(justInTime);
		expect(choose('instantReplay')).toBe(replay);
	});

	it('takes the next session of a schedule, or the one on a date', () => {
		expect(choose('56')).toBe(today);
		expect(choose('56|2026-03-02 13:00')).toBe(tomorrow);
		expect(choose('56|next')).toBe(today);
	});

	it('refuses a schedule whose sessions are all over, unless it is asked for all the same', () => {
		const failure = failureOf(() => choose('50'));
		expect(failure.message).toBe('The schedule 50 has no upcoming session');
		expect(failure.description).toContain('Available sessions: 50|2026-02-01 13:00 (Sun, 1 Feb 2026), 56|');
		const evenIfOver = { kind: 'schedule', schedule: 50, evenIfOver: true } as const;
		expect(chooseSession(readingOf({}), all, evenIfOver, now)).toBe(past);
		expect(choose('50|2026-02-01 13:00')).toBe(past);
	});

	it('takes a session that began at most 12 hours ago, because people can still come', () => {
		const running = { date: '2026-03-01 00:00', schedule: 57, comment: 'Sun, 1 Mar 2026' };
		expect(choose('57', [{ ...past, schedule: 57 }, running])).toBe(running);
		expect(() => choose('57', [{ ...running, date: '2026-02-28 23:59' }])).toThrow('no upcoming session');
	});

	it.each([
		['2026-01-01 00:00', 'Just in time'],
		['2026-01-01 00:00', 'Instant replay'],
		['soon', ''],
	])('takes by its ID what has no date that says something: %s %s', (date, comment) => {
		const session = { date, schedule: 57, comment };
		expect(choose('57', [past, session])).toBe(session);
	});

	it.each(['Always on', 'Right now'] as const)('lets people into what is open at any time: %s', (type) => {
		const session = { date: '2026-01-01 00:00', schedule: 31, comment: '' };
		for (const value of ['next', '31']) {
			expect(choose(value, [session], type)).toBe(session);
			expect(choose(value, [{ ...session, comment: type }])).toMatchObject({ schedule: 31 });
		}
	});

	it.each([
		['next', [past], 'The webinar has no upcoming session'],
		['instantReplay', all.slice(0, 3), 'The webinar offers no instant replay session'],
		['99', all, 'The webinar has no schedule with the ID 99'],
		['99|next', all, 'The webinar has no schedule with the ID 99'],
		['50|next', all, 'The schedule 50 has no upcoming session'],
		['56|2026-03-09 13:00', all, 'The schedule 56 has no session on 2026-03-09 13:00'],
	])('refuses "%s" where there is none, and lists what is on offer', (value, sessions, message) => {
		const failure = failureOf(() => choose(value, sessions));
		expect(failure.message).toBe(message);
		expect(failure.description).toMatch(/Available sessions: 50\|2026-02-01 13:00 \(Sun, 1 Feb 2026\)/);
	});

	it('finds a session by the beginning of its description, or by its ID whatever its language', () => {
		const inMinutes = { ...justInTime, comment: 'Just in time (15 minutes)' };
		expect(choose('justInTime', [today, inMinutes])).toBe(inMinutes);
		const inFrench = { ...justInTime, comment: 'Juste à temps' };
		const schedules = [today, tomorrow, inFrench];
		expect(choose('55', schedules)).toBe(inFrench);
		const failure = failureOf(() => choose('justInTime', schedules));
		expect(failure.description).toMatch(/enter its schedule ID.*55\|2026-03-01 12:15 \(Juste à temps\)\.$/);
		// Each description once.
		expect(failure.description.match(/Every day/g)).toHaveLength(1);
	});

	it.each([
		['56|2026-03-01 19:00', true],
		['56|2026-03-02 23:45', true],
		['56|2026-03-02 18:05', false],
		['56|2026-02-25 13:00', false],
	])('says that the date of %s belongs to another zone: %s', (value, isOther) => {
		const reading = new Reading({ webinar_id: 1, schedules: all }, now, newYork, false, 'GMT-5');
		const failure = failureOf(() => chooseSession(reading, all, readSessionChoice(value), now));
		expect(failure.description.includes('another time zone')).toBe(isOther);
		expect(failure.description.includes('56|next')).toBe(isOther);
	});

	it('lists no more dates than can be read', () => {
		const many = Array.from({ length: 30 }, (_, schedule) => ({ ...today, schedule }));
		expect(failureOf(() => choose('99', many)).description).toContain('and 20 more');
	});

	it('says when there is no session at all', () => {
		expect(() => choose('next', [])).toThrow('The webinar has no session');
	});
});
