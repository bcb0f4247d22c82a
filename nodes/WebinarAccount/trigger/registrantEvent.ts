import { FixedOffsetZone, type Zone } from 'luxon';

import { isOfSchedule, pageReader, readNewestPages, registrantsQuery } from '../registrants/registrantList';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { quoted, scalarText } from '../utils/values';
import { type AttendanceEnd, attendanceEnd, attendanceEndWithReplay } from './attendanceEnd';
import { classify, sortByRegistration } from './classify';
import type { EventOptions, WebinarContext, WebinarEvent } from './event';
import { dedupeKey, scan, type WatchedList } from './scan';
import { parseRegistrantMemory, type RegistrantMemory, serializeRegistrantMemory } from './store';
import { findUnknownSchedule } from './findUnknownSchedule';

/** The definition of an event about registrants. */
export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'action' | 'description' | 'isAtAnyTime' | 'waitsUntilFinal'
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
	 * Whether attendance is final only a day after the person watched the replay. Has an effect only with `waitsUntilFinal`.
	 */
	waitsForReplay?: boolean;
	/** Returns a sample row of the registrant list. */
	sample: (options: EventOptions) => Registrant;
}

/** Creates an event about registrants from its definition. */
export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const {
		value,
		name,
		action,
		description,
		isAtAnyTime,
		waitsUntilFinal = false,
		takes = [],
		sample,
	} = rules;
	return {
		watches: 'webinars',
		value,
		name,
		action,
		description,
		...(isAtAnyTime !== undefined && { isAtAnyTime }),
		waitsUntilFinal,
		takes: [...takes, 'simplify'],
		read: async (context, stored) => await readNewEvents(rules, context, stored),
		examples: async (context) => await readExamples(rules, context),
		sample: (options) => toRegistrantOutput(sample(options), options.simplify, FixedOffsetZone.utcInstance),
	};
}

/**
 * Reads a webinar's registrant lists, and returns the new events with the state to store.
 * @param stored the state from the last time that the webinar was read
 */
async function readNewEvents(rules: RegistrantEventRules, context: WebinarContext, stored: unknown) {
	const { now, simplify } = context;
	const previous = parseRegistrantMemory(stored);
	const { rows, isWhole, sizes } = await scan(watchedLists(rules, context), previous, now);

	const zone = await rowZoneIfNeeded(rules, context, rows, previous);
	const reportableAt = earliestReportTime(rules, context, zone);
	const { toReport, knownInRows, unreadable, ...memory } = classify(
		rows,
		isWhole,
		previous,
		reportableAt,
		context,
	);

	warnAboutUnreadableDates(context, unreadable);
	if (isWhole && rows.size === 0) await warnAboutUnknownSchedule(context);

	const wholeAt = isWhole ? now : (previous?.wholeAt ?? now);
	return {
		events: toReport.map((row) => toRegistrantOutput(row, simplify, zone)),
		state: serializeRegistrantMemory({ ...memory, sizes, wholeAt }, knownInRows),
	};
}

/**
 * Returns the time zone of the rows' dates, but only if an unknown row may need it, because finding the time zone can
 * take a request.
 */
async function rowZoneIfNeeded(
	rules: RegistrantEventRules,
	{ isBaseline, simplify, rowZone }: WebinarContext,
	rows: ReadonlyMap<string, Registrant>,
	previous: RegistrantMemory | undefined,
): Promise<Zone | undefined> {
	const hasUnknownRows = [...rows.keys()].some((key) => !previous?.known.has(key));
	const isZoneUsed = rules.waitsUntilFinal || (simplify && !isBaseline);
	return hasUnknownRows && isZoneUsed ? await rowZone() : undefined;
}

/** Writes a warning to n8n's log if dates of registrants cannot be read. */
function warnAboutUnreadableDates(
	{ warn, webinarId }: WebinarContext,
	unreadable: readonly Registrant[],
): void {
	const [first] = unreadable;
	if (first) warn(unreadableDateError(first, unreadable.length), webinarId);
}

/** Writes a warning to n8n's log if the webinar does not have the chosen schedule. */
async function warnAboutUnknownSchedule(context: WebinarContext): Promise<void> {
	const problem = await findUnknownSchedule(context);
	if (problem) context.warn(problem, context.webinarId);
}

/** Reads the newest rows that match the event, and returns them as examples, the most recent registration first. */
async function readExamples(rules: RegistrantEventRules, context: WebinarContext) {
	const { now, simplify } = context;
	const lists = watchedLists(rules, context);
	const pages = await mapConcurrent(lists, lists.length, async ({ readPage, matches }) =>
		(await readNewestPages(readPage)).filter(matches),
	);
	const rows = new Map(pages.flat().map((row) => [dedupeKey(row), row]));
	const isZoneUsed = rules.waitsUntilFinal || simplify;
	const zone = rows.size > 0 && isZoneUsed ? await context.rowZone() : undefined;
	const reportableAt = earliestReportTime(rules, context, zone);
	const reportableRows = [...rows.values()].filter((row) => (reportableAt(row) ?? Infinity) <= now);
	const newestFirst = sortByRegistration(reportableRows).reverse();
	return newestFirst.map((row) => toRegistrantOutput(row, simplify, zone));
}

/** Returns the registrant lists to read for an event: one for each set of filters. */
function watchedLists(
	{ filters, matches, appendOnly = false }: RegistrantEventRules,
	context: WebinarContext,
) {
	const { product, schedule, service, webinarId } = context;
	return filters(context).map((filter): WatchedList => ({
		readPage: pageReader(service, registrantsQuery(product, webinarId, schedule, filter)),
		appendOnly,
		matches: (row) => matches(row, context) && isOfSchedule(row, schedule),
	}));
}

/**
 * Creates a function that returns the earliest time at which a row may be reported, in milliseconds since 1970. If the
 * event waits, this is when attendance is final. Otherwise, a row may be reported at any time.
 */
function earliestReportTime(
	rules: RegistrantEventRules,
	{ minutesAfterStart }: EventOptions,
	zone: Zone | undefined,
): AttendanceEnd {
	if (!rules.waitsUntilFinal) return () => -Infinity;
	return rules.waitsForReplay
		? attendanceEndWithReplay(zone, minutesAfterStart)
		: attendanceEnd(zone, minutesAfterStart);
}

/** Creates the error for registrants with a date that cannot be read. @param row an example */
function unreadableDateError(row: Registrant, count: number): InputError {
	const dates = [row.event, row.schedule, row.signup_date, row.date_replay].map(scalarText).filter(Boolean);
	const registrants = count === 1 ? '1 registrant has' : `${count} registrants have`;
	return new InputError(
		`${registrants} a date that cannot be read: ${dates.map(quoted).join(', ')}`,
		'The trigger cannot report registrants until it can read their dates. In the webinar account, set the language of the webinar to English.',
	);
}
