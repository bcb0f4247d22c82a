import { FixedOffsetZone, type Zone } from 'luxon';
import { z } from 'zod/v4';

import { pageReader, registrationNumber } from '../registrants/pages';
import { sessionStart, shownRegistrant } from '../registrants/simplify';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isScalar, quoted } from '../utils/values';
import { EST, MINUTE_MS } from '../webinars/dates';
import { type Settings, type WebinarContext, type WebinarEvent, webinarEvent } from './event';
import {
	byKey,
	checkpoint,
	fullScan,
	readBaseline,
	readEnds,
	readNewest,
	type Scan,
	type WatchedList,
} from './rows';
import { readKeys, storeKeys } from './state';

/** An event that happens to each registrant once, as data. */
export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'description' | 'isAtAnyTime'
> {
	/** The settings that it takes besides `simplify`. With `minutesAfterStart`, it happens when attendance is final. */
	takes: ReadonlyArray<'minutesInRoom' | 'minutesAfterStart'>;
	/** The service's filters for each list to watch. The event happened to everyone in any of the lists. */
	filters: (secondsInRoom: number) => readonly CallParameters[];
	/** Whether only registrations add rows. If the list is in that order, new rows are at one end. */
	appendOnly: boolean;
	/** Whether the event happened to a row; needed because a host may ignore the filters. */
	matches: (row: Registrant, secondsInRoom: number) => boolean;
	/** An invented row to which it has happened. */
	sample: (secondsInRoom: number) => Registrant;
}

const registrantState = z.object({
	/** Dedupe keys of the registrants to whom the event happened. */
	known: z.string(),
	/** Dedupe keys of the listed registrants whose attendance is not final. */
	waiting: z.string(),
	/** The earliest start of their sessions, in milliseconds since 1970; null if none has a date. */
	nextStart: z.number().nullable(),
	/** One per list. */
	checkpoints: z.array(checkpoint.nullable()),
});

type State = z.output<typeof registrantState>;

/** Creates the event from its data. */
export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const { filters, matches, sample, appendOnly, takes, ...texts } = rules;
	const isFinalLater = takes.includes('minutesAfterStart');

	const listsOf = (context: WebinarContext): WatchedList[] => {
		const { product, service, webinarId, schedule, minutesInRoom } = context;
		const seconds = minutesInRoom * 60;
		const session = schedule !== undefined && { schedule_id: String(schedule) };
		return filters(seconds).map((filter) => {
			const parameters = { webinar_id: webinarId, ...session, ...filter };
			return {
				readPage: pageReader(service, { product, parameters }),
				appendOnly,
				matches: (row) =>
					matches(row, seconds) && (schedule === undefined || (row.schedule_id ?? schedule) === schedule),
			};
		});
	};
	const startReader = (zone: Zone | undefined) => (isFinalLater ? startsIn(zone ?? EST) : () => -Infinity);

	return webinarEvent<State>({
		...texts,
		takes: [...takes, 'simplify'],
		state: registrantState,
		initial: { known: '', waiting: '', nextStart: null, checkpoints: [] },

		async poll(context, before) {
			const { scans, state } = await scanLists(listsOf(context), before, context);
			const isFull = scans.some((scan) => scan.isFull);
			const rows = new Map(scans.flatMap((scan) => [...scan.rows]));

			const known = readKeys(state?.known ?? '');
			// After a full scan, only those who are still listed wait.
			const waiting = readKeys(isFull || !state ? '' : state.waiting);
			let nextStart = isFull ? Infinity : (state?.nextStart ?? Infinity);
			const added = [...rows].filter(([key]) => !known.has(key) && !waiting.has(key));
			const needsZone = added.length > 0 && (isFinalLater || (context.simplify && state !== undefined));
			const zone = needsZone ? await context.statedZone() : undefined;
			const startOf = startReader(zone);
			const happened: Registrant[] = [];
			const unreadable: Registrant[] = [];
			for (const [key, row] of added) {
				const start = startOf(row);
				if (start !== undefined && isFinal(start, context)) {
					happened.push(row);
					continue;
				}
				waiting.add(key);
				if (start === undefined) unreadable.push(row);
				else if (start < nextStart) nextStart = start;
			}
			const decided = new Set([...rows.keys()].filter((key) => !waiting.has(key)));
			return {
				events: state ? byRegistration(happened).map(itemOf(context, zone)) : [],
				state: {
					known: state && happened.length === 0 ? state.known : storeKeys(known, decided),
					waiting: [...waiting].join(' '),
					nextStart: nextStart === Infinity ? null : nextStart,
					// The next poll reads everything to find the unreadable rows again.
					checkpoints: scans.map((scan) => (unreadable.length > 0 ? null : scan.checkpoint)),
				},
				problem: unreadable[0] && unreadableDate(unreadable[0]),
			};
		},

		async examples(context) {
			const lists = listsOf(context);
			const rows = (await mapConcurrent(lists, lists.length, readEnds)).flat();
			const needsZone = rows.length > 0 && (isFinalLater || context.simplify);
			const zone = needsZone ? await context.statedZone() : undefined;
			const startOf = startReader(zone);
			const happened = rows.filter((row) => isFinal(startOf(row) ?? NaN, context));
			return byRegistration(byKey(happened).values()).reverse().map(itemOf(context, zone));
		},

		sample(settings) {
			return itemOf(settings, FixedOffsetZone.utcInstance)(sample(settings.minutesInRoom * 60));
		},
	});
}

