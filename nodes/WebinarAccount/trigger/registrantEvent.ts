import { FixedOffsetZone, type Zone } from 'luxon';

import { isOfSchedule, pageReader, readNewestPages, registrantsOf } from '../registrants/registrantList';
import { toRegistrantOutput } from '../registrants/registrantOutput';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { quoted, scalarText } from '../utils/values';
import { type AttendanceEnd, attendanceEnd, attendanceEndWithReplay } from './attendanceEnd';
import { byRegistration, classify } from './classify';
import type { EventOptions, WebinarContext, WebinarEvent } from './event';
import { dedupeKey, scan, type WatchedList } from './scan';
import { readRegistrantMemory, storeRegistrantMemory } from './store';
import { findUnknownSchedule } from './findUnknownSchedule';

export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'description' | 'isAtAnyTime' | 'finalHint'
> {
	/** Besides Simplify, which every event of registrants has. */
	takes?: WebinarEvent['takes'];
	/** The service's filters, one set for each list to read. Each registrant with the event is in one of the lists. */
	filters: (options: EventOptions) => readonly CallParameters[];
	/** Whether only registrations add rows to its lists. */
	appendOnly?: boolean;
	/** Whether the event happened to a row, as far as the row tells. */
	matches: (row: Registrant, options: EventOptions) => boolean;
	/** Whether an event that waits also waits a day after the visit of the replay. */
	waitsForReplay?: boolean;
	sample: (options: EventOptions) => Registrant;
}

/** Makes the event of its rules: reads the lists, classifies the rows, and returns new ones as items. */
export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const {
		filters,
		matches,
		sample,
		appendOnly = false,
		waitsForReplay = false,
		takes = [],
		...texts
	} = rules;
	const isFinalLater = texts.finalHint !== undefined;

	function watchedLists(context: WebinarContext): WatchedList[] {
		const { product, schedule, service, webinarId } = context;
		return filters(context).map((filter) => ({
			readPage: pageReader(service, registrantsOf(product, webinarId, schedule, filter)),
			appendOnly,
			matches: (row) => matches(row, context) && isOfSchedule(row, schedule),
		}));
	}

	function endOfAttendance({ minutesAfterStart }: EventOptions, zone: Zone | undefined): AttendanceEnd {
		if (!isFinalLater) return () => -Infinity;
		return waitsForReplay
			? attendanceEndWithReplay(zone, minutesAfterStart)
			: attendanceEnd(zone, minutesAfterStart);
	}

	return {
		...texts,
		watches: 'webinars',
		takes: [...takes, 'simplify'],

		async read(context, stored) {
			const { now, isFirstPoll, simplify, minutesAfterStart, minimumMinutes } = context;
			const before = readRegistrantMemory(stored);
			const options = JSON.stringify([minutesAfterStart, minimumMinutes]);
			const { rows, isFull, checkpoints } = await scan(watchedLists(context), before, options, now);
			const hasUnknown = [...rows.keys()].some((key) => !before?.known.has(key));
			// Costs a request.
			const needsZone = hasUnknown && (isFinalLater || (simplify && !isFirstPoll));
			const zone = needsZone ? await context.rowZone() : undefined;
			const end = endOfAttendance(context, zone);
			const { happened, seen, unreadable, ...memory } = classify(rows, isFull, before, end, context);
			if (unreadable[0]) context.warn(unreadableDate(unreadable[0], unreadable.length), context.webinarId);
			const problem = isFull && rows.size === 0 ? await findUnknownSchedule(context) : undefined;
			if (problem) context.warn(problem, context.webinarId);
			const fullScanAt = isFull ? now : (before?.fullScanAt ?? now);
			return {
				events: happened.map((row) => toRegistrantOutput(row, simplify, zone)),
				state: storeRegistrantMemory({ ...memory, checkpoints, fullScanAt, options }, seen),
			};
		},

		async examples(context) {
			const lists = watchedLists(context);
			const pages = await mapConcurrent(lists, lists.length, async ({ readPage, matches: isMeant }) =>
				(await readNewestPages(readPage)).filter(isMeant),
			);
			const rows = new Map(pages.flat().map((row) => [dedupeKey(row), row]));
			const needsZone = rows.size > 0 && (isFinalLater || context.simplify);
			const zone = needsZone ? await context.rowZone() : undefined;
			const end = endOfAttendance(context, zone);
			const happened = [...rows.values()].filter((row) => (end(row) ?? Infinity) <= context.now);
			return byRegistration(happened)
				.reverse()
				.map((row) => toRegistrantOutput(row, context.simplify, zone));
		},

		sample: (options) => toRegistrantOutput(sample(options), options.simplify, FixedOffsetZone.utcInstance),
	};
}

function unreadableDate(row: Registrant, count: number): InputError {
	const dates = [row.event, row.schedule, row.signup_date, row.date_replay].map(scalarText).filter(Boolean);
	return new InputError(
		`${count === 1 ? '1 registrant has' : `${count} registrants have`} a date that cannot be read: ${dates.map(quoted).join(', ')}`,
		'They are reported once their dates can be read. Set the language of the webinar to English in the webinar account.',
	);
}
