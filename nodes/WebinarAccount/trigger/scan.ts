import { compareByRegistration, type PageReader, readPages } from '../registrants/registrantList';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { MAX_CONCURRENT, mapConcurrent } from '../utils/async';
import { HOUR_MS } from '../webinars/dates';
import {
	type DedupeKey,
	dedupeKey,
	isKnown,
	type ListMemory,
	type RegistrantMemory,
} from './registrantMemory';

// Reads a webinar's registrant lists with as few requests as possible. If a list has not grown, a poll reads the page
// with the newest rows. Otherwise, the poll also reads the pages next to it until it has found all new rows. Only if this
// fails, the poll reads the whole list. Each poll also checks a few other pages in turn, which shows changes that leave
// the number of rows as it was, such as a refund and a purchase between two polls.

/** Time in milliseconds of one round, in which each page of a list is checked once. */
const ROUND_MS = 6 * HOUR_MS;

/**
 * Minimum time in milliseconds from the check of one page to the check of the next. It bounds the requests for long
 * lists.
 */
const MIN_CHECK_INTERVAL_MS = 30_000;

/** A registrant list, filtered by the service, in which the trigger looks for an event. */
export interface WatchedList {
	readPage: PageReader;
	/** Maximum number of pages to read from the newest end before the whole list is read. */
	maxPages: number;
}

/** The result of reading one list. */
interface ListReading {
	rows: readonly Registrant[];
	/** What to store about the list; null if rows may be missing, so that the next poll must read the whole list. */
	memory: ListMemory | null;
	/** Whether pages from one end of the list were sorted by ID and contained all new rows. */
	isSortedById: boolean;
}

/**
 * Reads a webinar's registrant lists.
 * @param now milliseconds since 1970
 * @returns
 * - `rows`: the rows that were read. They include all new rows and all due rows, unless the service omitted some.
 * - `lists`: what to store about each list; null for a list that the next poll must read whole, because rows may be
 *   missing.
 * - `areSortedById`: whether pages from one end of each list were sorted by ID and contained all new rows.
 */
export async function scan(lists: readonly WatchedList[], memory: RegistrantMemory, now: number) {
	const readings = await mapConcurrent(lists, lists.length, async (list, index) => {
		const before = memory.lists[index];
		const newest = before ? await readNewest(list, before, memory, now) : undefined;
		return newest ?? (await readWhole(list, now));
	});
	const rows = readings.flatMap((reading) => reading.rows);
	return {
		rows: new Map(rows.map((row) => [dedupeKey(row), row])),
		lists: readings.map((reading) => reading.memory),
		areSortedById: readings.every(({ isSortedById }) => isSortedById),
	};
}

/**
 * Reads the newest rows of a list, which are on its first or its last page, and checks other pages in turn. If nothing
 * has changed, this takes one request, and one for each page to check. If the service no longer reports the total, the
 * list counts as empty, and a new row makes the poll read the whole list.
 * @returns undefined if the newest pages do not show all changes, so that the whole list must be read
 */
async function readNewest(
	{ readPage, maxPages }: WatchedList,
	before: ListMemory,
	memory: RegistrantMemory,
	now: number,
): Promise<ListReading | undefined> {
	const pages = new Map<number, RegistrantsPage>();
	const readOnce: PageReader = async (number) => {
		const page = pages.get(number) ?? (await readPage(number));
		pages.set(number, page);
		return page;
	};
	let newest = await readOnce(before.newestPage);
	const hasGrown = (newest.total ?? 0) > before.total;
	const hasNewRows = hasGrown || newest.rows.some((row) => !isKnown(dedupeKey(row), memory));
	const dueKeys = [...memory.decisions].flatMap(([key, { dueAt = Infinity }]) => (dueAt <= now ? [key] : []));
	const mustSearch = hasNewRows || dueKeys.length > 0;
	if (mustSearch) {
		// New rows may have added pages after this one.
		if (before.newestOn === 'lastPage') newest = await readOnce(newest.lastPage);
		const list = { readPage: readOnce, maxPages };
		const areAllFound = await findAllFromNewest(list, newest, before, dueKeys, memory);
		if (!areAllFound) return undefined;
	}

	const { lastPage, total = 0 } = newest;
	const { numbers, checkedAt } = pagesToCheck(before, lastPage, now);
	await mapConcurrent(numbers, MAX_CONCURRENT, readOnce);
	return {
		rows: [...pages.values()].flatMap(({ rows }) => rows),
		memory: {
			// Rows that were added after this page was read are found in the next poll.
			total,
			newestOn: before.newestOn,
			newestPage: before.newestOn === 'firstPage' ? 1 : lastPage,
			checkedPage: numbers.at(-1) ?? before.checkedPage,
			checkedAt,
		},
		// Only the search compares the order of the rows.
		isSortedById: mustSearch,
	};
}

