import type { Zone } from 'luxon';

import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import { readScheduleObject, type ScheduleObject, type WebinarDetail } from '../service/schemas';
import { sessionKind } from './sessionKind';

/** The time zones of the dates in responses about an automated webinar. */
export interface DateZones {
	/** Whether the dates are in the attendee's time zone, which a request passes as `timezone`. */
	followsAttendee: boolean;
	/** The time zone of the dates if the request had no `timezone`. */
	defaultZone: Zone;
}

/**
 * Finds out the time zones of an automated webinar's dates by comparing two responses:
 *
 * | Result of the comparison                                | in the attendee's zone?   | zone without `timezone` |
 * | ------------------------------------------------------- | ------------------------- | ----------------------- |
 * | both responses have the same dates                      | no                        | the webinar's own zone  |
 * | same moments, if the dates without `timezone` are EST   | yes                       | EST                     |
 * | same moments, if those dates are in the own zone        | yes                       | the webinar's own zone  |
 *
 * @param withoutZone the response to a request without `timezone`
 * @param withZone the response to a request with `timezone`
 * @param offset the `timezone` of that request, e.g. "GMT+2"
 * @param ownZone the time zone in the webinar's settings
 * @returns undefined if the comparison is inconclusive, e.g. because the responses have no session in common
 */
export function compareDates(
	withoutZone: WebinarDetail,
	withZone: WebinarDetail,
	offset: string,
	ownZone: Zone,
): DateZones | undefined {
	const passedZone = zoneNamed(offset) ?? EST;
	/** Counts the sessions that start at the same moment in both responses, if their dates are in the given zones. */
	const countSameStarts = (zoneOfFirst: Zone, zoneOfSecond: Zone) => {
		const startsOfSecond = new Set(startsIn(withZone, zoneOfSecond));
		return startsIn(withoutZone, zoneOfFirst).filter((start) => startsOfSecond.has(start)).length;
	};
	// With the same zone for both, starts are equal only if the written dates are equal.
	const sameDates = countSameStarts(EST, EST);
	const sameMomentsFromEst = countSameStarts(EST, passedZone);
	const sameMomentsFromOwnZone = countSameStarts(ownZone, passedZone);
	const sameMoments = Math.max(sameMomentsFromEst, sameMomentsFromOwnZone);
	if (sameDates === sameMoments) return undefined;
	if (sameDates > sameMoments) return { followsAttendee: false, defaultZone: ownZone };
	return { followsAttendee: true, defaultZone: sameMomentsFromOwnZone > sameMomentsFromEst ? ownZone : EST };
}

/**
 * Returns the ID and start of each session with a date, as strings to compare. Reads the dates as dates in the given
 * zone.
 */
function startsIn(detail: WebinarDetail, zone: Zone): string[] {
	return datedSessions(detail).map(({ schedule, date }) => `${schedule} ${momentOf(date, zone)}`);
}

/** Offsets to request for a comparison. Both are examples in the service's documentation. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Returns the offset to send as `timezone` in a request for `compareDates`. It differs from EST and from the webinar's
 * own time zone, because equal offsets would make the comparison inconclusive.
 * @returns undefined if the webinar has no date to compare
 */
export function offsetForComparison(detail: WebinarDetail, ownZone: Zone): string | undefined {
	const [first] = datedSessions(detail);
	if (!first) return undefined;
	const ownOffset = gmtOffset(ownZone, momentOf(first.date, ownZone) ?? 0);
	return COMPARED_OFFSETS.find((offset) => offset !== ownOffset);
}

/** Returns the webinar's sessions that have a readable date. */
function datedSessions({ schedules, type }: WebinarDetail): ScheduleObject[] {
	return (schedules ?? [])
		.flatMap((entry) => readScheduleObject(entry) ?? [])
		.filter(
			({ comment, date }) => sessionKind(comment, type) === 'dated' && momentOf(date, EST) !== undefined,
		);
}
