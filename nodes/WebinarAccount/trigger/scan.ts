import { type PageReader, readListOnce, readPages, registrationNumber } from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank, scalarText } from '../utils/values';
import { HOUR_MS } from '../webinars/dates';
import { type Checkpoint, hashOf, type RegistrantMemory } from './store';

/**
 * Reads a webinar's registrant lists with as few requests as possible. This is the second step of a poll, after
 * `selectWebinars`. A "full scan" of a list reads all its pages. Otherwise only the pages with the newest rows are
 * read.
 */

/**
 * Interval of full scans in milliseconds. A scan of the newest rows compares only the number of rows, and therefore
 * misses changes that cancel each other out, such as a refund and a purchase between two polls.
 */
const FULL_SCAN_INTERVAL_MS = 6 * HOUR_MS;

/**
 * Maximum number of full scans when a list is read for the first time. A scan is repeated if rows move during the scan.
 */
const MAX_FIRST_SCANS = 3;

/** A registrant list, filtered by the service, in which the trigger looks for an event. */
export interface WatchedList {
	readPage: PageReader;
	/** Whether only new registrations add rows. If the list is in order, all new rows are then at one end of it. */
	appendOnly: boolean;
	/** Whether a row shows that the event happened. */
	matches: (row: Registrant) => boolean;
}

/** Rows by dedupe key. */
type Rows = Map<string, Registrant>;

/** The result of reading one list. */
interface ListScan {
	/** The rows that were read and show that the event happened. */
	rows: Rows;
	/** Whether all pages were read. */
	isFull: boolean;
	/** The size of the list, for comparison in the next poll; null if the next poll must read all pages. */
	checkpoint: Checkpoint | null;
}

/** The result of reading all lists of a webinar. */
export interface Scan {
	/** The rows that were read and show that the event happened, including those that were already reported. */
	rows: Rows;
	/** Whether all pages of all lists were read. */
	isFull: boolean;
	/** One checkpoint for each list; null if the next poll must read all pages of that list. */
	checkpoints: Array<Checkpoint | null>;
}

/**
 * Reads a webinar's registrant lists. For each list, reads only the newest rows if that is enough, otherwise all pages.
 * @param memory the data that earlier polls stored; undefined if the webinar is read for the first time
 * @param options the current values of options that affect which rows are reported, to compare with those in the memory
 */
export async function scan(
	lists: readonly WatchedList[],
	memory: RegistrantMemory | undefined,
	options: string,
	now: number,
): Promise<Scan> {
	const scans = await mapConcurrent(lists, lists.length, async (list, index) => {
		if (!memory) return await firstScan(list);
		const checkpoint = isFullScanDue(memory, options, now) ? null : memory.checkpoints[index];
		if (!checkpoint) return await fullScan(list);
		const isKnown = (key: string) => memory.known.has(key) || memory.waiting.has(key);
		return (await scanNewest(list, checkpoint, isKnown)) ?? (await fullScan(list));
	});
	return {
		rows: new Map(scans.flatMap(({ rows }) => [...rows])),
		isFull: scans.every(({ isFull }) => isFull),
		checkpoints: scans.map(({ checkpoint }) => checkpoint),
	};
}

/**
 * Whether all pages of all lists must be read: six hours after the last full scan, if options changed, or if attendance
 * has become final for a waiting registrant.
 */
function isFullScanDue(memory: RegistrantMemory, options: string, now: number): boolean {
	// The absolute value, because the last full scan can lie in the future after a correction of the clock.
	if (Math.abs(now - memory.fullScanAt) >= FULL_SCAN_INTERVAL_MS) return true;
	return memory.options !== options || [...memory.waiting.values()].some((finalAt) => finalAt <= now);
}

/**
 * Reads all pages of a list for the first time. Repeats this if rows moved meanwhile, because the next poll would
 * report a missed row as new.
 */
async function firstScan(list: WatchedList): Promise<ListScan> {
	const rows: Rows = new Map();
	for (let scans = 1; ; scans++) {
		const found = await fullScan(list);
		for (const [key, row] of found.rows) rows.set(key, row);
		if (found.isComplete || scans === MAX_FIRST_SCANS) return { ...found, rows };
	}
}

