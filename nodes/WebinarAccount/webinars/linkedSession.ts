import type { Zone } from 'luxon';

import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import {
	chooseSession,
	findSession,
	kindsWithoutId,
	type SessionQuery,
	unlinkableSessionError,
} from './chooseSession';
import { isOver, isJustInTimeOrReplay, needsTimezone, type Session, type Webinar } from './webinar';
import type { WebinarReader } from './webinarReader';
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
export async function findByNumber(reader: WebinarReader, query: NumberQuery): Promise<LinkedSession> {
	const { product, reference, zone, number, isForeign } = query;
	const webinar = await readWebinarWithNumbers(reader, product, reference, zone);
	const [first, ...others] = numberedSessions(webinar);
	if (!zone && needsTimezone(webinar)) throw missingTimezoneError();
	const isOfWebinar = !isForeign(webinar);
	const hasOneSchedule = others.every(({ schedule }) => schedule === first.schedule);
	const isSessionKnown = number === 1 && isOfWebinar && hasOneSchedule;
	const session = isSessionKnown ? firstSessionOf(webinar, first.schedule, reader.now()) : undefined;
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

/**
 * Reads a webinar that has a session with a session number. Uses webinar data that is at most a minute old. If that
 * data has no such session, reads the webinar again.
 */
async function readWebinarWithNumbers(
	reader: WebinarReader,
	product: Product,
	reference: WebinarReference,
	zone: Zone | undefined,
): Promise<Webinar> {
	const recent = await reader.forChoosing().webinar(product, reference, zone);
	if (recent.sessions.some(hasSessionNumber)) return recent;
	return await reader.forProof().webinar(product, reference, zone);
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

/** Returns the next session of a schedule, or a past session if none is left. */
function firstSessionOf(webinar: Webinar, schedule: number, now: number): Session {
	return chooseSession(webinar, { kind: 'schedule', schedule }, now, true);
}

/** Finds the session for a link that contains a schedule ID from the API. @throws InputError if there is none */
export async function findByChoice(reader: WebinarReader, query: SessionQuery): Promise<LinkedSession> {
	const { webinar, session } = await findSession(reader, { ...query, forLink: true });
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
