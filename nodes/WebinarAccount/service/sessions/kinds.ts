import { InputError } from '../errors';
import type { Session, WebinarDetail } from '../schemas';
import type { DescribedSession } from './choice';

/** What of a webinar's detail says which sessions it has. */
type Schedules = Pick<WebinarDetail, 'type' | 'schedules'>;

export const descriptions: Readonly<Record<DescribedSession, string>> = {
	justInTime: 'just in time',
	instantReplay: 'instant replay',
};

/** Webinars that can be entered at any time; their session never lies in the future. */
const OPEN_ANY_TIME = ['always on', 'right now'];

/** By its description, to which the service may add something: "Just in time (15 minutes)". */
export function isDescribedAs({ comment }: Session, kind: DescribedSession): boolean {
	return normalise(comment).startsWith(descriptions[kind]);
}

/** Whether the webinar offers a session of that description. */
export function offers({ schedules }: Schedules, kind: DescribedSession): boolean {
	return (schedules ?? []).some((session) => isDescribedAs(session, kind));
}

/** Whether the session has no lasting number, so that a link cannot name it (one-click link, rule 7). */
export function isUnnumbered(session: Session): boolean {
	return isDescribedAs(session, 'justInTime') || isDescribedAs(session, 'instantReplay');
}

/** Whether people can enter at any time, by its description or the webinar's type, so that its date says nothing. */
export function isOpenAnyTime({ comment }: Session, type: Schedules['type']): boolean {
	return [comment, type].some((text) => OPEN_ANY_TIME.includes(normalise(text)));
}

/** Whether sessions come and go by the minute, and their dates with them. */
export function isVolatile({ schedules, type }: Schedules): boolean {
	return (schedules ?? []).some((session) => isUnnumbered(session) || isOpenAnyTime(session, type));
}

/** Said of sessions that {@link isUnnumbered}. */
export function unlinkable(): InputError {
	return new InputError(
		'A one-click link cannot lead to a just-in-time or instant-replay session',
		'Such a session has no number of its own. Choose a session with a date.',
	);
}

/**
 * Whether registering to the session once registers for others, too: all of one identifier, or of the webinar
 * (one-click link, rule 6). "Every day, 01:00 PM" has others also where the webinar shows only one of them.
 */
export function isSeries(session: Session, webinar: Schedules): boolean {
	const numbered = (webinar.schedules ?? []).filter((other) => !isUnnumbered(other));
	const isOneOfSeveral = hasOwnIdInSeries(session, webinar) && numbered.length > 1;
	return normalise(session.comment).startsWith('every') || sharesId(session, webinar) || isOneOfSeveral;
}

/** Whether one identifier stands for several sessions. */
export function sharesId(session: Session, { schedules }: Schedules): boolean {
	return (schedules ?? []).filter(({ schedule }) => schedule === session.schedule).length > 1;
}

/** Whether the webinar is one series, of which the session has an identifier of its own. The last one left is one, too. */
export function hasOwnIdInSeries(session: Session, webinar: Schedules): boolean {
	return webinar.type === 'Series of presentations' && !isUnnumbered(session) && !sharesId(session, webinar);
}

/** "Just-in-Time", "just in time" and "Just In Time " are one description. */
function normalise(comment: string | null | undefined): string {
	return (comment ?? '')
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}
