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

/** Minimum time in milliseconds from the check of one page to the check of the next. It bounds the requests for long lists. */
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
 * @returns `rows`: the rows that were read, with those that are new or due, unless the service omitted some; `lists`: what to
 * store about the lists, null for one of which rows may be missing; `areSortedById`: whether pages from one end of each list
 * were sorted by ID and contained all new rows
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
 * Reads the newest rows of a list, and checks other pages in turn. If nothing has changed, this takes one request, and one
 * for each page to check.
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
	let end = await readOnce(before.page);
	const dueKeys = [...memory.decisions].flatMap(([key, { dueAt = Infinity }]) => (dueAt <= now ? [key] : []));
	const hasGrown = (end.total ?? 0) > before.total;
	const hasNewRows = hasGrown || end.rows.some((row) => !isKnown(dedupeKey(row), memory));
	const mustSearch = dueKeys.length > 0 || hasNewRows;
	if (mustSearch) {
		// New rows may have added pages at the end.
		if (before.newest === 'last') end = await readOnce(end.lastPage);
		const list = { readPage: readOnce, maxPages };
		if (!(await findFromEnd(list, end, before, dueKeys, memory))) return undefined;
	}

	const { lastPage, total = 0 } = end;
	const { numbers, checkedAt } = pagesToCheck(before, lastPage, now);
	await mapConcurrent(numbers, MAX_CONCURRENT, readOnce);
	return {
		rows: [...pages.values()].flatMap(({ rows }) => rows),
		memory: {
			// Rows that were added after this page was read are found in the next poll.
			total,
			newest: before.newest,
			page: before.newest === 'first' ? 1 : lastPage,
			checkedPage: numbers.at(-1) ?? before.checkedPage,
			checkedAt,
		},
		// Only the search compares the order of the rows.
		isSortedById: mustSearch,
	};
}

/**
 * Reads pages from the newest end inward until all new rows and all due rows were found. New rows were found when there are
 * as many as the list has grown, with a known row after them. The number alone is not enough, because a row may have been
 * removed. The known row alone is not enough, because a late confirmation adds a row far from the end. `readPage` collects the
 * rows that it reads.
 * @param end the page at the newest end of the list
 * @param before what the last poll knew about the list
 * @param dueKeys the dedupe keys of the registrants who are due
 * @returns whether they were found. Otherwise, only the whole list shows all of them.
 */
async function findFromEnd(
	{ readPage, maxPages }: WatchedList,
	end: RegistrantsPage,
	before: ListMemory,
	dueKeys: readonly DedupeKey[],
	memory: RegistrantMemory,
): Promise<boolean> {
	const isNewestFirst = before.newest === 'first';
	const { lastPage, total: totalAtEnd = 0 } = end;
	const growth = totalAtEnd - before.total;
	/** The dedupe keys of the rows that were read, the newest row first. */
	const keys = new Set<DedupeKey>();
	for (let pagesRead = 1; pagesRead <= Math.min(maxPages, lastPage); pagesRead++) {
		const { rows, total = 0 } = await readPage(isNewestFirst ? pagesRead : lastPage + 1 - pagesRead);
		// A row that was removed meanwhile moves others to a page that was read before.
		if (total < totalAtEnd) return false;
		const pageKeys = rows.map(dedupeKey);
		// A row that was added meanwhile moves others to the next page, where their keys are in the set already.
		for (const key of isNewestFirst ? pageKeys : pageKeys.reverse()) keys.add(key);
		const keysRead = [...keys];
		const ids = keysRead.filter((key) => typeof key === 'number');
		// The first ID has no ID before it, so it is compared with itself.
		const isSorted = ids.every((id, index) => id <= (ids[index - 1] ?? id));
		// Only rows that all have an ID, and are sorted by it, show where the older ones are.
		if (!isSorted || ids.length < keysRead.length) return false;
		const newKeys = keysRead.filter((key) => !isKnown(key, memory));
		// If rows were removed and others were added, the growth does not count the new rows.
		if (growth < 0 && newKeys.length > 0) return false;
		const areNewFound = newKeys.length >= growth;
		// The whole list was read.
		if (pagesRead === lastPage) return areNewFound;

		const isOldestKnown = keysRead.at(-1) !== newKeys.at(-1);
		const oldestId = ids.at(-1) ?? Infinity;
		const isReadDownToDue = dueKeys.every((key) => typeof key === 'number' && oldestId <= key);
		// The rows of one page can be sorted by chance, for example if the last page has one row.
		const areDueFound = dueKeys.length === 0 || (isReadDownToDue && pagesRead > 1);
		if (areNewFound && isOldestKnown && areDueFound) return true;
	}
	return false;
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
		newest: isNewestFirst ? 'first' : 'last',
		page: isNewestFirst ? 1 : last.pages.length,
		// The checks begin with the first page.
		checkedPage: 0,
		checkedAt: now,
	};
	return {
		// A row that moved during the second reading can be in the first one.
		rows: [...first.rows.values(), ...rows],
		// Without a memory of the list, the next poll reads it whole again.
		memory: isCountable ? memory : null,
		// The order of the rows was not compared.
		isSortedById: false,
	};
}
