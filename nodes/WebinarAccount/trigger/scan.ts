import {
	type ListContent,
	type PageReader,
	readPages,
	registrationNumber,
	rowKey,
} from '../registrants/registrantList';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { HOUR_MS } from '../webinars/dates';
import { digestOf, type ListSize, type RegistrantMemory } from './store';

/**
 * Reads a webinar's registrant lists with as few requests as possible. A list is read in one of
 * two ways: only its newest rows, or the whole list.
 */

/**
 * Interval in milliseconds at which all lists are read whole. Otherwise only the number of rows is compared, which
 * misses changes that cancel each other out, such as a refund and a purchase between two polls.
 */
const WHOLE_INTERVAL_MS = 6 * HOUR_MS;

/** Maximum number of pages with new rows that are read one after the other. For more, the whole list is read. */
const MAX_NEWEST_PAGES = 20;

/** A registrant list, filtered by the service, in which the trigger looks for an event. */
export interface WatchedList {
	readPage: PageReader;
	/** Whether only new registrations add rows. If the list is in order, all new rows are then at one end of it. */
	appendOnly: boolean;
	/** Whether a row shows that the event happened. */
	matches: (row: Registrant) => boolean;
}

/** The result of reading one list. */
interface ListReading {
	/** The rows that were read and show that the event happened, by dedupe key. */
	rows: Map<string, Registrant>;
	isWhole: boolean;
	/** For comparison in the next poll; null if the next poll must read the whole list. */
	size: ListSize | null;
}

/**
 * Reads a webinar's registrant lists. All lists are read whole every six hours, and if a waiting registrant's attendance
 * became final.
 * @param memory the data that earlier polls stored; undefined if the webinar is read for the first time
 */
export async function scan(lists: readonly WatchedList[], memory: RegistrantMemory | undefined, now: number) {
	const mustReadWhole =
		!memory ||
		// The absolute value, because the last reading can lie in the future after a correction of the clock.
		Math.abs(now - memory.wholeAt) >= WHOLE_INTERVAL_MS ||
		[...memory.waiting.values()].some((finalAt) => finalAt <= now);
	const comparable = mustReadWhole ? undefined : memory;
	const readings = await mapConcurrent(lists, lists.length, async (list, index) => {
		const size = comparable?.sizes[index];
		if (!comparable || !size) return await readWhole(list);
		const isKnown = (row: Registrant) => {
			const key = dedupeKey(row);
			return comparable.known.has(key) || comparable.waiting.has(key);
		};
		return (await readNewest(list, size, isKnown)) ?? (await readWhole(list));
	});
	return {
		/** The rows that were read and show that the event happened, including those that were already reported. */
		rows: new Map(readings.flatMap(({ rows }) => [...rows])),
		/** Whether all lists were read whole. */
		isWhole: readings.every(({ isWhole }) => isWhole),
		/** The size of each list; null if the next poll must read the whole list. */
		sizes: readings.map(({ size }) => size),
	};
}

/**
 * Reads only the newest rows of a list. If nothing has changed, this takes one request.
 * @param size the list's size in the last poll
 * @returns undefined if new rows may be anywhere, so that the whole list must be read
 */
async function readNewest(
	{ readPage, appendOnly, matches }: WatchedList,
	size: ListSize,
	isKnown: (row: Registrant) => boolean,
): Promise<ListReading | undefined> {
	const page = await readPage(size.page);
	const hasNewRows = page.rows.some((row) => !isKnown(row));
	if (page.total === size.total && !hasNewRows) return newestReading([page], size.total, size.page);
	if (!appendOnly) return undefined;

	const end = await findNewestEnd(readPage, page, size.page);
	if (end?.page.total === undefined || end.page.total < (page.total ?? Infinity)) return undefined;
	// The page that was read first is full if there are later ones, so it does not change.
	const readOther: PageReader = async (number) => (number === size.page ? page : await readPage(number));
	const pages = await walkFromEnd(readOther, end, end.page.total - size.total, isKnown);
	if (!pages || pages.some(({ rows }) => !rows.every(matches))) return undefined;
	return newestReading(pages, end.page.total, end.number);
}

/**
 * The result of reading the newest rows. The total is the one that the page at the newest end reported. Rows that were
 * added later are new in the next poll.
 */
function newestReading(pages: readonly RegistrantsPage[], total: number, page: number): ListReading {
	const rows = new Map(pages.flatMap((read) => read.rows).map((row) => [dedupeKey(row), row]));
	return { rows, isWhole: false, size: { total, page } };
}

/** The page with the newest rows. */
interface NewestEnd {
	page: RegistrantsPage;
	number: number;
	order: 'rising' | 'falling';
}

