import { DateTime } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { shortened } from '../utils/values';
import { EST, gmtOffset, zoneLabel } from '../webinars/dates';
import type { Session, Webinar } from '../webinars/webinar';

type Item = INodeListSearchItems;

/** The parts of a session that an entry uses. A registrant's row contains no others. */
export type ListedSession = Pick<Session, 'kind' | 'isSeries' | 'schedule' | 'startsAt' | 'date' | 'comment'>;

/** The meaning of an entry: the registrants of a schedule, one date, a schedule's next date, or a schedule as a whole. */
type Purpose = 'filter' | 'date' | 'next' | 'schedule';

/** Returns the entries of sessions that can be booked. @param isByDate whether a registration is for one date */
export function bookingChoices(
	webinar: Webinar,
	sessions: readonly ListedSession[],
	isByDate: boolean,
): Item[] {
	if (!isByDate) return choicesOf(webinar, sessions, 'schedule');
	const hasSeveralSchedules = new Set(sessions.map(({ schedule }) => schedule)).size > 1;
	// The next date depends on the day, or on the attendee. With one schedule, Next Upcoming Session means the same.
	const withChangingDate = sessions.filter(
		({ kind, isSeries }) => kind !== 'anyTime' && (webinar.followsAttendee || isSeries),
	);
	const nextDates = hasSeveralSchedules ? choicesOf(webinar, withChangingDate, 'next') : [];
	return [...nextDates, ...choicesOf(webinar, sessions, 'date')];
}

/** Returns the entries of schedules by which registrants can be filtered. */
export function filterChoices(webinar: Webinar, sessions: readonly ListedSession[]): Item[] {
	return choicesOf(webinar, sessions, 'filter');
}

function choicesOf(webinar: Webinar, sessions: readonly ListedSession[], purpose: Purpose): Item[] {
	const byValue = new Map<string, ListedSession>();
	for (const session of sessions) {
		const value = valueOf(session, purpose);
		if (!byValue.has(value)) byValue.set(value, session);
	}
	return [...byValue].map(([value, session]) => ({
		// The ID is last, because the field cuts off long names.
		name: [labelOf(session, webinar, purpose), session.schedule].filter(Boolean).join(' · '),
		value,
		description: searchedWords(session, webinar),
	}));
}

function valueOf({ schedule, date, kind }: ListedSession, purpose: Purpose): string {
	if (purpose === 'next') return `${schedule}|next`;
	return purpose === 'date' && date !== '' && kind !== 'anyTime' ? `${schedule}|${date}` : String(schedule);
}

/** Returns text that a search finds besides the name. The editor does not show it. */
function searchedWords({ schedule, date, comment }: ListedSession, { zone }: Webinar): string {
	return [`ID ${schedule}`, date, comment, (zone ?? EST).name].filter(Boolean).join(' · ');
}

function labelOf(session: ListedSession, webinar: Webinar, purpose: Purpose): string {
	const { schedule, comment, kind, isSeries } = session;
	// Its date changes every minute, so it is not shown.
	if (kind === 'anyTime') return comment || webinar.detail.type || 'Any time';

	const recurs = shortened(recurrence(session), MAX_RECURRENCE);
	if (purpose === 'next') {
		const day = recurs
			? `${recurs} ${localTime(session, webinar, 'HH:mm')}`
			: localTime(session, webinar, DAY);
		return `Next · ${day}`;
	}

	const date = localTime(session, webinar, `${DAY} HH:mm`);
	const dateCount = webinar.sessions.filter((each) => each.schedule === schedule).length;
	if (purpose === 'filter' && isSeries && dateCount > 1)
		return recurs ? String(comment) : `Series from ${date}`;
	const parts = [
		date || 'No date',
		purpose === 'schedule' && isSeries ? 'whole series' : recurs,
		placeOfDate(session, webinar),
	];
	return parts.filter(Boolean).join(' · ');
}

const DAY = 'ccc d LLL yyyy';

function localTime({ startsAt, date }: ListedSession, { zone }: Webinar, format: string): string {
	if (startsAt === undefined) return date;
	return DateTime.fromMillis(startsAt, { zone: zone ?? EST, locale: 'en' }).toFormat(format);
}

/** Returns the city of the webinar's own zone, or the GMT form of the attendee's zone. */
function placeOfDate({ startsAt = 0 }: ListedSession, { zone, followsAttendee }: Webinar): string {
	if (!zone) return '';
	return followsAttendee ? gmtOffset(zone, startsAt) : zoneLabel(zone);
}

/** Maximum characters. The editor shows about 40 of an entry, and the date needs the rest. */
const MAX_RECURRENCE = 16;

/** Matches ", 01:00 PM", " at 10 AM" and " 13:00". */
const TIME = /(?: ?,| at\b)? ?\b\d{1,2}(?::\d{2}(?: ?[AP]M\b)?| ?[AP]M\b)/gi;

/** Returns "Every day" without its time, which the service does not convert to the attendee's zone. */
function recurrence({ comment, date }: ListedSession): string {
	const words = shortened(comment ?? '').replace(/\s+/g, ' ');
	const text = words.replace(TIME, '').trim();
	// A description may repeat the date.
	return date !== '' && text.includes(date.slice(0, 4)) ? '' : text;
}
