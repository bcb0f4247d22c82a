import { FixedOffsetZone, type Zone } from 'luxon';

import {
	compareByRegistration,
	isOfSchedule,
	pageFetcher,
	fetchBothEnds,
	registrantsQuery,
} from '../registrants/registrantList';
import { sessionStart, toRegistrantOutput } from '../registrants/registrantOutput';
import type { Registrant } from '../service/endpoints';
import { InputError } from '../service/errors';
import { isBlank, quoted, readSeconds, scalarText } from '../utils/values';
import { DAY_MS, MINUTE_MS, momentOf } from '../webinars/dates';
import type { EventData, RegistrantPoll, WatchedWebinar, WebinarReading, WebinarWithState } from './events';
import { scan, type WatchedList } from './scan';
import {
	type Decision,
	type DedupeKey,
	dedupeKey,
	dropLowestDone,
	emptyMemory,
	isDue,
	isKnown,
	parseMemory,
	type RegistrantMemory,
	serializeMemory,
} from './state';

// Finds the events about registrants.

/** Maximum number of pages that are read from the newest end of a list before the whole list is read. */
const MAX_NEWEST_PAGES = 20;

/** The same for a list to which old registrations are added too, such as the list of attendees. */
const MAX_NEWEST_PAGES_OF_ATTENDEES = 3;

/** Reads a webinar and returns the registrants to report, in the order of registration. */
export async function fetchRegistrantEvents(
	webinar: WebinarWithState,
	poll: RegistrantPoll,
): Promise<WebinarReading> {
	const { event, now } = poll;
	const memory = parseMemory(webinar.state.memory);
	const { rows, lists, areNewestSortedById } = await scan(watchedLists(webinar, poll), memory, now);
	const rowsToDecide = [...rows].filter(([key, row]) => mustDecide(key, row, memory, poll));
	const decided = await decideRows(rowsToDecide, memory, webinar, poll);

	// This poll has decided about each due registrant whom it found. The others are no longer listed, and are forgotten.
	const notDue = [...memory.decisions].filter(([, decision]) => !isDue(decision, now));
	const nextMemory = { ...memory, decisions: new Map([...notDue, ...decided]), lists };
	// If only registrations add rows, and their IDs rise, a new row never has one of the lowest IDs. They need not be remembered.
	const doIdsRise = event.onlyRegistrationsAddRows && areNewestSortedById;
	return {
		events: await fetchOutputs(sortedRowsDecidedAs('reported', decided), webinar, poll),
		isEmpty: rows.size === 0,
		// Nothing is stored about a list in which rows may be missing. Other lists gain old registrations too, so that a row which
		// the next poll finds may well be new.
		isIncomplete: event.onlyRegistrationsAddRows === true && lists.includes(null),
		memory: serializeMemory(doIdsRise ? dropLowestDone(nextMemory) : nextMemory),
		warnings: unreadableDateWarnings(sortedRowsDecidedAs('unreadable', decided)),
	};
}

/** Returns the registrant lists to read: one for each set of filters. */
function watchedLists({ webinarId }: WatchedWebinar, poll: RegistrantPoll): WatchedList[] {
	const { event, schedule, service } = poll;
	// People who attend now may have registered long ago. Their rows can be on any page of the list of attendees, so the search
	// of the newest pages is given up sooner, and the whole list is read.
	const maxPages = event.onlyRegistrationsAddRows ? MAX_NEWEST_PAGES : MAX_NEWEST_PAGES_OF_ATTENDEES;
	return event.filters(poll).map((filter) => ({
		fetchPage: pageFetcher(service, registrantsQuery(webinarId, schedule, filter)),
		maxPages,
	}));
}

/**
 * Whether this poll must decide if a row's registrant is reported. The row was unknown to earlier polls, is due, has an
 * unreadable date, or shows the event now, but did not show it before.
 */
function mustDecide(
	key: DedupeKey,
	row: Registrant,
	memory: RegistrantMemory,
	poll: RegistrantPoll,
): boolean {
	const earlier = memory.decisions.get(key);
	// Decisions about registrants who were done long ago are dropped, but their rows stay known.
	if (!earlier) return !isKnown(key, memory);
	// The service may have written the date in a readable form since.
	if (earlier.kind === 'unreadable') return true;
	if (isDue(earlier, poll.now)) return true;
	return earlier.kind === 'notYet' && isMatch(row, poll);
}

/** Whether a row shows that the event happened in a watched session. */
function isMatch(row: Registrant, poll: RegistrantPoll): boolean {
	return poll.event.matches(row, poll) && isOfSchedule(row, poll.schedule);
}

/** A row, and the decision about its registrant. */
interface DecidedRow extends Decision {
	row: Registrant;
}