/**
 * Finds the page with the newest rows. The service does not document the order of rows, so the IDs show it.
 * @param page the page that had the newest rows in the last poll
 * @param number the number of this page
 * @returns undefined if the rows are in no clear order, or if newest-first rows show that the newest ones are on another
 * page
 */
async function findNewestEnd(
	readPage: PageReader,
	page: RegistrantsPage,
	number: number,
): Promise<NewestEnd | undefined> {
	// The page no longer exists if rows were removed.
	if (number > page.lastPage) return await findNewestEnd(readPage, await readPage(1), 1);
	if (page.rows.length > 1 && orderOf(page.rows) === 'falling') {
		return number === 1 ? { page, number, order: 'falling' } : undefined;
	}
	let end = { page, number };
	// The list may grow while it is read.
	while (end.page.lastPage > end.number) {
		const last = end.page.lastPage;
		end = { page: await readPage(last), number: last };
	}
	const rows = end.page === page ? page.rows : [...page.rows, ...end.page.rows];
	return orderOf(rows) === 'rising' ? { ...end, order: 'rising' } : undefined;
}

/**
 * Reads pages, starting at the newest end, until all new rows were found: as many as the list has grown, with a known
 * row after them.
 * @returns undefined if the new rows are not next to each other at the newest end
 */
async function walkFromEnd(
	readPage: PageReader,
	{ page, number, order }: NewestEnd,
	growth: number,
	isKnown: (row: Registrant) => boolean,
): Promise<RegistrantsPage[] | undefined> {
	const pages = [page];
	const newKeys = new Set<string>();
	for (;;) {
		const current = pages.at(-1) ?? page;
		for (const row of current.rows) if (!isKnown(row)) newKeys.add(dedupeKey(row));
		// If rows were removed and others were added, the new rows are not counted by the growth.
		if (growth < 0 && newKeys.size > 0) return undefined;
		const oldest = current.rows.at(order === 'rising' ? 0 : -1);
		if (newKeys.size >= growth && (!oldest || isKnown(oldest))) return pages;
		const next = order === 'rising' ? number - pages.length : number + pages.length;
		const isAtOtherEnd = next < 1 || next > current.lastPage;
		if (isAtOtherEnd && newKeys.size >= growth) return pages;
		if (isAtOtherEnd || pages.length === MAX_NEWEST_PAGES) return undefined;
		const nextPage = await readPage(next);
		if ((nextPage.total ?? 0) < (page.total ?? 0)) return undefined;
		pages.push(nextPage);
	}
}

/**
 * Reads all pages of a list, and reads them once more if rows may be missing. Rows that are added meanwhile do not
 * matter, because the next poll finds them. Returns no size if the number of rows would mislead the next poll:
 * - Rows may be missing.
 * - A row does not match the event yet. It may match later, without a change in the number of rows.
 */
async function readWhole({ readPage, appendOnly, matches }: WatchedList): Promise<ListReading> {
	const first = await readPages(readPage, { keyOf: dedupeKey });
	const second = first.areRowsMissing ? await readPages(readPage, { keyOf: dedupeKey }) : undefined;
	const all = second ? new Map([...first.rows, ...second.rows]) : first.rows;
	const rows = new Map([...all].filter(([, row]) => matches(row)));
	const last = second ?? first;
	const isComparable = !last.areRowsMissing && rows.size === all.size;
	return { rows, isWhole: true, size: isComparable ? sizeOf(last, appendOnly) : null };
}

/**
 * Returns the size to compare with in the next poll. If the list grew while it was read, the total is the one from which
 * the next poll finds the rows that were not read.
 */
function sizeOf({ rows, pages }: ListContent, appendOnly: boolean): ListSize | null {
	const [first] = pages;
	const last = pages.at(-1);
	if (first?.total === undefined || last?.total === undefined) return null;
	if (orderOf([...rows.values()]) !== 'rising') return { total: first.total, page: 1 };
	// New rows of a list that is not append-only can be on pages that were read before the last one.
	return { total: appendOnly ? last.total : first.total, page: pages.length };
}

/** Returns the order of the rows' IDs, by the first and the last row. */
function orderOf(rows: readonly Registrant[]): 'rising' | 'falling' | undefined {
	const [first, last] = [rows.at(0), rows.at(-1)].map((row) => row && registrationNumber(row));
	if (first === last) return rows.length <= 1 ? 'rising' : undefined;
	if (first === undefined || last === undefined) return undefined;
	return first < last ? 'rising' : 'falling';
}

/**
 * Returns the key by which the trigger recognizes a row that it has already reported: the row's own ID, which contains no
 * dates and names, because the account's owner can change them.
 */
export function dedupeKey(row: Registrant): string {
	return typeof row.id === 'number' ? String(row.id) : digestOf(rowKey(row));
}
