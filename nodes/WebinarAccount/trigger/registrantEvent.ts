import { FixedOffsetZone, type Zone } from 'luxon';

import { isOfSchedule, pageReader, readNewestPages, registrantsQuery } from '../registrants/registrantList';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { quoted, scalarText } from '../utils/values';
import { type AttendanceEnd, attendanceEnd, attendanceEndWithReplay } from './attendanceEnd';
import { classify, sortedByRegistration } from './classify';
import type { EventOptions, WebinarContext, WebinarEvent } from './event';
import { dedupeKey, scan, type WatchedList } from './scan';
import { parseRegistrantMemory, serializeRegistrantMemory } from './store';
import { findUnknownSchedule } from './findUnknownSchedule';

export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'description' | 'isAtAnyTime' | 'waitsUntilFinal'
> {
	/** Besides Simplify, which every event of registrants has. */
	takes?: WebinarEvent['takes'];
	/** One set of the service's filters per list to read. Each registrant to report is in one of the lists. */
	filters: (options: EventOptions) => readonly CallParameters[];
	/** Whether only registrations add rows to its lists. */
	appendOnly?: boolean;
	/** Whether the row shows that the event happened. */
	matches: (row: Registrant, options: EventOptions) => boolean;
	/** Whether attendance is final only a day after the replay visit. For events that wait. */
	waitsForReplay?: boolean;
	sample: (options: EventOptions) => Registrant;
}

/** Makes an event from its rules. The event reads the lists, classifies the rows, and returns the new ones as items. */
export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const { value, name, description, isAtAnyTime, waitsUntilFinal = false, takes = [], sample } = rules;
	return {
		watches: 'webinars',
		value,
		name,
		description,
		...(isAtAnyTime !== undefined && { isAtAnyTime }),
		waitsUntilFinal,
		takes: [...takes, 'simplify'],
		read: async (context, stored) => await readNewEvents(rules, context, stored),
		examples: async (context) => await readExamples(rules, context),
		sample: (options) => toRegistrantOutput(sample(options), options.simplify, FixedOffsetZone.utcInstance),
	};
}

async function readNewEvents(rules: RegistrantEventRules, context: WebinarContext, stored: unknown) {
	const { now, isFirstPoll, simplify, minutesAfterStart, minimumMinutes } = context;
	const previous = parseRegistrantMemory(stored);
	const options = JSON.stringify([minutesAfterStart, minimumMinutes]);
	const { rows, isFull, checkpoints } = await scan(watchedLists(rules, context), previous, options, now);

	const hasUnknownRows = [...rows.keys()].some((key) => !previous?.known.has(key));
	const isZoneUsed = rules.waitsUntilFinal || (simplify && !isFirstPoll);
	// Looking up the zone takes a request.
	const zone = hasUnknownRows && isZoneUsed ? await context.rowZone() : undefined;
	const end = endOfAttendance(rules, context, zone);
	const { toReport, seen, unreadable, ...memory } = classify(rows, isFull, previous, end, context);

	if (unreadable[0]) context.warn(unreadableDate(unreadable[0], unreadable.length), context.webinarId);
	const problem = isFull && rows.size === 0 ? await findUnknownSchedule(context) : undefined;
	if (problem) context.warn(problem, context.webinarId);

	const fullScanAt = isFull ? now : (previous?.fullScanAt ?? now);
	return {
		events: toReport.map((row) => toRegistrantOutput(row, simplify, zone)),
		state: serializeRegistrantMemory({ ...memory, checkpoints, fullScanAt, options }, seen),
	};
}

async function readExamples(rules: RegistrantEventRules, context: WebinarContext) {
	const { now, simplify } = context;
	const lists = watchedLists(rules, context);
	const pages = await mapConcurrent(lists, lists.length, async ({ readPage, matches }) =>
		(await readNewestPages(readPage)).filter(matches),
	);
	const rows = new Map(pages.flat().map((row) => [dedupeKey(row), row]));
	const isZoneUsed = rules.waitsUntilFinal || simplify;
	const zone = rows.size > 0 && isZoneUsed ? await context.rowZone() : undefined;
	const end = endOfAttendance(rules, context, zone);
	const finalRows = [...rows.values()].filter((row) => (end(row) ?? Infinity) <= now);
	const newestFirst = sortedByRegistration(finalRows).reverse();
	return newestFirst.map((row) => toRegistrantOutput(row, simplify, zone));
}

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

function endOfAttendance(
	rules: RegistrantEventRules,
	{ minutesAfterStart }: EventOptions,
	zone: Zone | undefined,
): AttendanceEnd {
	if (!rules.waitsUntilFinal) return () => -Infinity;
	return rules.waitsForReplay
		? attendanceEndWithReplay(zone, minutesAfterStart)
		: attendanceEnd(zone, minutesAfterStart);
}

function unreadableDate(row: Registrant, count: number): InputError {
	const dates = [row.event, row.schedule, row.signup_date, row.date_replay].map(scalarText).filter(Boolean);
	const registrants = count === 1 ? '1 registrant has' : `${count} registrants have`;
	return new InputError(
		`${registrants} a date that cannot be read: ${dates.map(quoted).join(', ')}`,
		'They are reported once their dates can be read. Set the language of the webinar to English in the webinar account.',
	);
}
