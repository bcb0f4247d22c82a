import { ownNumber } from '../../service/registrants/identity';
import type { PageReader } from '../../service/registrants/registrants';
import { lastPageOf, type ListExtent, orderOf } from './listExtent';
import { settledExtent, type WatchedList } from './listNews';
import { keyOf } from './rowKey';
import { readWholeList, type WholeList } from './wholeList';

/** Readings of a list that the first poll tries before it takes what they have shown. */
const MAX_READINGS = 4;

/** What the first poll remembers of a list. */
interface FirstList {
	keys: ReadonlySet<number>;
	/** Every id up to this one counts as known; -1 where only the keys do. */
	floor: number;
	extent: ListExtent | null;
}

/**
 * Reads a list so that everybody who is in it now is known afterwards. One that changes meanwhile may hide a row,
 * so it is read until a reading is known to be whole, or shows the same pages as the one before. Rows in the order
 * of their own ids need no second reading: whoever was there has none higher than the newest.
 */
export async function readFirst(list: WatchedList): Promise<FirstList> {
	const keys = new Set<number>();
	let before = '';
	for (let count = 1; ; count++) {
		const whole = await readWholeList(list.readPage);
		for (const row of whole.rows.filter(list.holds)) keys.add(keyOf(row));
		const extent = settledExtent(list, whole);
		const shown = JSON.stringify(whole.pages.map(({ rows }) => rows.map(keyOf)));
		const isSettled = whole.extent !== null || shown === before;
		if (isSettled) return { keys, floor: -1, extent };
		const floor = list.growsByRegistration ? await newestId(list.readPage, whole) : undefined;
		if (floor !== undefined || count === MAX_READINGS) return { keys, floor: floor ?? -1, extent };
		before = shown;
	}
}

/** The highest id of a list of several pages that are counted and in the order of their ids; undefined for any other. */
async function newestId(
	readPage: PageReader,
	{ rows, first, pages }: WholeList,
): Promise<number | undefined> {
	const isCounted = (first.lastPage ?? first.total) !== undefined;
	const order = isCounted && pages.length > 1 ? orderOf(rows, ownNumber) : 'any';
	if (order === 'any') return undefined;
	const ids = rows.flatMap((row) => ownNumber(row) ?? []);
	if (order === 'descending') return ids[0];
	// The newest row, too, may have slipped to a page that was read before.
	const { rows: newest } = await readPage(lastPageOf(await readPage(1)));
	return [...ids, ...newest.flatMap((row) => ownNumber(row) ?? [])].reduce((one, other) =>
		Math.max(one, other),
	);
}
