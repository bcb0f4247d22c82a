import { FixedOffsetZone, Settings, type Zone } from 'luxon';

import type { WebinarDetail, WebinarListItem } from '../service/endpoints';
import { rethrowUnless, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { DAY_MS, EST, MINUTE_MS, momentOf, zoneName, parseZone } from './dates';
import { isScheduled, type Listing, type SessionDates } from './webinar';

// Finds out which time zone a webinar's dates are in, and the dates of its registrants.

/**
 * Returns the time zone of the dates in rows of the registrant list; undefined if it is unknown. In a live webinar, it is the
 * webinar's time zone. For automated webinars, it is not documented. Rows are assumed to have dates like the sessions: in the
 * webinar's time zone, or in each registrant's, which the rows do not name.
 */
export function rowZoneOf({ kind, zone }: SessionDates): Zone | undefined {
	return kind === 'inWebinarZone' ? zone : undefined;
}

/**
 * Returns the time zone of dates that were requested without an offset, if the webinar list shows it; undefined if only a
 * comparison of responses does.
 */
export function statedDates(
	{ takesTimezone }: Product,
	{ timezone }: WebinarListItem,
): SessionDates | undefined {
	const zone = parseZone(timezone);
	// Requests for a live webinar take no time zone, so its dates do not depend on the attendee.
	if (!takesTimezone) return { kind: 'inWebinarZone', zone };
	// The `timezone` of a webinar whose dates depend on the attendee is usually a text such as "auto".
	if (!zone) return ATTENDEE_UNKNOWN;
	// A webinar that states a zone can still have dates that depend on the attendee.
	return undefined;
}

/** Without an offset in the request, the service returns dates that depend on the attendee in EST. */
const ATTENDEE_UNKNOWN: SessionDates = { kind: 'attendeeUnknown', zone: EST };

/** Sends one request for a webinar. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
export type FetchListing = (offset?: string) => Promise<Listing>;

/**
 * Finds out which time zone an automated webinar's dates are in if the request has no offset. If the webinar states a time zone,
 * compares the dates in two responses, which may need one more request.
 * @param withoutOffset the response to a request without an offset; undefined if the service requires one
 * @param atPresent the response at the attendee's present offset, if that is known
 */
export async function findDates(
	{ timezone }: WebinarDetail,
	fetchListing: FetchListing,
	withoutOffset: Listing | undefined,
	atPresent?: Listing,
): Promise<SessionDates> {
	const statedZone = parseZone(timezone);
	// Each of the two shows that dates depend on the attendee: no name of a zone, or an offset that the service requires.
	if (!statedZone || !withoutOffset) return ATTENDEE_UNKNOWN;
	const atPresentDates = atPresent && compareDates(withoutOffset, atPresent, statedZone);
	if (atPresentDates?.kind === 'attendeeUnknown') return atPresentDates;
	// The same dates can be a coincidence, so those at an offset far away are compared too.
	const farAway = await fetchFarAway(withoutOffset, fetchListing);
	if (farAway) return compareDates(withoutOffset, farAway, statedZone);
	return { kind: 'inWebinarZone', zone: statedZone };
}

/**
 * Fetches a response at an offset that `compareDates` can compare with one without an offset. If a session is at the same time on
 * each attendee's clock, it is past in the east, and still to come in the west, so that one of the two responses lists another
 * day. For example, it is 12:00 in UTC, and the session is at 10:00 each day. At GMT+13, where it is 01:00 on the next day, the
 * session of today is over. At GMT-11, where it is 01:00, it is still to come.
 * @returns undefined if no session has a fixed date, or if the service rejects the offset
 */
async function fetchFarAway(
	withoutOffset: Listing,
	fetchListing: FetchListing,
): Promise<Listing | undefined> {
	const now = Settings.now();
	const dated = withoutOffset.entries.filter(({ kind }) => kind === 'dated');
	const startsInEast = dated.flatMap(({ date }) => momentOf(date, EAST) ?? []);
	if (startsInEast.length === 0) return undefined;
	const isOneOver = startsInEast.some((startsAt) => startsAt <= now && now < startsAt + DAY_MS);
	return await fetchUnlessRejected(fetchListing, zoneName(isOneOver ? EAST : WEST));
}

/** Two time zones that are a day apart. People live in both. */
const EAST = FixedOffsetZone.instance(13 * 60);
const WEST = FixedOffsetZone.instance(-11 * 60);

/**
 * Fetches a webinar. Returns undefined if the service rejects the offset, or a request without one. The documentation contradicts
 * itself on whether an offset is required.
 */
export async function fetchUnlessRejected(
	fetchListing: FetchListing,
	offset?: string,
): Promise<Listing | undefined> {
	try {
		return await fetchListing(offset);
	} catch (error) {
		// Any other failure, such as a firewall's page, does not show what the service accepts.
		const isRejection = error instanceof ServiceError && !error.isTransient && error.problems.length > 0;
		rethrowUnless(isRejection, error);
		return undefined;
	}
}

/**
 * Compares the responses to a request without an offset and one with an offset:
 *
 * | Dates without an offset | Dates at an offset                                 | Result                                |
 * | ----------------------- | -------------------------------------------------- | ------------------------------------- |
 * | in the stated zone      | the same dates                                     | `inWebinarZone`                       |
 * | in EST                  | the same starts, at the offset                     | `attendeeUnknown`, in EST             |
 * | in the stated zone      | the same starts, at the offset                     | `attendeeUnknown`, in the stated zone |
 * | at the attendee's clock | the same dates, but only those still to come there | `attendeeUnknown`, in EST             |
 *
 * The documentation has the first two rows. In the third, the service converts the dates of every webinar, which two owners
 * of accounts may have seen. In the fourth, which an owner reported, a session is at the same time on each attendee's clock.
 * If all dates are the same, the first row applies.
 */
function compareDates(withoutOffset: Listing, atOffset: Listing, statedZone: Zone): SessionDates {
	const areSame = haveSameStarts(startsIn(withoutOffset, statedZone), startsIn(atOffset, statedZone));
	if (areSame) return { kind: 'inWebinarZone', zone: statedZone };
	// The default only satisfies the compiler, because the request had an offset.
	const startsAtOffset = startsIn(atOffset, parseZone(atOffset.offset) ?? EST);
	// The zone with which fewer starts differ is that of the dates without an offset. If both fit equally well, it is EST.
	const countUnlike = (zone: Zone) => startsOnlyIn(startsIn(withoutOffset, zone), startsAtOffset).length;
	const isStatedZone = countUnlike(statedZone) < countUnlike(EST);
	return { kind: 'attendeeUnknown', zone: isStatedZone ? statedZone : EST };
}

/**
 * Whether two responses list the same starts, except for a session that began between the two requests. It can be missing from
 * the later response, which can list a session in the future in its place.
 */
function haveSameStarts(starts: readonly Start[], laterStarts: readonly Start[]): boolean {
	const now = Settings.now();
	const missing = startsOnlyIn(starts, laterStarts);
	const added = startsOnlyIn(laterStarts, starts);
	return (
		missing.every((start) => Math.abs(start - now) < BETWEEN_REQUESTS_MS) &&
		added.every((start) => start > now - BETWEEN_REQUESTS_MS)
	);
}

/**
 * Time in milliseconds between two requests that are compared. They are minutes apart at most, even if the service throttles
 * the second one.
 */
const BETWEEN_REQUESTS_MS = 5 * MINUTE_MS;

interface Start {
	scheduleId: number | null;
	startsAt: number;
}

/**
 * Returns the start of each session whose date can be read. The date of a session that is always open is the present. Leaves out
 * just-in-time sessions and instant replays, which not every response lists.
 * @param zone the time zone of the dates
 */
function startsIn({ entries }: Listing, zone: Zone): Start[] {
	return entries.filter(isScheduled).flatMap(({ scheduleId, date }) => {
		const startsAt = momentOf(date, zone);
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
