import type { CallParameters, ServiceClient } from './endpoints';
import { InputError } from './errors';
import { inOrder } from './inOrder';
import type { Product } from './products';
import type { Registrant, RegistrantsPage } from './registrantsSchema';

/** Pages read in one go: 100,000 registrants at the service's 25 a page. */
const MAX_PAGES = 4000;

/** Pages asked for at once; the queue limits the rate. */
const PAGES_AT_ONCE = 20;

/** Which registrants: `webinar_id` and filters under the service's names, without `page`. */
export interface RegistrantsQuery {
	product: Product;
	parameters: CallParameters;
}

/** Reads one page, numbered from 1. */
export async function readPage(
	service: ServiceClient,
	{ product, parameters }: RegistrantsQuery,
	number: number,
): Promise<RegistrantsPage> {
	const { page } = await service.call(product.name, 'registrants', { ...parameters, page: String(number) });
	return page;
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
	const first = await readPage(service, query, 1);
	const found = new DistinctRows(first.rows);
	const { lastPage } = first;
	if (lastPage === undefined) await readUntilEmpty(service, query, { first, found, limit });
	else await readUntilLast(service, query, { lastPage, perPage: first.rows.length, found, limit });
	return found.rows.slice(0, limit);
}

interface Reading {
	found: DistinctRows;
	limit: number;
}

async function readUntilLast(
	service: ServiceClient,
	query: RegistrantsQuery,
	{ lastPage, perPage, found, limit }: Reading & { lastPage: number; perPage: number },
): Promise<void> {
	let next = 2;
	while (next <= lastPage && found.rows.length < limit && perPage > 0) {
		const end = Math.min(lastPage, next - 1 + Math.ceil((limit - found.rows.length) / perPage));
		if (end > MAX_PAGES) throw tooMany();
		const numbers = Array.from({ length: end - next + 1 }, (_, index) => next + index);
		const pages = await inOrder(numbers, PAGES_AT_ONCE, (number) => readPage(service, query, number));
		for (const { rows } of pages) found.add(rows);
		next = end + 1;
	}
}

/** Where the host does not say how many pages there are: until one brings nothing new. */
async function readUntilEmpty(
	service: ServiceClient,
	query: RegistrantsQuery,
	{ first, found, limit }: Reading & { first: RegistrantsPage },
): Promise<void> {
	let page = first;
	for (let number = 2; !page.isLast && found.rows.length < limit; number++) {
		if (number > MAX_PAGES) throw tooMany();
		page = await readPage(service, query, number);
		if (!found.add(page.rows)) break;
	}
}

function tooMany(): InputError {
	return new InputError(
		`There are more than ${MAX_PAGES} pages of registrants`,
		'Narrow them down with Filters or Session, or turn off Return All and set a Limit.',
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

/** What tells rows apart: a person can have several, one for each session. Rows without any ID are told apart as a whole. */
function identityOf(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id } = row;
	if (id === undefined && lead_id === undefined && user_id === undefined) return JSON.stringify(row);
	return JSON.stringify([id, lead_id, user_id, schedule_id, event_id]);
}
