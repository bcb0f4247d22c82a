import { z } from 'zod/v4';

import { type PageReader, readList, readPages, registrationNumber } from '../registrants/pages';
import { addressOf } from '../registrants/person';
import type { Registrant } from '../service/schemas';
import { isBlank } from '../utils/values';
import { hashOf } from './state';

/** Reads what is new in a list of registrants, with as few calls as possible. */

/** Maximum number of full scans in a first poll, if rows move during the scan. */
const MAX_SCANS = 3;

/** A list of registrants that an event watches. */
export interface WatchedList {
	readPage: PageReader;
	/** Whether only registrations add rows. If the list is in that order, new rows are at one end. */
	appendOnly: boolean;
	/** Whether a row belongs to the list; needed because a host may ignore the filters. */
	matches: (row: Registrant) => boolean;
}

/** The counts after every row of a list was read. With them, one page shows whether the list changed. */
export const checkpoint = z.object({
	/** Number of rows that the host states. */
	total: z.int(),
	lastPage: z.int(),
	/** Where new rows appear. */
	newest: z.enum(['firstPage', 'lastPage', 'anywhere']),
});

type Checkpoint = z.output<typeof checkpoint>;

export interface Scan {
	/** All rows that were read and belong to the list, known or not, by their dedupe keys. */
	rows: Map<string, Registrant>;
	/** Whether all pages were read. */
	isFull: boolean;
	/** Null if rows may have been missed; the next poll then does a full scan. */
	checkpoint: Checkpoint | null;
}

/** Reads every row of a list at the first poll. */
export async function readBaseline(list: WatchedList): Promise<Scan> {
	let rows = new Map<string, Registrant>();
	for (let scans = 1; ; scans++) {
		const scan = await fullScan(list);
		rows = new Map([...rows, ...scan.rows]);
		if (scan.checkpoint || scans === MAX_SCANS) return { ...scan, rows };
	}
}

/**
 * Reads the pages on which new rows appear.
 * @param known dedupe keys
 * @returns undefined unless the number of unknown rows there equals the growth of the list
 */
export async function readNewest(
	{ readPage, matches }: WatchedList,
	{ total: before, lastPage, newest }: Checkpoint,
	known: ReadonlySet<string>,
): Promise<Scan | undefined> {
	const from = newest === 'lastPage' ? lastPage : 1;
	const page = await readPage(from);
	if (page.total === undefined) return undefined;
	const added = page.total - before;
	if (added < 0 || (added > 0 && newest === 'anywhere')) return undefined;
	// One row more than was added shows that no unknown row follows.
	const needed = Math.ceil((added + 1) / Math.max(1, page.rows.length));
	const to = newest === 'lastPage' ? page.lastPage : Math.min(page.lastPage, needed);
	const pages = [page, ...(await readPages(readPage, from + 1, to))];
	const rows = byKey(pages.flatMap((read) => read.rows).filter(matches));
	const unknown = [...rows.keys()].filter((key) => !known.has(key));
	if (unknown.length !== added || pages.some(({ total }) => total !== page.total)) return undefined;
	return { rows, isFull: false, checkpoint: { total: page.total, lastPage: page.lastPage, newest } };
}

/** Reads all pages. If rows move during the scan, they are read twice or not at all, and the counts disagree. */
export async function fullScan({ readPage, appendOnly, matches }: WatchedList): Promise<Scan> {
	const { rows: all, pages } = await readList(readPage, { keyOf: dedupeKey });
	const rows = new Map([...all].filter(([, row]) => matches(row)));
	const { total, lastPage } = pages[0] ?? {};
	const isComplete = pages.every((page) => page.total === total) && rows.size === total;
	if (!isComplete || lastPage === undefined) return { rows, isFull: true, checkpoint: null };
	const newest = appendOnly ? newestEnd([...rows.values()]) : 'anywhere';
	return { rows, isFull: true, checkpoint: { total, lastPage, newest } };
}

/** Finds the order of the rows, which the service does not document. */
function newestEnd(rows: readonly Registrant[]): Checkpoint['newest'] {
	const numbers = rows.map((row) => registrationNumber(row) ?? NaN);
	const steps = numbers.slice(1).map((number, place) => number - (numbers[place] ?? NaN));
	if (steps.length === 0) return 'anywhere';
	if (steps.every((step) => step > 0)) return 'lastPage';
	return steps.every((step) => step < 0) ? 'firstPage' : 'anywhere';
}

/** New rows are on the first page or on the last two pages; the last one may have a single row. */
export async function readEnds({ readPage, matches }: WatchedList): Promise<Registrant[]> {
	const first = await readPage(1);
	const { lastPage } = first;
	const last = await readPages(readPage, Math.max(2, lastPage - 1), lastPage);
	return [first, ...last].flatMap(({ rows }) => rows).filter(matches);
}

/**
 * A hash of what identifies a registration, so that the key is short and contains no personal data. Texts that are shown
 * are no part of it: a session that is moved, or another language, changes them.
 */
export function dedupeKey(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id } = row;
	const identifiers = [id, lead_id, user_id, addressOf(row)];
	return hashOf(JSON.stringify(identifiers.every(isBlank) ? row : [...identifiers, schedule_id, event_id]));
}

export function byKey(rows: readonly Registrant[]): Map<string, Registrant> {
	return new Map(rows.map((row) => [dedupeKey(row), row]));
}
