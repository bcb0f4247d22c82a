import { z } from 'zod/v4';

import {
	identityOf,
	type PageReader,
	readList,
	readPages,
	registrationNumber,
} from '../registrants/registrantList';
import type { Registrant } from '../service/schemas';
import { hashOf } from './state';

/** Reads what is new in a list of registrants, with as few calls as possible. */

/** Full scans in a first poll, if rows move during the scan. */
const MAX_SCANS = 3;

export interface WatchedList {
	readPage: PageReader;
	appendOnly: boolean;
	matches: (row: Registrant) => boolean;
}

/** The counts after every row of a list was read. With them, one page shows whether the list changed. */
export const checkpoint = z.object({
	total: z.int(),
	lastPage: z.int(),
	newest: z.enum(['firstPage', 'lastPage', 'anywhere']),
});

type Checkpoint = z.output<typeof checkpoint>;

export interface Scan {
	/** All rows that were read and belong to the list, known or not, by their dedupe keys. */
	rows: Map<string, Registrant>;
	isFull: boolean;
	/** Null if rows may have been missed; the next poll then does a full scan. */
	checkpoint: Checkpoint | null;
}

export async function readBaseline(list: WatchedList): Promise<Scan> {
	let rows = new Map<string, Registrant>();
	for (let scans = 1; ; scans++) {
		const scan = await fullScan(list);
		rows = new Map([...rows, ...scan.rows]);
		if (scan.checkpoint || scans === MAX_SCANS) return { ...scan, rows };
	}
}

/** @param known dedupe keys @returns undefined unless the number of unknown rows equals the growth of the list */
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

/** Without personal data, and without texts: a session that is moved, or another language, changes those. */
export function dedupeKey(row: Registrant): string {
	return hashOf(identityOf(row, {}));
}

export function byKey(rows: readonly Registrant[]): Map<string, Registrant> {
	return new Map(rows.map((row) => [dedupeKey(row), row]));
}
