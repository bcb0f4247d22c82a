import { FixedOffsetZone, type Zone } from 'luxon';

import {
	compareByRegistration,
	isOfSchedule,
	pageReader,
	readNewestPages,
	registrantsQuery,
} from '../registrants/registrantList';
import { sessionStart, toRegistrantOutput } from '../registrants/registrantOutput';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank, isScalar, quoted, scalarText } from '../utils/values';
import { unknownSchedule } from '../webinars/chooseSession';
import { DAY_MS, MINUTE_MS, momentOf } from '../webinars/dates';
import type { EventOptions, WebinarContext, WebinarEvent } from './event';
import { dedupeKey, scan, type WatchedList } from './scan';
import { parseRegistrantMemory, type RegistrantMemory, serializeRegistrantMemory } from './store';

/** The definition of an event about registrants. */
export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'action' | 'description' | 'isAtAnyTime'
> {
	/** The fields that the editor shows for the event, except Simplify, which all these events have. */
	takes?: WebinarEvent['takes'];
	/**
	 * Returns API filter parameters, one set for each list to read. If the event happened for a registrant, the
	 * registrant is in at least one of the lists.
	 */
	filters: (options: EventOptions) => readonly CallParameters[];
	/** Whether only new registrations add rows to the lists. New rows are then next to each other. */
	appendOnly?: boolean;
	/** Whether a row shows that the event happened. */
	matches: (row: Registrant, options: EventOptions) => boolean;
	/**
	 * Whether attendance is final only a day after the person watched the replay. Has an effect only with Minutes After
	 * Start.
	 */
	waitsForReplay?: boolean;
	/** A sample row of the registrant list. */
	sample: Registrant;
}

/** Creates an event about registrants from its definition. */
export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const {
		takes = [],
		filters,
		appendOnly = false,
		matches,
		waitsForReplay = false,
		sample,
		...texts
	} = rules;
	const waitsUntilFinal = takes.includes('minutesAfterStart');

	/** Returns the registrant lists to read: one for each set of filters. */
	const watchedLists = (context: WebinarContext) => {
		const { schedule, service, webinarId } = context;
		return filters(context).map((filter): WatchedList => ({
			readPage: pageReader(service, registrantsQuery(webinarId, schedule, filter)),
			appendOnly,
			matches: (row) => matches(row, context) && isOfSchedule(row, schedule),
		}));
	};

	/** Creates a function that returns when a row may be reported. */
	const reportTimes = ({ minutesAfterStart }: EventOptions, zone: Zone | undefined): AttendanceEnd =>
		waitsUntilFinal ? attendanceEnd({ minutesAfterStart, waitsForReplay, zone }) : () => -Infinity;

	return {
		...texts,
		watches: 'webinars',
		takes: [...takes, 'simplify'],

		async read(context, stored) {
			const { isBaseline, listed, now, simplify, warn, webinarId, webinars } = context;
			const memory = parseRegistrantMemory(stored);
			const { rows, isWhole, sizes } = await scan(watchedLists(context), memory, now);

			// Finding the time zone can take a request.
			const isZoneUsed = waitsUntilFinal || (simplify && !isBaseline);
			const hasUnknownRow = [...rows.keys()].some((key) => !memory?.known.has(key));
			const zone = isZoneUsed && hasUnknownRow ? await webinars.rowZone(webinarId, listed) : undefined;
			const decided = decideRows(rows, isWhole, memory, reportTimes(context, zone), context);
			const { known, waiting, toReport, unreadable } = decided;

			const [example] = unreadable;
			if (example) {
				const { event, schedule, signup_date, date_replay } = example;
				const dates = [event, schedule, signup_date, date_replay].map(scalarText).filter(Boolean);
				const registrants =
					unreadable.length === 1 ? '1 registrant has' : `${unreadable.length} registrants have`;
				const warning = new InputError(
					`${registrants} a date that cannot be read: ${dates.map(quoted).join(', ')}`,
					'The trigger cannot report registrants until it can read their dates. In the webinar account, set the language of the webinar to English.',
				);
				warn(warning, webinarId);
			}
			const problem = isWhole && rows.size === 0 ? await findUnknownSchedule(context) : undefined;
			if (problem) warn(problem, webinarId);

			const wholeAt = isWhole ? now : (memory?.wholeAt ?? now);
			return {
				events: toReport.map((row) => toRegistrantOutput(row, simplify, zone)),
				state: serializeRegistrantMemory({ known, waiting, sizes, wholeAt }),
			};
		},

		/** Reads the newest rows that match the event, the most recent registration first. */
		async examples(context) {
			const { listed, now, simplify, webinarId, webinars } = context;
			const lists = watchedLists(context);
			const pages = await mapConcurrent(lists, lists.length, async ({ readPage, matches: isMatching }) =>
				(await readNewestPages(readPage)).filter(isMatching),
			);
			const rows = new Map(pages.flat().map((row) => [dedupeKey(row), row]));
			const isZoneUsed = rows.size > 0 && (waitsUntilFinal || simplify);
			const zone = isZoneUsed ? await webinars.rowZone(webinarId, listed) : undefined;
			const reportTime = reportTimes(context, zone);
			return [...rows.values()]
				.filter((row) => (reportTime(row) ?? Infinity) <= now)
				.sort((one, other) => compareByRegistration(other, one))
				.map((row) => toRegistrantOutput(row, simplify, zone));
		},

		sample: ({ simplify }) => toRegistrantOutput(sample, simplify, FixedOffsetZone.utcInstance),
	};
}

/**
 * The times of this poll and of the trigger's first poll, and whether the webinar's registrants are remembered but not
 * reported.
 */
