import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { scalarText, shortened } from '../utils/values';
import { EST, gmtOffset, normalizedDate, zoneLabel } from '../webinars/dates';
import type { Session, Webinar } from '../webinars/webinar';

/** A session in a list. */
export interface ListedSession extends Session {
	/** What the entry says about the session instead of how often it recurs, e.g. "over". */
	mark?: string;
}

/**
 * What the user selects with a list entry:
 * - `filter`: the registrants of a schedule
 * - `date`: one date of a schedule
 * - `next`: the next date of a schedule
 * - `schedule`: a schedule as a whole
 */
type Purpose = 'filter' | 'date' | 'next' | 'schedule';

/** Returns list entries for sessions. Sessions with the same value have one entry, for the first of them. */
export function sessionItems(
	webinar: Webinar,
	sessions: readonly ListedSession[],
	purpose: Purpose,
): INodeListSearchItems[] {
	const byValue = new Map<string, ListedSession>();
	for (const session of sessions) {
		const value = valueOf(session, purpose);
		if (!byValue.has(value)) byValue.set(value, session);
	}
	return [...byValue].map(([value, session]) => ({
		// The ID is last, because the field cuts off long names.
		name: `${nameOf(session, webinar, purpose)} · ${session.scheduleId}`,
		value,
		description: searchedWords(session, webinar),
	}));
}

/** Returns the value of a list entry, in the format of the Session field: `<id>`, `<id>|next` or `<id>|<date>`. */
function valueOf({ scheduleId, date, kind }: ListedSession, purpose: Purpose): string {
	const id = String(scheduleId);
	if (purpose === 'next') return `${id}|next`;
	if (purpose !== 'date') return id;
	// A session at any time is chosen by its schedule ID, because its date changes every minute.
	if (kind === 'anyTime') return id;
	const chosenDate = normalizedDate(date);
	// Without a readable date, only the ID can be chosen. Register accepts it for the only entry of a schedule.
	return chosenDate === undefined ? id : `${id}|${chosenDate}`;
}

/** Returns additional text that a search also matches. The editor does not show this text. */
function searchedWords({ scheduleId, date, comment }: ListedSession, { dates: { zone } }: Webinar): string {
	return [`ID ${scheduleId}`, date, comment, (zone ?? EST).name].filter(Boolean).join(' · ');
}

/** Returns the name of a list entry, without the schedule ID. */
function nameOf(session: ListedSession, webinar: Webinar, purpose: Purpose): string {
	const { comment, kind, isInSeries, scheduleId } = session;
	// The date of a session at any time changes every minute, so the entry does not show it.
	if (kind === 'anyTime') return comment || scalarText(webinar.detail.type);
	if (purpose === 'next') return `Next · ${nextText(session, webinar)}`;
	const dateCount = webinar.sessions.filter((each) => each.scheduleId === scheduleId).length;
	// The filter is for all dates of the schedule, so the entry does not show only one of them.
	if (purpose === 'filter' && isInSeries && dateCount > 1) return seriesText(session, webinar);
	const parts = [
		localTime(session, webinar, DAY_AND_TIME) || 'No date',
		// A mark such as "over" is shown in place of a text such as "Every day".
		session.mark ?? recurrence(session),
		zoneOfDate(session, webinar),
	];
	return parts.filter(Boolean).join(' · ');
}

/** Returns when the next session of a schedule is, e.g. "Every day 11:00" or "Sat 31 Jan 2026". */
function nextText(session: ListedSession, webinar: Webinar): string {
	const recurs = recurrence(session);
	// Without a text that says how often, the day of the next session identifies the schedule.
	if (recurs === '') return localTime(session, webinar, DAY);
	// Without a time zone, the service's own text says the time, e.g. "Every day, 11:00 AM".
	return webinar.dates.zone
		? `${recurs} ${localTime(session, webinar, 'HH:mm')}`
		: shortened(session.comment ?? '');
}

/** Returns the service's description of a series; if that is only a date, the date of the first session. */
function seriesText(session: ListedSession, webinar: Webinar): string {
	return recurrence(session) === ''
		? `Series from ${localTime(session, webinar, DAY_AND_TIME)}`
		: String(session.comment);
}

/** The formats of a day, e.g. "Sat 31 Jan 2026", and of a session's start. */
const DAY = 'ccc d LLL yyyy';
const DAY_AND_TIME = `${DAY} HH:mm`;

/**
 * Returns the start of a session in the webinar's time zone. If the start is not known, returns the service's text for
 * the date, which may be empty.
 */
function localTime({ startsAt, date }: ListedSession, { dates: { zone } }: Webinar, format: string): string {
	if (startsAt === undefined) return date;
	return DateTime.fromMillis(startsAt, { zone: zone ?? EST, locale: 'en' }).toFormat(format);
}

/**
 * Returns the time zone of a session's date for its list entry: a city such as "New York" for the webinar's own time zone,
 * or a GMT offset such as "GMT-5" for the attendee's. Returns an empty string if it is not known.
 */
function zoneOfDate({ startsAt }: ListedSession, { dates }: Webinar): string {
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
function recurrence({ comment, date }: ListedSession): string {
	const words = (comment ?? '').replace(/\s+/g, ' ');
	const withoutTime = words.replace(TIME, '').trim();
	const year = date.slice(0, 4);
	// A text with the year is the session's date. The service's texts for a recurrence ("Every day") have no year.
	const repeatsDate = year !== '' && withoutTime.includes(year);
	return repeatsDate ? '' : shortened(withoutTime, MAX_RECURRENCE_LENGTH);
}
