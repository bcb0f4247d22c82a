import { DateTime, type Zone } from 'luxon';

import { quoted } from '../../utils/text';
import { ID } from '../../utils/values';
import { InputError } from '../errors';

/** Sessions that are recognised by their description, because their identifiers vary. */
export type DescribedSession = 'justInTime' | 'instantReplay';

/** The value of the Session field: a rule that is applied at run time, or a schedule. */
export type SessionChoice =
	| { kind: DescribedSession }
	| {
			kind: 'next';
			/** The next session of this schedule; otherwise of the webinar. */
			schedule?: number;
	  }
	| {
			/** A schedule as a whole, or one session of it. */
			kind: 'schedule';
			schedule: number;
			/** One session of the schedule, YYYY-MM-DD HH:MM. */
			date?: string;
			/** Whether a schedule in the past is allowed. */
			evenIfOver?: boolean;
	  };

export function namesDate(choice: SessionChoice): boolean {
	return choice.kind === 'schedule' && choice.date !== undefined;
}

/** Whether the choice is a schedule as a whole, and not one session of it. */
export function namesSchedule(choice: SessionChoice): boolean {
	return choice.kind === 'schedule' && choice.date === undefined;
}

/**
 * Reads the value of the Session field: `next`, `justInTime`, `instantReplay`, `<id>`, `<id>|next` or
 * `<id>|<YYYY-MM-DD HH:MM>`.
 */
export function readSessionChoice(value: string): SessionChoice {
	const text = value.trim();
	if (text === 'next' || text === 'justInTime' || text === 'instantReplay') return { kind: text };
	const [schedule = '', date, ...rest] = text.split('|').map((part) => part.trim());
	if (!ID.test(schedule) || rest.length > 0) {
		throw new InputError(
			text === '' ? 'No session is chosen' : `${quoted(text)} is not a session`,
			'Choose a session from the list, or enter a schedule ID such as 54. For one session of an automated webinar, use 54|next or 54|2026-01-31 13:00.',
			['Session is not a session'],
		);
	}
	if (date === 'next') return { kind: 'next', schedule: Number(schedule) };
	return {
		kind: 'schedule',
		schedule: Number(schedule),
		...(date !== undefined && { date: readDate(date) }),
	};
}

/** The format of dates in requests and answers. */
export const DATE_FORMAT = 'yyyy-MM-dd HH:mm';

/** Captures date and time. Seconds may follow, as in n8n's own dates. */
const DATE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::[0-5]\d(?:\.\d+)?)?$/;

/**
 * Checks a session date and returns it as YYYY-MM-DD HH:MM. An addition such as PM or an offset is an error: without it,
 * another session would be booked.
 */
export function readDate(text: string): string {
	const [, day = '', time = ''] = DATE.exec(text.trim()) ?? [];
	const date = `${day} ${time}`;
	// Compared as a text, because luxon takes 24:00 for midnight of the next day.
	if (DateTime.fromSQL(date, { zone: 'utc' }).toFormat(DATE_FORMAT) === date) return date;
	throw new InputError(
		`${quoted(text)} is not a session date`,
		'Use the format YYYY-MM-DD HH:MM (24 hours, no offset), e.g. 2026-01-31 13:00, exactly as the webinar lists it.',
		['The session date is not a date'],
	);
}

/** A date of an answer as YYYY-MM-DD HH:MM, without the seconds that some hosts add. */
export function dateIn(date: string): string {
	return date.slice(0, DATE_FORMAT.length).replace('T', ' ');
}

/** The moment of a session's date in its zone; invalid for another format. */
export function momentOf(date: string, zone: Zone): DateTime {
	const text = dateIn(date);
	return DATE.test(text) ? DateTime.fromSQL(text, { zone }) : DateTime.invalid('not a session date');
}
