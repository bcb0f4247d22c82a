import type { Zone } from 'luxon';

import { followsAttendee, type WebinarReader } from '../webinars';
import { atItsOwnOffset, type Booking, type SessionQuery } from './find';
import { isUndated } from './kinds';
import { EST, gmtForm } from './timezone';

const MINUTE_MS = 60_000;

/** A session that has not begun. */
export interface UpcomingSession extends Booking {
	/** Milliseconds since 1970; undefined for a session without a start, such as just in time. */
	startsAt: number | undefined;
	/** Whether the start is a guess, because the webinar has no time zone. */
	isGuessed: boolean;
	/** The zone of the session's date: a name or the GMT form; null if unknown. */
	timezone: string | null;
}

/**
 * Reads the sessions of a webinar that have not begun, in the service's order. The dates of a webinar that follows the
 * attendee's zone are in the given one, with its offset at each session; in EST if none is given.
 * @param now milliseconds since 1970
 * @throws InputError when there is no such webinar
 */
export async function upcomingSessions(
	reader: WebinarReader,
	query: Pick<SessionQuery, 'product' | 'reference' | 'zone'>,
	now: number,
): Promise<UpcomingSession[]> {
	const { product, reference, zone } = query;
	const reading = await reader.webinar(product, reference, zone, now);
	const { webinar, isZoneGuessed } = reading;
	const isLocal = followsAttendee(product, webinar);
	const sessions = reading.sessions.map(async (session): Promise<UpcomingSession> => {
		const listed = { reading, session };
		const own = isLocal ? await atItsOwnOffset(reader, query, listed) : undefined;
		const booking = own ?? listed;
		const startsAt = startOf(booking);
		const timezone = isLocal ? nameOf(zone ?? EST, startsAt ?? now) : (webinar.timezone ?? null);
		return { ...booking, startsAt, isGuessed: isZoneGuessed, timezone };
	});
	return (await Promise.all(sessions)).filter(({ startsAt }) => startsAt === undefined || startsAt > now);
}

/** The session's start in milliseconds since 1970; undefined for a session without a start, or with an unreadable one. */
export function startOf({ reading, session }: Booking): number | undefined {
	if (isUndated(session, reading.webinar.type)) return undefined;
	const start = reading.startOf(session);
	return Number.isNaN(start) ? undefined : start;
}

/** Whole minutes, negative after the start. */
export function minutesUntil(startsAt: number, now: number): number {
	// + 0 makes 0 of -0.
	return Math.round((startsAt - now) / MINUTE_MS) + 0;
}

/** A name that Timezone takes. */
function nameOf(zone: Zone, at: number): string {
	return zone.isUniversal ? gmtForm(zone, at) : zone.name;
}
