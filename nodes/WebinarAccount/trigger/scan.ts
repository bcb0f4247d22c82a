import { compareByRegistration, type FetchPage, fetchRegistrants } from '../registrants/registrantList';
import type { Registrant, RegistrantsPage } from '../service/endpoints';
import { MAX_CONCURRENT, mapConcurrent } from '../utils/async';
import { HOUR_MS } from '../webinars/dates';
import { type DedupeKey, dedupeKey, isDue, isKnown, type ListMemory, type RegistrantMemory } from './state';

// Reads a webinar's registrant lists with as few requests as possible. A poll reads the page with the newest rows. If
// anything is new, it also reads the pages next to it until it has found all new rows. Only if this fails, it reads the
// whole list. Each poll also checks a few other pages in turn, which shows changes such as a refund and a purchase.

/** Time in milliseconds of one round, in which each page of a list is checked once. */
const ROUND_MS = 6 * HOUR_MS;

/**
 * Minimum time in milliseconds from the check of one page to the check of the next. It bounds the requests for long
 * lists.
 */
const MIN_CHECK_INTERVAL_MS = 30_000;

/** A registrant list, filtered by the service, in which the trigger looks for an event. */
export interface WatchedList {
	fetchPage: FetchPage;
	/** Maximum number of pages to read from the newest end before the whole list is read. */
	maxPages: number;
}

/** The result of reading one list. */
interface ListReading {
	rows: readonly Registrant[];
	/** What to store about the list; null if rows may be missing. */
	memory: ListMemory | null;
	/** Whether the newest rows, among them all new ones, were compared and are sorted by ID. */
	areNewestSortedById: boolean;
}

/**
 * Reads a webinar's registrant lists.
 * @param now milliseconds since 1970
 * @returns
 * - `rows`: the rows that were read. They include all new rows and all due rows, unless the service omitted some.
 * - `lists`: what to store about each list; null for a list that the next poll must read whole, because rows may be
 *   missing.
 * - `areNewestSortedById`: whether the newest rows of each list are known to be sorted by ID.
 */
export async function scan(lists: readonly WatchedList[], memory: RegistrantMemory, now: number) {
	const readings = await mapConcurrent(lists, lists.length, async (list, index) => {
		// Each poll has the same lists in the same order.
		const listMemory = memory.lists[index];
		// Undefined for an unknown list, and if the newest pages do not show all changes.
		const newest = listMemory && (await fetchNewest(list, listMemory, memory, now));
		return newest ?? (await fetchWhole(list, now));
	});
	const rows = readings.flatMap((reading) => reading.rows);
	return {
		rows: new Map(rows.map((row) => [dedupeKey(row), row])),
		lists: readings.map((reading) => reading.memory),
		areNewestSortedById: readings.every((reading) => reading.areNewestSortedById),
	};
}

/**
 * Reads the newest rows of a list, which are on its first or its last page, and checks other pages in turn. If nothing
 * has changed, this takes one request, one for each page to check, and one if the list has lost its last page.
 * @returns undefined if the newest pages do not show all changes, so that the whole list must be read
 */
async function fetchNewest(
	{ fetchPage, maxPages }: WatchedList,
	listMemory: ListMemory,
	memory: RegistrantMemory,
	now: number,
): Promise<ListReading | undefined> {
	const pages = new Map<number, RegistrantsPage>();
	/** Reads a page, unless it was read before. All pages that it reads are in the result. */
	const fetchOnce: FetchPage = async (number) => {
		const page = pages.get(number) ?? (await fetchPage(number));
		pages.set(number, page);
		return page;
	};

	const { isNewestFirst } = listMemory;
	const first = await fetchOnce(isNewestFirst ? 1 : listMemory.lastPage);
	// The list may have more or fewer pages than in the last poll.
	const newest = isNewestFirst ? first : await fetchOnce(first.lastPage);
	const { lastPage, total } = newest;
	/** Reads a page, where page 1 is the one with the newest rows. Returns the newest row first. */
	const fetchOnceFromNewest: FetchPage = async (number) => {
		if (isNewestFirst) return await fetchOnce(number);
		const page = await fetchOnce(lastPage + 1 - number);
		return { ...page, rows: [...page.rows].reverse() };
	};

	const growth = total - listMemory.total;
	const hasNewRow = newest.rows.some((row) => !isKnown(dedupeKey(row), memory));
	const dueKeys = [...memory.decisions].flatMap(([key, decision]) => (isDue(decision, now) ? [key] : []));
	const mustSearch = growth > 0 || hasNewRow || dueKeys.length > 0;
	if (mustSearch && !(await findAllFromNewest(fetchOnceFromNewest, maxPages, growth, dueKeys, memory))) {
		return undefined;
	}

	const { numbers, checkedPageDueAt } = pagesToCheck(listMemory, lastPage, now);
	await mapConcurrent(numbers, MAX_CONCURRENT, fetchOnce);
	return {
		rows: [...pages.values()].flatMap(({ rows }) => rows),
		memory: {
			// Rows that were added after this page was read are found in the next poll.
			total,
			isNewestFirst,
			lastPage,
			checkedPage: numbers.at(-1) ?? listMemory.checkedPage,
			checkedPageDueAt,
		},
		// The search succeeds only if the rows are sorted by ID.
		areNewestSortedById: mustSearch,
	};
}

