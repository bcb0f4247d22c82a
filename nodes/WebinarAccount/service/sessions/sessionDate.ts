import { DateTime } from 'luxon';

import { InputError } from '../errors';
import { quoted } from '../../utils/quoted';

/** Of the dates in requests and answers: YYYY-MM-DD HH:MM. */
export const DATE_FORMAT = 'yyyy-MM-dd HH:mm';

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
	if (DateTime.fromFormat(date, DATE_FORMAT, { zone: 'utc' }).toFormat(DATE_FORMAT) === date) return date;
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
