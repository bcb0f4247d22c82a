import type { CallParameters, ServiceClient } from '../service/endpoints';
import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank } from '../utils/values';
import { addressOf } from './person';

/** The service's list of registrants: reading its pages, and telling its rows apart. */

/** Maximum number of pages: 100,000 registrants at the service's 25 per page. */
const MAX_PAGES = 4000;

/** Pages requested at once; the queue limits the rate. */
const PAGES_AT_ONCE = 20;

/** Pages after which their rows are compared with the others, so that it is never done for very many in one piece. */
const PAGES_PER_BATCH = 200;

/** Which registrants: `webinar_id` and filters under the service's names, without `page`. */
export interface RegistrantsQuery {
	product: Product;
	parameters: CallParameters;
}

/** Pages are numbered from 1. */
export type PageReader = (number: number) => Promise<RegistrantsPage>;

export function pageReader(service: ServiceClient, { product, parameters }: RegistrantsQuery): PageReader {
	return async (number) => {
		const page = { ...parameters, page: String(number) };
		const { registrants } = await service.call(product.name, 'registrants', page);
		return registrants;
	};
}

/** Maximum number of scans of a list if rows are missing, because others were removed meanwhile. */
const MAX_SCANS = 2;

interface RowsOptions {
	/** Only the pages needed for so many rows are read; the last one may add a few more. */
	limit?: number;
	/** Changes a row as its page arrives, so that it is never done for very many in one piece. */
	each?: (row: Registrant) => Registrant;
	/** Is told if fewer rows came than the service states, also in the last scan. */
	missing?: (rows: number, total: number) => void;
}

/**
 * Reads registrants in the service's order, each row once even if rows move between pages during the scan.
 * @returns also whether the limit left some out
 */
export async function readRegistrants(
	service: ServiceClient,
	query: RegistrantsQuery,
	{ limit = Infinity, each = (row) => row, missing }: RowsOptions = {},
): Promise<{ rows: Registrant[]; isCut: boolean }> {
	const anyPage = pageReader(service, query);
	const readPage: PageReader = async (number) => {
		const page = await anyPage(number);
		return { ...page, rows: page.rows.map(each) };
	};
	for (let scans = 1; ; scans++) {
		const { rows, pages } = await readList(readPage, { limit });
		// Of all pages, because a row that was removed meanwhile may have moved another to a page that was read.
		const total = Math.max(...pages.map((page) => page.total ?? 0));
		const expected = Math.min(total, limit);
		if (rows.size < expected && scans < MAX_SCANS) continue;
		if (rows.size < expected) missing?.(rows.size, expected);
		return { rows: [...rows.values()], isCut: Math.max(total, rows.size) > limit };
	}
}

/**
 * Reads rows by their keys, with the pages.
 * @param keyOf the identity of a row, which is asked for as pages arrive
 */
export async function readList(
	readPage: PageReader,
	{ limit = Infinity, keyOf = identityOf }: { limit?: number; keyOf?: (row: Registrant) => string } = {},
): Promise<{ rows: Map<string, Registrant>; pages: RegistrantsPage[] }> {
	const first = await readPage(1);
	const pages = [first];
	const rows = new Map<string, Registrant>();
	/** @returns whether the page has a row that no earlier page had */
	const addRows = (page: RegistrantsPage): boolean => {
		const before = rows.size;
		for (const row of page.rows) {
			const key = keyOf(row);
			if (!rows.has(key)) rows.set(key, row);
		}
		return rows.size > before;
	};
	addRows(first);
	let { lastPage } = first;
	while (pages.length < lastPage && rows.size < limit && first.rows.length > 0) {
		const needed = Math.ceil((limit - rows.size) / first.rows.length);
		const wanted = Math.min(lastPage, pages.length + needed);
		if (wanted > MAX_PAGES) throw tooMany();
		const end = Math.min(wanted, pages.length + PAGES_PER_BATCH);
		const batch = await readPages(readPage, pages.length + 1, end);
		const isNew = batch.map(addRows).includes(true);
		pages.push(...batch);
		// New rows can push others to a page that did not exist at first.
		if (isNew) lastPage = Math.max(lastPage, batch.at(-1)?.lastPage ?? 0);
	}
	return { rows, pages };
}

export async function readPages(readPage: PageReader, from: number, to: number): Promise<RegistrantsPage[]> {
	if (to - from >= MAX_PAGES) throw tooMany();
	const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
	return await mapConcurrent(numbers, PAGES_AT_ONCE, readPage);
}

function tooMany(): InputError {
	return new InputError(
		`There are more than ${MAX_PAGES} pages of registrants`,
		'Choose a single Session. In Get Registrants, you can also add Filters or set a Limit.',
	);
}

/**
 * The identity of a row, as a text. It includes the session, because a person may have a row for each session, all with
 * the same id, and the address, because rows of different people may have the same number. It excludes values that
 * change with time, such as attendance.
 */
export function identityOf(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id, schedule, event } = row;
	const address = addressOf(row);
	if ([id, lead_id, user_id, address].every(isBlank)) return JSON.stringify(row);
	return JSON.stringify([id, lead_id, user_id, schedule_id ?? schedule, event_id ?? event, address]);
}

/** A number that grows in the order of registration; undefined if the row has none. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(
		(value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
	);
}
