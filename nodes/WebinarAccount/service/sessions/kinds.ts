import { InputError } from '../errors';
import type { Session, WebinarDetail } from '../schemas';
import type { DescribedSession } from './choice';
import { groupBySchedule } from './scheduleIndex';

/** The members of a webinar that describe its sessions. */
type Schedules = Pick<WebinarDetail, 'type' | 'schedules'>;

export const descriptions: Readonly<Record<DescribedSession, string>> = {
	justInTime: 'just in time',
	instantReplay: 'instant replay',
};

/** More of a description is not read. */
const MAX_DESCRIPTION_LENGTH = 100;

/** Webinars that people can enter at any time; their session is never in the future. */
const OPEN_ANY_TIME = ['always on', 'right now'];

/** Whether a session has that description, to which the service may add a text: "Just in time (15 minutes)". */
export function isDescribedAs({ comment }: Session, kind: DescribedSession): boolean {
	return normalise(comment).startsWith(descriptions[kind]);
}

export function offers({ schedules }: Schedules, kind: DescribedSession): boolean {
	return (schedules ?? []).some((session) => isDescribedAs(session, kind));
}

/** Whether the session has no permanent ID, so that a link cannot contain it (one-click link, rule 7). */
export function isUnnumbered(session: Session): boolean {
	return isDescribedAs(session, 'justInTime') || isDescribedAs(session, 'instantReplay');
}

/** Whether people can enter at any time, so that the date has no meaning. */
export function isOpenAnyTime({ comment }: Session, type: Schedules['type']): boolean {
	return [comment, type].some((text) => OPEN_ANY_TIME.includes(normalise(text)));
}

/** Whether the session has no start that stays: its date changes every minute, or has no meaning. */
export function isUndated(session: Session, type: Schedules['type']): boolean {
	return isUnnumbered(session) || isOpenAnyTime(session, type);
}

/** Whether the sessions and their dates change every minute. */
export function isVolatile({ schedules, type }: Schedules): boolean {
	return (schedules ?? []).some((session) => isUndated(session, type));
}

/** The error for sessions that are {@link isUnnumbered}. */
export function unlinkable(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no permanent ID. Choose a session with a date.',
	);
}

/**
 * Whether a registration for the session is also valid for others: all of one identifier, or all of the webinar
 * (one-click link, rule 6). "Every day, 01:00 PM" is a series even if the webinar shows only one of its sessions.
 */
export function isSeries(session: Session, webinar: Schedules): boolean {
	if (normalise(session.comment).startsWith('every') || sharesId(session, webinar)) return true;
	const isNumberedToo = (other: Session) => other !== session && !isUnnumbered(other);
	return hasOwnIdInSeries(session, webinar) && (webinar.schedules ?? []).some(isNumberedToo);
}

/** The schedules with several sessions, by the list of a webinar's sessions. */
const shared = new WeakMap<readonly Session[], ReadonlySet<number>>();

/** Whether several sessions have this session's identifier. */
export function sharesId({ schedule }: Session, { schedules }: Schedules): boolean {
	if (!schedules) return false;
	const known = shared.get(schedules) ?? sharedSchedules(schedules);
	shared.set(schedules, known);
	return known.has(schedule);
}

function sharedSchedules(sessions: readonly Session[]): ReadonlySet<number> {
	const groups = [...groupBySchedule(sessions)];
	return new Set(groups.filter(([, group]) => group.length > 1).map(([schedule]) => schedule));
}

/** Whether the webinar is one series whose sessions have different identifiers, even if only one session is left. */
export function hasOwnIdInSeries(session: Session, webinar: Schedules): boolean {
	return webinar.type === 'Series of presentations' && !isUnnumbered(session) && !sharesId(session, webinar);
}

/** "Just-in-Time", "just in time" and "Just In Time " are one description. */
function normalise(comment: string | null | undefined): string {
	return (comment ?? '')
		.slice(0, MAX_DESCRIPTION_LENGTH)
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}
