import { DateTime } from 'luxon';

import type { ScheduleObject, WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import {
	chooseSession,
	isRule,
	readSessionChoice,
} from '../../../nodes/WebinarAccount/webinars/chooseSession';
import { EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';
import { entry, finished } from '../../support/webinars';

const newYork = 'America/New_York';
const now = DateTime.fromISO('2026-03-01T12:00:00', { zone: newYork }).toMillis();

const past = entry(50, '2026-02-01 13:00', 'Sun, 1 Feb 2026');
const replay = entry(54, '2026-03-01 11:55', 'Instant replay');
const justInTime = entry(55, '2026-03-01 12:15', 'Just in time');
const today = entry(56, '2026-03-01 13:00', 'Every day, 01:00 PM');
const tomorrow = entry(56, '2026-03-02 13:00', 'Every day, 01:00 PM');
const open = entry(31, '2026-01-01 00:00', 'Always on');
const running = entry(57, '2026-03-01 00:00', 'Sun, 1 Mar 2026');
const undated = entry(58, 'soon');
const all = [past, tomorrow, today, replay, justInTime];
const soon = (schedule: number, date: string, more = '') => entry(schedule, date, `Just in time${more}`);
const laterFirst = [soon(1, '2026-03-01 12:45'), soon(2, '2026-03-01 12:00'), justInTime];
const french = { ...justInTime, comment: 'Juste à temps' };

/** The entry of the service that is chosen. */
function choose(value: string, schedules = all, forLink = false, type: WebinarDetail['type'] = null) {
	const webinar = finished({ timezone: newYork, type, schedules });
	return chooseSession(webinar, readSessionChoice(value), now, forLink).listed;
}

describe('the Session field', () => {
	it.each([
		['next', { kind: 'next' }],
		['justInTime', { kind: 'justInTime' }],
		['56', { kind: 'schedule', schedule: 56 }],
		[' 56 | next ', { kind: 'next', schedule: 56 }],
		[' 56 | 2026-03-01 13:00 ', { kind: 'date', schedule: 56, date: '2026-03-01 13:00' }],
		['56|2026-03-01T13:00:00', { kind: 'date', schedule: 56, date: '2026-03-01 13:00' }],
	])('reads %j', (value, expected) => {
		expect(readSessionChoice(value)).toEqual(expected);
		expect(isRule(readSessionChoice(value))).toBe(!/\d$/.test(value.trim()));
	});

	it.each(['tomorrow', '1.5', '|next', '56|next|57'])('refuses %j', (value) => {
		expect(failureOf(() => readSessionChoice(value))).toMatchObject({
			message: `"${value}" is not a session`,
			description: expect.stringContaining('54|next or 54|2026-01-31 13:00') as string,
		});
	});

	it('says when nothing is chosen, or when a date is none', () => {
		expect(() => readSessionChoice(' ')).toThrow('No session is chosen');
		expect(() => readSessionChoice('56|next week')).toThrow('"next week" is not a session date');
	});
});

describe('choosing a session', () => {
	it.each<[string, string, ScheduleObject[], number]>([
		['next', 'the first with a date of its own in the future, not the first listed', all, 2],
		['next', 'one with a date, however far away', [justInTime, open, replay, tomorrow], 3],
		['next', 'just in time without a date to come', [past, open, justInTime, replay], 2],
		['next', 'what is open at any time without those', [past, replay, open], 2],
		['next', 'what is open before just in time that has begun', [soon(55, '2026-03-01 12:00'), open], 1],
		['next', 'just in time of any time before a replay', [replay, soon(55, '')], 1],
		['justInTime', 'by the begin of the text', [today, soon(55, '', ' (15 minutes)')], 1],
		['justInTime', 'the first that lies ahead', laterFirst, 2],
		['justInTime', 'the first listed if none lies ahead', [soon(1, ''), soon(2, '')], 0],
		['instantReplay', 'by its description', all, 3],
		['56|next', 'the next of the schedule', all, 2],
		['56|2026-03-01 13:00', 'the one on the date, not the next', [tomorrow, today], 1],
		['57', 'what is to come before what is running', [running, entry(57, '2026-03-03 00:00')], 1],
		['55', 'just in time, whatever its date', [soon(55, '2026-01-01 00:00')], 0],
		['58', 'what has no date to read', [past, undated], 1],
		['55', 'by its ID what is described in another language', [today, french], 1],
	])('"%s" takes %s', (value, _what, schedules, place) => {
		expect(choose(value, schedules)).toBe(schedules[place]);
	});

	it.each(['next', '31'])('"%s" takes what the type of the webinar says is open', (value) => {
		const schedules = [entry(31, '2026-01-01 00:00')];
		expect(choose(value, schedules, false, 'Always on')).toBe(schedules[0]);
	});

	it('takes for a link only what has a session number, and says why', () => {
		expect(choose('next', [justInTime, open], true)).toBe(open);
		const { description } = failureOf(() => choose('next', [justInTime, replay], true));
		expect(description).toBe('Such a session has no session number. Choose a session with a date.');
	});
});

describe('a choice without a session', () => {
	const NEXT_ONE =
		'Choose the session from the list. Available sessions: 50|2026-02-01 13:00 (Sun, 1 Feb 2026)';
	const ANOTHER = 'It may have been chosen for another webinar.';
	const SHOWN = 'Of an automated webinar, only as many dates are on offer';

	it.each([
		['next', [past], 'The webinar has no upcoming session', NEXT_ONE],
		['justInTime', all.slice(0, 4), 'The webinar offers no just in time session', 'English description'],
		['99|next', all, 'The webinar has no schedule with the ID 99', ANOTHER],
		['50', all, 'The schedule 50 has no upcoming session', `${NEXT_ONE}, 56|`],
		['56|2026-03-09 13:00', all, 'The schedule 56 has no session on 2026-03-09 13:00', SHOWN],
	])('"%s" is refused, with those on offer and advice', (value, sessions, message, advice) => {
		const failure = failureOf(() => choose(value, sessions));
		expect(failure.message).toBe(message);
		expect(failure.description).toMatch(
			/^[A-Z].*\. Available sessions: 50\|2026-02-01 13:00 \(Sun, 1 Feb 2026\)/,
		);
		expect(failure.description).toContain(advice);
	});

	it('in another language is explained, with each description once', () => {
		const { description } = failureOf(() => choose('justInTime', [today, tomorrow, french]));
		expect(description).toMatch(
			/^The node finds it by its English description\. .*enter its schedule ID.*55\|2026-03-01 12:15 \(Juste à temps\)\.$/,
		);
		expect(description.match(/Every day/g)).toHaveLength(1);
	});

	it.each(['50', '99', '56|2026-03-09 13:00'])('is named as the list showed it: %s', (value) => {
		const choice = { ...readSessionChoice(value), shown: 'Mon 9 Mar 2026 13:00 · New York' };
		const webinar = finished({ timezone: newYork, schedules: all });
		expect(failureOf(() => chooseSession(webinar, choice, now))).toMatchObject({
			message: 'The session "Mon 9 Mar 2026 13:00 · New York" is no longer on offer',
			description: expect.stringMatching(/^Choose .*Next Upcoming Session, which does not expire/) as string,
		});
	});

	it('for one contact is explained by the zone of another, whatever the list showed to the first', () => {
		const choice = { ...readSessionChoice('56|2026-03-09 13:00'), shown: 'Mon 9 Mar 2026 13:00 · GMT-5' };
		const webinar = finished({ schedules: all }, { followsAttendee: true, zone: EST, form: 'GMT-5' });
		expect(failureOf(() => chooseSession(webinar, choice, now))).toMatchObject({
			message: 'The schedule 56 has no session on 2026-03-09 13:00',
			description: expect.stringContaining('belongs to another time zone') as string,
		});
	});

	it('shows no more dates and no longer texts than can be read', () => {
		const many = (count: number) => {
			const listed = Array.from({ length: count }, (_, schedule) => entry(schedule, today.date));
			return failureOf(() => choose('99', listed)).description;
		};
		expect(many(10)).toMatch(/, 9\|2026-03-01 13:00\.$/);
		expect(many(30)).toMatch(/, 9\|2026-03-01 13:00, and 20 more\.$/);
		const long = [entry(1, 'x'.repeat(500), 'y'.repeat(500)), entry(2, '', '')];
		expect(failureOf(() => choose('99', long)).description).toContain(
			` 1|${'x'.repeat(100)}… (${'y'.repeat(100)}…), 2.`,
		);
	});
});