/** @returns also the state that is still the lists' own: undefined if nothing that was known is listed any more */
async function scanLists(
	lists: readonly WatchedList[],
	before: State | undefined,
	context: WebinarContext,
): Promise<{ scans: Scan[]; state: State | undefined }> {
	const readAll = async () => await mapConcurrent(lists, lists.length, readBaseline);
	if (!before) return { scans: await readAll(), state: undefined };
	const known = new Set([...readKeys(before.known), ...readKeys(before.waiting)]);
	const isAnotherAccount = (scans: readonly Scan[]) => {
		const keys = scans.flatMap(({ rows }) => [...rows.keys()]);
		const isFull = scans.some((scan) => scan.isFull);
		return isFull && known.size > 0 && keys.length > 0 && !keys.some((key) => known.has(key));
	};
	const isDue = isFinal(before.nextStart ?? NaN, context);
	const scans = await mapConcurrent(lists, lists.length, async (list, index) => {
		const since = isDue ? undefined : before.checkpoints[index];
		return (since && (await readNewest(list, since, known))) ?? (await fullScan(list));
	});
	if (!context.mayBeOther || !isAnotherAccount(scans)) return { scans, state: before };
	// Read again, because a scan during which rows move may miss those that are known.
	const again = await readAll();
	return { scans: again, state: isAnotherAccount(again) ? undefined : before };
}

/** Whether the attendance of a session is final. @param start milliseconds since 1970; NaN for never */
function isFinal(
	start: number,
	{ minutesAfterStart, now }: Pick<WebinarContext, 'minutesAfterStart' | 'now'>,
): boolean {
	return start + minutesAfterStart * MINUTE_MS <= now;
}

/**
 * Reads the start of a row's session in milliseconds since 1970: NaN if it has no date, undefined if its date cannot be
 * read. Many rows are of one session, and a date takes a while to read.
 */
function startsIn(zone: Zone): (row: Registrant) => number | undefined {
	const starts = new Map<string, number | undefined>();
	return (row) => {
		const key = JSON.stringify([row.event, row.schedule]);
		if (!starts.has(key))
			starts.set(key, sessionStart(row, zone) ?? (dateText(row) === undefined ? NaN : undefined));
		return starts.get(key);
	};
}

/** What looks like a date: unlike "Every day, 01:00 PM", it has a year, or three numbers. */
function dateText({ event, schedule }: Registrant): string | undefined {
	return [event, schedule]
		.flatMap((value) => (isScalar(value) ? String(value) : []))
		.find((text) => /\d{4}|\d\D+\d+\D+\d/.test(text));
}

function unreadableDate(row: Registrant): InputError {
	return new InputError(
		`The date of a registrant's session cannot be read: ${quoted(dateText(row))}`,
		'Set the language of the webinar to English in the webinar account, or report this form of a date to the authors of the package. Nobody is lost: such registrants are reported once their dates can be read, and all others are reported as usual.',
	);
}

const itemOf =
	({ simplify }: Pick<Settings, 'simplify'>, zone: Zone | undefined) =>
	(row: Registrant): Registrant =>
		shownRegistrant(row, simplify, zone);

function byRegistration(rows: Iterable<Registrant>): Registrant[] {
	const numberOf = (row: Registrant) => registrationNumber(row) ?? 0;
	return [...rows].sort((one, other) => numberOf(one) - numberOf(other));
}
