import { FixedOffsetZone } from 'luxon';

import { compareByRegistration } from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { DAY_MS, momentOf } from '../webinars/dates';
import type { AttendanceEnd } from './attendanceEnd';
import type { WebinarContext } from './event';
import type { RegistrantMemory } from './store';

/** Decides which rows of the registrant list are new events. This is the third step of a poll, after `scan`. */

/** The data that earlier polls stored about the webinar's registrants. */
type Memory = Pick<RegistrantMemory, 'known' | 'waiting'>;

/** The decisions about the rows, with the updated memory. */
interface Classified extends Memory {
	/** The registrants to report, in the order of registration. */
	toReport: Registrant[];
	/** The known registrants whose rows were read in this poll. */
	knownInRows: ReadonlySet<string>;
	/** The registrants with a date that cannot be read. */
	unreadable: Registrant[];
}

/** The times of this poll and of the trigger's first poll, and whether the webinar's registrants are only remembered. */
type Moments = Pick<WebinarContext, 'isBaseline' | 'now' | 'startedAt'>;

/**
 * Decides which registrants to report, which need no report (they become "known"), and which to decide about later
 * (they are "waiting"). The first line of the table that applies to a row counts.
 *
 * | row                                                                            | the registrant      |
 * | ------------------------------------------------------------------------------ | ------------------- |
 * | the session has a date that cannot be read                                     | waits               |
 * | attendance is not final yet                                                    | waits               |
 * | the webinar was listed in the first poll, and is read for the first time       | becomes known       |
 * | the webinar was read before, and no date of the row was unreadable             | is reported         |
 * | a date was unreadable, and attendance became final after the first poll        | is reported         |
 * | a date was unreadable, and attendance became final before the first poll       | becomes known       |
 * | the sign-up date is unreadable                                                 | waits               |
 * | the person signed up after the first poll                                      | is reported         |
 * | the person signed up before the first poll                                     | becomes known       |
 *
 * A registrant who is reported becomes known too. A waiting registrant is decided about again when the row is read
 * again, and is forgotten when the row is no longer listed.
 *
 * @param rows the rows that this poll has read, by dedupe key
 * @param isWhole whether `rows` contains all rows, not only the newest ones
 * @param memory undefined if the webinar is read for the first time
 */
export function classify(
	rows: ReadonlyMap<string, Registrant>,
	isWhole: boolean,
	memory: Memory | undefined,
	attendanceEnd: AttendanceEnd,
	moments: Moments,
): Classified {
	const known = new Set(memory?.known);
	const knownInRows = new Set<string>();
	const waiting = new Map([...(memory?.waiting ?? [])].filter(([key]) => !isWhole || rows.has(key)));
	const toReport: Registrant[] = [];
	const unreadable: Registrant[] = [];

	for (const [key, row] of rows) {
		if (known.has(key)) {
			knownInRows.add(key);
			continue;
		}
		const wasUnreadable = waiting.get(key) === Infinity;
		const decision = decideRow(row, memory !== undefined, wasUnreadable, attendanceEnd(row), moments);
		waiting.delete(key);
		if (decision === 'unreadable') {
			waiting.set(key, Infinity);
			unreadable.push(row);
		} else if (typeof decision === 'number') {
			waiting.set(key, decision);
		} else {
			known.add(key);
			knownInRows.add(key);
			if (decision === 'new') toReport.push(row);
		}
	}
	return { known, waiting, toReport: sortByRegistration(toReport), knownInRows, unreadable };
}

/**
 * Decides about one row.
 * @param wasRead whether the webinar was read before
 * @param wasUnreadable whether a date of the row was unreadable when it was last read
 * @param finalAt the moment when attendance is final, -Infinity for an event that does not wait for it, or undefined if
 * the date cannot be read
 * @returns `finalAt` if the registrant must wait for it; "old" for a registrant who needs no report
 */
function decideRow(
	row: Registrant,
	wasRead: boolean,
	wasUnreadable: boolean,
	finalAt: number | undefined,
	{ isBaseline, now, startedAt }: Moments,
): number | 'unreadable' | 'old' | 'new' {
	if (finalAt === undefined) return 'unreadable';
	if (finalAt > now) return finalAt;
	if (isBaseline) return 'old';
	if (wasRead && !wasUnreadable) return 'new';
	if (wasUnreadable && finalAt !== -Infinity) return finalAt > startedAt ? 'new' : 'old';
	const signedUpAt = momentOf(row.signup_date, FixedOffsetZone.utcInstance);
	if (signedUpAt === undefined) return 'unreadable';
	// A day of tolerance, because the time zone of sign-up dates is not documented.
	return signedUpAt >= startedAt - DAY_MS ? 'new' : 'old';
}

/** Returns the rows in the order of registration, the oldest first. */
export function sortByRegistration(rows: readonly Registrant[]): Registrant[] {
	return [...rows].sort(compareByRegistration);
}
