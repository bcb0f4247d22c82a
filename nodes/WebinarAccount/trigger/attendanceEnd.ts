import { FixedOffsetZone, type Zone } from 'luxon';

import { sessionStart } from '../registrants/registrantOutput';
import type { Registrant } from '../service/schemas';
import { isBlank, isScalar } from '../utils/values';
import { DAY_MS, MINUTE_MS, momentOf } from '../webinars/dates';

/**
 * Returns when a row's attendance is final, in milliseconds since 1970. From that time on, the trigger treats the row's
 * attendance fields as settled. Returns undefined if one of the row's dates cannot be read.
 */
export type AttendanceEnd = (row: Registrant) => number | undefined;

/** The last time zone on earth in which a day begins. A session that is over in this zone is over in every zone. */
const LAST_ZONE = FixedOffsetZone.instance(-12 * 60);

/**
 * Creates an `AttendanceEnd`. Attendance is final the given number of minutes after the session's start. For a session
 * without a date, such as a just-in-time session, it is final a day after the sign-up.
 * @param zone the time zone of the rows' dates. If it is omitted, attendance is final when it is final in every time
 * zone.
 */
export function attendanceEnd(zone: Zone = LAST_ZONE, minutesAfterStart: number): AttendanceEnd {
	const startOf = cachedSessionStart(zone);
	return (row) => {
		const start = startOf(row);
		if (start !== undefined) return start + minutesAfterStart * MINUTE_MS;
		if (hasUnreadableDate(row)) return undefined;
		const signedUpAt = momentOf(row.signup_date, zone);
		return signedUpAt === undefined ? undefined : signedUpAt + DAY_MS;
	};
}

/** Like `attendanceEnd`, but attendance is not final until a day after the person watched the replay. */
export function attendanceEndWithReplay(zone: Zone = LAST_ZONE, minutesAfterStart: number): AttendanceEnd {
	const endWithoutReplay = attendanceEnd(zone, minutesAfterStart);
	return (row) => {
		const end = endWithoutReplay(row);
		if (end === undefined || isBlank(row.date_replay)) return end;
		const replayAt = momentOf(row.date_replay, zone);
		return replayAt === undefined ? undefined : Math.max(end, replayAt + DAY_MS);
	};
}

/**
 * Creates a function that reads the start of a row's session. The function parses each date only once, because parsing
 * is slow and many rows have the same date.
 */
function cachedSessionStart(zone: Zone): (row: Registrant) => number | undefined {
	const starts = new Map<string, number | undefined>();
	return (row) => {
		const key = JSON.stringify([row.event, row.schedule]);
		if (!starts.has(key)) starts.set(key, sessionStart(row, zone));
		return starts.get(key);
	};
}

/**
 * Whether a row without a readable date has a date in an unknown format: text with a year, or with three numbers. A
 * text such as "Every day, 01:00 PM" has neither.
 */
function hasUnreadableDate({ event, schedule }: Registrant): boolean {
	return [event, schedule].some(
		(value) => isScalar(value) && /\p{Nd}{4}|\p{Nd}\P{Nd}+\p{Nd}+\P{Nd}+\p{Nd}/u.test(String(value)),
	);
}
