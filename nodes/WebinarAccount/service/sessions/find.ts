import { Settings, type Zone } from 'luxon';

import { shortened } from '../../utils/text';
import { InputError } from '../errors';
import type { Product } from '../products';
import type { Session } from '../schemas';
import type { WebinarReference } from '../webinarReference';
import { followsAttendee, type Reading, type WebinarReader } from '../webinars';
import { dateIn, namesDate, namesSchedule, type SessionChoice } from './choice';
import * as kind from './kinds';
import { gmtForm } from './timezone';

/** Maximum age of a reading from which a session is chosen ("a webinar's sessions rarely change"). */
const MAX_AGE_MS = 60_000;

/** Maximum age of a reading that proves that a session does not exist. */
const FRESH_MS = 5_000;

/** Dates have no seconds, so sessions that change with time change when a minute begins. */
const MINUTE_MS = 60_000;

const MAX_DATES_LISTED = 10;

/** The service does not state the length of a session, so people can register until this long after its start. */
const LONGEST_SESSION_MS = 12 * 60 * MINUTE_MS;

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
	const isStale = known && known.reading.readAt < minute && kind.isVolatile(known.reading.webinar);
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
	const session = chooseSession(reading, numberedOnly ? numberedOf(offered) : offered, choice, now);
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
	const start = reading.startOf(session);
	const hasItsOffset = Number.isNaN(start) || !zone || reading.timezone === gmtForm(zone, start);
	if (hasItsOffset || reading.timezone === undefined) return booking;
	const then = await reader.webinar(product, reference, zone, start);
	const same = sameSession(booking, then);
	return same && { reading: then, session: same };
}

/** The same session in another reading. */
function sameSession({ reading, session }: Booking, then: Reading): Session | undefined {
	const isOfSchedule = ({ schedule }: Session) => schedule === session.schedule;
	const candidates = then.sessions.filter(isOfSchedule);
	const sameDate = candidates.find(({ date }) => date === session.date);
	// Sessions with the same dates at any offset take place at the attendee's local time.
	const isLocal = reading.sessions
		.filter(isOfSchedule)
		.every(({ date }) => candidates.some((other) => other.date === date));
	const sameMoment = candidates.find((other) => then.startOf(other) === reading.startOf(session));
	return isLocal ? sameDate : (sameMoment ?? sameDate);
}

/**
 * The chosen session among those that the service offers now.
 * @param now milliseconds since 1970
 * @throws InputError that lists the available sessions
 */
export function chooseSession(
	reading: Reading,
	sessions: readonly Session[],
	choice: SessionChoice,
	now: number,
): Session {
	if (sessions.length === 0) {
		throw new InputError(
			'The webinar has no session',
			'Add a schedule to the webinar, or choose another webinar.',
		);
	}
	if (choice.kind === 'schedule') return scheduledSession(reading, sessions, choice, now);
	if (choice.kind === 'next') {
		const { schedule } = choice;
		const next = nextSession(
			reading,
			schedule === undefined ? sessions : sessionsOf(schedule, sessions),
			now,
		);
		if (next) return next;
		const owner = schedule === undefined ? 'The webinar' : `The schedule ${schedule}`;
		throw notOnOffer(`${owner} has no upcoming session`, sessions);
	}
	const description = choice.kind;
	const described = sessions.find((session) => kind.isDescribedAs(session, description));
	if (described) return described;
	throw notOnOffer(`The webinar offers no ${kind.descriptions[description]} session`, sessions);
}

/** The earliest session in the future; otherwise one that is open at any time. */
function nextSession(reading: Reading, sessions: readonly Session[], now: number): Session | undefined {
	const upcoming = sessions.filter((session) => reading.startOf(session) > now);
	const earliest = Math.min(...upcoming.map((session) => reading.startOf(session)));
	return (
		upcoming.find((session) => reading.startOf(session) === earliest) ??
		sessions.find((session) => kind.isOpenAnyTime(session, reading.webinar.type))
	);
}

function scheduledSession(
	reading: Reading,
	sessions: readonly Session[],
	{ schedule, date: wanted, evenIfOver = false }: Extract<SessionChoice, { kind: 'schedule' }>,
	now: number,
): Session {
	const ofSchedule = sessionsOf(schedule, sessions);
	if (wanted !== undefined) {
		const onDate = ofSchedule.find(({ date }) => dateIn(date) === wanted);
		if (onDate) return onDate;
		throw notOnOffer(`The schedule ${schedule} has no session on ${wanted}`, sessions);
	}
	const isRunning = (session: Session) =>
		kind.isUnnumbered(session) || !(reading.startOf(session) + LONGEST_SESSION_MS < now);
	const found =
		nextSession(reading, ofSchedule, now) ??
		ofSchedule.find(isRunning) ??
		(evenIfOver ? ofSchedule[0] : undefined);
	if (found) return found;
	throw notOnOffer(`The schedule ${schedule} has no upcoming session`, sessions);
}

/** The sessions of a schedule. @throws InputError when there are none */
function sessionsOf(schedule: number, sessions: readonly Session[]): readonly Session[] {
	const found = sessions.filter((session) => session.schedule === schedule);
	if (found.length > 0) return found;
	throw notOnOffer(`The webinar has no schedule with the ID ${schedule}`, sessions);
}

/** @throws InputError when there are sessions, but none with a permanent ID */
function numberedOf(sessions: readonly Session[]): readonly Session[] {
	const numbered = sessions.filter((session) => !kind.isUnnumbered(session));
	if (sessions.length > 0 && numbered.length === 0) throw kind.unlinkable();
	return numbered;
}

function notOnOffer(message: string, sessions: readonly Session[]): InputError {
	const listed = sessions
		.slice(0, MAX_DATES_LISTED)
		.map(
			({ schedule, date, comment }) =>
				`${schedule}|${shortened(date)}${comment ? ` (${shortened(comment)})` : ''}`,
		);
	const more = sessions.length > listed.length ? `, and ${sessions.length - listed.length} more` : '';
	return new InputError(
		message,
		`Available sessions: ${listed.join(', ')}${more}. Choose the session from the list: the dashboard shows other IDs than the API.`,
	);
}
