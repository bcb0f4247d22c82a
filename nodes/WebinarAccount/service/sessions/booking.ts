import { DateTime, FixedOffsetZone, type Zone } from 'luxon';

import { InputError } from '../errors';
import type { Product } from '../products';
import { shortened } from '../../utils/quoted';
import type { Session, WebinarDetail } from '../schemas';
import { chooseSession, namesDate, numberedOf, type SessionChoice, startOf, startsAt } from './sessions';
import { gmtForm, isOwnZone, zoneNamed } from './timezone';
import type { WebinarReader, WebinarReference } from '../webinars';

/** The zone the service converts to when a webinar follows the attendee's zone and none is passed. */
export const EST = FixedOffsetZone.instance(-5 * 60);

/** A webinar as read in one time zone. */
export interface DatedWebinar {
	webinar: WebinarDetail;
	/** The zone in which the service gave the sessions' dates. */
	zone: Zone;
	/** Whether that is a guess, because a live webinar names no zone. */
	isZoneGuessed: boolean;
	/** The GMT form that was passed, and that a registration must pass again. */
	timezone?: string;
}

export interface BookableSession extends DatedWebinar {
	session: Session;
}

/** Whether the webinar shows its sessions in each attendee's own zone, so that dates depend on the one passed. */
export function followsAttendee(product: Product, webinar: WebinarDetail): boolean {
	return product.takesTimezone && !isOwnZone(webinar.timezone ?? '');
}

/**
 * Reads a webinar with its dates at the offset that the zone has at one moment.
 * @param zone the attendee's, or undefined
 */
export async function readDatedWebinar(
	reader: WebinarReader,
	product: Product,
	reference: WebinarReference,
	zone: Zone | undefined,
	at: DateTime,
): Promise<DatedWebinar> {
	if (!zone || !product.takesTimezone) {
		const webinar = await reader.detail(product, reference);
		return { webinar, ...zoneOf(product, webinar) };
	}
	const timezone = gmtForm(zone, at);
	const webinar = await reader.detail(product, reference, timezone);
	const passed = FixedOffsetZone.instance(zone.offset(at.toMillis()));
	return { webinar, timezone, ...zoneOf(product, webinar, passed) };
}

/** The zone of the dates. @param passed that of the attendee */
function zoneOf(
	product: Product,
	webinar: WebinarDetail,
	passed: Zone = EST,
): Pick<DatedWebinar, 'zone' | 'isZoneGuessed'> {
	if (followsAttendee(product, webinar)) return { zone: passed, isZoneGuessed: false };
	const own = zoneNamed(webinar.timezone ?? '');
	return { zone: own ?? EST, isZoneGuessed: own === undefined };
}

/** The start of a session in UTC (ISO 8601); null where that would be a guess. */
export function startInUtc(
	session: Pick<Session, 'date'>,
	{ zone, isZoneGuessed }: Pick<DatedWebinar, 'zone' | 'isZoneGuessed'>,
): string | null {
	return isZoneGuessed ? null : startsAt(session, zone);
}

/** Which session is wanted, and by whom. */
export interface SessionQuery {
	product: Product;
	reference: WebinarReference;
	choice: SessionChoice;
	/** The attendee's zone, if it is known. */
	zone: Zone | undefined;
	now: DateTime;
	/** Leaves out sessions without a lasting number, which a link cannot name. */
	numberedOnly?: boolean;
}

/**
 * Finds the session to register to. The date is one that the service offers now, in the very zone that is passed
 * along ("Registration rules", 3), which is the attendee's with the offset that it has at the session.
 * @throws InputError when there is no such session
 */
export async function findSession(reader: WebinarReader, query: SessionQuery): Promise<BookableSession> {
	const { product, reference, choice, zone, now, numberedOnly = false } = query;
	const dated = await readDatedWebinar(reader, product, reference, zone, now);
	const { webinar } = dated;
	if (!zone && followsAttendee(product, webinar)) {
		throw new InputError(
			'The webinar needs a time zone',
			'It shows its sessions in the time zone of each attendee. Fill in Timezone, e.g. Europe/London or GMT-5.',
		);
	}
	// A date is the attendee's own one, so it is looked for among sessions that are dated so.
	const local = namesDate(choice) ? await readLocalSessions(reader, query, dated) : undefined;
	const sessions = local?.map(({ session }) => session) ?? webinar.schedules ?? [];
	const schedules = numberedOnly ? numberedOf(sessions) : sessions;
	const session = chooseSession({ ...webinar, schedules }, choice, dated.zone, now);
	const known = local?.find((candidate) => candidate.session === session);
	const booking = known ?? (await atItsOwnOffset(reader, query, { ...dated, session }));
	if (booking) return booking;
	throw new InputError(
		`The session on ${shortened(session.date)} is not on offer`,
		'The service offers it at another offset of the time zone only, or the sessions changed while they were read. Run this item again later.',
	);
}

/**
 * The sessions of a webinar that can be booked, each dated with the offset that the attendee's zone has at it.
 * @param dated the webinar as it was read at one moment
 */
export async function readLocalSessions(
	reader: WebinarReader,
	query: Pick<SessionQuery, 'product' | 'reference' | 'zone'>,
	dated: DatedWebinar,
): Promise<BookableSession[]> {
	const sessions = dated.webinar.schedules ?? [];
	const local = await Promise.all(
		sessions.map((session) => atItsOwnOffset(reader, query, { ...dated, session })),
	);
	return local.filter((booking) => booking !== undefined);
}

/**
 * When the zone has another offset at the session than at the reading, the webinar is read again with that one.
 * @returns undefined for a session that the service does not offer then, such as the last one that it shows
 */
export async function atItsOwnOffset(
	reader: WebinarReader,
	{ product, reference, zone }: Pick<SessionQuery, 'product' | 'reference' | 'zone'>,
	booking: BookableSession,
): Promise<BookableSession | undefined> {
	const start = startOf(booking.session, booking.zone);
	const { timezone } = booking;
	if (!zone || timezone === undefined || !start.isValid || timezone === gmtForm(zone, start)) return booking;
	const then = await readDatedWebinar(reader, product, reference, zone, start);
	const date = dateOfSame(booking, start, then);
	return date === undefined ? undefined : { ...then, session: Object.assign({}, booking.session, { date }) };
}

/** The date of the same session in another reading. */
function dateOfSame(
	{ session, webinar }: BookableSession,
	start: DateTime,
	then: DatedWebinar,
): string | undefined {
	const ofSchedule = ({ schedules }: WebinarDetail) =>
		(schedules ?? []).filter(({ schedule }) => schedule === session.schedule);
	const candidates = ofSchedule(then.webinar);
	const sameDate = candidates.find(({ date }) => date === session.date);
	// The same dates at any offset: sessions that take place at the attendee's local time.
	const isLocal = ofSchedule(webinar).every(({ date }) => candidates.some((other) => other.date === date));
	const sameMoment = candidates.find((other) => startOf(other, then.zone).toMillis() === start.toMillis());
	return (isLocal ? sameDate : (sameMoment ?? sameDate))?.date;
}
