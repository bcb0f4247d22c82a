import { FixedOffsetZone, type Zone } from 'luxon';

import type { Json, WebinarDetail, WebinarListItem } from '../service/endpoints';
import type { Product } from '../service/products';
import { DAY_MS, EST, MINUTE_MS, momentOf, zoneName, zoneNamed } from './dates';
import type { Listing } from './webinar';

// Finds out which time zone a webinar's dates are in, and the dates of its registrants.

/** The time zone of the dates of a webinar's sessions. */
export interface SessionDates {
	/**
	 * Whether the dates are in each attendee's time zone. If the webinar was fetched without it, they are in the service's
	 * default. The dates of a live webinar are always in the webinar's own zone.
	 */
	followAttendee: boolean;
	/** Undefined if the webinar states no zone that can be read. */
	zone: Zone | undefined;
}

/**
 * Returns the name of the time zone of a session's date for an output item, e.g. "Europe/London" or "GMT-5", or what the
 * service sent in its place; null if it is unknown.
 */
export function zoneText({ detail, dates }: { detail: WebinarDetail; dates: SessionDates }): Json {
	if (!dates.followAttendee) return detail.timezone ?? null;
	// The details do not name the attendee's time zone.
	return dates.zone ? zoneName(dates.zone) : null;
}

/**
 * Returns the time zone of the dates in rows of the registrant list; undefined if it is unknown. In a live webinar, it is the
 * webinar's time zone. For automated webinars, it is not documented. Rows are assumed to have dates like the sessions: in the
 * webinar's time zone, or in each registrant's, which the rows do not name.
 * @param registrantZone the registrant's time zone, if known
 */
export function rowZoneOf({ dates }: { dates: SessionDates }, registrantZone?: Zone): Zone | undefined {
	return dates.followAttendee ? registrantZone : dates.zone;
}

/**
 * Returns the time zone of dates that were requested without an offset, if the webinar's data shows it; undefined if only a
 * comparison of responses does.
 * @param webinar the webinar's details, or its entry in the webinar list
 */
export function statedDates(
	{ takesTimezone }: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): SessionDates | undefined {
	const zone = zoneNamed(timezone);
	// Requests for a live webinar take no time zone, so its dates do not depend on the attendee.
	if (!takesTimezone) return { followAttendee: false, zone };
	// Without the name of a zone, or with a text such as "auto" in its place, dates depend on the attendee.
	if (!zone) return IN_ATTENDEES_ZONE;
	// With one, they can still depend on the attendee.
	return undefined;
}

/** Without an offset in the request, the service returns dates that depend on the attendee's time zone in EST. */
export const IN_ATTENDEES_ZONE: SessionDates = { followAttendee: true, zone: EST };

/** Two time zones that are a day apart. People live in both. */
const EAST = FixedOffsetZone.instance(13 * 60);
const WEST = FixedOffsetZone.instance(-11 * 60);

/**
 * Returns the offset for a request whose response `compareDates` can compare with one without an offset; undefined if no
 * session has a fixed date. A daily session at the same time on each attendee's clock is always past in the east, and still to come in the west.
 * The two responses therefore list different days: in the east, one day less, or in the west, one more.
 * @param now milliseconds since 1970
 */
export function offsetToCompare(withoutOffset: Listing, now: number): string | undefined {
	const startsInEast = startsIn(withoutOffset, EAST);
	if (startsInEast.length === 0) return undefined;
	const isOneOver = startsInEast.some(({ startsAt }) => startsAt <= now && now < startsAt + DAY_MS);
	return zoneName(isOneOver ? EAST : WEST);
}

/**
 * Time in milliseconds between two requests that are compared. They are minutes apart at most, even if the service throttles
 * the second one.
 */
const BETWEEN_REQUESTS_MS = 5 * MINUTE_MS;

/**
 * Compares the responses to a request without an offset and one with an offset:
 *
 * | Dates without an offset | Dates at an offset                                | Result                                 |
 * | ----------------------- | ------------------------------------------------- | -------------------------------------- |
 * | in the stated zone      | the same dates                                    | the webinar's zone                     |
 * | in EST                  | the same starts, at the offset                    | each attendee's zone, by default EST   |
 * | in the stated zone      | the same starts, at the offset                    | each attendee's, by default the stated |
 * | at the attendee's clock | the same dates, but only those still to come there | each attendee's zone, by default EST   |
 *
 * The documentation has the first two rows. In the third, the service converts the dates of every webinar, which two owners
 * of accounts may have seen. In the fourth, which an owner reported, a session is at the same time on each attendee's clock.
 * If all dates are the same, the first row applies.
 * @param now milliseconds since 1970
 */
export function compareDates(
	withoutOffset: Listing,
	atOffset: Listing,
	statedZone: Zone,
	now: number,
): SessionDates {
	const inStatedZone = startsIn(withoutOffset, statedZone);
	const comparedInStatedZone = startsIn(atOffset, statedZone);
	const missing = startsOnlyIn(inStatedZone, comparedInStatedZone);
	const added = startsOnlyIn(comparedInStatedZone, inStatedZone);
	// Between the two requests, a session can begin and be missing from the second response, which then adds a later one.
	const areSame =
		missing.every((start) => Math.abs(start - now) < BETWEEN_REQUESTS_MS) &&
		added.every((start) => start > now - BETWEEN_REQUESTS_MS);
	if (areSame) return { followAttendee: false, zone: statedZone };
	// The default only satisfies the compiler, because the request had an offset.
	const startsAtOffset = startsIn(atOffset, zoneNamed(atOffset.offset) ?? EST);
	// The zone with which fewer starts differ is that of the dates without an offset. If both fit equally well, it is EST.
	const countUnlike = (zone: Zone) => startsOnlyIn(startsIn(withoutOffset, zone), startsAtOffset).length;
	return { followAttendee: true, zone: countUnlike(statedZone) < countUnlike(EST) ? statedZone : EST };
}

interface Start {
	scheduleId: number | null;
	startsAt: number;
}

/**
 * Returns the start of each session whose date can be read. Leaves out sessions that are always open, because their dates
 * change every minute.
 * @param zone the time zone of the dates
 */
function startsIn({ scheduled }: Listing, zone: Zone): Start[] {
	return scheduled.flatMap(({ scheduleId, kind, date }) => {
		const startsAt = kind === 'dated' ? momentOf(date, zone) : undefined;
		return startsAt === undefined ? [] : [{ scheduleId, startsAt }];
	});
}

/**
 * Returns the starts that are not among the others. Leaves out schedules that the others lack as a whole, because the service
 * lists some sessions only if the request has no GMT offset.
 */
function startsOnlyIn(starts: readonly Start[], others: readonly Start[]): number[] {
	const onlyHere = starts.filter(({ scheduleId, startsAt }) => {
		const ofSchedule = others.filter((other) => other.scheduleId === scheduleId);
		return ofSchedule.length > 0 && !ofSchedule.some((other) => other.startsAt === startsAt);
	});
	return onlyHere.map(({ startsAt }) => startsAt);
}
