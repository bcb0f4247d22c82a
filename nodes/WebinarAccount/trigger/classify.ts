import { FixedOffsetZone } from 'luxon';

import { registrationNumber } from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { DAY_MS, momentOf } from '../webinars/dates';
import type { AttendanceEnd } from './attendanceEnd';
import type { WebinarContext } from './event';
import type { RegistrantMemory } from './store';

/** Step 3 of a poll: decides which of the rows that were read are new events. */

type Memory = Pick<RegistrantMemory, 'known' | 'waiting' | 'presentAtFirst'>;

interface Classified extends Memory {
	/** Registrants to report, in the order of their registration. */
	happened: Registrant[];
	/** The known registrants among the rows. */
	seen: ReadonlySet<string>;
	/** Registrants with a date that cannot be read. */
	unreadable: Registrant[];
}

type Moments = Pick<WebinarContext, 'isFirstPoll' | 'now' | 'startedAt'>;

/**
 * Judges each row that is not known yet, by the first line that applies:
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
 * Registrants wait until their row is read again, or until a scan of all lists does not find it.
 *
 * @param before undefined at the first reading of the webinar
 * @param isFull whether the rows are those of all lists
 */
export function classify(
	rows: ReadonlyMap<string, Registrant>,
	isFull: boolean,
	before: Memory | undefined,
	attendanceEnd: AttendanceEnd,
	moments: Moments,
): Classified {
	const known = new Set(before?.known);
	const seen = new Set<string>();
	const waiting = new Map(before?.waiting);
	const presentAtFirst = new Set(before?.presentAtFirst);
	const happened: Registrant[] = [];
	const unreadable: Registrant[] = [];

	for (const [key, row] of rows) {
		if (known.has(key)) {
			seen.add(key);
			continue;
		}
		const wasPresentAtFirst = !before || before.presentAtFirst.has(key);
		const verdict = judge(row, wasPresentAtFirst, attendanceEnd, moments);
		waiting.delete(key);
		presentAtFirst.delete(key);
		if (verdict === 'unreadable') {
			waiting.set(key, Infinity);
			if (wasPresentAtFirst) presentAtFirst.add(key);
			unreadable.push(row);
		} else if (typeof verdict === 'number') {
			waiting.set(key, verdict);
		} else {
			known.add(key);
			seen.add(key);
			if (verdict === 'new') happened.push(row);
		}
	}

	if (isFull) {
		for (const key of waiting.keys()) {
			if (rows.has(key)) continue;
			waiting.delete(key);
			presentAtFirst.delete(key);
		}
	}
	return { known, waiting, presentAtFirst, happened: byRegistration(happened), seen, unreadable };
}

/** Returns the moment until which a registrant waits, or what becomes of the registrant now. */
function judge(
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
	// A day earlier, because the service does not state the time zone of sign-up dates.
	return signedUpAt >= startedAt - DAY_MS ? 'new' : 'old';
}

export function byRegistration(rows: readonly Registrant[]): Registrant[] {
	return [...rows].sort((one, other) => (registrationNumber(one) ?? 0) - (registrationNumber(other) ?? 0));
}
