import { DateTime } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import type { ScheduleObject, WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { chooseSession, readSessionChoice } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import { EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';
import { entry, webinarWith } from '../../support/webinars';

const newYork = 'America/New_York';
const now = DateTime.fromISO('2026-03-01T12:00:00', { zone: newYork }).toMillis();

const past = entry(50, '2026-02-01 13:00', 'Sun, 1 Feb 2026');
const replay = entry(54, '2026-03-01 11:55', 'Instant replay');
const justInTime = entry(55, '2026-03-01 12:15', 'Just in time');
const today = entry(56, '2026-03-01 13:00', 'Every day, 01:00 PM');
const tomorrow = entry(56, '2026-03-02 13:00', 'Every day, 01:00 PM');
const alwaysOn = entry(31, '2026-01-01 00:00', 'Always on');
const running = entry(57, '2026-03-01 00:00', 'Sun, 1 Mar 2026');
const undated = entry(58, 'soon');
const allEntries = [past, tomorrow, today, replay, justInTime];
const justInTimeAt = (schedule: number, date: string, more = '') =>
	entry(schedule, date, `Just in time${more}`);
const laterFirst = [justInTimeAt(1, '2026-03-01 12:45'), justInTimeAt(2, '2026-03-01 12:00'), justInTime];
const french = { ...justInTime, comment: 'Juste à temps' };

/** Returns the schedule entry that is chosen in a live webinar. */
function choose(value: string, schedules = allEntries, forLink = false, type: WebinarDetail['type'] = null) {
	const webinar = webinarWith({ timezone: newYork, type, schedules });
	return chooseSession(webinar, readSessionChoice(value), now, forLink).listed;
}

describe('readSessionChoice', () => {
	it.each([
		['next', { kind: 'next' }],
		['justInTime', { kind: 'justInTime' }],
		['56', { kind: 'schedule', schedule: 56 }],
		[' 56 | next ', { kind: 'next', schedule: 56 }],
		[' 56 | 2026-03-01 13:00 ', { kind: 'date', schedule: 56, date: '2026-03-01 13:00' }],
		['56|2026-03-01T13:00:00', { kind: 'date', schedule: 56, date: '2026-03-01 13:00' }],
	])('reads the session choice %j', (value, expected) => {
		expect(readSessionChoice(value)).toEqual(expected);
	});

	it.each(['tomorrow', '1.5', '|next', '56|next|57'])('rejects the session choice %j', (value) => {
		expect(failureOf(() => readSessionChoice(value))).toMatchObject({
			message: `"${value}" is not a session`,
			description: expect.stringContaining('54|next or 54|2026-01-31 13:00') as string,
		});
	});

	it('rejects an empty session choice and one with an invalid date', () => {
		expect(() => readSessionChoice(' ')).toThrow('No session is chosen');
		expect(() => readSessionChoice('56|next week')).toThrow('"next week" is not a session date');
	});
});

describe('chooseSession', () => {
	it.each<[value: string, rule: string, schedules: ScheduleObject[], chosen: ScheduleObject]>([
		['next', 'the first date in the future, not the first entry', allEntries, today],
		[
			'next',
			'a dated session, even if others are sooner',
			[justInTime, alwaysOn, replay, tomorrow],
			tomorrow,
		],
		[
			'next',
			'the just-in-time session if no dated session is upcoming',
			[past, alwaysOn, justInTime, replay],
			justInTime,
		],
		[
			'next',
			'the always-on session if there is neither an upcoming nor a just-in-time session',
			[past, replay, alwaysOn],
			alwaysOn,
		],
		[
			'next',
			'the always-on session rather than a just-in-time session that has begun',
			[justInTimeAt(55, '2026-03-01 12:00'), alwaysOn],
			alwaysOn,
		],
		[
			'next',
			'a just-in-time session without a date rather than a replay',
			[replay, justInTimeAt(55, '')],
			justInTimeAt(55, ''),
		],
		[
			'justInTime',
			'the session whose description begins with "Just in time"',
			[today, justInTimeAt(55, '', ' (15 minutes)')],
			justInTimeAt(55, '', ' (15 minutes)'),
		],
		['justInTime', 'the first just-in-time session in the future', laterFirst, justInTime],
		[
			'justInTime',
			'the first just-in-time entry if none is in the future',
			[justInTimeAt(1, ''), justInTimeAt(2, '')],
			justInTimeAt(1, ''),
		],
		['instantReplay', 'the session with that description', allEntries, replay],
		['56|next', 'the next date of the schedule', allEntries, today],
		['56|2026-03-01 13:00', 'the session on that date, not the next one', [tomorrow, today], today],
		[
			'57',
			'an upcoming session rather than a running one',
			[running, entry(57, '2026-03-03 00:00')],
			entry(57, '2026-03-03 00:00'),
		],
		['55', 'a just-in-time session by its ID', [justInTimeAt(55, '2026-03-01 12:15')], justInTime],
		['58', 'a session without a readable date by its ID', [past, undated], undated],
		['55', 'a session described in another language by its ID', [today, french], french],
	])('chooses for "%s" %s', (value, _rule, schedules, chosen) => {
		expect(choose(value, schedules)).toEqual(chosen);
	});

	it.each(['next', '31'])('chooses for "%s" the only session of a webinar that is always on', (value) => {
		const schedules = [entry(31, '2026-01-01 00:00')];
		expect(choose(value, schedules, false, 'Always on')).toEqual(schedules[0]);
	});

	it('chooses for a one-click link only a session that has a session number', () => {
		expect(choose('next', [justInTime, alwaysOn], true)).toEqual(alwaysOn);
		const { description } = failureOf(() => choose('next', [justInTime, replay], true));
		expect(description).toBe('Such a session has no session number. Choose a session with a date.');
	});

	it('rejects the ID of a past schedule in a live webinar, and accepts it in an automated one', () => {
		expect(failureOf(() => choose('50')).message).toBe('The schedule 50 has no upcoming session');
		const webinar = webinarWith({ timezone: newYork, schedules: [past] }, { product: products.automated });
		expect(chooseSession(webinar, readSessionChoice('50'), now).schedule).toBe(50);
	});
});

describe('the error for an unavailable session', () => {
	it.each([
		['next', [past], 'The webinar has no upcoming session', 'Choose the session from the list.'],
		[
			'justInTime',
			allEntries.slice(0, 4),
			'The webinar offers no just in time session',
			'English description',
		],
		[
			'99|next',
			allEntries,
			'The webinar has no schedule with the ID 99',
			'It may have been chosen for another webinar.',
		],
		['50', allEntries, 'The schedule 50 has no upcoming session', 'Choose the session from the list.'],
		[
			'56|2026-03-09 13:00',
			allEntries,
			'The schedule 56 has no session on 2026-03-09 13:00',
			'The "Displayed schedules" setting of an automated webinar limits',
		],
	])('gives advice for the unavailable session "%s"', (value, sessions, message, advice) => {
		const failure = failureOf(() => choose(value, sessions));
		expect(failure.message).toBe(message);
		expect(failure.description).toContain(advice);
	});

	it('lists the available sessions in the error, without past ones', () => {
		expect(failureOf(() => choose('99')).description).toMatch(
			/ Available sessions: 56\|2026-03-02 13:00 \(Every day, 01:00 PM\), 56\|2026-03-01 13:00 /,
		);
		expect(failureOf(() => choose('99')).description).not.toContain('50|');
		expect(failureOf(() => choose('next', [past])).description).toBe(
			'Choose the session from the list. The webinar offers no session now.',
		);
	});

	it('explains that just in time is found by its English description, and lists each description once', () => {
		const { description } = failureOf(() => choose('justInTime', [today, tomorrow, french]));
		expect(description).toMatch(
			/^The node finds it by its English description\. .*enter its schedule ID.*55\|2026-03-01 12:15 \(Juste à temps\)\.$/,
		);
		expect(description.match(/Every day/g)).toHaveLength(1);
	});

	it.each(['50', '99', '56|2026-03-09 13:00'])(
		'names the unavailable session %s in the error as the Session list showed it',
		(value) => {
			const choice = { ...readSessionChoice(value), shown: 'Mon 9 Mar 2026 13:00 · New York' };
			const webinar = webinarWith({ timezone: newYork, schedules: allEntries });
			expect(failureOf(() => chooseSession(webinar, choice, now))).toMatchObject({
				message: 'The session "Mon 9 Mar 2026 13:00 · New York" is no longer on offer',
			});
		},
	);

	it('explains that the chosen date belongs to another time zone if the webinar follows the attendee', () => {
		const choice = { ...readSessionChoice('56|2026-03-09 13:00'), shown: 'Mon 9 Mar 2026 13:00 · GMT-5' };
		const webinar = webinarWith(
			{ schedules: allEntries },
			{ followsAttendee: true, zone: EST, offset: 'GMT-5' },
		);
		expect(failureOf(() => chooseSession(webinar, choice, now))).toMatchObject({
			message: 'The schedule 56 has no session on 2026-03-09 13:00',
			description: expect.stringContaining('belongs to another time zone') as string,
		});
	});

	it('reports that a session without an ID cannot be booked', () => {
		const webinar = webinarWith({ schedules: ['Just in time'] });
		for (const value of ['next', 'justInTime', '5']) {
			expect(failureOf(() => chooseSession(webinar, readSessionChoice(value), now)).message).toBe(
				'The just in time session of the webinar cannot be booked',
			);
		}
	});

	it('lists at most ten sessions in the error, and shortens long descriptions', () => {
		const descriptionOf = (count: number) => {
			const listed = Array.from({ length: count }, (_, schedule) => entry(schedule, today.date));
			return failureOf(() => choose('99', listed)).description;
		};
		expect(descriptionOf(10)).toMatch(/, 9\|2026-03-01 13:00\.$/);
		expect(descriptionOf(30)).toMatch(/, 9\|2026-03-01 13:00, and 20 more\.$/);
		const long = [entry(1, 'x'.repeat(500), 'y'.repeat(500)), entry(2, '', '')];
		expect(failureOf(() => choose('99', long)).description).toContain(
			` 1|${'x'.repeat(100)}… (${'y'.repeat(100)}…), 2.`,
		);
	});
});
