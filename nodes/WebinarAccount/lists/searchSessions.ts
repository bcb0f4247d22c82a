import { DateTime, type Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { NEXT, timezone } from '../fields/webinarFields';
import { InputError, rethrowUnless } from '../service/errors';
import { bookableSessions, noSessionsError } from '../webinars/chooseSession';
import {
	hasStart,
	isJustInTimeOrReplay,
	isOver,
	needsTimezone,
	type Session,
	type SessionKind,
	type Webinar,
} from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext, NO_WEBINAR_ADVICE } from './editorList';
import { sessionItems, type ListedSession } from './sessionItems';

type Item = INodeListSearchItems;

/** Lists the sessions for which Register can register people. */
export const searchSessions = editorList(async (list) => {
	const { product, webinars, now } = list;
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) {
		// Only automated webinars have just-in-time sessions and instant replays.
		return generalEntries('', product.takesTimezone ? ['justInTime', 'instantReplay'] : []);
	}
	// A live webinar has no field Timezone.
	const { zone, problem } = product.takesTimezone ? givenZone(list) : {};
	const webinar = await webinars.fetch(reference, zone);
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	const sessions = bookableSessions(webinar, now);
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no upcoming session',
			'Add a session in the webinar account, or choose another webinar.',
		);
	}
	// Just-in-time sessions and instant replays have entries of their own below Next Upcoming Session.
	const scheduled = sessions.filter((session) => !isJustInTimeOrReplay(session));
	const kinds = sessions.map(({ kind }) => kind);
	const general = generalEntries(problem ?? nextDetail(webinar, scheduled), kinds);
	// Dates in an unknown time zone would be wrong.
	if (!zone && needsTimezone(webinar)) return [...general, ...entriesWithoutZone(webinar, scheduled, now)];
	if (product.registersOneDate) return [...general, ...datedEntries(webinar, scheduled)];
	const marked = scheduled.map((session) => withMark(session, now));
	return [...general, ...sessionItems(webinar, marked, 'schedule')];
});

/**
 * Reads Timezone. Returns the problem with an invalid value instead of throwing an error, so that the list still shows the
 * entries that need no time zone.
 */
function givenZone({ parameter }: ListContext): { zone?: Zone | undefined; problem?: string } {
	try {
		return { zone: timezone.read(parameter('timezone'), {}) };
	} catch (error) {
		rethrowUnless(error instanceof InputError, error);
		// Part of an entry's name, which the editor cuts off if it is long. Timezone is above the list.
		return { problem: 'Timezone cannot be read' };
	}
}

/** The entries for kinds of sessions. */
const KIND_ENTRIES = [
	{ name: 'Just-in-Time Session', value: 'justInTime' },
	{ name: 'Instant Replay', value: 'instantReplay' },
] as const;

/**
 * Returns the entries that name no schedule: Next Upcoming Session, and the kinds of sessions that the webinar has.
 * @param detail follows "Next Upcoming Session" in the list; may be empty
 */
function generalEntries(detail: string, kinds: readonly SessionKind[]): Item[] {
	const next = { name: detail === '' ? NEXT : `${NEXT} · ${detail}`, value: 'next' };
	return [next, ...KIND_ENTRIES.filter(({ value }) => kinds.includes(value))];
}

/** Returns the text after the name of the entry "Next Upcoming Session"; may be empty. */
function nextDetail({ product, dates }: Webinar, scheduled: readonly Session[]): string {
	if (product.registersOneDate) {
		// An automated webinar: the editor evaluates Timezone for the first contact, so the listed dates may be wrong for the
		// others. Next Upcoming Session fits them all.
		return dates.in === 'webinarZone' ? '' : 'any time zone';
	}
	// A live webinar: one registration is for a whole series.
	const isWholeSeries = scheduled.length > 0 && scheduled.every(({ isInSeries }) => isInSeries);
	return isWholeSeries ? 'whole series' : '';
}

/** Returns the entries for the next session of each schedule, without dates, because the attendee's time zone is unknown. */
function entriesWithoutZone(webinar: Webinar, scheduled: readonly Session[], now: number): Item[] {
	const withNext = scheduled.filter(({ kind, startsAt }) => {
		const isUpcoming = startsAt !== undefined && startsAt > now;
		return isUpcoming || kind === 'anyTime';
	});
	// The times in `webinar.dates.zone`, the service's default, would not be the attendee's. Without a zone, the entry of a
	// recurring schedule shows the service's own text instead, such as "Every day, 11:00 AM".
	const next = sessionItems({ ...webinar, dates: { in: 'unknownZone' } }, withNext, 'next');
	// With a single schedule, the entry would mean the same as Next Upcoming Session.
	return next.length > 1 ? next : [];
}

/** Returns the entries for the dates of an automated webinar, and for the next dates of schedules that recur. */
function datedEntries(webinar: Webinar, scheduled: readonly Session[]): Item[] {
	const hasSeveralSchedules = new Set(scheduled.map(({ scheduleId }) => scheduleId)).size > 1;
	// The next date of these schedules changes with the day, or with the attendee's time zone. A session at any time has no
	// next date.
	const withChangingDate = scheduled.filter(
		({ kind, isInSeries }) => kind !== 'anyTime' && (isInSeries || webinar.dates.in !== 'webinarZone'),
	);
	return [
		// With a single schedule, the entry would mean the same as Next Upcoming Session.
		...(hasSeveralSchedules ? sessionItems(webinar, withChangingDate, 'next') : []),
		...sessionItems(webinar, scheduled, 'date'),
	];
}

/** Marks a live series, and a live session that has begun. The service may no longer register people for the latter. */
function withMark(session: Session, now: number): ListedSession {
	if (session.isInSeries) return { ...session, mark: 'whole series' };
	if (!hasStart(session) || session.startsAt > now) return session;
	const start = DateTime.fromMillis(session.startsAt);
	return { ...session, mark: `began ${start.toRelative({ base: DateTime.fromMillis(now), locale: 'en' })}` };
}

/** The entry that sets no limit. Its value is the same as for an empty field. */
const ALL_SESSIONS: Item = { name: 'All Sessions', value: '' };

/** Lists the schedules by which registrants and events can be limited: upcoming ones, and then those that are over. */
export const searchSchedules = editorList(async (list) => {
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) return [ALL_SESSIONS];
	const webinar = await list.webinars.fetch(reference);
	const scheduled = webinar.sessions.filter((session) => !isJustInTimeOrReplay(session));
	const upcoming = scheduled.filter((session) => !isOver(session, list.now));
	const newestPast = scheduled
		.filter(hasStart)
		.filter((session) => isOver(session, list.now))
		.sort((one, other) => other.startsAt - one.startsAt)
		// The entry shows when the session was, and not the text of its series.
		.map((session): ListedSession => ({ ...session, isInSeries: false, mark: 'over' }));
	return [ALL_SESSIONS, ...sessionItems(webinar, [...upcoming, ...newestPast], 'filter')];
});
