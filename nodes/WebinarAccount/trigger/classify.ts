import { FixedOffsetZone } from 'luxon';

import { registrationNumber } from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { DAY_MS, momentOf } from '../webinars/dates';
import type { AttendanceEnd } from './attendanceEnd';
import type { WebinarContext } from './event';
import type { RegistrantMemory } from './store';

/** Step 3 of a poll: decides which rows are new events. */

type Memory = Pick<RegistrantMemory, 'known' | 'waiting' | 'presentAtFirst'>;

interface Classified extends Memory {
	/** Registrants to report, in the order of their registration. */
	toReport: Registrant[];
	/** The known registrants among the rows. */
	seen: ReadonlySet<string>;
	/** Registrants with a date that cannot be read. */
	unreadable: Registrant[];
}

type Moments = Pick<WebinarContext, 'isFirstPoll' | 'now' | 'startedAt'>;

/**
 * Decides about each row that is not known yet, by the first line that applies:
 *
 * | row                                                                       | becomes           |
 * | ------------------------------------------------------------------------- | ----------------- |
 * | its session has a date that cannot be read                                | waiting           |
 * | its attendance is not final                                               | waiting           |
 * | listed at the first reading, in the trigger's first poll                  | known             |
 * | listed at the first reading later, with an unreadable sign-up date        | waiting           |
 * | listed at the first reading later, signed up before the first poll        | known             |
 * | any other                                                                 | known, and report |
 *
 * A registrant waits until the row is read again, or until a scan of all lists does not find it.
 *
 * @param memory undefined at the first reading of the webinar
 * @param isFull whether the rows are those of all lists
 */
export function classify(
	rows: ReadonlyMap<string, Registrant>,
	isFull: boolean,
	memory: Memory | undefined,
	attendanceEnd: AttendanceEnd,
	moments: Moments,
): Classified {
	const known = new Set(memory?.known);
	const seen = new Set<string>();
	const waiting = new Map(memory?.waiting);
	const presentAtFirst = new Set(memory?.presentAtFirst);
	const toReport: Registrant[] = [];
	const unreadable: Registrant[] = [];

	for (const [key, row] of rows) {
		if (known.has(key)) {
			seen.add(key);
			continue;
		}
		const wasPresentAtFirst = !memory || memory.presentAtFirst.has(key);
		const decision = decide(row, wasPresentAtFirst, attendanceEnd, moments);
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
			seen.add(key);
			if (decision === 'new') toReport.push(row);
		}
	}

	if (isFull) {
		for (const key of waiting.keys()) {
			if (rows.has(key)) continue;
			waiting.delete(key);
			presentAtFirst.delete(key);
		}
	}
	return { known, waiting, presentAtFirst, toReport: sortedByRegistration(toReport), seen, unreadable };
}

/** Returns the moment until which a registrant waits, or the decision. */
function decide(
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
	// A day of tolerance, because the service does not state the time zone of sign-up dates.
	return signedUpAt >= startedAt - DAY_MS ? 'new' : 'old';
}

export function sortedByRegistration(rows: readonly Registrant[]): Registrant[] {
	return [...rows].sort((one, other) => (registrationNumber(one) ?? 0) - (registrationNumber(other) ?? 0));
}