/**
 * Reads pages from the newest one on, toward older rows, until all new rows and all due rows were found.
 * @param growth how many rows the list has gained since the last poll; negative if it has lost rows
 * @param dueKeys the dedupe keys of the registrants who are due
 * @returns whether all new and all due rows were found. Otherwise, only the whole list shows them.
 */
async function findAllFromNewest(
	fetchOnceFromNewest: FetchPage,
	maxPages: number,
	growth: number,
	dueKeys: readonly DedupeKey[],
	memory: RegistrantMemory,
): Promise<boolean> {
	const newest = await fetchOnceFromNewest(1);
	/** The dedupe keys of the rows that were read, the newest row first. */
	const keys = new Set<DedupeKey>();
	for (let number = 1; number <= Math.min(maxPages, newest.lastPage); number++) {
		const { rows, total } = await fetchOnceFromNewest(number);
		// A row that was removed meanwhile moves others to a page that was read before.
		if (total < newest.total) return false;
		// A row that was added meanwhile moves others to the next page, where their keys are in the set already.
		for (const row of rows) keys.add(dedupeKey(row));
		const ids = [...keys];
		// Only rows that all have an ID, and are sorted by it, show where the older ones are.
		if (!areFallingIds(ids)) return false;

		// A late confirmation can add a row among older ones. It is still missing if fewer new rows were found than were added.
		const areNewFound = ids.filter((id) => !isKnown(id, memory)).length >= growth;
		const oldestId = ids.at(-1) ?? Infinity;
		// A single page can be sorted by chance, so it does not show that only lower IDs are on older pages.
		const areDueFound = dueKeys.every((key) => number > 1 && typeof key === 'number' && key >= oldestId);
		// The rows on the pages after a known row are known too.
		const areOlderDone = isKnown(oldestId, memory) && areDueFound;
		// After the last page, nothing is older. A due row that was not found is then gone.
		if (areNewFound && (areOlderDone || number === newest.lastPage)) return true;
	}
	return false;
}

/** Whether dedupe keys are IDs, each of them lower than the one before it. */
function areFallingIds(keys: readonly DedupeKey[]): keys is number[] {
	return keys.every((key, index) => typeof key === 'number' && key < Number(keys[index - 1] ?? Infinity));
}

/** Returns the numbers of the pages to check in this poll, and when the last of them was due. */
function pagesToCheck({ checkedPage, checkedPageDueAt }: ListMemory, lastPage: number, now: number) {
	// Each page is due once per round, unless the list is too long for that.
	const intervalMs = Math.max(ROUND_MS / lastPage, MIN_CHECK_INTERVAL_MS);
	const elapsedMs = now - checkedPageDueAt;
	const count = Math.min(lastPage, Math.floor(elapsedMs / intervalMs));
	return {
		// Pages are numbered from 1. After the last page, the checks go on with the first.
		numbers: Array.from({ length: count }, (_, index) => ((checkedPage + index) % lastPage) + 1),
		// Earlier than now, so that the rest of an interval counts in the next poll.
		checkedPageDueAt: now - (elapsedMs % intervalMs),
	};
}

/** Reads all pages of a list. Rows that are added meanwhile do not matter, because the next poll finds them. */
async function fetchWhole({ fetchPage }: WatchedList, now: number): Promise<ListReading> {
	const list = await fetchRegistrants(fetchPage);
	const rows = [...list.rows.values()];
	// Not known. A later poll that searches the newest pages finds it out.
	const areNewestSortedById = false;
	if (list.areRowsMissing) return { rows, memory: null, areNewestSortedById };
	return {
		rows,
		memory: {
			// Not the service's total, which also counts rows that were added to pages after these were read. By comparison with
			// this number, the next poll finds them.
			total: rows.length,
			// Whether the first row is the later registration.
			isNewestFirst: compareByRegistration(rows[0] ?? {}, rows.at(-1) ?? {}) > 0,
			lastPage: list.pages.length,
			checkedPage: 0,
			checkedPageDueAt: now,
		},
		areNewestSortedById,
	};
}
