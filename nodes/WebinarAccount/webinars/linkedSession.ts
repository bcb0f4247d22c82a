import type { Zone } from 'luxon';

import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { chooseSession, kindsWithoutId, type SessionChoice, unlinkableSessionError } from './chooseSession';
import { isOver, isJustInTimeOrReplay, needsTimezone, type Session, type Webinar } from './webinar';
import type { Webinars } from './webinars';
import type { WebinarReference } from './webinarReference';

/** The webinar and session that a one-click link leads to. */
export interface LinkedSession {
	webinar: Webinar;
	/** The value of `schedule_id` in the link. */
	scheduleId: number;
	/** The first session that the link registers people for; undefined if the session number does not reveal it. */
	session: Session | undefined;
	/** Whether the link registers people for several sessions; null if the session number does not reveal it. */
	isSeries: boolean | null;
	/** The value of `timezone` in the link: the GMT offset of the attendee's time zone; undefined if no zone is known. */
	timezone: string | undefined;
}

/** The settings of a link that contains a session number. */
interface NumberQuery {
	product: Product;
	reference: WebinarReference;
	/** The attendee's time zone, if known. */
	zone: Zone | undefined;
	/** The session number that the webinar's dashboard shows. */
	number: number;
	/** Whether the number was copied from a link to a different webinar than the given one. */
	isForeign: (webinar: Webinar) => boolean;
}

/**
 * Reads the webinar for a link that contains a session number, and finds the session if possible. The API returns no
 * session numbers. The session is therefore known only for session number 1, if the webinar has a single schedule.
 *
 * @throws InputError if no session of the webinar has a session number
 */
export async function findByNumber(
	reader: Webinars,
	query: NumberQuery,
	now: number,
): Promise<LinkedSession> {
	const { product, reference, zone, number, isForeign } = query;
	const { webinar, first, others } = await reader.resolve(product, reference, zone, (found) => {
		const [firstNumbered, ...otherNumbered] = numberedSessions(found);
		return { webinar: found, first: firstNumbered, others: otherNumbered };
	});
	if (!zone && needsTimezone(webinar)) throw missingTimezoneError();
	const isOfWebinar = !isForeign(webinar);
	const hasOneSchedule = others.every(({ schedule }) => schedule === first.schedule);
	const isSessionKnown = number === 1 && isOfWebinar && hasOneSchedule;
	const choice: SessionChoice = { kind: 'schedule', schedule: first.schedule };
	const session = isSessionKnown ? chooseSession(webinar, choice, zone, now, true) : undefined;
	const isWholeSeries = isOfWebinar && [first, ...others].every(({ coversWebinar }) => coversWebinar);
	return {
		webinar,
		scheduleId: number,
		session,
		isSeries: session?.isSeries ?? (isWholeSeries ? true : null),
		timezone: (session ?? first).timezone,
	};
}

/** Creates the error for a link without a time zone, to a webinar whose dates might depend on the attendee's zone. */
function missingTimezoneError(): InputError {
	return new InputError(
		'The link needs a time zone',
		"The webinar's session dates depend, or might depend, on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5, or add a merge field for the time zone under Merge Fields.",
	);
}

/** Whether a session has a session number in the dashboard, as all but just-in-time and instant-replay sessions do. */
function hasSessionNumber(session: Session): boolean {
	return !isJustInTimeOrReplay(session);
}

/** Returns the sessions that have a session number. @throws InputError if there are none */
function numberedSessions(webinar: Webinar): [Session, ...Session[]] {
	const [first, ...others] = webinar.sessions.filter(hasSessionNumber);
	if (first) return [first, ...others];
	const withoutId = kindsWithoutId(webinar).map((kind) => ({ kind }));
	if ([...webinar.sessions, ...withoutId].some(isJustInTimeOrReplay)) throw unlinkableSessionError();
	throw new InputError(
		'The webinar has no sessions',
		'Add a schedule to the webinar, or choose another webinar. Just-in-time and instant-replay sessions have no session number for a link.',
	);
}

/** Finds the session for a link that contains a schedule ID from the API. @throws InputError if there is none */
export async function findByChoice(
	reader: Webinars,
	query: Omit<NumberQuery, 'number' | 'isForeign'> & { choice: SessionChoice },
	now: number,
): Promise<LinkedSession> {
	const { product, reference, zone, choice } = query;
	const { webinar, session } = await reader.resolve(product, reference, zone, (found) => {
		const chosen = chooseSession(found, choice, zone, now, true);
		if (isJustInTimeOrReplay(chosen)) throw unlinkableSessionError();
		return { webinar: found, session: chosen };
	});
	return {
		webinar,
		scheduleId: session.schedule,
		session,
		isSeries: session.isSeries,
		timezone: session.timezone,
	};
}

/** Whether a webinar has several schedules, and therefore several session numbers. */
export function hasSeveralSessionNumbers({ sessions }: Webinar): boolean {
	const schedules = sessions.filter(hasSessionNumber).map(({ schedule }) => schedule);
	return new Set(schedules).size > 1;
}

/** Whether all sessions of a webinar are over. @param now milliseconds since 1970 */
export function isWholeWebinarOver({ sessions }: Webinar, now: number): boolean {
	return sessions.every((session) => isOver(session, now));
}
