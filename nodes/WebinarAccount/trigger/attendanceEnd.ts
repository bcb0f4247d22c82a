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
 * Attendance is final `minutesAfterStart` after the session's start. A session without a date, such as just in time,
 * ends a day after the sign-up.
 * @param zone of the rows' dates; if it is unknown, attendance is final when it is final everywhere on earth
 */
export function attendanceEnd(zone: Zone = LAST_ZONE, minutesAfterStart: number): AttendanceEnd {
	const startOf = sessionStarts(zone);
	return (row) => {
		const start = startOf(row);
		if (start !== undefined) return start + minutesAfterStart * MINUTE_MS;
		if (hasDate(row)) return undefined;
		const signedUpAt = momentOf(row.signup_date, zone);
		return signedUpAt === undefined ? undefined : signedUpAt + DAY_MS;
	};
}

/** Attendance as above, and not before a day after the visit of the replay. */
export function attendanceEndWithReplay(zone: Zone = LAST_ZONE, minutesAfterStart: number): AttendanceEnd {
	const sessionEnd = attendanceEnd(zone, minutesAfterStart);
	return (row) => {
		const end = sessionEnd(row);
		if (end === undefined || isBlank(row.date_replay)) return end;
		const replayAt = momentOf(row.date_replay, zone);
		return replayAt === undefined ? undefined : Math.max(end, replayAt + DAY_MS);
	};
}

/** Reads each date once, because many rows are of one session, and reading takes time. */
function sessionStarts(zone: Zone): (row: Registrant) => number | undefined {
	const starts = new Map<string, number | undefined>();
	return (row) => {
		const key = JSON.stringify([row.event, row.schedule]);
		if (!starts.has(key)) starts.set(key, sessionStart(row, zone));
		return starts.get(key);
	};
}

/** Whether a row has a text that looks like a date. Unlike "Every day, 01:00 PM", it has a year or three numbers. */
function hasDate({ event, schedule }: Registrant): boolean {
	return [event, schedule].some(
		(value) => isScalar(value) && /\p{Nd}{4}|\p{Nd}\P{Nd}+\p{Nd}+\P{Nd}+\p{Nd}/u.test(String(value)),
	);
}