type Moments = Pick<WebinarContext, 'isBaseline' | 'now' | 'startedAt'>;

/**
 * Decides which registrants to report, which need no report (they become "known"), and which to decide about later
 * (they are "waiting"). The first line of the table that applies to a row counts.
 *
 * | row                                                                                           | the registrant |
 * | --------------------------------------------------------------------------------------------- | -------------- |
 * | the session has a date that cannot be read                                                    | waits          |
 * | attendance is not final yet                                                                   | waits          |
 * | the webinar was listed in the first poll, and is read for the first time                      | becomes known  |
 * | the webinar was read before, and no date of the row was unreadable                            | is reported    |
 * | a date was unreadable, the event waits, and attendance became final later than the first poll | is reported    |
 * | a date was unreadable, the event waits, and attendance became final before the first poll     | becomes known  |
 * | the sign-up date is unreadable                                                                | waits          |
 * | the person signed up after the first poll                                                     | is reported    |
 * | the person signed up before the first poll                                                    | becomes known  |
 *
 * A registrant who is reported becomes known too. A waiting registrant is decided about again when the row is read
 * again, and is forgotten when the row is no longer listed.
 *
 * @param rows the rows that this poll has read, by dedupe key
 * @param isWhole whether `rows` contains all rows, not only the newest ones
 * @param memory undefined if the webinar is read for the first time
 * @param reportTime returns when a row may be reported, which is -Infinity for an event that does not wait
 * @returns the updated memory, the registrants to report in the order of registration, and those with a date that cannot
 * be read
 */
export function decideRows(
	rows: ReadonlyMap<string, Registrant>,
	isWhole: boolean,
	memory: Pick<RegistrantMemory, 'known' | 'waiting'> | undefined,
	reportTime: AttendanceEnd,
	moments: Moments,
) {
	const known = new Set(memory?.known);
	const waiting = new Map([...(memory?.waiting ?? [])].filter(([key]) => !isWhole || rows.has(key)));
	const toReport: Registrant[] = [];
	const unreadable: Registrant[] = [];

	for (const [key, row] of rows) {
		if (known.has(key)) continue;
		const wasUnreadable = waiting.get(key) === Infinity;
		const decision = decideRow(row, memory !== undefined, wasUnreadable, reportTime(row), moments);
		waiting.delete(key);
		if (decision === 'unreadable') {
			waiting.set(key, Infinity);
			unreadable.push(row);
		} else if (typeof decision === 'number') {
			waiting.set(key, decision);
		} else {
			known.add(key);
			if (decision === 'new') toReport.push(row);
		}
	}
	return { known, waiting, toReport: toReport.sort(compareByRegistration), unreadable };
}

/**
 * Decides about one row.
 * @param wasRead whether the webinar was read before
 * @param wasUnreadable whether a date of the row was unreadable when it was last read
 * @param finalAt when the row may be reported, or undefined if the date cannot be read
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

/**
 * Returns when a row's attendance is final, in milliseconds since 1970. From that time on, the trigger treats the row's
 * attendance fields as settled. Returns undefined if one of the row's dates cannot be read.
 */
type AttendanceEnd = (row: Registrant) => number | undefined;

/** The last time zone on earth in which a day begins. A session that is over in this zone is over in every zone. */
const LAST_ZONE = FixedOffsetZone.instance(-12 * 60);

/**
 * Creates an `AttendanceEnd`. Attendance is final the given number of minutes after the session's start. For a session
 * without a date, such as a just-in-time session, it is final a day after the sign-up.
 * @param options.waitsForReplay whether attendance is not final until a day after the person watched the replay
 * @param options.zone the time zone of the rows' dates. If it is unknown, attendance is final when it is final in every
 * time zone.
 */
export function attendanceEnd({
	minutesAfterStart,
	waitsForReplay,
	zone = LAST_ZONE,
}: {
	minutesAfterStart: number;
	waitsForReplay: boolean;
	zone: Zone | undefined;
}): AttendanceEnd {
	// Each date is parsed only once, because parsing is slow and many rows have the same date.
	const starts = new Map<string, number | undefined>();
	/** Returns the moment a day after a date; NaN if it cannot be read. */
	const dayAfter = (date: unknown) => (momentOf(date, zone) ?? NaN) + DAY_MS;
	return (row) => {
		const key = JSON.stringify([row.event, row.schedule]);
		if (!starts.has(key)) starts.set(key, sessionStart(row, zone));
		const start = starts.get(key);
		if (start === undefined && hasUnreadableDate(row)) return undefined;
		const end = start === undefined ? dayAfter(row.signup_date) : start + minutesAfterStart * MINUTE_MS;
		const hasReplay = waitsForReplay && !isBlank(row.date_replay);
		const finalAt = hasReplay ? Math.max(end, dayAfter(row.date_replay)) : end;
		return Number.isNaN(finalAt) ? undefined : finalAt;
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

/**
 * Checks whether the webinar has the chosen schedule. Returns an error if the schedule is not in the webinar's details
 * and has no registrants. Past schedules may be missing from the details, but have registrants.
 */
export async function findUnknownSchedule(context: WebinarContext): Promise<InputError | undefined> {
	const { schedule, service, webinarId, webinars } = context;
	if (schedule === undefined) return undefined;
	const { sessions } = await webinars.read({ id: webinarId });
	if (sessions.some((session) => session.schedule === schedule)) return undefined;
	const { rows } = await pageReader(service, registrantsQuery(webinarId, schedule))(1);
	return rows.length > 0 ? undefined : unknownSchedule(schedule);
}
