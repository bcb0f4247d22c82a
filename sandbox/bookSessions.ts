import type { Booking } from './registrants';
import { dateOf, findSession, listedSessions, upcomingSessions } from './sessions';
import { displayZone } from './timezones';
import type { Webinar } from './types';

/** The sessions that a registration books. */
type BookedSessions = Pick<Booking, 'date' | 'startsAt' | 'sessions' | 'timezone' | 'sessionKind'>;

interface BookingRequest {
	schedule: number;
	/** Automated webinars only. */
	date?: string | undefined;
	timezone?: string | undefined;
	now: number;
	/** Whether a session that is over can be booked, for registrants of earlier days. */
	includePast?: boolean;
}

/**
 * Books the session on `date` of an automated webinar, and without a date the schedule as a whole. Returns undefined if
 * there is no such session.
 */
export function bookSessions(webinar: Webinar, request: BookingRequest): BookedSessions | undefined {
	const { schedule, date, timezone, now } = request;
	if (webinar.product === 'live' || date === undefined) return bookSchedule(webinar, request);
	const zone = displayZone(webinar, timezone);
	const found = findSession(webinar, { schedule, date, zone }, now);
	if (!found) return undefined;
	return {
		date,
		startsAt: found.start.toMillis(),
		sessions: [date],
		timezone: zone.name,
		sessionKind: found.kind,
	};
}

/** Books all sessions of a schedule and, in a live series, the sessions of later schedules too. */
export function bookSchedule(webinar: Webinar, request: BookingRequest): BookedSessions | undefined {
	const { schedule, timezone, now, includePast = false } = request;
	const zone = displayZone(webinar, timezone);
	const offered = includePast ? listedSessions(webinar, now, zone) : upcomingSessions(webinar, now, zone);
	const first = offered.find((session) => session.schedule === schedule);
	if (!first) return undefined;
	const isSeries = webinar.product === 'live' && webinar.type === 'Series of presentations';
	const sessions = offered
		.slice(offered.indexOf(first))
		.filter((session) => isSeries || session.schedule === schedule)
		.map((session) => dateOf(session, zone));
	return {
		date: dateOf(first, zone),
		startsAt: first.start.toMillis(),
		sessions,
		timezone: zone.name,
		sessionKind: first.kind,
	};
}
