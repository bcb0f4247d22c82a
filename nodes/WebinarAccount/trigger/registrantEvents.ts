import { FixedOffsetZone, type Zone } from 'luxon';

import {
	compareByRegistration,
	isOfSchedule,
	pageReader,
	readNewestPages,
	registrantsQuery,
} from '../registrants/registrantList';
import { sessionStart, toRegistrantOutput } from '../registrants/registrantOutput';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank, isScalar, quoted, readSeconds, scalarText } from '../utils/values';
import { unknownSchedule } from '../webinars/chooseSession';
import { DAY_MS, MINUTE_MS, momentOf } from '../webinars/dates';
import type { EventData, EventOptions, RegistrantEvent, WebinarContext, WebinarReading } from './event';
import { dedupeKey, isKnown, scan, type Scan, type WatchedList } from './scan';
import {
	parseRegistrantMemory,
	raiseFloor,
	type RegistrantMemory,
	type Reports,
	serializeRegistrantMemory,
	type Undecided,
} from './store';

/** Finds the events about registrants. */

/** Maximum number of pages that are read from the newest end of a list before the whole list is read. */
const MAX_NEWEST_PAGES = 20;

/** The same for a list to which old registrations are added too, so that the new rows can be anywhere. */
const MAX_NEWEST_PAGES_OF_ATTENDEES = 3;

/**
 * Reads a webinar and returns the registrants to report, in the order of registration.
 * @param stored the state from the last time that the webinar was read; undefined for the first time
 */
export async function readRegistrantEvents(
	event: RegistrantEvent,
	context: WebinarContext,
	stored: unknown,
): Promise<WebinarReading> {
	const { listed, now, simplify, warn, webinarId, webinars } = context;
	const memory = parseRegistrantMemory(stored);
	const scanned = await scan(watchedLists(event, context), memory, now);
	const openRows = [...scanned.rows].filter(([key, row]) => isOpen(event, key, row, memory, context));

	// Finding the time zone can take requests, so it is read only for rows that need it.
	const readZone = async () => await webinars.rowZone(webinarId, listed);
	const zone = waitsUntilFinal(event) && openRows.length > 0 ? await readZone() : undefined;
	const { done, undecided, toReport, unreadable } = decideRows(event, openRows, memory, zone, context);
	if (unreadable.length > 0) warn(unreadableDates(unreadable), webinarId);
	const isFirstAndEmpty = stored === undefined && scanned.rows.size === 0;
	const scheduleProblem = isFirstAndEmpty ? await findUnknownSchedule(context) : undefined;
	if (scheduleProblem) warn(scheduleProblem, webinarId);

	const next = {
		done,
		undecided: withoutUnlisted(undecided, scanned, now),
		floor: memory.floor,
		lists: scanned.lists,
	};
	// Pages that are sorted by ID, with the new rows at one end, show that IDs rise with the registrations.
	const doIdsRise = event.onlyRegistrationsAddRows && scanned.ways.every((way) => way === 'newestPages');
	const zoneOfOutput = simplify && toReport.length > 0 ? await readZone() : undefined;
	return {
		events: toReport.map((row) => toRegistrantOutput(row, simplify, zoneOfOutput)),
		state: serializeRegistrantMemory(doIdsRise ? raiseFloor(next) : next),
		reports: nextReports(event, scanned, context),
	};
}

/** Returns the registrant lists to read: one for each set of filters. */
function watchedLists(event: RegistrantEvent, context: WebinarContext): WatchedList[] {
	const { schedule, service, webinarId } = context;
	return event.filters(context).map((filter) => ({
		readPage: pageReader(service, registrantsQuery(webinarId, schedule, filter)),
		maxPages: event.onlyRegistrationsAddRows ? MAX_NEWEST_PAGES : MAX_NEWEST_PAGES_OF_ATTENDEES,
	}));
}

/** Whether the event waits until attendance is final. */
function waitsUntilFinal({ takes }: RegistrantEvent): boolean {
	return takes.includes('minutesAfterStart');
}