/**
 * Reads only the pages with the newest rows. The number of new rows on them must be equal to the growth of the list
 * since the last poll.
 * @returns undefined if the numbers differ, so that a full scan is needed
 */
async function scanNewest(
	{ readPage, matches }: WatchedList,
	{ total: totalBefore, lastPage, newest }: Checkpoint,
	isKnown: (key: string) => boolean,
): Promise<ListScan | undefined> {
	const firstNumber = newest === 'lastPage' ? lastPage : 1;
	const page = await readPage(firstNumber);
	if (page.total === undefined) return undefined;
	const growth = page.total - totalBefore;
	if (growth < 0 || (growth > 0 && newest === 'anywhere')) return undefined;
	// Includes one known row after the new ones, which shows that no more new rows follow.
	const neededPages = Math.ceil((growth + 1) / Math.max(1, page.rows.length));
	const lastNumber = newest === 'lastPage' ? page.lastPage : Math.min(page.lastPage, neededPages);
	const pages = [page, ...(await readPages(readPage, firstNumber + 1, lastNumber))];
	const rows = byDedupeKey(pages.flatMap((read) => read.rows).filter(matches));
	const newCount = [...rows.keys()].filter((key) => !isKnown(key)).length;
	const hasChangedMeanwhile = pages.some(({ total }) => total !== page.total);
	if (newCount !== growth || hasChangedMeanwhile) return undefined;
	return { rows, isFull: false, checkpoint: { total: page.total, lastPage: page.lastPage, newest } };
}

/**
 * Reads all pages of a list. Returns no checkpoint if the number of rows would mislead the next poll:
 * - Rows moved between pages during the scan. The total that the pages report then differs from the number of rows.
 * - A row does not match the event yet. It may match later, without a change in the number of rows.
 */
async function fullScan({
	readPage,
	appendOnly,
	matches,
}: WatchedList): Promise<ListScan & { isComplete: boolean }> {
	const { rows: listed, pages } = await readListOnce(readPage, { keyOf: dedupeKey });
	const rows = new Map([...listed].filter(([, row]) => matches(row)));
	const { total, lastPage } = pages[0] ?? {};
	const isComplete = pages.every((page) => page.total === total) && listed.size === total;
	if (!isComplete || lastPage === undefined || rows.size < listed.size) {
		return { rows, isFull: true, isComplete, checkpoint: null };
	}
	// Rows that are added later than at registration, such as those of attendees, can be anywhere in the list.
	const newest = appendOnly ? newestEnd([...rows.values()]) : 'anywhere';
	return { rows, isFull: true, isComplete, checkpoint: { total, lastPage, newest } };
}

/**
 * Returns which end of the list has the newest rows, or "anywhere" if the rows are not in order. The service does not
 * document the order of rows.
 */
function newestEnd(rows: readonly Registrant[]): Checkpoint['newest'] {
	const numbers = rows.map((row) => registrationNumber(row) ?? NaN);
	const differences = numbers.slice(1).map((number, index) => number - (numbers[index] ?? NaN));
	if (differences.length === 0) return 'anywhere';
	if (differences.every((difference) => difference > 0)) return 'lastPage';
	return differences.every((difference) => difference < 0) ? 'firstPage' : 'anywhere';
}

/**
 * Returns the key by which the trigger recognizes a row that it has already reported. It is a hash of the row's IDs. If
 * the row has no ID for the person, the email address takes its place. The key contains no dates and names, because the
 * account's owner can change them.
 */
export function dedupeKey({ id, lead_id, user_id, schedule_id, event_id, email }: Registrant): string {
	const personIds = [id, lead_id, user_id];
	const person = personIds.every(isBlank) ? scalarText(email).trim().toLowerCase() : personIds;
	return hashOf(JSON.stringify([person, schedule_id, event_id]));
}

/** Returns rows by dedupe key. */
function byDedupeKey(rows: readonly Registrant[]): Rows {
	return new Map(rows.map((row) => [dedupeKey(row), row]));
}
