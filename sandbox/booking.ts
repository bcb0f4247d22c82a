import type { Booking } from './registrants';
import { dateOf, findSession, upcomingSessions } from './sessions';
import { displayZone } from './timezones';
import type { Webinar } from './types';

/** The dates that a registration books. */
type BookedSessions = Pick<Booking, 'date' | 'startsAt' | 'sessions' | 'timezone'>;

interface Wish {
	schedule: number;
	/** Automated webinars only. */
	date?: string | undefined;
	timezone?: string | undefined;
	now: number;
}

/**
 * The booking of the register operation: the schedule as a whole, or for an automated webinar the session on `date`.
 * Undefined if there is no such session.
 */
export function bookSessions(webinar: Webinar, wish: Wish): BookedSessions | undefined {
	const { schedule, date, timezone, now } = wish;
	if (webinar.product === 'live' || date === undefined) return bookSchedule(webinar, wish);
	const zone = displayZone(webinar, timezone);
	const known = findSession(webinar, { schedule, date, zone }, now);
	return known && { date, startsAt: known.start.toMillis(), sessions: [date], timezone: zone.name };
}

/** The booking of a schedule: all its sessions and, in a live series, all that follow. */
export function bookSchedule(
	webinar: Webinar,
	{ schedule, timezone, now }: Wish,
): BookedSessions | undefined {
	const zone = displayZone(webinar, timezone);
	const upcoming = upcomingSessions(webinar, now, zone);
	const first = upcoming.find((session) => session.schedule === schedule);
	if (!first) return undefined;
	const isSeries = webinar.product === 'live' && webinar.type === 'Series of presentations';
	const sessions = upcoming
		.slice(upcoming.indexOf(first))
		.filter((session) => isSeries || session.schedule === schedule)
		.map((session) => dateOf(session, zone));
	return { date: dateOf(first, zone), startsAt: first.start.toMillis(), sessions, timezone: zone.name };
}
