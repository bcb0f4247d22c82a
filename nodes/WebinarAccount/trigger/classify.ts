import { FixedOffsetZone } from 'luxon';

import { registrationNumber } from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { DAY_MS, momentOf } from '../webinars/dates';
import type { AttendanceEnd } from './attendanceEnd';
import type { WebinarContext } from './event';
import type { RegistrantMemory } from './store';

/** Decides which rows of the registrant list are new events. This is the third step of a poll, after `scan`. */

/** The data that earlier polls stored about the webinar's registrants. */
type Memory = Pick<RegistrantMemory, 'known' | 'waiting' | 'presentAtFirst'>;

/** The decisions about the rows, with the updated memory. */
interface Classified extends Memory {
	/** The registrants to report, in the order of registration. */
	toReport: Registrant[];
	/** The known registrants whose rows were read in this poll. */
	knownInRows: ReadonlySet<string>;
	/** The registrants with a date that cannot be read. */
	unreadable: Registrant[];
}

/** The times of this poll and of the trigger's first poll, in milliseconds since 1970. */
type Moments = Pick<WebinarContext, 'isFirstPoll' | 'now' | 'startedAt'>;

/**
 * Decides which registrants to report, which need no report (they become "known"), and which to decide about later
 * (they are "waiting"). The first line of the table that applies to a row counts. "Listed from the start" means that
 * the row was in the list when this webinar was read for the first time.
 *
 * | row                                                                       | the registrant    |
 * | ------------------------------------------------------------------------- | ----------------- |
 * | the session has a date that cannot be read                                | waits             |
 * | attendance is not final yet                                               | waits             |
 * | listed from the start, and this is the trigger's first poll               | becomes known     |
 * | listed from the start, with an unreadable sign-up date                    | waits             |
 * | listed from the start, and signed up before the trigger's first poll      | becomes known     |
 * | any other row                                                             | is reported       |
 *
 * A registrant who is reported becomes known too. A waiting registrant is decided about again when the row is read
 * again, and is forgotten when the row is no longer listed.
 *
 * @param rows the rows that this poll has read, by dedupe key
 * @param isFull whether `rows` contains all rows, not only the newest ones
 * @param memory undefined if the webinar is read for the first time
 */
export function classify(
	rows: ReadonlyMap<string, Registrant>,
	isFull: boolean,
	memory: Memory | undefined,
	attendanceEnd: AttendanceEnd,
	moments: Moments,
): Classified {
	const known = new Set(memory?.known);
	const knownInRows = new Set<string>();
	const waiting = new Map(memory?.waiting);
	const presentAtFirst = new Set(memory?.presentAtFirst);
	const toReport: Registrant[] = [];
	const unreadable: Registrant[] = [];

	for (const [key, row] of rows) {
		if (known.has(key)) {
			knownInRows.add(key);
			continue;
		}
		const wasPresentAtFirst = !memory || memory.presentAtFirst.has(key);
		const decision = decideRow(row, wasPresentAtFirst, attendanceEnd, moments);
		waiting.delete(key);
		presentAtFirst.delete(key);
		if (decision === 'unreadable') {
			waiting.set(key, Infinity);
			if (wasPresentAtFirst) presentAtFirst.add(key);
			unreadable.push(row);
		} else if (typeof decision === 'number') {
			waiting.set(key, decision);
		} else {
			known.add(key);
			knownInRows.add(key);
			if (decision === 'new') toReport.push(row);
		}
	}

	if (isFull) {
		const unlisted = [...waiting.keys()].filter((key) => !rows.has(key));
		for (const key of unlisted) {
			waiting.delete(key);
			presentAtFirst.delete(key);
		}
	}
	return {
		known,
		waiting,
		presentAtFirst,
		toReport: sortByRegistration(toReport),
		knownInRows,
		unreadable,
	};
}

/**
 * Decides about one row.
 * @param wasPresentAtFirst whether the row was in the list when the webinar was read for the first time
 * @returns the moment when attendance is final, if the registrant must wait for it; "old" for a registrant who needs no
 * report
 */
function decideRow(
	row: Registrant,
	wasPresentAtFirst: boolean,
	attendanceEnd: AttendanceEnd,
	{ isFirstPoll, now, startedAt }: Moments,
): number | 'unreadable' | 'old' | 'new' {
	const finalAt = attendanceEnd(row);
	if (finalAt === undefined) return 'unreadable';
	if (finalAt > now) return finalAt;
	if (!wasPresentAtFirst) return 'new';
	if (isFirstPoll) return 'old';
	const signedUpAt = momentOf(row.signup_date, FixedOffsetZone.utcInstance);
	if (signedUpAt === undefined) return 'unreadable';
	// A day of tolerance, because the time zone of sign-up dates is not documented.
	return signedUpAt >= startedAt - DAY_MS ? 'new' : 'old';
}

/** Returns the rows in the order of registration, the oldest first. */
export function sortByRegistration(rows: readonly Registrant[]): Registrant[] {
	return [...rows].sort((one, other) => (registrationNumber(one) ?? 0) - (registrationNumber(other) ?? 0));
}
