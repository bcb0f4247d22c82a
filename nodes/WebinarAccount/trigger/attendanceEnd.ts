import { FixedOffsetZone, type Zone } from 'luxon';

import { sessionStart } from '../registrants/registrantRow';
import type { Registrant } from '../service/schemas';
import { isBlank, isScalar } from '../utils/values';
import { DAY_MS, MINUTE_MS, momentOf } from '../webinars/dates';

/** Returns the moment at which a row's attendance is final; undefined if one of its dates cannot be read. */
export type AttendanceEnd = (row: Registrant) => number | undefined;

/** The last zone on earth in which a date begins. A moment that is past there is past everywhere. */
const LAST_ZONE = FixedOffsetZone.instance(-12 * 60);

/**
 * Makes a function that says when attendance is final: `minutesAfterStart` after the session's start. For a session
 * without a date, such as just in time, it is final a day after the sign-up.
 * @param zone of the rows' dates; without it, attendance is final when it is final in every zone
 */
export function attendanceEnd(zone: Zone = LAST_ZONE, minutesAfterStart: number): AttendanceEnd {
	const startOf = cachedSessionStart(zone);
	return (row) => {
		const start = startOf(row);
		if (start !== undefined) return start + minutesAfterStart * MINUTE_MS;
		if (hasDate(row)) return undefined;
		const signedUpAt = momentOf(row.signup_date, zone);
		return signedUpAt === undefined ? undefined : signedUpAt + DAY_MS;
	};
}

/** Like `attendanceEnd`, but not earlier than a day after the person visited the replay. */
export function attendanceEndWithReplay(zone: Zone = LAST_ZONE, minutesAfterStart: number): AttendanceEnd {
	const sessionEnd = attendanceEnd(zone, minutesAfterStart);
	return (row) => {
		const end = sessionEnd(row);
		if (end === undefined || isBlank(row.date_replay)) return end;
		const replayAt = momentOf(row.date_replay, zone);
		return replayAt === undefined ? undefined : Math.max(end, replayAt + DAY_MS);
	};
}

/** Parses each date once, because many rows have the same date, and parsing is slow. */
function cachedSessionStart(zone: Zone): (row: Registrant) => number | undefined {
	const starts = new Map<string, number | undefined>();
	return (row) => {
		const key = JSON.stringify([row.event, row.schedule]);
		if (!starts.has(key)) starts.set(key, sessionStart(row, zone));
		return starts.get(key);
	};
}

/** Whether a row has text that looks like a date: a year or three numbers. "Every day, 01:00 PM" has neither. */
function hasDate({ event, schedule }: Registrant): boolean {
	return [event, schedule].some(
		(value) => isScalar(value) && /\p{Nd}{4}|\p{Nd}\P{Nd}+\p{Nd}+\P{Nd}+\p{Nd}/u.test(String(value)),
	);
}
