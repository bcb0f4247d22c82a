import { z } from 'zod/v4';

import { inOrder } from '../service/inOrder';
import type { Registrant } from '../service/registrantsSchema';
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
	lists: ReadonlyArray<Omit<WatchedList, 'isKnown'>>,
	now: number,
): Promise<PollResult<RegistrantMemory>> {
	const known = memory ? KnownIds.read(memory.known) : KnownIds.none;
	const isKnown = (row: Registrant) => known.has(keyOf(row));
	const news = await inOrder(lists, lists.length, (list, place) =>
		readNews({ ...list, isKnown }, memory?.extents[place] ?? null, now),
	);
	const rows = new Map(news.flatMap((list) => list.rows).map((row) => [keyOf(row), row]));
	return {
		events: memory ? inOrderOfKeys(rows) : [],
		memory: {
			known: rows.size === 0 && memory ? memory.known : known.with(rows.keys()).store(),
			extents: news.map(({ extent }) => extent),
		},
	};
}

/** Ids are given in the order of registration. */
export function inOrderOfKeys(rows: ReadonlyMap<number, Registrant>): Registrant[] {
	return [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
}
