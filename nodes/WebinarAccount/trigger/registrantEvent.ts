import { FixedOffsetZone, type Zone } from 'luxon';
import { z } from 'zod/v4';

import {
	isOfSchedule,
	pageReader,
	readNewestPages,
	registrantsOf,
	registrationNumber,
} from '../registrants/registrantList';
import { LAST_ZONE, sessionStart, shownRegistrant } from '../registrants/simplify';
import type { CallParameters } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isScalar, quoted, scalarText } from '../utils/values';
import { DAY_MS, MINUTE_MS, momentOf } from '../webinars/dates';
import { type Settings, type WebinarContext, type WebinarEvent, webinarEvent } from './event';
import {
	byKey,
	checkpoint,
	fullScan,
	readBaseline,
	readNewest,
	type Scan,
	type WatchedList,
} from './incrementalScan';
import { readKeys, storeKeys } from './state';

export interface RegistrantEventRules extends Pick<
	WebinarEvent,
	'value' | 'name' | 'description' | 'isAtAnyTime' | 'finalHint'
> {
	/** Beside Simplify, which all take. */
	takes?: WebinarEvent['takes'];
	/** The service's filters for each list to watch. The event happened to everyone in any of the lists. */
	filters: (secondsInRoom: number) => readonly CallParameters[];
	/** Whether only registrations add rows. If the list is in that order, new rows are at one end. */
	appendOnly?: boolean;
	/** Whether the event happened to a row; needed because a host may ignore the filters. */
	matches: (row: Registrant, secondsInRoom: number) => boolean;
	sample: (secondsInRoom: number) => Registrant;
}

/** Of registrants, by their dedupe keys. */
const registrantState = z.object({
	/** To whom the event happened. */
	known: z.string(),
	/** Those listed whose attendance is not final. */
	waiting: z.string(),
	/** The earliest start of their sessions; null if none has a date. */
	nextStart: z.number().nullable(),
	/** Those who were there when the webinar came into sight, while one of their dates cannot be read. */
	undated: z.string(),
	/** One per list; none until the lists were read. */
	checkpoints: z.array(checkpoint.nullable()),
});

type State = z.output<typeof registrantState>;

export function registrantEvent(rules: RegistrantEventRules): WebinarEvent {
	const { filters, matches, sample, appendOnly = false, takes = [], ...texts } = rules;
	const isFinalLater = texts.finalHint !== undefined;

	const listsOf = ({ product, service, webinarId, schedule, minutesInRoom }: WebinarContext): WatchedList[] =>
		filters(minutesInRoom * 60).map((filter) => ({
			readPage: pageReader(service, registrantsOf(product, webinarId, schedule, filter)),
			appendOnly,
			matches: (row) => matches(row, minutesInRoom * 60) && isOfSchedule(row, schedule),
		}));
	const startReader = (zone: Zone | undefined) =>
		isFinalLater ? startsIn(zone ?? LAST_ZONE) : () => -Infinity;

	return webinarEvent(registrantState, {
		...texts,
		takes: [...takes, 'simplify'],
		initial: { known: '', waiting: '', nextStart: null, undated: '', checkpoints: [] },

		async poll(context, before) {
			const scans = await scanLists(listsOf(context), before, context);
			const rows = new Map(scans.flatMap((scan) => [...scan.rows]));
			const known = readKeys(before?.known ?? '');
			// After a full scan, only those who are still listed wait.
			const isFull = scans.some((scan) => scan.isFull);
			const waiting = readKeys(isFull || !before ? '' : before.waiting);
			const added = [...rows].filter(([key]) => !known.has(key) && !waiting.has(key));
			const needsZone = added.length > 0 && (isFinalLater || (context.simplify && before !== undefined));
			const zone = needsZone ? await context.rowZone() : undefined;
			const startOf = startReader(zone);
			const { happened, undated, nextStart, problem } = sortOut(added, waiting, startOf, before, context);
			const isOpen = (key: string) => waiting.has(key) || undated.has(key);
			const decided = new Set([...rows.keys()].filter((key) => !isOpen(key)));
			const earliest = isFull ? nextStart : Math.min(nextStart, before?.nextStart ?? Infinity);
			return {
				events: before ? byRegistration(happened).map(itemOf(context, zone)) : [],
				state: {
					// Keeps its order while nobody is new.
					known: before && added.every(([key]) => isOpen(key)) ? before.known : storeKeys(known, decided),
					waiting: [...waiting].join(' '),
					nextStart: earliest === Infinity ? null : earliest,
					undated: [...undated].join(' '),
					// The next poll reads everything to find the unreadable rows again.
					checkpoints: scans.map((scan) => (problem ? null : scan.checkpoint)),
				},
				problem,
			};
		},

		async examples(context) {
			const lists = listsOf(context);
			const newest = await mapConcurrent(lists, lists.length, async ({ readPage, matches: isMeant }) =>
				(await readNewestPages(readPage)).filter(isMeant),
			);
			const rows = newest.flat();
			const needsZone = rows.length > 0 && (isFinalLater || context.simplify);
			const zone = needsZone ? await context.rowZone() : undefined;
			const startOf = startReader(zone);
			const happened = rows.filter((row) => isFinal(startOf(row) ?? NaN, context));
			return byRegistration(byKey(happened).values()).reverse().map(itemOf(context, zone));
		},

		sample: (settings) => itemOf(settings, FixedOffsetZone.utcInstance)(sample(settings.minutesInRoom * 60)),
	});
}

