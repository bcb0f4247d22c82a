import { type PageReader, readPages, registrationNumber, rowKey } from '../registrants/registrantList';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { MAX_CONCURRENT, mapConcurrent } from '../utils/async';
import { HOUR_MS } from '../webinars/dates';
import { digestOf, idInKey, type ListMemory, type RegistrantMemory } from './store';

/**
 * Reads a webinar's registrant lists with as few requests as possible. If a list has not grown, a poll reads the page
 * with the newest rows. Otherwise, the poll also reads the pages next to it until it has found all new rows. Only if this
 * fails, the poll reads the whole list. Each poll also checks a few other pages in turn, which shows changes that leave
 * the number of rows as it was, such as a refund and a purchase between two polls.
 */

/** Time in milliseconds in which all pages of a list are checked in turn. */
const CHECK_MS = 6 * HOUR_MS;

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
	/** The rows that were read, by dedupe key. */
	rows: Map<string, Registrant>;
	/**
	 * How the list was read: only the page with the newest rows, this page and the ones next to it, or the whole list.
	 */
	way: 'newestPage' | 'newestPages' | 'whole';
	/** Undefined if the next poll must read the whole list, because rows may be missing. */
	memory: ListMemory | undefined;
}

/** The result of reading all lists of an event. */
export interface Scan {
	/** The rows that were read, by dedupe key. They include the rows that are new or due, unless the service omitted some. */
	rows: ReadonlyMap<string, Registrant>;
	/** How each list was read. */
	ways: ReadonlyArray<ListReading['way']>;
	/** What to store about each list; null if the next poll must read the whole list. */
	lists: ReadonlyArray<ListMemory | null>;
}

/** Reads a webinar's registrant lists. */
export async function scan(
	lists: readonly WatchedList[],
	memory: RegistrantMemory,
	now: number,
): Promise<Scan> {
	const readings = await mapConcurrent(lists, lists.length, async (list, index) => {
		const before = memory.lists[index];
		const newest = before ? await readNewest(list, before, memory, now) : undefined;
		return newest ?? (await readWhole(list, now));
	});
	return {
		rows: new Map(readings.flatMap(({ rows }) => [...rows])),
		ways: readings.map(({ way }) => way),
		lists: readings.map((reading) => reading.memory ?? null),
	};
}

/**
 * Reads the newest rows of a list, and checks other pages in turn. If nothing has changed, this takes one request, and one
 * for each page to check.
 * @returns undefined if the whole list must be read
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

	const page = await readOnce(before.page);
	if (page.total === undefined) return undefined;
	const lowestDueId = findLowestDueId(memory, now);
	const hasNewRow = page.rows.some((row) => !isKnown(row, memory));
	const isQuiet = page.total <= before.total && !hasNewRow && lowestDueId === undefined;
	const end = isQuiet
		? page
		: await readFromEnd({ readPage: readOnce, maxPages }, before, memory, page, lowestDueId);
	if (end?.total === undefined) return undefined;

	const { total, lastPage } = end;
	const { numbers, checkedAt } = pagesToCheck(before, lastPage, now);
	await mapConcurrent(numbers, MAX_CONCURRENT, readOnce);
	return {
		rows: new Map([...pages.values()].flatMap(({ rows }) => rows).map((row) => [dedupeKey(row), row])),
		way: isQuiet ? 'newestPage' : 'newestPages',
		memory: {
			total,
			newest: before.newest,
			page: before.newest === 'last' ? lastPage : 1,
			checkedPage: numbers.at(-1) ?? before.checkedPage,
			checkedAt,
		},
	};
}

/** Returns the numbers of the pages to check in this poll, and when the last of them was due. */
function pagesToCheck({ checkedPage, checkedAt }: ListMemory, lastPage: number, now: number) {
	const interval = Math.max(CHECK_MS / lastPage, MIN_CHECK_INTERVAL_MS);
	// The absolute value, because the last check can lie in the future after a correction of the clock.
	const elapsed = Math.abs(now - checkedAt);
	const count = Math.min(lastPage, Math.floor(elapsed / interval));
	return {
		numbers: Array.from({ length: count }, (_, index) => ((checkedPage + index) % lastPage) + 1),
		checkedAt: now - (elapsed % interval),
	};
}

/**
 * Returns the lowest ID of the registrants who must be looked at again now: 0 if one of them has no ID, undefined if there
 * is none.
 */
