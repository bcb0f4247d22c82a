import type { CallParameters, ServiceClient } from '../endpoints';
import { InputError } from '../errors';
import { mapConcurrent } from '../../utils/mapConcurrent';
import type { Product } from '../products';
import { identityOf } from './identity';
import type { Registrant, RegistrantsPage } from './schema';

/** Pages read in one go: 100,000 registrants at the service's 25 a page. */
const MAX_PAGES = 4000;

/** Pages asked for at once; the queue limits the rate. */
const PAGES_AT_ONCE = 20;

/** Which registrants: `webinar_id` and filters under the service's names, without `page`. */
interface RegistrantsQuery {
	product: Product;
	parameters: CallParameters;
}

/** Reads one page of a list, numbered from 1. */
export type PageReader = (number: number) => Promise<RegistrantsPage>;

export function pageReader(service: ServiceClient, { product, parameters }: RegistrantsQuery): PageReader {
	return async (number) => {
		const asked = { ...parameters, page: String(number) };
		const { registrants } = await service.call(product.name, 'registrants', asked);
		return registrants;
	};
}

/** What the reading of a list saw. */
export interface ListReading {
	/** Each row once, in the service's order. */
	rows: Registrant[];
	first: RegistrantsPage;
	/** The pages read, from the first one on. */
	pages: RegistrantsPage[];
}

/**
 * Reads registrants in the service's order, each row once even if rows move between pages meanwhile.
 * @param limit most rows to return; no more pages are read than that takes
 */
export async function readRegistrants(
	service: ServiceClient,
	query: RegistrantsQuery,
	limit = Infinity,
): Promise<Registrant[]> {
	const { rows } = await readList(pageReader(service, query), limit);
	return rows.slice(0, limit);
}

/** The same with what the service said of the list; the last page read may bring a few rows more than the limit. */
export async function readList(readPage: PageReader, limit = Infinity): Promise<ListReading> {
	const first = await readPage(1);
	const found = new DistinctRows(first.rows);
	const { lastPage } = first;
	const reading = { first, found, limit };
	const pages =
		lastPage === undefined
			? await readUntilEmpty(readPage, reading)
			: await readUntilLast(readPage, { ...reading, lastPage });
	return { rows: found.rows, first, pages };
}

interface Reading {
	first: RegistrantsPage;
	found: DistinctRows;
	limit: number;
}

async function readUntilLast(
	readPage: PageReader,
	{ lastPage, first, found, limit }: Reading & { lastPage: number },
): Promise<RegistrantsPage[]> {
	const perPage = first.rows.length;
	const pages = [first];
	let until = lastPage;
	while (pages.length < until && found.rows.length < limit && perPage > 0) {
		const end = Math.min(until, pages.length + Math.ceil((limit - found.rows.length) / perPage));
		if (end > MAX_PAGES) throw tooMany();
		const more = await readPages(readPage, pages.length + 1, end);
		const isNew = more.map(({ rows }) => found.add(rows)).includes(true);
		pages.push(...more);
		// Rows that came meanwhile push others to a page that was not there at first.
		if (isNew) until = Math.max(until, more.at(-1)?.lastPage ?? 0);
	}
	return pages;
}

/** Reads consecutive pages side by side. */
export async function readPages(readPage: PageReader, from: number, to: number): Promise<RegistrantsPage[]> {
	const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
	return await mapConcurrent(numbers, PAGES_AT_ONCE, readPage);
}

/** Where the host does not say how many pages there are: until one brings nothing new. */
async function readUntilEmpty(
	readPage: PageReader,
	{ first, found, limit }: Reading,
): Promise<RegistrantsPage[]> {
	const pages = [first];
	while (!pages.at(-1)?.isLast && found.rows.length < limit) {
		if (pages.length >= MAX_PAGES) throw tooMany();
		const page = await readPage(pages.length + 1);
		if (!found.add(page.rows)) break;
		pages.push(page);
	}
	return pages;
}

function tooMany(): InputError {
	return new InputError(
		`There are more than ${MAX_PAGES} pages of registrants`,
		'Narrow them down with Session. Get Registrants also takes Filters and a Limit.',
	);
}

/** Rows in order of arrival, without those that came already on another page. */
class DistinctRows {
	readonly rows: Registrant[] = [];
	private readonly seen = new Set<string>();

	constructor(rows: readonly Registrant[]) {
		this.add(rows);
	}

	/** @returns whether any of them was new */
	add(rows: readonly Registrant[]): boolean {
		const before = this.rows.length;
		for (const row of rows) {
			const identity = identityOf(row);
			if (this.seen.has(identity)) continue;
			this.seen.add(identity);
			this.rows.push(row);
		}
		return this.rows.length > before;
	}
}