/** Whether a row shows that the event happened in a watched session. */
function isMatch(event: RegistrantEvent, row: Registrant, context: WebinarContext): boolean {
	return event.matches(row, context) && isOfSchedule(row, context.schedule);
}

/** Whether this poll must decide about a row. */
function isOpen(
	event: RegistrantEvent,
	key: string,
	row: Registrant,
	memory: RegistrantMemory,
	context: WebinarContext,
): boolean {
	if (!isKnown(row, memory)) return true;
	const before = memory.undecided.get(key);
	if (!before) return false;
	if (before.state === 'unreadable') return true;
	if (before.until !== undefined && before.until <= context.now) return true;
	return before.state === 'notYet' && isMatch(event, row, context);
}

/**
 * Returns the undecided registrants without those who are no longer listed: they are due but were not found, or the whole
 * lists were read. If such a row is listed again, it is new.
 */
function withoutUnlisted(
	undecided: ReadonlyMap<string, Undecided>,
	{ rows, ways, lists }: Scan,
	now: number,
): Map<string, Undecided> {
	// An incomplete reading does not show who is no longer listed.
	const isWhole = ways.every((way) => way === 'whole') && !lists.includes(null);
	const isListed = ([key, { until = Infinity }]: [string, Undecided]) =>
		rows.has(key) || (until > now && !isWhole);
	return new Map([...undecided].filter(isListed));
}

/**
 * Returns what the next poll reports. While people enter the room, rows leave the list of Did Not Attend and others move
 * up, so that a first reading can miss people who did not attend long ago.
 */
function nextReports(event: RegistrantEvent, { lists }: Scan, { reports }: WebinarContext): Reports {
	const canLoseRows = event.onlyRegistrationsAddRows && waitsUntilFinal(event);
	const isIncomplete = canLoseRows && lists.includes(null);
	return reports !== 'everything' && isIncomplete ? 'afterFirstPoll' : 'everything';
}

/** The decision about one row. A registrant who needs no report is done. */
type Decision = Undecided | 'done' | 'reported';

/**
 * Decides about the open rows.
 * @param zone the time zone of the rows' dates; undefined if it is unknown or not needed
 * @returns the updated memory, the registrants to report in the order of registration, and those with a date that cannot
 * be read
 */
function decideRows(
	event: RegistrantEvent,
	openRows: ReadonlyArray<[key: string, row: Registrant]>,
	memory: RegistrantMemory,
	zone: Zone | undefined,
	context: WebinarContext,
) {
	const { minutesAfterStart, now } = context;
	const finalAt = waitsUntilFinal(event)
		? attendanceEnd({ minutesAfterStart, waitsForReplay: event.waitsForReplay === true, zone })
		: () => now;
	const done = new Set(memory.done);
	const undecided = new Map(memory.undecided);
	const toReport: Registrant[] = [];
	const unreadable: Registrant[] = [];
	for (const [key, row] of openRows) {
		const decision = decideRow(event, row, undecided.get(key), finalAt(row), context);
		undecided.delete(key);
		if (typeof decision === 'string') done.add(key);
		else undecided.set(key, decision);
		if (decision === 'reported') toReport.push(row);
		else if (decision !== 'done' && decision.state === 'unreadable') unreadable.push(row);
	}
	return { done, undecided, toReport: toReport.sort(compareByRegistration), unreadable };
}

/**
 * Decides about one row. The first line of the table that applies counts.
 *
 * | row                                                                             | the registrant |
 * | ------------------------------------------------------------------------------- | -------------- |
 * | a date of the session cannot be read                                            | is unreadable  |
 * | attendance is not final                                                         | waits          |
 * | the row does not show that the event happened                                   | is not yet one |
 * | the webinar was listed in the first poll, and is read for the first time        | is done        |
 * | the webinar was read before, and no date of the row was unreadable              | is reported    |
 * | the event waits, and attendance became final later than the first poll          | is reported    |
 * | the event waits, and attendance became final before the first poll              | is done        |
 * | the sign-up date cannot be read                                                 | is unreadable  |
 * | the person signed up after the first poll                                       | is reported    |
 * | the person signed up before the first poll                                      | is done        |
 *
 * @param before what an earlier poll decided; undefined for a row that is read for the first time
 * @param finalAt when attendance is final; undefined if a date of the session cannot be read
 */
