import { DateTime } from 'luxon';

import type { ScheduleObject, WebinarDetail } from '../../../nodes/WebinarAccount/service/endpoints';
import { type Product, products } from '../../../nodes/WebinarAccount/service/products';
import { chooseSession, readSessionChoice } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import { EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { failureOf } from '../../support/failure';
import { entry, webinarWith } from '../../support/webinars';

const newYork = 'America/New_York';
/** Noon in New York. */
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

interface ChooseOptions {
	schedules?: ScheduleObject[];
	type?: WebinarDetail['type'];
	product?: Product;
}

/**
 * Returns the entry that is chosen in a webinar in New York, by default a live one, and the date to register for.
 * @param value the value of Session
 */
function choose(
	value: string,
	{ schedules = allEntries, type = null, product = products.live }: ChooseOptions = {},
) {
	const webinar = webinarWith({ timezone: newYork, type, schedules }, { product });
	const { session, dateToSend } = chooseSession(webinar, readSessionChoice(value), now);
	return { chosen: session.output, date: dateToSend };
}

const chooseAutomated = (value: string, schedules: ScheduleObject[] = allEntries) =>
	choose(value, { schedules, product: products.automated });

describe('readSessionChoice', () => {
	it.each([
		{ value: 'next', expected: { kind: 'next' } },
		{ value: 'justInTime', expected: { kind: 'justInTime' } },
		{ value: '56', expected: { kind: 'schedule', scheduleId: 56 } },
		{ value: '56|all', expected: { kind: 'all', scheduleId: 56 } },
		{ value: '56 | next', expected: { kind: 'schedule', scheduleId: 56 } },
		{
			value: '56 | 2026-03-01 13:00',
			expected: { kind: 'date', scheduleId: 56, date: '2026-03-01 13:00' },
		},
		{ value: '56|2026-03-01T13:00:00', expected: { kind: 'date', scheduleId: 56, date: '2026-03-01 13:00' } },
	])('reads "$value" as the session choice $expected', ({ value, expected }) => {
		expect(readSessionChoice(value)).toEqual(expected);
	});

	it.each(['tomorrow', '1.5', '0', '|next', '56|next|57'])(
		'rejects the invalid session choice %j',
		(value) => {
			expect(failureOf(() => readSessionChoice(value))).toMatchObject({
				message: `"${value}" is not a session`,
				description: expect.stringContaining('enter next, 54 or 54|2026-01-31 13:00') as string,
			});
		},
	);

	it('rejects an empty session choice and a session choice with an invalid date', () => {
		expect(() => readSessionChoice('')).toThrow('No session is chosen');
		expect(() => readSessionChoice('56|next week')).toThrow('"next week" is not a session date');
	});
});

describe.each(Object.values(products))('chooseSession in a webinar: $displayName', (product) => {
	it.each<{ value: string; rule: string; schedules: ScheduleObject[]; chosen: ScheduleObject }>([
		{
			value: 'next',
			rule: 'the first date in the future, not the first entry',
			schedules: allEntries,
			chosen: today,
		},
		{
			value: 'next',
			rule: 'a dated session, even if others are sooner',
			schedules: [justInTime, alwaysOn, replay, tomorrow],
			chosen: tomorrow,
		},
		{
			value: 'next',
			rule: 'the just-in-time session if no dated session is upcoming',
			schedules: [past, alwaysOn, justInTime, replay],
			chosen: justInTime,
		},
		{
			value: 'next',
			rule: 'the always-on session if there is no upcoming dated session and no just-in-time session',
			schedules: [past, replay, alwaysOn],
			chosen: alwaysOn,
		},
		{
			value: 'next',
			rule: 'the always-on session rather than a just-in-time session that has begun',
			schedules: [justInTimeAt(55, '2026-03-01 12:00'), alwaysOn],
			chosen: alwaysOn,
		},
		{
			value: 'next',
			rule: 'a just-in-time session without a date rather than a replay',
			schedules: [replay, justInTimeAt(55, '')],
			chosen: justInTimeAt(55, ''),
		},
		{
			value: 'next',
			rule: 'the replay if nothing else is on offer',
			schedules: [past, replay],
			chosen: replay,
		},
		{
			value: 'justInTime',
			rule: 'the session whose description begins with "Just in time"',
			schedules: [today, justInTimeAt(55, '', ' (15 minutes)')],
			chosen: justInTimeAt(55, '', ' (15 minutes)'),
		},
		{
			value: 'justInTime',
			rule: 'the first just-in-time session in the future',
			schedules: laterFirst,
			chosen: justInTime,
		},
		{
			value: 'justInTime',
			rule: 'the first just-in-time entry if none is in the future',
			schedules: [justInTimeAt(1, ''), justInTimeAt(2, '')],
			chosen: justInTimeAt(1, ''),
		},
		{
			value: 'instantReplay',
			rule: 'the session with the description "Instant replay"',
			schedules: allEntries,
			chosen: replay,
		},
		{
			value: '56|2026-03-01 13:00',
			rule: 'the session on that date, not the next one',
			schedules: [tomorrow, today],
			chosen: today,
		},
		{
			value: '57',
			rule: 'an upcoming session rather than a running one',
			schedules: [running, entry(57, '2026-03-03 00:00')],
			chosen: entry(57, '2026-03-03 00:00'),
		},
		{
			value: '55',
			rule: 'a just-in-time session by its ID',
			schedules: [justInTimeAt(55, '2026-03-01 12:15')],
			chosen: justInTime,
		},
		{
			value: '58',
			rule: 'a session without a readable date by its ID',
			schedules: [past, undated],
			chosen: undated,
		},
		{
			value: '56',
			rule: 'a dated session rather than a just-in-time session of the same schedule',
			schedules: [justInTimeAt(56, '2026-03-01 12:15'), today],
			chosen: today,
		},
		{
			value: '55',
			rule: 'a session described in another language by its ID',
			schedules: [today, french],
			chosen: french,
		},
	])('chooses $rule if Session is "$value"', ({ value, schedules, chosen }) => {
		expect(choose(value, { schedules, product })).toMatchObject({ chosen });
	});

	it.each(['next', '31'])('chooses an always-on webinar\'s only session if Session is "%s"', (value) => {
		const schedules = [entry(31, '2026-01-01 00:00')];
		expect(choose(value, { schedules, type: 'Always on', product })).toMatchObject({ chosen: schedules[0] });
	});
});

describe('the date that chooseSession returns', () => {
	it.each(['next', '56', '56|2026-03-02 13:00'])('is empty in a live webinar if Session is "%s"', (value) => {
		expect(choose(value).date).toBe('');
	});

	it('is the chosen date in an automated webinar, even if that date is past', () => {
		expect(chooseAutomated(`50|${past.date}`).date).toBe(past.date);
	});
});

describe('a live schedule', () => {
	it.each(['56|next', '56|all'])('is chosen by "%s" as by its ID', (value) => {
		expect(choose(value)).toEqual({ chosen: today, date: '' });
	});
});

describe("an automated webinar's whole schedule", () => {
	it.each([
		{ what: 'next session', value: '56|all', chosen: today },
		{ what: 'running session if none is upcoming', value: '57|all', chosen: running },
		{ what: 'first session if all are over', value: '50|all', chosen: past },
	])('is chosen as its $what, without a date', ({ value, chosen }) => {
		const over = [past, entry(50, '2026-02-08 13:00'), entry(57, '2026-02-01 13:00')];
		expect(chooseAutomated(value, [...over, running, tomorrow, today])).toEqual({ chosen, date: '' });
	});
});

describe("an automated webinar's schedule with a single entry that is not upcoming", () => {
	it.each([
		{ what: 'past', only: past },
		{ what: 'undated', only: entry(50, '') },
		{ what: 'unreadable', only: entry(50, 'soon') },
	])('is chosen by its ID, alone or with "next", without a date, if the entry is $what', ({ only }) => {
		for (const value of ['50', '50|next']) {
			expect(chooseAutomated(value, [today, only, tomorrow])).toEqual({ chosen: only, date: '' });
		}
	});

	it('is offered by its ID in an error, because the service may reject its date', () => {
		const begun = entry(57, '2026-03-01 12:00', 'Begins now');
		const soon = entry(58, '2026-03-01 12:01', 'Begins in a minute');
		expect(failureOf(() => chooseAutomated('99', [past, begun, soon])).description).toMatch(
			/ Available sessions: 50 \(Sun, 1 Feb 2026\), 57 \(Begins now\) and 58\|2026-03-01 12:01 \(/,
		);
	});

	it('is not chosen if the schedule has two past entries', () => {
		const failure = failureOf(() => chooseAutomated('50', [past, entry(50, '2026-02-08 13:00')]));
		expect(failure.message).toBe('Schedule 50 has no upcoming session');
	});
});

describe("a webinar whose dates depend on the attendee's time zone, without a time zone", () => {
	const undatedReplay = entry(60, '', 'Rediffusion');
	const schedules = [justInTime, replay, undatedReplay, today, tomorrow];
	const chooseWithoutZone = (value: string) => {
		const webinar = webinarWith(
			{ schedules },
			{ product: products.automated, dates: { kind: 'attendeeUnknown', zone: EST } },
		);
		return chooseSession(webinar, readSessionChoice(value), now).session.output;
	};

	it.each([
		{ value: 'justInTime', chosen: justInTime },
		{ value: '55', chosen: justInTime },
		{ value: '55|next', chosen: justInTime },
		{ value: '54', chosen: replay },
		{ value: '60', chosen: undatedReplay },
	])(
		'has a session without a date, the just-in-time session or the instant replay for "$value"',
		({ value, chosen }) => {
			expect(chooseWithoutZone(value)).toEqual(chosen);
		},
	);

	it.each(['next', '56', '56|next', '56|all', '56|2026-03-01 13:00', '55|2026-03-01 13:00'])(
		'needs a time zone if Session is "%s"',
		(value) => {
			expect(failureOf(() => chooseWithoutZone(value)).message).toBe('The webinar needs a time zone');
		},
	);

	it.each(['99', '99|2026-03-01 13:00'])(
		'reports the unknown schedule ID of "%s" before it asks for a time zone',
		(value) => {
			expect(failureOf(() => chooseWithoutZone(value)).message).toBe(
				'The webinar has no schedule with the ID 99',
			);
		},
	);
});

describe('the error for an unavailable session', () => {
	it.each([
		{
			value: 'justInTime',
			schedules: [past, tomorrow, today, replay],
			message: 'The webinar has no just-in-time session',
			advice: 'English description',
		},
		{
			value: 'instantReplay',
			schedules: [today],
			message: 'The webinar has no instant-replay session',
			advice: 'English description',
		},
		{
			value: '99',
			schedules: allEntries,
			message: 'The webinar has no schedule with the ID 99',
			advice: 'the schedule ID of a different webinar',
		},
		{
			value: '50',
			schedules: allEntries,
			message: 'Schedule 50 has no upcoming session',
			advice: 'Choose the session from the list.',
		},
		{
			value: '56|2026-03-09 13:00',
			schedules: allEntries,
			message: 'Schedule 56 has no session on 2026-03-09 13:00',
			advice: 'Choose the session from the list.',
		},
	])('gives advice for the unavailable session "$value"', ({ value, schedules, message, advice }) => {
		const failure = failureOf(() => choose(value, { schedules }));
		expect(failure.message).toBe(message);
		expect(failure.description).toContain(advice);
	});

	it('explains only for an automated webinar why a date may not be listed', () => {
		const value = '56|2026-03-09 13:00';
		const settings = 'The webinar\'s "Displayed schedules" setting limits';
		expect(failureOf(() => chooseAutomated(value, allEntries)).description).toContain(settings);
		expect(failureOf(() => choose(value, { schedules: allEntries })).description).not.toContain(settings);
	});

	it('offers no live session that has begun, but offers past dates of an automated webinar', () => {
		const begun = entry(57, '2026-03-01 12:00', 'Begins now');
		const schedules = [begun, entry(57, '2026-03-01 12:01', 'Begins in a minute')];
		expect(failureOf(() => choose('99', { schedules })).description).toMatch(
			/ Available sessions: 57\|2026-03-01 12:01 \(Begins in a minute\)\.$/,
		);
		expect(failureOf(() => chooseAutomated('99', schedules)).description).toMatch(
			/ Available sessions: 57\|2026-03-01 12:00 \(Begins now\) and 57\|/,
		);
	});

	it('offers a written date in the form that Session accepts', () => {
		const written = entry(57, 'Mon, 2 Mar 2026, 01:00 PM');
		expect(failureOf(() => choose('99', { schedules: [written] })).description).toMatch(
			/ Available sessions: 57\|2026-03-02 13:00\.$/,
		);
	});

	it('advises to choose from the list only if the webinar offers a session', () => {
		const noneLeft = { schedules: [past, entry(57, '2026-03-01 12:00')] };
		expect(failureOf(() => choose('next', noneLeft)).description).toBe(
			'Add a session in the webinar account. The webinar has no available sessions now.',
		);
		expect(failureOf(() => choose('99', noneLeft)).description).toMatch(
			/different webinar\. Add a session in the webinar account\. The webinar has no available sessions now\.$/,
		);
		expect(failureOf(() => choose('50', { schedules: [past, today] })).description).toBe(
			'Choose the session from the list. Available sessions: 56|2026-03-01 13:00 (Every day, 01:00 PM).',
		);
	});

	it('explains that the node finds just-in-time sessions by their English description, and lists the sessions', () => {
		expect(failureOf(() => choose('justInTime', { schedules: [today, french] })).description).toBe(
			'The node recognizes this kind of session only by its English description. Choose the session from the list. Available sessions: 56|2026-03-01 13:00 (Every day, 01:00 PM) and 55|2026-03-01 12:15 (Juste à temps).',
		);
	});

	it('offers a session whose date changes by its ID alone', () => {
		const schedules = [replay, justInTime, alwaysOn, today];
		expect(failureOf(() => chooseAutomated('99', schedules)).description).toMatch(
			/ Available sessions: 54 \(Instant replay\), 55 \(Just in time\), 31 \(Always on\) and 56\|2026-03-01 13:00 \(/,
		);
	});

	it.each([
		{ product: products.automated, offered: '56|2026-03-01 13:00 (Every day, 01:00 PM)' },
		{ product: products.live, offered: '56|2026-03-01 13:00 (Every day, 01:00 PM) and 56 (Rediffusion)' },
	])(
		'offers an undated entry by its ID only if the ID does not mean another date: $product.displayName',
		({ product, offered }) => {
			const schedules = [today, entry(56, '', 'Rediffusion')];
			expect(failureOf(() => choose('99', { schedules, product })).description).toContain(
				` Available sessions: ${offered}.`,
			);
		},
	);

	it('lists two schedules with the same description if the webinar has no just-in-time session', () => {
		const schedules = [entry(61, '2026-03-01 14:00', ''), entry(62, '2026-03-01 15:00', '')];
		expect(failureOf(() => choose('justInTime', { schedules })).description).toMatch(
			/ Available sessions: 61\|2026-03-01 14:00 and 62\|2026-03-01 15:00\.$/,
		);
	});

	it('explains that a date on which a schedule has no session may be in another time zone', () => {
		expect(failureOf(() => chooseAutomated('56|2026-03-09 13:00')).description).toContain(
			'If the dates depend on the attendee\'s time zone, the date may be in a different zone than the one in Timezone. In that case, choose the schedule\'s "Next" entry from the list, or enter 56. ',
		);
	});

	it.each(['next', 'justInTime', '5'])(
		'reports that a session without an ID cannot be booked: %s',
		(value) => {
			const webinar = webinarWith({ schedules: ['Just in time'] });
			expect(failureOf(() => chooseSession(webinar, readSessionChoice(value), now)).message).toBe(
				"The webinar's just-in-time session cannot be booked",
			);
		},
	);

	it('lists at most ten available sessions in the error, and the number of the others', () => {
		const descriptionOf = (count: number) => {
			const schedules = Array.from({ length: count }, (_, schedule) => entry(schedule, today.date));
			return failureOf(() => choose('99', { schedules })).description;
		};
		expect(descriptionOf(10)).toMatch(/ and 9\|2026-03-01 13:00\.$/);
		expect(descriptionOf(30)).toMatch(/, 9\|2026-03-01 13:00 and 20 more\.$/);
	});

	it('names a session without a readable date by its ID, and shortens long descriptions in the error', () => {
		const long = [entry(1, 'soon', 'y'.repeat(500)), entry(2, '', '')];
		expect(failureOf(() => choose('99', { schedules: long })).description).toContain(
			` 1 (${'y'.repeat(100)}…) and 2.`,
		);
	});
});
