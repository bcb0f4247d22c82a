import { z } from 'zod/v4';

import { mapConcurrent } from '../../utils/mapConcurrent';
import { registrationNumber } from '../../service/registrants/identity';
import type { Registrant } from '../../service/registrants/schema';
import { readFirst } from './firstReading';
import { KnownIds, storedIds } from './knownIds';
import { listExtent } from './listExtent';
import { readNews, type WatchedList } from './listNews';
import { keyOf } from './rowKey';
import type { PollResult } from './triggerEvent';

export const registrantMemory = z.object({
	known: storedIds,
	/** One for each list, in their order. */
	extents: z.array(listExtent.nullable()),
});

type RegistrantMemory = z.output<typeof registrantMemory>;

/**
 * Looks for rows that are new in any of the lists; a row of several lists is one event. Nothing is forgotten because
 * a reading did not show it: rows move between pages while these are read.
 * @param memory undefined at the first poll, which remembers all rows and reports none
 * @param now milliseconds since 1970
 * @throws whatever the reading of a page throws
 */
export async function pollRegistrants(
	memory: RegistrantMemory | undefined,
	lists: ReadonlyArray<WatchedList>,
	now: number,
): Promise<PollResult<RegistrantMemory>> {
	if (!memory) return { events: [], memory: await firstMemory(lists) };
	const known = KnownIds.read(memory.known);
	const isKnown = (row: Registrant) => known.has(keyOf(row));
	const news = await mapConcurrent(lists, lists.length, (list, place) =>
		readNews({ ...list, isKnown }, memory.extents[place] ?? null, now),
	);
	const rows = new Map(news.flatMap((list) => list.rows).map((row) => [keyOf(row), row]));
	return {
		events: inOrderOfRegistration(rows.values()),
		memory: {
			known: rows.size === 0 ? memory.known : known.with(rows.keys()).store(),
			extents: news.map(({ extent }) => extent),
		},
	};
}

async function firstMemory(lists: ReadonlyArray<WatchedList>): Promise<RegistrantMemory> {
	const read = await mapConcurrent(lists, lists.length, readFirst);
	const keys = read.flatMap((list) => [...list.keys]);
	const floor = Math.max(...read.map((list) => list.floor));
	return {
		known: KnownIds.none.with(keys).upTo(floor).store(),
		extents: read.map(({ extent }) => extent),
	};
}

/** Ids are given in the order of registration. */
export function inOrderOfRegistration(rows: Iterable<Registrant>): Registrant[] {
	const numberOf = (row: Registrant) => registrationNumber(row) ?? 0;
	return [...rows].sort((one, other) => numberOf(one) - numberOf(other));
}
