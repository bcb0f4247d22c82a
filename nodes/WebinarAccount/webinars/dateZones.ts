import type { Zone } from 'luxon';

import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import { readScheduleObject, type ScheduleObject, type WebinarDetail } from '../service/schemas';
import { sessionKind } from './sessionKind';

/** How the dates of an automated webinar depend on the `timezone` of a request. */
export interface DateZones {
	followsAttendee: boolean;
	/** The zone of the dates in a response to a request without `timezone`. */
	plainZone: Zone;
}

/**
 * Compares the dates in two responses that were requested together, without `timezone` and with one:
 *
 * | The two have the same … | follows the attendee | dates without `timezone` are in |
 * | --- | --- | --- |
 * | dates, as written | no | the webinar's own zone |
 * | moments, if the first are in EST | yes | EST |
 * | moments, if the first are in the own zone | yes | the webinar's own zone |
 *
 * @param plain the response without `timezone`
 * @param passed the response to the request with `timezone`
 * @param own the zone that the webinar states
 * @returns undefined if the comparison is not clear, e.g. because the responses have no session in common
 */
export function compareDates(
	plain: WebinarDetail,
	passed: WebinarDetail,
	passedOffset: string,
	own: Zone,
): DateZones | undefined {
	const passedZone = zoneNamed(passedOffset) ?? EST;
	const countSameStarts = (zoneOfPlain: Zone, zoneOfPassed: Zone) => {
		const startsOfPassed = new Set(startsIn(passed, zoneOfPassed));
		return startsIn(plain, zoneOfPlain).filter((start) => startsOfPassed.has(start)).length;
	};
	// In the same zone, only dates that are written the same way are equal.
	const sameDates = countSameStarts(EST, EST);
	const sameFromEst = countSameStarts(EST, passedZone);
	const sameFromOwn = countSameStarts(own, passedZone);
	const sameMoments = Math.max(sameFromEst, sameFromOwn);
	if (sameDates === sameMoments) return undefined;
	if (sameDates > sameMoments) return { followsAttendee: false, plainZone: own };
	return { followsAttendee: true, plainZone: sameFromOwn > sameFromEst ? own : EST };
}

/** Returns a string for the start of each session with a date, as if the dates were in the zone. */
function startsIn(detail: WebinarDetail, zone: Zone): string[] {
	return datedSessions(detail).map(({ schedule, date }) => `${schedule} ${momentOf(date, zone)}`);
}

/** Offsets to compare with. Both are examples in the service's documentation. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Returns the offset to pass in a request whose response is compared. It differs from the webinar's own zone and from EST,
 * so that the comparison is clear. Undefined if the webinar has no date to compare.
 */
export function offsetForComparison(plain: WebinarDetail, own: Zone): string | undefined {
	const [first] = datedSessions(plain);
	if (!first) return undefined;
	const ownOffset = gmtOffset(own, momentOf(first.date, own) ?? 0);
	return COMPARED_OFFSETS.find((offset) => offset !== ownOffset);
}

function datedSessions({ schedules, type }: WebinarDetail): ScheduleObject[] {
	return (schedules ?? [])
		.flatMap((entry) => readScheduleObject(entry) ?? [])
		.filter(
			({ comment, date }) => sessionKind(comment, type) === 'dated' && momentOf(date, EST) !== undefined,
		);
}