/** Decides for each row whether its registrant is reported. */
async function decideRows(
	rows: ReadonlyArray<[key: DedupeKey, row: Registrant]>,
	{ decisions }: RegistrantMemory,
	webinar: WebinarWithState,
	poll: RegistrantPoll,
): Promise<Map<DedupeKey, DecidedRow>> {
	// Only an event that waits for the end of a session needs the time zone, which can take requests.
	const isZoneNeeded = poll.event.waitsForEndOf && rows.length > 0;
	const zone = isZoneNeeded ? await poll.webinars.fetchRowZone(webinar.webinarId, webinar.listed) : undefined;
	return new Map(
		rows.map(([key, row]) => [key, { row, ...decideRow(row, decisions.get(key), zone, webinar, poll) }]),
	);
}

/**
 * Decides about one row. The first case that applies counts.
 * @param earlier what an earlier poll decided; undefined for a row that is read for the first time
 * @param zone the time zone of the row's dates; undefined if it is unknown or not needed
 */
function decideRow(
	row: Registrant,
	earlier: Decision | undefined,
	zone: Zone | undefined,
	webinar: WebinarWithState,
	poll: RegistrantPoll,
): Decision {
	const { event, minutesAfterStart, now } = poll;
	const finalAt = event.waitsForEndOf
		? attendanceEnd(row, event.waitsForEndOf, minutesAfterStart, zone)
		: NO_WAIT;
	// A date that says when attendance is final cannot be read.
	if (finalAt === undefined) return { kind: 'unreadable' };
	// People may still arrive, leave or buy.
	if (finalAt > now) return { kind: 'waiting', dueAt: finalAt };
	// The row does not show that the event happened.
	if (!isMatch(row, poll)) return { kind: 'notYet', dueAt: secondLookAt(row, earlier, webinar, poll) };
	return decideEvent(row, earlier, finalAt, webinar, poll);
}

/** When attendance is final for an event that does not wait for it, in milliseconds since 1970. */
const NO_WAIT = 0;

/**
 * Decides about a row that shows that the event happened: whether it happened after the trigger's first poll. The first
 * case that applies counts.
 * @param finalAt when attendance became final, which is when an event that waits for it happened
 */
function decideEvent(
	row: Registrant,
	earlier: Decision | undefined,
	finalAt: number,
	{ firstPollAt, state }: WebinarWithState,
	{ event }: RegistrantPoll,
): Decision {
	// The first reading of an old webinar only remembers what has happened so far.
	if (state.readStatus === 'unreadOld') return { kind: 'done' };
	if (finalAt > firstPollAt) return { kind: 'reported' };
	// When an earlier poll looked at the row, the event had not happened.
	if (earlier?.kind === 'waiting' || earlier?.kind === 'notYet') return { kind: 'reported' };
	// An earlier poll read all rows, and this row was not among them.
	const wereAllRowsRead = state.readStatus === 'read' && !event.firstPollMayMissRows;
	if (!earlier && wereAllRowsRead) return { kind: 'reported' };
	// Earlier polls have missed the row, or could not read its dates. Only its sign-up date shows whether it is new.
	const signedUpAt = momentOf(row.signup_date, FixedOffsetZone.utcInstance);
	if (signedUpAt === undefined) return { kind: 'unreadable' };
	// A day of tolerance, because the time zone of sign-up dates is not documented.
	return { kind: signedUpAt >= firstPollAt - DAY_MS ? 'reported' : 'done' };
}

/**
 * Returns when a later poll looks once more at a person who may still be in the room: when their time there can reach
 * Minimum Minutes. Undefined for other people.
 */
function secondLookAt(
	row: Registrant,
	earlier: Decision | undefined,
	{ state }: WebinarWithState,
	{ minimumMinutes, now }: RegistrantPoll,
): number | undefined {
	const seconds = Math.max(readSeconds(row.time_live) ?? 0, readSeconds(row.time_replay) ?? 0);
	const minutesLeft = minimumMinutes - seconds / 60;
	// The row lacks something else, which more time in the room would not change.
	if (minutesLeft <= 0) return undefined;
	// This is the second look.
	if (earlier?.kind === 'notYet') return undefined;
	// When an old webinar is read for the first time, the people in it may have left the room long ago.
	if (state.readStatus === 'unreadOld') return undefined;
	return now + minutesLeft * MINUTE_MS;
}

/** The last time zone on earth in which a day begins. A session that is over in this zone is over in every zone. */
const LAST_ZONE = FixedOffsetZone.instance(-12 * 60);

