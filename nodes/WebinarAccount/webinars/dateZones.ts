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
 * @param own the zone that the webinar states
 * @returns undefined if they have no session in common, or as many in one way as in another
 */
export function compareDates(
	plain: WebinarDetail,
	passed: WebinarDetail,
	passedOffset: string,
	own: Zone,
): DateZones | undefined {
	const passedZone = zoneNamed(passedOffset) ?? EST;
	const shared = (plainZone: Zone, zone: Zone) => {
		const others = new Set(startsIn(passed, zone));
		return startsIn(plain, plainZone).filter((start) => others.has(start)).length;
	};
	const asWritten = shared(EST, EST);
	const fromEst = shared(EST, passedZone);
	const fromOwn = shared(own, passedZone);
	const moved = Math.max(fromEst, fromOwn);
	if (asWritten === moved) return undefined;
	if (asWritten > moved) return { followsAttendee: false, plainZone: own };
	return { followsAttendee: true, plainZone: fromOwn > fromEst ? own : EST };
}

function startsIn(detail: WebinarDetail, zone: Zone): string[] {
	return datedSessions(detail).map(({ schedule, date }) => `${schedule} ${momentOf(date, zone)}`);
}

/** The service's documentation has both as examples. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Returns an offset that is never that of the webinar's own zone or EST, so that a comparison with it is clear; undefined
 * if the webinar has no date to compare.
 */
export function comparedOffset(plain: WebinarDetail, own: Zone): string | undefined {
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