async function scanLists(
	lists: readonly WatchedList[],
	before: State | undefined,
	context: WebinarContext,
): Promise<Scan[]> {
	const known = new Set([...readKeys(before?.known ?? ''), ...readKeys(before?.waiting ?? '')]);
	const isDue = isFinal(before?.nextStart ?? NaN, context);
	return await mapConcurrent(lists, lists.length, async (list, index) => {
		if (!before || isFirstSight(before)) return await readBaseline(list);
		const last = isDue ? null : before.checkpoints[index];
		return (last && (await readNewest(list, last, known))) ?? (await fullScan(list));
	});
}

/** Whether the webinar came into sight after the trigger's first poll, and is read for the first time. */
function isFirstSight({ checkpoints }: State): boolean {
	return checkpoints.length === 0;
}

/**
 * In a webinar that came into sight after the trigger's first poll, those who are there already count only if they signed
 * up after it, give or take a day, because the zone of the date is not stated.
 * @param waiting dedupe keys of those whose attendance is not final: gets more
 */
function sortOut(
	added: ReadonlyArray<readonly [key: string, row: Registrant]>,
	waiting: Set<string>,
	startOf: ReturnType<typeof startsIn>,
	before: State | undefined,
	context: WebinarContext,
) {
	const happened: Registrant[] = [];
	const undated = new Set<string>();
	let nextStart = Infinity;
	let problem: InputError | undefined;
	const wereUndated = readKeys(before?.undated ?? '');
	for (const [key, row] of added) {
		const start = startOf(row);
		if (start !== undefined && !isFinal(start, context)) {
			waiting.add(key);
			if (start < nextStart) nextStart = start;
			continue;
		}
		const wasThere = (before && isFirstSight(before)) || wereUndated.has(key);
		const signedUp = wasThere ? momentOf(row.signup_date, FixedOffsetZone.utcInstance) : Infinity;
		if (start === undefined || signedUp === undefined) {
			(wasThere ? undated : waiting).add(key);
			problem ??=
				start === undefined
					? unreadable("The date of a registrant's session", dateText(row))
					: unreadable('The sign-up date of a registrant', row.signup_date);
		} else if (signedUp >= context.startedAt - DAY_MS) happened.push(row);
	}
	return { happened, undated, nextStart, problem };
}

/** Whether the attendance of a session is final. @param start NaN for never */
function isFinal(start: number, { minutesAfterStart, now }: WebinarContext): boolean {
	return start + minutesAfterStart * MINUTE_MS <= now;
}

/** NaN if a row has no date, undefined if its date cannot be read. Many rows are of one session, and reading takes time. */
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
		.find((text) => /\p{Nd}{4}|\p{Nd}\P{Nd}+\p{Nd}+\P{Nd}+\p{Nd}/u.test(text));
}

function unreadable(date: string, value: unknown): InputError {
	return new InputError(
		`${date} cannot be read: ${quoted(scalarText(value))}`,
		'Set the language of the webinar to English in the webinar account, or report this form of a date to the authors of the package. Nobody is lost: such registrants are reported once their dates can be read, and all others are reported as usual.',
	);
}

const itemOf =
	({ simplify }: Pick<Settings, 'simplify'>, zone: Zone | undefined) =>
	(row: Registrant): Registrant =>
		shownRegistrant(row, simplify, zone);

function byRegistration(rows: Iterable<Registrant>): Registrant[] {
	return [...rows].sort((one, other) => (registrationNumber(one) ?? 0) - (registrationNumber(other) ?? 0));
}
