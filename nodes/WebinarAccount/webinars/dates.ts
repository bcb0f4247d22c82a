import { DateTime, type Zone } from 'luxon';

import { InputError } from '../service/errors';
import { quoted } from '../utils/text';

/** The dates of the service: YYYY-MM-DD HH:MM in the interface, and as people write them in its lists. */

/** The format of dates in requests and responses. */
export const DATE_FORMAT = 'yyyy-MM-dd HH:mm';

/** Seconds may follow, as in n8n's own dates. */
const ISO_DATE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::[0-5]\d(?:\.\d+)?)?$/;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** "Fri, 31 Oct 2025, 12:00 PM", "31 Oct 2025 13:00": the weekday, the commas, seconds and AM or PM are optional. */
const WRITTEN_DATE =
	/^(?:\p{L}{2,9}\.?,? +)?(\d{1,2})\.? +(\p{L}{3,9})\.? +(\d{4}),? +(\d{1,2}):(\d{2})(?::\d{2})? ?([AP]M)?$/iu;

const MAX_LENGTH = 100;

/** A date in any of the service's forms as YYYY-MM-DD HH:MM; undefined for another text, such as "Every day, 01:00 PM". */
export function dateIn(value: unknown): string | undefined {
	if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
	const text = value.trim();
	const [, day, time] = ISO_DATE.exec(text) ?? [];
	const date = day === undefined ? fromWritten(text) : `${day} ${time}`;
	// Compared as a text, because luxon takes 24:00 for midnight of the next day.
	return date !== undefined && DateTime.fromSQL(date, { zone: 'utc' }).toFormat(DATE_FORMAT) === date
		? date
		: undefined;
}

function fromWritten(text: string): string | undefined {
	const [, day = '', monthName = '', year, hourText, minute, half] = WRITTEN_DATE.exec(text) ?? [];
	const month = MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1;
	const hour = Number(hourText);
	if (month === 0 || (half !== undefined && (hour < 1 || hour > 12))) return undefined;
	const hour24 = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
	const [mm, dd, hh] = [month, day, hour24].map((part) => String(part).padStart(2, '0'));
	return `${year}-${mm}-${dd} ${hh}:${minute}`;
}

/** The moment of a date in its zone, in milliseconds since 1970; undefined if the text is no date. */
export function momentOf(value: unknown, zone: Zone): number | undefined {
	const date = dateIn(value);
	return date === undefined ? undefined : DateTime.fromSQL(date, { zone }).toMillis();
}

/** ISO 8601 in UTC. */
export function utcText(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/** Whole minutes from now to a start, negative after it. Both in milliseconds since 1970. */
export function minutesUntil(startsAt: number, now: number): number {
	// + 0 makes 0 of -0.
	return Math.round((startsAt - now) / 60_000) + 0;
}

/**
 * Checks a session date of a user and returns it as YYYY-MM-DD HH:MM. An addition such as PM or an offset is an error:
 * without it, another session would be booked.
 */
export function readDate(text: string): string {
	const date = ISO_DATE.test(text.trim()) ? dateIn(text) : undefined;
	if (date !== undefined) return date;
	throw new InputError(
		`${quoted(text)} is not a session date`,
		'Use the format YYYY-MM-DD HH:MM (24 hours, no offset), e.g. 2026-01-31 13:00, exactly as the webinar lists it.',
		['The session date is not a date'],
	);
}
