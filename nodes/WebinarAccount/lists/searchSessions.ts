import { DateTime, type Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { NEXT, timezone } from '../fields/webinarFields';
import { InputError } from '../service/errors';
import { scalarText, shortened } from '../utils/values';
import { bookableSessions, noSessionsError, valueOf } from '../webinars/chooseSession';
import { dateText, DAY_TEXT_FORMAT, EST } from '../webinars/dates';
import {
	hasBegun,
	hasStart,
	isScheduled,
	isOver,
	isRecurring,
	isUpcoming,
	lacksAttendeeZone,
	type Session,
	type SessionKind,
	type Webinar,
} from '../webinars/webinar';
import { currentWebinar, editorList, joinParts, type ListContext } from './editorList';

type Item = INodeListSearchItems;

const NO_WEBINAR_ADVICE = 'Choose the webinar first. The list of its sessions then opens here.';

/** Lists the sessions for which Register can register people. */
export const searchSessions = editorList(async (list) => {
	const { product, webinars, now } = list;
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) {
		// Only automated webinars have just-in-time sessions and instant replays.
		return generalEntries(product.takesTimezone ? ['justInTime', 'instantReplay'] : []);
	}
	const webinar = await webinars.fetch(reference, givenZone(list));
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	const sessions = bookableSessions(webinar, now);
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no upcoming session',
			'Add a session in the webinar account, or choose another webinar.',
		);
	}
	// Just-in-time sessions and instant replays have one entry for their kind. All other sessions have their own entries.
	const scheduled = sessions.filter(isScheduled);
	const kinds = sessions.map(({ kind }) => kind);
	return [...generalEntries(kinds), ...withDistinctValues(sessionEntries(webinar, scheduled, now))];
});

/** Reads Timezone. An invalid value counts as none, so that the list still shows the entries that need no time zone. */
function givenZone({ parameter }: ListContext): Zone | undefined {
	try {
		return timezone.read(parameter('timezone'), {});
	} catch {
		return undefined;
	}
}

/** The entries for kinds of sessions. */
const KIND_ENTRIES = [
	{ name: 'Just-in-Time Session', value: 'justInTime' },
	{ name: 'Instant Replay', value: 'instantReplay' },
] as const;

/** Returns the entries that name no schedule: Next Upcoming Session, and the kinds of sessions that the webinar has. */
function generalEntries(kinds: readonly SessionKind[]): Item[] {
	return [{ name: NEXT, value: 'next' }, ...KIND_ENTRIES.filter(({ value }) => kinds.includes(value))];
}

/** Returns the entries for the sessions and schedules of a webinar. Several sessions of a schedule can have the same entry. */
function sessionEntries(webinar: Webinar, scheduled: readonly Session[], now: number): Item[] {
	const { product, dates } = webinar;
	// A live registration is for a schedule, so all its dates have the same value, and one of their entries is shown.
	if (!product.registersOneDate) return scheduled.map((session) => liveEntry(webinar, session, now));
	// The next date changes with the day, or with the attendee's time zone.
	const withChangingDate = scheduled.filter(
		({ isRecurringOrInSeries }) => isRecurringOrInSeries || dates.kind !== 'inWebinarZone',
	);
	// Of several sessions with the same entry, the first one is shown.
	const upcoming = withChangingDate
		.filter((session) => isUpcoming(session, now))
		.sort((one, other) => one.startsAt - other.startsAt);
	// Dates in an unknown time zone would be wrong.
	const isZoneMissing = lacksAttendeeZone(webinar);
	const listed = scheduled.filter((session) => !isZoneMissing || !hasStart(session));
	return [
		...upcoming.map((session) => nextEntry(webinar, session)),
		...listed.flatMap((session) => dateEntry(webinar, session, now) ?? []),
	];
}

/**
 * Returns the entry for a live session. It says when the session began, because the service may no longer register people for
 * it, and that a registration is for a whole series.
 */
function liveEntry(webinar: Webinar, session: Session, now: number): Item {
	const remark = session.isRecurringOrInSeries ? 'whole series' : serviceWords(session);
	return sessionItem(webinar, session, sessionText(session, webinar, beginning(session, now), remark));
}

/**
 * Returns the entry for the next session of a schedule. If the service has no words for it, the entry names its day, but not
 * its time, which may depend on the attendee's time zone.
 */
