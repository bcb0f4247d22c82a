import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import type { Json, WebinarDetail, WebinarListItem } from '../service/schemas';
import { EST, gmtOffset, momentOf, zoneName, zoneNamed } from './dates';

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
 * Returns the time zone of dates that were requested without an offset, if the webinar states it; undefined if only a
 * comparison of responses shows it.
 * @param webinar the webinar's details, or its entry in the webinar list
 */
export function statedDates(
	{ takesTimezone }: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): SessionDates | undefined {
	const zone = zoneNamed(timezone);
	// Requests for a live webinar take no time zone, so its dates do not depend on the attendee.
	if (!takesTimezone) return { followAttendee: false, zone };
	// A text such as "auto" in place of a zone means each attendee's zone.
	return zone ? undefined : IN_ATTENDEES_ZONE;
}

/** Without an offset in the request, the service returns dates that depend on the attendee's time zone in EST. */
export const IN_ATTENDEES_ZONE: SessionDates = { followAttendee: true, zone: EST };

/** The dates in the response to one request. */
interface ListedDates {
	/** The value of `timezone` in the request, e.g. "GMT+5:30". */
	offset: string | undefined;
	/** The sessions, except for just-in-time sessions and instant replays. */
	scheduled: ReadonlyArray<{ scheduleId: number | null; date: string }>;
}

/** Returns an offset that is neither that of EST nor that of the stated zone; undefined without a date. */
export function offsetToCompare({ scheduled }: ListedDates, statedZone: Zone): string | undefined {
	const [first] = scheduled.flatMap(({ date }) => momentOf(date, statedZone) ?? []);
	if (first === undefined) return undefined;
	return COMPARED_OFFSETS.find((offset) => offset !== gmtOffset(statedZone, first));
}

/** Offsets to request for a comparison. Both are examples in the service's documentation, and differ from EST. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Compares the responses to a request without an offset and one with an offset. Each row assumes which time zones their
 * dates are in. The row with which most sessions have the same start in both responses applies:
 *
 * | Dates without an offset | Dates at an offset | Result                                |
 * | ----------------------- | ------------------ | ------------------------------------- |
 * | in the stated zone      | in the stated zone | the webinar's zone                    |
 * | in EST                  | at the offset      | each attendee's zone, by default EST  |
 * | in the stated zone      | at the offset      | each attendee's, by default the stated |
 *
 * The documentation has the first two rows. In the third, the service converts the dates of every webinar, which two owners
 * of accounts may have seen. If the first row and another one fit equally well, the result is undefined: the responses
 * have no session in common, or their zones have the same offset.
 */
export function compareDates(
	withoutOffset: ListedDates,
	atOffset: ListedDates,
	statedZone: Zone,
): SessionDates | undefined {
	const startsInStatedZone = startsIn(withoutOffset, statedZone);
	// Never EST: the request had an offset.
	const startsAtOffset = startsIn(atOffset, zoneNamed(atOffset.offset) ?? EST);
	const inStatedZone = countSame(startsInStatedZone, startsIn(atOffset, statedZone));
	const fromEst = countSame(startsIn(withoutOffset, EST), startsAtOffset);
	const fromStatedZone = countSame(startsInStatedZone, startsAtOffset);
	const inAttendeeZone = Math.max(fromEst, fromStatedZone);
	if (inStatedZone === inAttendeeZone) return undefined;
	if (inStatedZone > inAttendeeZone) return { followAttendee: false, zone: statedZone };
	// In a tie, the documented row applies.
	return { followAttendee: true, zone: fromStatedZone > fromEst ? statedZone : EST };
}

/** Returns the schedule ID and the start of each session whose date can be read. @param zone the time zone of the dates */
function startsIn({ scheduled }: ListedDates, zone: Zone): string[] {
	return scheduled.flatMap(({ scheduleId, date }) => {
		const start = momentOf(date, zone);
		return start === undefined ? [] : `${scheduleId} ${start}`;
	});
}

/** Returns how many of the starts are among the others. */
function countSame(starts: readonly string[], others: readonly string[]): number {
	return starts.filter((start) => others.includes(start)).length;
}
