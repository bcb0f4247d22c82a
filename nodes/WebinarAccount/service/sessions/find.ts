import { Settings, type Zone } from 'luxon';

import { shortened } from '../../utils/text';
import { InputError } from '../errors';
import type { Product } from '../products';
import type { Session } from '../schemas';
import type { WebinarReference } from '../webinarReference';
import { followsAttendee, type Reading, type WebinarReader } from '../webinars';
import { namesDate, namesSchedule, type SessionChoice } from './choice';
import { chooseSession } from './chooseSession';
import { isUnnumbered, isVolatile, unlinkable } from './kinds';
import { gmtForm } from './timezone';

/** Maximum age of a reading from which a session is chosen ("a webinar's sessions rarely change"). */
const MAX_AGE_MS = 60_000;

/** Maximum age of a reading that proves that a session does not exist. */
const FRESH_MS = 5_000;

/** Dates have no seconds, so sessions that change with time change when a minute begins. */
const MINUTE_MS = 60_000;

/** The session to find. */
export interface SessionQuery {
	product: Product;
	reference: WebinarReference;
	choice: SessionChoice;
	/** The attendee's zone, if known. */
	zone: Zone | undefined;
	/** Excludes sessions without a permanent ID, which a link cannot contain. */
	numberedOnly?: boolean;
}

/** A session with its date as the service shows it in the zone that the registration passes. */
export interface Booking {
	reading: Reading;
	session: Session;
	/** Whether the schedule is meant as a whole, of which the session is the next one. */
	isWholeSchedule?: boolean;
}

/**
 * Finds the session to register for. The service offers its date now, in the zone that the registration passes
 * ("Registration rules", 3): the attendee's, with its offset at the session.
 * @throws InputError when there is no such session
 */
export async function findSession(reader: WebinarReader, query: SessionQuery): Promise<Booking> {
	const now = Settings.now();
	const known = await findIn(reader.notBefore(now - MAX_AGE_MS), query, now).catch(nothingFound);
	const minute = now - (now % MINUTE_MS);
	const isStale = known && known.reading.readAt < minute && isVolatile(known.reading.webinar);
	if (known && !isStale) return known;
	return await findIn(reader.notBefore(known ? minute : now - FRESH_MS), query, now);
}

function nothingFound(error: unknown): undefined {
	if (error instanceof InputError) return undefined;
	throw error;
}

async function findIn(reader: WebinarReader, query: SessionQuery, now: number): Promise<Booking> {
	const { product, reference, choice, zone, numberedOnly = false } = query;
	const reading = await reader.webinar(product, reference, zone, now);
	if (!zone && followsAttendee(product, reading.webinar)) {
		throw new InputError(
			'The webinar needs a time zone',
			"It shows its sessions in each attendee's own time zone. Fill in Timezone, e.g. Europe/London or GMT-5.",
		);
	}
	// A chosen date is in the attendee's zone, so it is compared with dates in that zone.
	const local = namesDate(choice) ? await readLocalSessions(reader, query, reading) : undefined;
	const offered = local?.map(({ session }) => session) ?? reading.sessions;
	// A past date of an automated webinar is that of a replay, whatever the language of its description.
	const wanted = choice.kind === 'schedule' && product.takesDate ? { ...choice, evenIfOver: true } : choice;
	const session = chooseSession(reading, numberedOnly ? numberedOf(offered) : offered, wanted, now);
	const booking =
		local?.find((one) => one.session === session) ??
		(await atItsOwnOffset(reader, query, { reading, session }));
	if (booking) return { ...booking, isWholeSchedule: namesSchedule(choice) };
	throw new InputError(
		`The session on ${shortened(session.date)} is not available`,
		'The service offers it only at another offset of the time zone, or the sessions changed during the run. Run this item again later.',
		['The chosen session is not available'],
	);
}

/** The sessions of a webinar that can be booked, each with its date at the attendee's offset at that session. */
export async function readLocalSessions(
	reader: WebinarReader,
	query: Pick<SessionQuery, 'product' | 'reference' | 'zone'>,
	reading: Reading,
): Promise<Booking[]> {
	const local = await Promise.all(
		reading.sessions.map((session) => atItsOwnOffset(reader, query, { reading, session })),
	);
	return local.filter((booking) => booking !== undefined);
}

/**
 * Reads the webinar again if the zone's offset at the session differs from that of the reading.
 * @returns undefined if the service does not offer the session at that offset
 */
export async function atItsOwnOffset(
	reader: WebinarReader,
	{ product, reference, zone }: Pick<SessionQuery, 'product' | 'reference' | 'zone'>,
	booking: Booking,
): Promise<Booking | undefined> {
	const { reading, session } = booking;
	if (!zone || reading.timezone === undefined) return booking;
	const start = reading.startOf(session);
	if (Number.isNaN(start) || reading.timezone === gmtForm(zone, start)) return booking;
	const then = await reader.webinar(product, reference, zone, start);
	const same = sameSession(booking, then);
	return same && { reading: then, session: same };
}

/** The same session in another reading. */
function sameSession({ reading, session }: Booking, then: Reading): Session | undefined {
	const here = reading.schedule(session.schedule);
	const there = then.schedule(session.schedule);
	if (!here || !there) return undefined;
	const sameDate = there.onDate(session.date);
	return here.keepsDatesIn(there) ? sameDate : (there.startingAt(reading.startOf(session)) ?? sameDate);
}

/** @throws InputError when there are sessions, but none with a permanent ID */
function numberedOf(sessions: readonly Session[]): readonly Session[] {
	const numbered = sessions.filter((session) => !isUnnumbered(session));
	if (sessions.length > 0 && numbered.length === 0) throw unlinkable();
	return numbered;
}
