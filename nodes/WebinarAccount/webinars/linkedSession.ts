import type { Zone } from 'luxon';

import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { chooseSession, findSession, type SessionQuery, unlinkable } from './chooseSession';
import { isOver, lacksPermanentId, needsTimezone, type Session, type Webinar } from './webinar';
import type { WebinarReader } from './webinarReader';
import type { WebinarReference } from './webinarReference';

/** What a one-click link leads to. */
export interface LinkedSession {
	webinar: Webinar;
	/** The value of `schedule_id` in the link. */
	scheduleId: number;
	/** The first session that the link registers for; undefined where its number does not tell. */
	session: Session | undefined;
	/** Whether the link registers for several sessions; null where its number does not tell. */
	isSeries: boolean | null;
	/** The GMT form of the attendee's time zone, if it was passed. */
	timezone: string | undefined;
}

interface NumberQuery {
	product: Product;
	reference: WebinarReference;
	/** The attendee's zone, if known. */
	zone: Zone | undefined;
	/** As the webinar's dashboard numbers its sessions. */
	number: number;
	/** Whether the number is that of a link to another webinar. */
	isForeign: (webinar: Webinar) => boolean;
}

/**
 * Reads the webinar of a link to a session number. The API returns no numbers, so which session has one is known only if
 * the webinar has a single schedule.
 *
 * @throws InputError if no session of the webinar has a number
 */
export async function findByNumber(reader: WebinarReader, query: NumberQuery): Promise<LinkedSession> {
	const { product, reference, zone, number, isForeign } = query;
	const webinar = await readNumbered(reader, product, reference, zone);
	const [first, ...others] = numberedSessions(webinar);
	if (!zone && needsTimezone(webinar)) {
		throw new InputError(
			'The link needs a time zone',
			"The webinar's dates depend on each attendee's time zone. Fill in Timezone, e.g. Europe/London or GMT-5, or add a merge field for it under Merge Fields.",
		);
	}
	const isTold = number === 1 && !isForeign(webinar);
	const isAlone = others.every(({ schedule }) => schedule === first.schedule);
	const isSeries = [first, ...others].every(({ coversWebinar }) => coversWebinar);
	const session = isTold && isAlone ? firstSessionOf(webinar, first.schedule, reader.now()) : undefined;
	return {
		webinar,
		scheduleId: number,
		session,
		isSeries: session?.isSeries ?? (isSeries && !isForeign(webinar) ? true : null),
		timezone: (session ?? first).timezone,
	};
}

/** Reads the webinar again before its numbered sessions are declared missing. */
async function readNumbered(
	reader: WebinarReader,
	product: Product,
	reference: WebinarReference,
	zone: Zone | undefined,
): Promise<Webinar> {
	const recent = await reader.forChoosing().webinar(product, reference, zone);
	if (recent.sessions.some((session) => !lacksPermanentId(session))) return recent;
	return await reader.forProof().webinar(product, reference, zone);
}

/** @throws InputError if there are none */
function numberedSessions({ sessions }: Webinar): [Session, ...Session[]] {
	const [first, ...others] = sessions.filter((session) => !lacksPermanentId(session));
	if (first) return [first, ...others];
	if (sessions.length > 0) throw unlinkable();
	throw new InputError(
		'The webinar has no session',
		'Add a schedule to the webinar, or choose another webinar. Just-in-time and instant-replay sessions have no number for a link.',
	);
}

/** Returns the next session of a schedule, or else one in the past. */
function firstSessionOf(webinar: Webinar, schedule: number, now: number): Session {
	return chooseSession(webinar, { kind: 'schedule', schedule }, now, true);
}

/** Finds a session of the API, whose schedule ID then stands in the link. @throws InputError if there is none */
export async function findByApi(reader: WebinarReader, query: SessionQuery): Promise<LinkedSession> {
	const { webinar, session } = await findSession(reader, { ...query, forLink: true });
	return {
		webinar,
		scheduleId: session.schedule,
		session,
		isSeries: session.isSeries,
		timezone: session.timezone,
	};
}

/** Whether a webinar has several schedules, each with a session number. */
export function hasSeveralNumbers({ sessions }: Webinar): boolean {
	const numbered = sessions.filter((session) => !lacksPermanentId(session));
	return new Set(numbered.map(({ schedule }) => schedule)).size > 1;
}

/** @param now milliseconds since 1970 */
export function isWholeWebinarOver({ sessions }: Webinar, now: number): boolean {
	return sessions.every((session) => isOver(session, now));
}
