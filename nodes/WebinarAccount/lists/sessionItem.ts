import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { scalarText, shortened } from '../utils/values';
import { gmtOffset, normalizedDate, zoneLabel } from '../webinars/dates';
import type { Session, Webinar } from '../webinars/webinar';

/**
 * Returns a list entry for a session.
 * @param text the name of the entry, without the schedule ID
 * @param value the value of the entry, by default the schedule ID
 */
export function sessionItem(
	{ detail }: Webinar,
	{ scheduleId, date, comment, kind }: Session,
	text: string,
	value = String(scheduleId),
): INodeListSearchItems {
	// The date of a session at any time changes every minute, so the entry does not show it.
	const shownText = kind === 'anyTime' ? comment || scalarText(detail.type) : text;
	return {
		// The ID is last, because the field cuts off long names.
		name: `${shownText} · ${scheduleId}`,
		value,
		// A search also matches this text, which the editor does not show.
		description: [`ID ${scheduleId}`, date, comment].filter(Boolean).join(' · '),
	};
}

/** Returns the first of all entries with the same value. */
export function withDistinctValues(items: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const values = items.map(({ value }) => value);
	return items.filter(({ value }, index) => values.indexOf(value) === index);
}

/**
 * Describes a session by its date, e.g. "Sat 31 Jan 2026 11:00 · Every day · London".
 * @param remark what the text says about the session, by default how often it recurs
 */
export function sessionText(session: Session, webinar: Webinar, remark = recurrence(session)): string {
	const parts = [formattedDate(session, DAY_AND_TIME) || 'No date', remark, zoneOfDate(session, webinar)];
	return parts.filter(Boolean).join(' · ');
}

/**
 * Returns when the next session of a schedule is, e.g. "Next · Every day 11:00" or "Next · Sat 31 Jan 2026".
 * @param isTimeKnown whether the time of the session's date is the attendee's
 */
export function nextText(session: Session, isTimeKnown: boolean): string {
	const recurs = recurrence(session);
	// Without a text that says how often, the day of the next session identifies the schedule.
	if (recurs === '') return `Next · ${formattedDate(session, DAY)}`;
	if (isTimeKnown) return `Next · ${recurs} ${formattedDate(session, 'HH:mm')}`;
	// The service's own text says the time, e.g. "Every day, 11:00 AM".
	return `Next · ${shortened(session.comment ?? '')}`;
}

/** Returns the service's description of a series; if that is only a date, the date of the first session. */
export function seriesText(session: Session): string {
	return recurrence(session) === ''
		? `Series from ${formattedDate(session, DAY_AND_TIME)}`
		: String(session.comment);
}

/** The formats of a day, e.g. "Sat 31 Jan 2026", and of a session's start. */
const DAY = 'ccc d LLL yyyy';
const DAY_AND_TIME = `${DAY} HH:mm`;

/** Formats the date of a session. A date that cannot be read stays as the service wrote it, and may be empty. */
function formattedDate({ date }: Session, format: string): string {
	const readableDate = normalizedDate(date);
	if (readableDate === undefined) return date;
	// The date is shown as the service lists it, so its time zone does not matter.
	return DateTime.fromSQL(readableDate, { zone: 'utc', locale: 'en' }).toFormat(format);
}

/**
 * Returns the time zone of a session's date for its list entry: a city such as "New York" for the webinar's own time zone,
 * or a GMT offset such as "GMT-5" for the attendee's. Returns an empty string if it is not known.
 */
function zoneOfDate({ startsAt }: Session, { dates }: Webinar): string {
	const { zone } = dates;
	if (!zone) return '';
	if (dates.in === 'webinarZone') return zoneLabel(zone);
	return startsAt === undefined ? '' : gmtOffset(zone, startsAt);
}

/**
 * Maximum characters of the text that says how often a session recurs. The editor shows about 40 characters, and the
 * date needs most of them.
 */
const MAX_RECURRENCE_LENGTH = 16;

/** Matches a time of day: ", 01:00 PM", " at 10 AM" and " 13:00". */
const TIME = /(?: ?,| at\b)? ?\b\d{1,2}(?::\d{2}(?: ?[AP]M\b)?| ?[AP]M\b)/gi;

/**
 * Returns how often the session recurs, e.g. "Every day". Drops the time of day, because the service does not convert it to
 * the attendee's time zone. Returns an empty string if the comment only repeats the session's date.
 */
function recurrence({ comment, date }: Session): string {
	const words = (comment ?? '').replace(/\s+/g, ' ');
	const withoutTime = words.replace(TIME, '').trim();
	const year = date.slice(0, 4);
	// A text with the year is the session's date. The service's texts for a recurrence ("Every day") have no year.
	const repeatsDate = year !== '' && withoutTime.includes(year);
	return repeatsDate ? '' : shortened(withoutTime, MAX_RECURRENCE_LENGTH);
}