function findLowestDueId({ undecided }: RegistrantMemory, now: number): number | undefined {
	let lowest: number | undefined;
	for (const [key, { until }] of undecided) {
		if (until !== undefined && until <= now) lowest = Math.min(lowest ?? Infinity, idInKey(key) ?? 0);
	}
	return lowest;
}

/**
 * Reads pages, starting at the newest end, until all new rows and all due rows were found. New rows were found when there
 * are as many as the list has grown, with a known row after them. The number alone is not enough, because a row may have
 * been removed. The known row alone is not enough, because a late confirmation adds a row far from the end.
 * @param page the page that had the newest rows in the last poll
 * @param lowestDueId the ID down to which rows are read, even if they are not new
 * @returns the page at the newest end. Its total is the one to compare with in the next poll, which finds the rows that
 * are added meanwhile. Undefined if the rows are not sorted by ID, or if new rows may be anywhere.
 */
async function readFromEnd(
	{ readPage, maxPages }: WatchedList,
	{ newest, total }: ListMemory,
	memory: RegistrantMemory,
	page: RegistrantsPage,
	lowestDueId = Infinity,
): Promise<RegistrantsPage | undefined> {
	const step = newest === 'first' ? 1 : -1;
	const endNumber = newest === 'first' ? 1 : page.lastPage;
	const end = await readPage(endNumber);
	const growth = (end.total ?? 0) - total;
	const readKeys = new Set<string>();
	let newRows = 0;
	let lowestId = Infinity;
	let isLowestKnown = true;
	for (let count = 0; count < maxPages; count++) {
		const number = endNumber + count * step;
		if (number < 1 || number > end.lastPage) return newRows >= growth ? end : undefined;
		const { rows, total: totalNow } = await readPage(number);
		// A row that was removed meanwhile moves others to a page that was read before.
		if ((totalNow ?? 0) < (end.total ?? 0)) return undefined;
		for (const row of newest === 'first' ? rows : [...rows].reverse()) {
			const key = dedupeKey(row);
			// A row that was added meanwhile moves others to the next page.
			if (readKeys.has(key)) continue;
			const id = idOf(row);
			if (id === undefined || id > lowestId) return undefined;
			readKeys.add(key);
			lowestId = id;
			isLowestKnown = isKnown(row, memory);
			if (!isLowestKnown) newRows++;
		}
		// If rows were removed and others were added, the growth does not count the new rows.
		if (growth < 0 && newRows > 0) return undefined;
		// The rows of one page can be sorted by chance, for example if the last page has one row.
		const areDueRowsRead = lowestDueId === Infinity || (lowestId <= lowestDueId && count > 0);
		if (newRows >= growth && isLowestKnown && areDueRowsRead) return end;
	}
	return undefined;
}

/** Returns the row's own ID; undefined if it is no number. */
function idOf({ id }: Registrant): number | undefined {
	return registrationNumber({ id });
}

/**
 * Reads all pages of a list, and reads them once more if rows may be missing. Rows that are added meanwhile do not
 * matter, because the next poll finds them.
 */
async function readWhole({ readPage }: WatchedList, now: number): Promise<ListReading> {
	const first = await readPages(readPage, { keyOf: dedupeKey });
	const last = first.areRowsMissing ? await readPages(readPage, { keyOf: dedupeKey }) : first;
	const { pages, areRowsMissing } = last;
	const isCountable = !areRowsMissing && pages[0]?.total !== undefined;
	const firstId = idOf(pages[0]?.rows[0] ?? {}) ?? 0;
	const lastId = idOf(pages.at(-1)?.rows.at(-1) ?? {}) ?? 0;
	const newest = firstId > lastId ? 'first' : 'last';
	return {
		// A row that moved during the second reading can be in the first one.
		rows: new Map([...first.rows, ...last.rows]),
		way: 'whole',
		memory: isCountable
			? {
					// Not the service's total, which may include rows that were added to pages after they were read.
					total: last.rows.size,
					newest,
					page: newest === 'first' ? 1 : pages.length,
					checkedPage: 0,
					checkedAt: now,
				}
			: undefined,
	};
}

/** Whether an earlier poll has read a row. */
export function isKnown(row: Registrant, { done, undecided, floor }: RegistrantMemory): boolean {
	const key = dedupeKey(row);
	return done.has(key) || undecided.has(key) || (idInKey(key) ?? Infinity) <= floor;
}

/**
 * Returns the key by which the trigger recognizes a row that it has already reported: the row's own ID, which contains no
 * dates and names, because the account's owner can change them.
 */
export function dedupeKey(row: Registrant): string {
	return typeof row.id === 'number' ? String(row.id) : digestOf(rowKey(row));
}
