import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { InputError } from './errors';
import type { Product } from './products';
import type { Session, WebinarDetail } from './schemas';
import { chooseSession, type SessionChoice, startOf } from './sessions';
import { gmtForm, isRegion } from './timezone';
import type { WebinarReader, WebinarReference } from './webinars';

/** The zone the service converts to when a webinar follows the attendee's zone and none is passed. */
export const EST = FixedOffsetZone.instance(-5 * 60);

/** A webinar as read in one time zone. */
export interface DatedWebinar {
	webinar: WebinarDetail;
	/** The zone in which the service gave the sessions' dates. */
	zone: Zone;
	/** The GMT form that was passed, and that a registration must pass again. */
	timezone?: string;
}

export interface BookableSession extends DatedWebinar {
	session: Session;
}

/** Whether the webinar shows its sessions in each attendee's own zone, so that dates depend on the one passed. */
export function followsAttendee(product: Product, webinar: WebinarDetail): boolean {
	return product.takesTimezone && !isRegion(webinar.timezone ?? '');
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
		return { webinar, zone: zoneOf(webinar) };
	}
	const timezone = gmtForm(zone, at);
	const webinar = await reader.detail(product, reference, timezone);
	const passed = FixedOffsetZone.instance(zone.offset(at.toMillis()));
	return { webinar, timezone, zone: followsAttendee(product, webinar) ? passed : zoneOf(webinar) };
}

/** Which session is wanted, and by whom. */
interface SessionQuery {
	product: Product;
	reference: WebinarReference;
	choice: SessionChoice;
	/** The attendee's zone, if it is known. */
	zone: Zone | undefined;
	now: DateTime;
	/** Narrows the sessions that can be chosen; throws when none of them can be. */
	among?: ((sessions: readonly Session[]) => readonly Session[]) | undefined;
}

/**
 * Finds the session to register to. The date is one that the service offers now, in the very zone that is passed
 * along ("Registration rules", 3): when the zone has another offset at the session than today, the webinar is read
 * again with that one.
 */
export async function findSession(reader: WebinarReader, query: SessionQuery): Promise<BookableSession> {
	const { product, reference, choice, zone, now, among = (sessions) => sessions } = query;
	const today = await readDatedWebinar(reader, product, reference, zone, now);
	const { webinar } = today;
	if (!zone && followsAttendee(product, webinar)) {
		throw new InputError(
			'The webinar needs a time zone',
			'It shows its sessions in the time zone of each attendee. Fill in Timezone, e.g. Europe/London or GMT-5.',
		);
	}
	const session = chooseSession(among(webinar.schedules ?? []), choice, today.zone, now);
	const start = startOf(session, today.zone);
	const { timezone } = today;
	if (!zone || !timezone || timezone === gmtForm(zone, start)) return { ...today, session };

	const then = await readDatedWebinar(reader, product, reference, zone, start);
	return { ...then, session: sameSession(session, start, then) };
}

function sameSession(session: Session, start: DateTime, { webinar, zone }: DatedWebinar): Session {
	const ofSchedule = (webinar.schedules ?? []).filter(({ schedule }) => schedule === session.schedule);
	const found =
		ofSchedule.find((other) => startOf(other, zone).toMillis() === start.toMillis()) ??
		ofSchedule.find(({ date }) => date === session.date);
	if (found) return found;
	throw new InputError(
		`The session on ${session.date} is no longer on offer`,
		'The sessions of the webinar changed while it was read. Run this item again.',
	);
}

function zoneOf({ timezone }: WebinarDetail): Zone {
	return timezone && isRegion(timezone) ? IANAZone.create(timezone) : EST;
}