/**
 * Reads pages from the newest one on, toward older rows, until all new rows and all due rows were found. New rows were
 * found when there are as many as the list has grown, with a known row after them. The number alone is not enough,
 * because a row may have been removed. The known row alone is not enough, because a late confirmation adds a row far
 * from the newest page. If both happened, the search may miss the late row, which a later poll finds when it checks the
 * page in turn. `readPage` collects the rows that it reads.
 * @param newest the page with the newest rows
 * @param before what the last poll knew about the list
 * @param dueKeys the dedupe keys of the registrants who are due
 * @returns whether they were found. Otherwise, only the whole list shows all of them.
 */
async function findAllFromNewest(
	{ readPage, maxPages }: WatchedList,
	newest: RegistrantsPage,
	before: ListMemory,
	dueKeys: readonly DedupeKey[],
	memory: RegistrantMemory,
): Promise<boolean> {
	const isNewestFirst = before.newestOn === 'firstPage';
	const { lastPage, total: newestTotal = 0 } = newest;
	const growth = newestTotal - before.total;
	/** The dedupe keys of the rows that were read, the newest row first. */
	const keys = new Set<DedupeKey>();
	for (let pagesRead = 1; pagesRead <= maxPages; pagesRead++) {
		const { rows, total = 0 } = await readPage(isNewestFirst ? pagesRead : lastPage + 1 - pagesRead);
		// A row that was removed meanwhile moves others to a page that was read before.
		if (total < newestTotal) return false;
		const pageKeys = rows.map(dedupeKey);
		// A row that was added meanwhile moves others to the next page, where their keys are in the set already.
		for (const key of isNewestFirst ? pageKeys : pageKeys.reverse()) keys.add(key);
		const ids = [...keys];
		// Only rows that all have an ID, and are sorted by it, show where the older ones are.
		if (!areFallingIds(ids)) return false;

		const newIds = ids.filter((id) => !isKnown(id, memory));
		// If the list has shrunk, its growth does not show how many rows are new.
		if (growth < 0 && newIds.length > 0) return false;
		const areNewFound = newIds.length >= growth;
		// The whole list was read.
		if (pagesRead === lastPage) return areNewFound;
		const oldestId = ids.at(-1) ?? Infinity;
		const isReadDownToDue = dueKeys.every((key) => typeof key === 'number' && oldestId <= key);
		// The rows of one page can be sorted by chance, for example if the last page has one row.
		const areDueFound = dueKeys.length === 0 || (isReadDownToDue && pagesRead > 1);
		if (areNewFound && isKnown(oldestId, memory) && areDueFound) return true;
	}
	return false;
}

/** Whether dedupe keys are IDs, each of them lower than the one before it. */
function areFallingIds(keys: readonly DedupeKey[]): keys is number[] {
	const ids = keys.filter((key) => typeof key === 'number');
	return ids.length === keys.length && ids.every((id, index) => id < (ids[index - 1] ?? Infinity));
}

/** Returns the numbers of the pages to check in this poll, and when the last of them was due. */
function pagesToCheck(
	{ checkedPage, checkedAt }: ListMemory,
	lastPage: number,
	now: number,
): { numbers: number[]; checkedAt: number } {
	const intervalMs = Math.max(ROUND_MS / lastPage, MIN_CHECK_INTERVAL_MS);
	const elapsedMs = now - checkedAt;
	const count = Math.min(lastPage, Math.floor(elapsedMs / intervalMs));
	return {
		// After the last page, the checks go on with the first.
		numbers: Array.from({ length: count }, (_, index) => ((checkedPage + index) % lastPage) + 1),
		checkedAt: now - (elapsedMs % intervalMs),
	};
}

/**
 * Reads all pages of a list, and reads them once more if rows may be missing. Rows that are added meanwhile do not
 * matter, because the next poll finds them.
 */
async function readWhole({ readPage }: WatchedList, now: number): Promise<ListReading> {
	const first = await readPages(readPage);
	const last = first.areRowsMissing ? await readPages(readPage) : first;
	const isCountable = !last.areRowsMissing && last.pages[0]?.total !== undefined;
	const rows = [...last.rows.values()];
	const isNewestFirst = compareByRegistration(rows[0] ?? {}, rows.at(-1) ?? {}) > 0;
	const memory: ListMemory = {
		// Not the service's total, which may include rows that were added to pages after they were read.
		total: rows.length,
		newestOn: isNewestFirst ? 'firstPage' : 'lastPage',
		newestPage: isNewestFirst ? 1 : last.pages.length,
		// The checks begin with the first page.
		checkedPage: 0,
		checkedAt: now,
	};
	// A row that moved during the second reading can be in the first one.
	const rowsOfBoth = new Map([...first.rows, ...last.rows]);
	return {
		rows: [...rowsOfBoth.values()],
		// Without a memory of the list, the next poll reads it whole again.
		memory: isCountable ? memory : null,
		// The order of the rows was not compared.
		isSortedById: false,
	};
}
