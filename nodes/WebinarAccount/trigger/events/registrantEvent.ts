import { z } from 'zod/v4';

import { mapConcurrent } from '../../utils/async';
import type { CallParameters } from '../../service/endpoints';
import { InputError } from '../../service/errors';
import { registrationNumber } from '../../service/registrants/identity';
import { pageReader, readPages } from '../../service/registrants/list';
import { sessionStart } from '../../service/registrants/sessionStart';
import { simplified } from '../../service/registrants/simplify';
import type { Registrant } from '../../service/schemas';
import { byKey, readKeys, storeKeys } from '../dedupeKeys';
import { checkpoint, readBaseline, readDelta, type WatchedList } from '../registrantChanges';
import { webinarEvent } from '../triggerEvent';
import type { PollContext, TriggerEvent, WebinarContext } from './event';

const MINUTE_MS = 60_000;

/** An event that happens to each registrant once, as data. */
export interface RegistrantEventRules extends Pick<
	TriggerEvent,
	'value' | 'name' | 'action' | 'description'
> {
	/** The settings that it takes besides `simplify`. With `minutesAfterStart`, it happens when attendance is final. */
	takes: ReadonlyArray<'minutesInRoom' | 'minutesAfterStart'>;
	/** The service's filters for each list to watch. The event happened to everyone in any of the lists. */
	filters: (secondsInRoom: number) => readonly CallParameters[];
	/** Whether only registrations add rows. If the list is in that order, new rows are at one end. */
	appendOnly: boolean;
	/** Whether the event happened to a row; needed because a host may ignore the filters. */
	matches: (row: Registrant, secondsInRoom: number) => boolean;
	/** How long before a session it can happen, in milliseconds. */
	leadMs: number;
	/** Texts when there is no example: what nobody has done yet, e.g. "registered for", and the advice. */
	noExample: Record<'done' | 'webinar' | 'session' | 'all', string>;
}

const registrantState = z.object({
	/** Dedupe keys of the registrants to whom the event happened. */
	known: z.string(),
	/** One per list. */
	checkpoints: z.array(checkpoint.nullable()),
	/** Dedupe keys of the listed registrants whose attendance is not final yet. */
	pending: z.string().optional(),
	/** The first start of their sessions, in milliseconds since 1970. */
	firstPending: z.number().nullish(),
});

/** Creates the event from its data. */
export function registrantEvent(rules: RegistrantEventRules): TriggerEvent {
	const { filters, matches, noExample, leadMs, appendOnly, takes, ...texts } = rules;
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
	/** The start of a row's session; -Infinity for an event that does not wait, NaN if the row does not state it. */
	const startReader = async (context: WebinarContext, isNeeded: boolean) => {
		const zone = isFinalLater && isNeeded ? await context.zone() : undefined;
		// Many rows are of one session, and a date takes a while to read.
		const starts = new Map<string, number>();
		return (row: Registrant) => {
			if (!zone) return -Infinity;
			const key = JSON.stringify([row.event, row.schedule]);
			const start = starts.get(key) ?? sessionStart(row, zone);
			starts.set(key, start);
			return start;
		};
	};

	return webinarEvent({
		...texts,
		takes: [...takes, 'simplify'],
		state: registrantState,
		initial: { known: '', checkpoints: [] },
		leadMs: () => leadMs,
		isDue: ({ firstPending }, context) => isFinal(firstPending ?? NaN, context),
		noExample: ({ schedule, webinarId }) => {
			const watched = schedule === undefined ? 'webinar' : 'session';
			return webinarId === undefined
				? new InputError(`Nobody has ${noExample.done} any of the webinars yet`, noExample.all)
				: new InputError(`Nobody has ${noExample.done} this ${watched} yet`, noExample[watched]);
		},

		async poll(context, state) {
			const known = readKeys(state?.known ?? '');
			const pending = readKeys(state?.pending ?? '');
			const seen = pending.size === 0 ? known : new Set([...known, ...pending]);
			const isOver = isFinal(state?.firstPending ?? NaN, context);
			const lists = listsOf(context);
			const readings = await mapConcurrent(lists, lists.length, (list, index) =>
				state
					? readDelta(list, isOver ? null : (state.checkpoints[index] ?? null), seen)
					: readBaseline(list),
			);
			const rows = new Map(readings.flatMap((reading) => [...reading.rows]));
			const checkpoints = readings.map((reading) => reading.checkpoint);
			const isFull = readings.some((reading) => reading.isFull);
			const added = [...rows].filter(([key]) => !(isFull ? known : seen).has(key));
			const start = await startReader(context, added.length > 0);
			const happened = added.filter(([, row]) => isFinal(start(row), context)).map(([, row]) => row);
			const waiting = added.filter(([, row]) => !isFinal(start(row), context));
			// After a full scan, only those who are still listed wait.
			const keysLeft = new Set([...(isFull ? [] : pending), ...waiting.map(([key]) => key)]);
			const startsLeft = [isFull ? null : state?.firstPending, ...waiting.map(([, row]) => start(row))];
			const decided = new Set([...rows.keys()].filter((key) => !keysLeft.has(key)));
			return {
				events: state ? byRegistration(happened).map(itemOf(context)) : [],
				state: {
					known: state && happened.length === 0 ? state.known : storeKeys(known, decided),
					checkpoints,
					...(isFinalLater && { pending: [...keysLeft].join(' '), firstPending: earliest(startsLeft) }),
				},
			};
		},

		async examples(context) {
			const lists = listsOf(context);
			const rows = (await mapConcurrent(lists, lists.length, readEnds)).flat();
			const start = await startReader(context, rows.length > 0);
			const happened = rows.filter((row) => isFinal(start(row), context));
			return byRegistration(byKey(happened).values()).reverse().map(itemOf(context));
		},
	});
}

/** Whether the attendance of a session is final. @param start milliseconds since 1970; NaN if it is not known */
function isFinal(start: number, { minutesAfterStart, now }: PollContextTimes): boolean {
	return start + minutesAfterStart * MINUTE_MS <= now;
}

type PollContextTimes = Pick<PollContext, 'minutesAfterStart' | 'now'>;

function earliest(starts: ReadonlyArray<number | null | undefined>): number | null {
	const known = starts.filter((start) => typeof start === 'number' && !Number.isNaN(start));
	return known.reduce<number | null>((first, start) => Math.min(first ?? Infinity, start ?? Infinity), null);
}

const itemOf =
	({ simplify }: Pick<PollContext, 'simplify'>) =>
	(row: Registrant): Registrant =>
		simplify ? simplified(row) : row;

/** New rows are on the first page or on the last two pages; the last one may have a single row. */
async function readEnds({ readPage, matches }: WatchedList): Promise<Registrant[]> {
	const first = await readPage(1);
	const { lastPage = 1 } = first;
	const last = await readPages(readPage, Math.max(2, lastPage - 1), lastPage);
	return [first, ...last].flatMap(({ rows }) => rows).filter(matches);
}

function byRegistration(rows: Iterable<Registrant>): Registrant[] {
	const numberOf = (row: Registrant) => registrationNumber(row) ?? 0;
	return [...rows].sort((one, other) => numberOf(one) - numberOf(other));
}
