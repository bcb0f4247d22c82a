import { DateTime, type Zone } from 'luxon';
import type { INodeListSearchItems } from 'n8n-workflow';

import { NEXT, timezone } from '../fields/webinarFields';
import { asInputError, InputError } from '../service/errors';
import { bookableSessions, noSessionsError } from '../webinars/chooseSession';
import {
	hasBegun,
	isJustInTimeOrReplay,
	needsTimezone,
	type Session,
	type SessionKind,
	type Webinar,
} from '../webinars/webinar';
import { currentWebinar, editorList, type ListContext, NO_WEBINAR_ADVICE } from './editorList';
import { choicesOf, type ListedSession } from './sessionChoices';

type Item = INodeListSearchItems;

/** The entries that name no schedule. Their values, except `next`, are kinds of sessions. */
const GENERAL_ENTRIES: readonly Item[] = [
	{ name: NEXT, value: 'next' },
	{ name: 'Just-in-Time Session', value: 'justInTime' },
	{ name: 'Instant Replay', value: 'instantReplay' },
];

/** Lists the sessions for which Register can register people. */
export const searchSessions = editorList(async (list) => {
	const { product, webinars, now } = list;
	const reference = currentWebinar(list, 'sessions', NO_WEBINAR_ADVICE);
	if (reference === undefined) {
		// Only automated webinars have just-in-time sessions and instant replays.
		return product.takesTimezone ? [...GENERAL_ENTRIES] : generalEntries(NEXT, []);
	}
	const { zone, problem } = product.takesTimezone ? givenZone(list) : {};
	const webinar = await webinars.read(reference, zone);
	if (webinar.sessions.length === 0) throw noSessionsError(webinar);
	const sessions = bookableSessions(webinar, now);
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no upcoming session',
			'Add a session in the webinar account, or choose another webinar.',
		);
	}

	// The general entries already include just-in-time sessions and instant replays.
	const scheduled = sessions.filter((session) => !isJustInTimeOrReplay(session));
	const hasZone = !product.takesTimezone || zone !== undefined || !needsTimezone(webinar);
	const nextName = [NEXT, problem ?? nextDetail(webinar, scheduled, hasZone)].filter(Boolean).join(' · ');
	const general = generalEntries(
		nextName,
		sessions.map(({ kind }) => kind),
	);
	if (!hasZone) return [...general, ...entriesWithoutZone(webinar, scheduled, now)];
	if (product.registersOneDate) return [...general, ...datedEntries(webinar, scheduled)];
	const marked = scheduled.map((session) => withBegunMark(session, now));
	return [...general, ...choicesOf(webinar, marked, 'schedule')];
});

/** Reads Timezone. A value that cannot be read leaves the entries that need no time zone, and the problem is shown. */
function givenZone({ parameter }: ListContext): { zone?: Zone | undefined; problem?: string } {
	try {
		return { zone: timezone.read(parameter('timezone')) };
	} catch (error) {
		return { problem: asInputError(error).message };
	}
}

/** Returns the general entries, without the kinds of sessions that the webinar does not have. */
function generalEntries(nextName: string, kinds: readonly SessionKind[]): Item[] {
	return GENERAL_ENTRIES.filter(({ value }) => value === 'next' || kinds.some((kind) => kind === value)).map(
		(entry) => (entry.value === 'next' ? { ...entry, name: nextName } : entry),
	);
}

/** Returns what the name of Next Upcoming Session says beside it; undefined for nothing. */
function nextDetail(webinar: Webinar, scheduled: readonly Session[], hasZone: boolean): string | undefined {
	const { product, mayUseAttendeeZone } = webinar;
	if (product.registersOneDate) {
		// The listed dates then apply only to the first contact, because the editor evaluates Timezone for a single item.
		return mayUseAttendeeZone || !hasZone ? 'any time zone' : undefined;
	}
	return scheduled.length > 0 && scheduled.every(({ isSeries }) => isSeries) ? 'whole series' : undefined;
}

/** Returns the entries for the next session of each schedule, which need no time zone. */
function entriesWithoutZone(webinar: Webinar, scheduled: readonly Session[], now: number): Item[] {
	const withNext = scheduled.filter(({ kind, startsAt = NaN }) => kind === 'anyTime' || startsAt > now);
	const next = choicesOf({ ...webinar, zone: undefined }, withNext, 'next');
	// With a single schedule, the entry would mean the same as Next Upcoming Session.
	return next.length > 1 ? next : [];
}

/** Returns the entries for the dates of an automated webinar, and for the next dates of schedules that recur. */
function datedEntries(webinar: Webinar, scheduled: readonly Session[]): Item[] {
	const hasOneSchedule = new Set(scheduled.map(({ scheduleId }) => scheduleId)).size <= 1;
	// The next date of these schedules changes with the day, or with the attendee's time zone.
	const withChangingDate = scheduled.filter(
		({ kind, isSeries }) => !hasOneSchedule && kind !== 'anyTime' && (webinar.mayUseAttendeeZone || isSeries),
	);
	return [...choicesOf(webinar, withChangingDate, 'next'), ...choicesOf(webinar, scheduled, 'date')];
}

/** Marks a live session that has begun, because the service may no longer accept registrations for it. */
function withBegunMark(session: Session, now: number): ListedSession {
	const { startsAt, isSeries } = session;
	if (startsAt === undefined || isSeries || !hasBegun(session, now)) return session;
	const ago = DateTime.fromMillis(startsAt).toRelative({ base: DateTime.fromMillis(now), locale: 'en' });
	return { ...session, mark: `began ${ago}` };
}