/**
 * Returns when a row's attendance is final, in milliseconds since 1970. If the event waits for the replay, and the
 * person has visited the replay room, attendance is not final before a day after the visit.
 * @param zone the time zone of the row's dates. If it is unknown, attendance is final when it is final in every zone.
 * @returns undefined if one of the row's dates cannot be read
 */
export function attendanceEnd(
	row: Registrant,
	waitsForEndOf: 'session' | 'replay',
	minutesAfterStart: number,
	zone: Zone = LAST_ZONE,
): number | undefined {
	const liveEnd = liveAttendanceEnd(row, zone, minutesAfterStart);
	const hasVisitedReplay = !isBlank(row.date_replay);
	if (waitsForEndOf === 'session' || !hasVisitedReplay) return liveEnd;
	const replayEnd = dayAfter(row.date_replay, zone);
	return liveEnd === undefined || replayEnd === undefined ? undefined : Math.max(liveEnd, replayEnd);
}

/** Returns when the attendance of the live session is final; undefined if a date cannot be read. */
function liveAttendanceEnd(row: Registrant, zone: Zone, minutesAfterStart: number): number | undefined {
	const start = sessionStart(row, zone);
	if (start !== undefined) return start + minutesAfterStart * MINUTE_MS;
	if (hasUnreadableDate(row)) return undefined;
	// A session without a date, such as a just-in-time session, is over a day after the sign-up.
	return dayAfter(row.signup_date, zone);
}

/** Returns the moment a day after a date, in milliseconds since 1970; undefined if the date cannot be read. */
function dayAfter(date: unknown, zone: Zone): number | undefined {
	const moment = momentOf(date, zone);
	return moment === undefined ? undefined : moment + DAY_MS;
}

/**
 * Whether a row without a readable date has a date in an unknown format: text with a year, or with three numbers. A
 * text such as "Every day, 01:00 PM" has neither.
 */
function hasUnreadableDate({ event, schedule }: Registrant): boolean {
	const dateOfAnyFormat = /\p{Nd}{4}|\p{Nd}\P{Nd}+\p{Nd}+\P{Nd}+\p{Nd}/u;
	return [event, schedule].some((value) => dateOfAnyFormat.test(scalarText(value)));
}

/** Returns the rows with a decision of one kind, the earliest registration first. */
function sortedRowsDecidedAs(
	kind: Decision['kind'],
	decided: ReadonlyMap<DedupeKey, DecidedRow>,
): Registrant[] {
	const ofKind = [...decided.values()].filter((each) => each.kind === kind);
	return ofKind.map(({ row }) => row).sort(compareByRegistration);
}

/** Returns a warning if there are rows with a date that cannot be read. It quotes all dates of the first one. */
function unreadableDateWarnings(unreadableRows: readonly Registrant[]): InputError[] {
	const [example] = unreadableRows;
	if (!example) return [];
	const { event, schedule, signup_date, date_replay } = example;
	const dates = [event, schedule, signup_date, date_replay].map(scalarText).filter(Boolean);
	const { length } = unreadableRows;
	const registrants = length === 1 ? '1 registrant has' : `${length} registrants have`;
	return [
		new InputError(
			`${registrants} a date that cannot be read: ${dates.map(quoted).join(', ')}`,
			'The trigger cannot report registrants until it can read their dates. In the webinar account, set the language of the webinar to English.',
		),
	];
}

/** Returns rows as output items. Simplified ones need the time zone of their dates. */
async function fetchOutputs(
	rows: readonly Registrant[],
	{ listed, webinarId }: WatchedWebinar,
	{ simplify, webinars }: RegistrantPoll,
): Promise<EventData[]> {
	const zone = simplify && rows.length > 0 ? await webinars.fetchRowZone(webinarId, listed) : undefined;
	return rows.map((row) => toRegistrantOutput(row, simplify, zone));
}

/** Reads the newest registrants to whom the event happened, for a test in the editor, the latest registration first. */
export async function fetchRegistrantExamples(
	watched: WatchedWebinar,
	poll: RegistrantPoll,
): Promise<EventData[]> {
	// The newest rows are at one end of a list. It is not known at which.
	const lists = watchedLists(watched, poll).map(({ fetchPage }) => fetchBothEnds(fetchPage));
	const rows = new Map((await Promise.all(lists)).flat().map((row) => [dedupeKey(row), row]));
	// As if a poll in 1970 had read the webinar and found nothing in it. Everything in it is then new.
	const webinar: WebinarWithState = {
		...watched,
		state: { readStatus: 'read', triedAt: 0, hash: '' },
		firstPollAt: 0,
	};
	const decided = await decideRows([...rows], emptyMemory, webinar, poll);
	return await fetchOutputs(sortedRowsDecidedAs('reported', decided).reverse(), webinar, poll);
}