function decideRow(
	event: RegistrantEvent,
	row: Registrant,
	before: Undecided | undefined,
	finalAt: number | undefined,
	context: WebinarContext,
): Decision {
	const { now, reports, startedAt } = context;
	if (finalAt === undefined) return { state: 'unreadable' };
	if (finalAt > now) return { state: 'waiting', until: finalAt };
	if (!isMatch(event, row, context)) return notYet(row, before, context);
	if (reports === 'nothing') return 'done';
	if (reports === 'everything' && before?.state !== 'unreadable') return 'reported';
	if (waitsUntilFinal(event)) return finalAt > startedAt ? 'reported' : 'done';
	const signedUpAt = momentOf(row.signup_date, FixedOffsetZone.utcInstance);
	if (signedUpAt === undefined) return { state: 'unreadable' };
	// A day of tolerance, because the time zone of sign-up dates is not documented.
	return signedUpAt >= startedAt - DAY_MS ? 'reported' : 'done';
}

/**
 * Returns the decision about a row that does not show that the event happened. A person who is new in the room is looked
 * at again when their time there can reach Minimum Minutes.
 */
function notYet(
	row: Registrant,
	before: Undecided | undefined,
	{ minimumMinutes, now, reports }: WebinarContext,
): Undecided {
	const minutes = Math.max(readSeconds(row.time_live) ?? 0, readSeconds(row.time_replay) ?? 0) / 60;
	const isNewInRoom = minutes < minimumMinutes && before?.state !== 'notYet' && reports !== 'nothing';
	return isNewInRoom
		? { state: 'notYet', until: now + (minimumMinutes - minutes) * MINUTE_MS }
		: { state: 'notYet' };
}

/** Creates the warning about registrants who have a date that cannot be read. */
function unreadableDates(rows: readonly Registrant[]): InputError {
	const { event, schedule, signup_date, date_replay } = rows[0] ?? {};
	const dates = [event, schedule, signup_date, date_replay].map(scalarText).filter(Boolean);
	const registrants = rows.length === 1 ? '1 registrant has' : `${rows.length} registrants have`;
	return new InputError(
		`${registrants} a date that cannot be read: ${dates.map(quoted).join(', ')}`,
		'The trigger cannot report registrants until it can read their dates. In the webinar account, set the language of the webinar to English.',
	);
}

/** Reads the newest rows that match the event, for a test in the editor, the most recent registration first. */
export async function registrantExamples(
	event: RegistrantEvent,
	context: WebinarContext,
): Promise<EventData[]> {
	const { listed, minutesAfterStart, now, simplify, webinarId, webinars } = context;
	const lists = watchedLists(event, context);
	const pages = await mapConcurrent(lists, lists.length, ({ readPage }) => readNewestPages(readPage));
	const matching = pages.flat().filter((row) => isMatch(event, row, context));
	const rows = new Map(matching.map((row) => [dedupeKey(row), row]));
	const isZoneUsed = rows.size > 0 && (waitsUntilFinal(event) || simplify);
	const zone = isZoneUsed ? await webinars.rowZone(webinarId, listed) : undefined;
	const finalAt = attendanceEnd({ minutesAfterStart, waitsForReplay: event.waitsForReplay === true, zone });
	return [...rows.values()]
		.filter((row) => !waitsUntilFinal(event) || (finalAt(row) ?? Infinity) <= now)
		.sort((one, other) => compareByRegistration(other, one))
		.map((row) => toRegistrantOutput(row, simplify, zone));
}

/** Returns a sample registrant that has all fields of a real one. */
export function sampleRegistrant({ sample }: RegistrantEvent, { simplify }: EventOptions): EventData {
	return toRegistrantOutput(sample, simplify, FixedOffsetZone.utcInstance);
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
	if (sessions.some((session) => session.scheduleId === schedule)) return undefined;
	const { rows } = await pageReader(service, registrantsQuery(webinarId, schedule))(1);
	return rows.length > 0 ? undefined : unknownSchedule(schedule);
}
