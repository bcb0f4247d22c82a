import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { scalarText, shortened } from '../utils/values';
import { EST, gmtOffset, zoneLabel } from '../webinars/dates';
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

/** Returns list entries for sessions. Sessions with the same value have one entry. Each name ends with the schedule ID. */
export function choicesOf(
	webinar: Webinar,
	sessions: readonly ListedSession[],
	purpose: Purpose,
): INodeListSearchItems[] {
	const byValue = new Map<string, ListedSession>();
	for (const session of sessions) {
		const { scheduleId, date, kind } = session;
		const hasDate = purpose === 'date' && date !== '' && kind !== 'anyTime';
		const detail = purpose === 'next' ? 'next' : hasDate && date;
		const value = [scheduleId, detail].filter(Boolean).join('|');
		if (!byValue.has(value)) byValue.set(value, session);
	}
	return [...byValue].map(([value, session]) => ({
		// The ID is last, because the field cuts off long names.
		name: [labelOf(session, webinar, purpose), session.scheduleId].filter(Boolean).join(' · '),
		value,
		description: searchedWords(session, webinar),
	}));
}

/** Returns additional text that a search also matches. The editor does not show this text. */
function searchedWords({ scheduleId, date, comment }: ListedSession, { zone }: Webinar): string {
	return [`ID ${scheduleId}`, date, comment, (zone ?? EST).name].filter(Boolean).join(' · ');
}

/** Returns the name of a list entry. */
function labelOf(session: ListedSession, webinar: Webinar, purpose: Purpose): string {
	const { scheduleId, comment, kind, isSeries, mark } = session;
	if (kind === 'anyTime') return whenOf(session, webinar);

	const recurs = shortened(recurrence(session), MAX_RECURRENCE_LENGTH);
	if (purpose === 'next') {
		if (!recurs) return `Next · ${localTime(session, webinar, DAY)}`;
		// Without a time zone, the service's own text says the time, e.g. "Every day, 11:00 AM".
		const text = webinar.zone
			? `${recurs} ${localTime(session, webinar, 'HH:mm')}`
			: shortened(comment ?? '');
		return `Next · ${text}`;
	}

	const date = whenOf(session, webinar);
	const dateCount = webinar.sessions.filter((each) => each.scheduleId === scheduleId).length;
	if (purpose === 'filter' && isSeries && dateCount > 1)
		return recurs ? String(comment) : `Series from ${date}`;
	const parts = [
		date || 'No date',
		mark ?? (purpose === 'schedule' && isSeries ? 'whole series' : recurs),
		zoneOfDate(session, webinar),
	];
	return parts.filter(Boolean).join(' · ');
}

/** Returns the date of a session in the webinar's time zone, or the service's words for a session that is always open. */
function whenOf(session: ListedSession, webinar: Webinar): string {
	// The date of such a session changes every minute, so the entry does not show it.
	if (session.kind === 'anyTime') return session.comment || scalarText(webinar.detail.type) || 'Any time';
	return localTime(session, webinar, `${DAY} HH:mm`);
}

/** The format of a day, e.g. "Sat 31 Jan 2026". */
const DAY = 'ccc d LLL yyyy';

/** Returns the start of a session in the webinar's time zone, or the service's text if the start is not known. */
function localTime({ startsAt, date }: ListedSession, { zone }: Webinar, format: string): string {
	if (startsAt === undefined) return date;
	return DateTime.fromMillis(startsAt, { zone: zone ?? EST, locale: 'en' }).toFormat(format);
}

/**
 * Returns the time zone of a session's date for its list entry: a city such as "New York" for the webinar's own time zone,
 * or a GMT offset such as "GMT-5" for the attendee's.
 */
function zoneOfDate({ startsAt = 0 }: ListedSession, { zone, mayUseAttendeeZone }: Webinar): string {
	if (!zone) return '';
	return mayUseAttendeeZone ? gmtOffset(zone, startsAt) : zoneLabel(zone);
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
	const words = shortened(comment ?? '').replace(/\s+/g, ' ');
	const text = words.replace(TIME, '').trim();
	const repeatsDate = date !== '' && text.includes(date.slice(0, 4));
	return repeatsDate ? '' : text;
}
