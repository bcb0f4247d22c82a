import { DateTime, type Zone } from 'luxon';

import { quoted } from '../../utils/text';
import { ID } from '../../utils/values';
import { InputError } from '../errors';

/** Sessions that the service names only in their description, and whose identifiers vary. */
export type DescribedSession = 'justInTime' | 'instantReplay';

/** What the Session field can hold: a rule that is looked up at run time, or a schedule identifier. */
export type SessionChoice =
	| { kind: 'next' | DescribedSession }
	| {
			kind: 'schedule';
			schedule: number;
			/** One session of the schedule, YYYY-MM-DD HH:MM. */
			date?: string;
			/** Takes a schedule whose sessions are all over, too. */
			evenIfOver?: boolean;
	  };

/** Whether one date of a schedule is chosen. */
export function namesDate(choice: SessionChoice): boolean {
	return choice.kind === 'schedule' && choice.date !== undefined;
}

/** Reads the value of the Session field: `next`, `justInTime`, `instantReplay`, `<id>` or `<id>|<YYYY-MM-DD HH:MM>`. */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [schedule = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!ID.test(schedule) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or give a schedule ID such as 54, with a date for one session of an automated webinar: 54|2026-01-31 13:00.',
			['Session is not a session'],
		);
	}
	return {
		kind: 'schedule',
		schedule: Number(schedule),
		...(date !== undefined && { date: readDate(date) }),
	};
}

/** Of the dates in requests and answers: YYYY-MM-DD HH:MM. */
const DATE_FORMAT = 'yyyy-MM-dd HH:mm';

/** Date and time, apart; seconds may follow, as n8n's own dates have them. */
const DATE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::[0-5]\d(?:\.\d+)?)?$/;

/**
 * Checks a session date (YYYY-MM-DD HH:MM) and returns it in just that shape. What would change its meaning, such as
 * PM or an offset, is refused rather than left out: another session would be booked.
 */
export function readDate(text: string): string {
	const [, day = '', time = ''] = DATE.exec(text.trim()) ?? [];
	const date = `${day} ${time}`;
	// Compared as a text, because luxon takes 24:00 for midnight of the next day.
	if (DateTime.fromSQL(date, { zone: 'utc' }).toFormat(DATE_FORMAT) === date) return date;
	throw new InputError(
		`${quoted(text)} is not a session date`,
		'Use the shape YYYY-MM-DD HH:MM, e.g. 2026-01-31 13:00, with 24 hours a day and without an offset: just as the webinar lists it.',
		['The session date is not a date'],
	);
}

/** Date and time of an answer in the documented shape, without the seconds that some add. */
export function dateIn(date: string): string {
	return date.slice(0, DATE_FORMAT.length).replace('T', ' ');
}

/** The moment of a session's date, which carries no offset, in the zone that it counts in; invalid for another shape. */
export function momentOf(date: string, zone: Zone): DateTime {
	const text = dateIn(date);
	return DATE.test(text) ? DateTime.fromSQL(text, { zone }) : DateTime.invalid('not a session date');
}
