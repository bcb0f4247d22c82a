import { z } from 'zod/v4';

import { mapConcurrent } from '../../utils/async';
import type { CallParameters } from '../../service/endpoints';
import { InputError } from '../../service/errors';
import { registrationNumber } from '../../service/registrants/identity';
import { pageReader, readPages } from '../../service/registrants/list';
import { simplified } from '../../service/registrants/simplify';
import type { Registrant } from '../../service/schemas';
import { dedupeKey, readKeys, storeKeys } from '../dedupeKeys';
import { checkpoint, readBaseline, readDelta, type WatchedList } from '../registrantChanges';
import { type PollContext, type TriggerEvent, triggerEvent } from './event';

interface RegistrantEventRules extends Pick<TriggerEvent, 'value' | 'name' | 'action' | 'description'> {
	/** The service's filters for each list to watch. The event happened to everyone in any of the lists. */
	filters: readonly CallParameters[];
	/** Whether the event happened to a row; needed because a host may ignore the filters. */
	matches: (row: Registrant) => boolean;
	/** Texts when there is no example: what nobody has done yet, e.g. "registered for", and the advice. */
	noExample: Record<'done' | 'webinar' | 'session', string>;
}

const registrantState = z.object({
	/** Dedupe keys of the registrants to whom the event happened. */
	known: z.string(),
	/** One per list. */
	checkpoints: z.array(checkpoint.nullable()),
});

/** An event that happens to each registrant once. */
export function registrantEvent({
	filters,
	matches,
	noExample,
	...texts
}: RegistrantEventRules): TriggerEvent {
	const listsOf = ({ product, service, webinarId, schedule }: PollContext): WatchedList[] =>
		filters.map((filter) => {
			const session = schedule !== undefined && { schedule_id: String(schedule) };
			const parameters = { webinar_id: webinarId, ...session, ...filter };
			return {
				readPage: pageReader(service, { product, parameters }),
				appendOnly: Object.keys(filter).length === 0,
				matches: (row) =>
					matches(row) && (schedule === undefined || (row.schedule_id ?? schedule) === schedule),
			};
		});

	return triggerEvent({
		...texts,
		watches: 'webinar',
		hasRegistrants: true,
		state: registrantState,
		noExample: ({ schedule }) => {
			const watched = schedule === undefined ? 'webinar' : 'session';
			return new InputError(`Nobody has ${noExample.done} this ${watched} yet`, noExample[watched]);
		},

		async poll(context, state) {
			const known = readKeys(state?.known ?? '');
			const readings = await mapConcurrent(listsOf(context), filters.length, (list, index) =>
				state ? readDelta(list, state.checkpoints[index] ?? null, known) : readBaseline(list),
			);
			const seen = distinct(readings.flatMap(({ rows }) => rows));
			const added = [...seen].filter(([key]) => !known.has(key)).map(([, row]) => row);
			const keys = state && added.length === 0 ? state.known : storeKeys(known, new Set(seen.keys()));
			return {
				events: state ? byRegistration(added).map(itemOf(context)) : [],
				state: { known: keys, checkpoints: readings.map((reading) => reading.checkpoint) },
			};
		},

		async examples(context) {
			const rows = await mapConcurrent(listsOf(context), filters.length, readEnds);
			return byRegistration(distinct(rows.flat()).values()).reverse().map(itemOf(context));
		},
	});
}

const itemOf =
	({ simplify }: PollContext) =>
	(row: Registrant) =>
		simplify ? simplified(row) : row;

/** New rows are on the first page or on the last two pages; the last one may have a single row. */
async function readEnds({ readPage, matches }: WatchedList): Promise<Registrant[]> {
	const first = await readPage(1);
	const { lastPage = 1 } = first;
	const last = await readPages(readPage, Math.max(2, lastPage - 1), lastPage);
	return [first, ...last].flatMap(({ rows }) => rows).filter(matches);
}

function distinct(rows: readonly Registrant[]): Map<string, Registrant> {
	return new Map(rows.map((row) => [dedupeKey(row), row]));
}

function byRegistration(rows: Iterable<Registrant>): Registrant[] {
	const numberOf = (row: Registrant) => registrationNumber(row) ?? 0;
	return [...rows].sort((one, other) => numberOf(one) - numberOf(other));
}