function nextEntry(webinar: Webinar, session: Session & { startsAt: number }): Item {
	// Without a known zone, the start is as if the date were in EST.
	const start = DateTime.fromMillis(session.startsAt, { zone: webinar.dates.zone ?? EST, locale: 'en' });
	const when = serviceWords(session) || start.toFormat(DAY_TEXT_FORMAT);
	return sessionItem(webinar, session, `Next · ${when}`, `${session.scheduleId}|next`);
}

/** Returns the entry for one session of an automated webinar; undefined if no value chooses the session. */
export function dateEntry(webinar: Webinar, session: Session, now: number): Item | undefined {
	const value = valueOf(session, webinar, now);
	if (value === undefined) return undefined;
	// A session with a date shows no words of the service, because these can contain its time in another time zone.
	const remark = hasStart(session) ? beginning(session, now) : serviceWords(session);
	return sessionItem(webinar, session, sessionText(session, webinar, remark), value);
}

/** Returns a text such as "began 3 hours ago"; empty if the session has not begun, or has no known start. */
function beginning(session: Session, now: number): string {
	if (!hasStart(session) || !hasBegun(session, now)) return '';
	const start = DateTime.fromMillis(session.startsAt);
	return `began ${start.toRelative({ base: DateTime.fromMillis(now), locale: 'en' })}`;
}

/** The entry that sets no limit. Its value is the same as for an empty field. */
const ALL_SESSIONS: Item = { name: 'All Sessions', value: '' };

/** Lists the schedules by which registrants and events can be limited: upcoming ones, and then those that are over. */
export const searchSchedules = editorList(async (list) => {
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) return [ALL_SESSIONS];
	const webinar = await list.webinars.fetch(reference);
	const scheduled = webinar.sessions.filter(isScheduled);
	const upcoming = scheduled
		.filter((session) => !isOver(session, list.now))
		.map((session) => {
			const isOnSeveralDates =
				scheduled.filter(({ scheduleId }) => scheduleId === session.scheduleId).length > 1;
			// The entry is for all dates of the schedule, so it does not show only one of them.
			const words = serviceWords(session);
			const firstDate = sessionText(session, webinar, words);
			const text = isOnSeveralDates ? words || `Series from ${firstDate}` : firstDate;
			return sessionItem(webinar, session, text);
		});
	const newestPast = scheduled
		.filter(hasStart)
		.filter((session) => isOver(session, list.now))
		.sort((one, other) => other.startsAt - one.startsAt)
		.map((session) => sessionItem(webinar, session, sessionText(session, webinar, 'over')));
	return [ALL_SESSIONS, ...withDistinctValues([...upcoming, ...newestPast])];
});

/**
 * Returns a list entry for a session.
 * @param text the name of the entry, without the schedule ID
 * @param value the value for the Session field, by default the schedule ID
 */
function sessionItem(
	{ detail }: Webinar,
	{ scheduleId, date, comment, kind }: Session,
	text: string,
	value = String(scheduleId),
): Item {
	// The date of a session at any time changes every minute, so the name is its description, e.g. "Always on".
	const shownText = kind === 'anyTime' ? comment || scalarText(detail.type) : text;
	return {
		// The ID is last, because the field cuts off long names.
		name: `${shownText} · ${scheduleId}`,
		value,
		// A search also matches this text, which the editor does not show.
		description: joinParts(`ID ${scheduleId}`, date, comment ?? ''),
	};
}

/** Returns the first of all entries with the same value. */
function withDistinctValues(items: readonly Item[]): Item[] {
	const values = items.map(({ value }) => value);
	return items.filter(({ value }, index) => values.indexOf(value) === index);
}

/**
 * Describes a session by its date, e.g. "Sat, 31 Jan 2026, 11:00 (London) · Every day, 11:00 AM". A date that cannot be read,
 * or whose time zone is unknown, stays as the service wrote it.
 * @param remarks what the text says about the session; may be empty strings
 */
function sessionText({ date, startsAt }: Session, { dates }: Webinar, ...remarks: string[]): string {
	return joinParts(dateText(startsAt, dates.zone) ?? (date || 'No date'), ...remarks);
}

/**
 * Returns the service's words for when the session is, e.g. "Every day, 01:00 PM". Returns an empty string if they only repeat
 * the date, as they do if the schedule does not recur.
 */
function serviceWords({ comment, date, startsAt }: Session): string {
	// Without a start, the words may be all that tells one schedule from another.
	const isInformative = isRecurring(comment) || startsAt === undefined;
	return isInformative && comment !== date ? shortened(comment ?? '') : '';
}
