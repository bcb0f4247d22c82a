import { type PageReader, readListOnce, readPages, registrationNumber } from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank, scalarText } from '../utils/values';
import { HOUR_MS } from '../webinars/dates';
import { type Checkpoint, hashOf, type RegistrantMemory } from './store';

/** Step 2 of a poll: reads the rows of a webinar's registrant lists that may be new, with as few requests as possible. */

/** A full scan finds what equal counts hide, such as a refund and a purchase between two polls. */
const FULL_SCAN_INTERVAL_MS = 6 * HOUR_MS;

/** Maximum full scans at the first reading of a list. A scan is repeated if rows move while the list is read. */
const MAX_FIRST_SCANS = 3;

export interface WatchedList {
	readPage: PageReader;
	/** Whether only registrations add rows, so that new rows are at one end if the list is in order. */
	appendOnly: boolean;
	/** Whether the row shows that the event happened. */
	matches: (row: Registrant) => boolean;
}

type Rows = Map<string, Registrant>;

interface ListScan {
	rows: Rows;
	isFull: boolean;
	/** Null if rows may have been missed. */
	checkpoint: Checkpoint | null;
}

export interface Scan {
	/** The rows that were read and match, known or not, by their dedupe keys. */
	rows: Rows;
	/** Whether every page of every list was read. */
	isFull: boolean;
	checkpoints: Array<Checkpoint | null>;
}

/**
 * Reads each list: only its newest rows if its checkpoint allows that, otherwise every page.
 * @param memory undefined at the first reading
 * @param options the current options, in the form that the memory has
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

/** Whether every list must be read in full: after six hours, with other options, or if attendance became final. */
function isFullScanDue(memory: RegistrantMemory, options: string, now: number): boolean {
	// The absolute value, in case the clock was wrong.
	if (Math.abs(now - memory.fullScanAt) >= FULL_SCAN_INTERVAL_MS) return true;
	return memory.options !== options || [...memory.waiting.values()].some((finalAt) => finalAt <= now);
}

/** Reads a list again if rows moved meanwhile, because a row that is missed now would be new in the next poll. */
async function firstScan(list: WatchedList): Promise<ListScan> {
	const rows: Rows = new Map();
	for (let scans = 1; ; scans++) {
		const found = await fullScan(list);
		for (const [key, row] of found.rows) rows.set(key, row);
		if (found.isComplete || scans === MAX_FIRST_SCANS) return { ...found, rows };
	}
}

/** Reads the newest rows. Returns undefined if their number differs from the growth of the list, so a full scan is needed. */
async function scanNewest(
	{ readPage, matches }: WatchedList,
	{ total: totalBefore, lastPage, newest }: Checkpoint,
	isKnown: (key: string) => boolean,
): Promise<ListScan | undefined> {
	const from = newest === 'lastPage' ? lastPage : 1;
	const page = await readPage(from);
	if (page.total === undefined) return undefined;
	const growth = page.total - totalBefore;
	if (growth < 0 || (growth > 0 && newest === 'anywhere')) return undefined;
	// One row beyond the growth shows that no new row follows.
	const neededPages = Math.ceil((growth + 1) / Math.max(1, page.rows.length));
	const to = newest === 'lastPage' ? page.lastPage : Math.min(page.lastPage, neededPages);
	const pages = [page, ...(await readPages(readPage, from + 1, to))];
	const rows = byDedupeKey(pages.flatMap((read) => read.rows).filter(matches));
	const newCount = [...rows.keys()].filter((key) => !isKnown(key)).length;
	const hasChangedMeanwhile = pages.some(({ total }) => total !== page.total);
	if (newCount !== growth || hasChangedMeanwhile) return undefined;
	return { rows, isFull: false, checkpoint: { total: page.total, lastPage: page.lastPage, newest } };
}

/**
 * Reads all pages. If rows move meanwhile, some are read twice or not at all, and the counts disagree. A list with rows
 * that do not match has no checkpoint, because such a row may match later without a change of the counts.
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
	const newest = appendOnly ? newestEnd([...rows.values()]) : 'anywhere';
	return { rows, isFull: true, isComplete, checkpoint: { total, lastPage, newest } };
}

/** Returns the end of a list with the newest rows. The service does not document its order. */
function newestEnd(rows: readonly Registrant[]): Checkpoint['newest'] {
	const numbers = rows.map((row) => registrationNumber(row) ?? NaN);
	const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? NaN));
	if (steps.length === 0) return 'anywhere';
	if (steps.every((step) => step > 0)) return 'lastPage';
	return steps.every((step) => step < 0) ? 'firstPage' : 'anywhere';
}

/**
 * Returns a hash of the row's IDs, with the email address if the row has no ID of a person. Dates and text are left out,
 * because the account's owner may correct them.
 */
export function dedupeKey({ id, lead_id, user_id, schedule_id, event_id, email }: Registrant): string {
	const personIds = [id, lead_id, user_id];
	const person = personIds.every(isBlank) ? scalarText(email).trim().toLowerCase() : personIds;
	return hashOf(JSON.stringify([person, schedule_id, event_id]));
}

function byDedupeKey(rows: readonly Registrant[]): Rows {
	return new Map(rows.map((row) => [dedupeKey(row), row]));
}
