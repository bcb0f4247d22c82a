import type { CallParameters, ServiceClient } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank, quoted } from '../utils/values';

/** Reads the pages of registrant lists, identifies rows and people, and finds a person by email address. */

/** 100,000 registrants at the service's 25 per page. */
const MAX_PAGES = 4000;
const PAGES_AT_ONCE = 20;
/** Pages whose rows are added to the result at once. Larger batches would block the event loop for long. */
const PAGES_PER_BATCH = 200;

export interface RegistrantsQuery {
	product: Product;
	parameters: CallParameters;
}

/** Returns the query for a webinar, or for one of its schedules. @param filters under the service's names */
export function registrantsOf(
	product: Product,
	webinarId: number | string,
	schedule?: number,
	filters: CallParameters = {},
): RegistrantsQuery {
	const session = schedule !== undefined && { schedule_id: String(schedule) };
	return { product, parameters: { ...filters, webinar_id: String(webinarId), ...session } };
}

/** Whether a row is of the schedule. A row without a schedule ID counts, because the request asked for the schedule. */
export function isOfSchedule({ schedule_id }: Registrant, schedule: number | undefined): boolean {
	return schedule === undefined || (schedule_id ?? schedule) === schedule;
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

/** Maximum scans of a list. Another scan finds rows that moved to a page already read, because others were removed. */
const MAX_SCANS = 2;

interface ReadOptions {
	/** Maximum rows to read. The last page may add a few more. */
	limit?: number;
	/** Converts each row when its page arrives, so that the event loop is never blocked for long. */
	convert?: (row: Registrant) => Registrant;
	/** Called with both counts if the last scan still finds fewer rows than the service states. */
	onMissingRows?: (listed: number, stated: number) => void;
}

/**
 * Reads a list in the service's order. Each row is returned once, even if rows move between pages meanwhile.
 * @returns the rows, and whether the limit left some out
 */
export async function readRegistrants(
	service: ServiceClient,
	query: RegistrantsQuery,
	{ limit = Infinity, convert = (row) => row, onMissingRows }: ReadOptions = {},
): Promise<{ rows: Registrant[]; isCut: boolean }> {
	const readRawPage = pageReader(service, query);
	const readPage: PageReader = async (number) => {
		const page = await readRawPage(number);
		return { ...page, rows: page.rows.map(convert) };
	};
	for (let scans = 1; ; scans++) {
		const { rows, pages } = await readList(readPage, { limit });
		// The highest total, because the total drops when a row is removed, and another row may be missed then.
		const total = Math.max(...pages.map((page) => page.total ?? 0));
		const expected = Math.min(total, limit);
		if ((rows.size < expected || wasRowRemoved(pages)) && scans < MAX_SCANS) continue;
		if (rows.size < expected) onMissingRows?.(rows.size, expected);
		return { rows: [...rows.values()], isCut: Math.max(total, rows.size) > limit };
	}
}

/**
 * Whether a row was removed while the pages were read. The rows after it moved up then, so that one may be missed, even if
 * another row was added and the number of rows is as expected.
 */
function wasRowRemoved(pages: readonly RegistrantsPage[]): boolean {
	return pages.some(({ total = 0 }, index) => total < (pages[index - 1]?.total ?? 0));
}

/** Scans a list once. @returns its rows, each under its key, and its pages */
export async function readList(
	readPage: PageReader,
	{ limit = Infinity, keyOf = identityOf }: { limit?: number; keyOf?: (row: Registrant) => string } = {},
): Promise<{ rows: Map<string, Registrant>; pages: RegistrantsPage[] }> {
	const first = await readPage(1);
	const pages = [first];
	const rows = new Map<string, Registrant>();
	const addRows = (page: RegistrantsPage) => {
		for (const row of page.rows) {
			const key = keyOf(row);
			if (!rows.has(key)) rows.set(key, row);
		}
	};
	addRows(first);
	let { lastPage } = first;
	while (pages.length < lastPage && rows.size < limit && first.rows.length > 0) {
		const pagesToLimit = Math.ceil((limit - rows.size) / first.rows.length);
		const lastWanted = Math.min(lastPage, pages.length + pagesToLimit);
		if (lastWanted > MAX_PAGES) throw tooManyPages();
		const end = Math.min(lastWanted, pages.length + PAGES_PER_BATCH);
		const batch = await readPages(readPage, pages.length + 1, end);
		const previousSize = rows.size;
		batch.forEach(addRows);
		pages.push(...batch);
		// New rows can push others to a page that did not exist at first.
		if (rows.size > previousSize) lastPage = Math.max(lastPage, batch.at(-1)?.lastPage ?? 0);
	}
	return { rows, pages };
}

export async function readPages(readPage: PageReader, from: number, to: number): Promise<RegistrantsPage[]> {
	if (to - from >= MAX_PAGES) throw tooManyPages();
	const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
	return await mapConcurrent(numbers, PAGES_AT_ONCE, readPage);
}

function tooManyPages(): InputError {
	return new InputError(
		`There are more than ${MAX_PAGES} pages of registrants`,
		'Choose a single Session. In Get Registrants, you can also add Filters or set a Limit.',
	);
}

/** Reads the two pages with the newest rows in at most three requests, whichever end of the list they are at. */
export async function readNewestPages(readPage: PageReader): Promise<Registrant[]> {
	const first = await readPage(1);
	const { lastPage } = first;
	if (lastPage === 1) return first.rows;
	const last = await readPage(lastPage);
	if (lastPage === 2) return [...first.rows, ...last.rows];
	const numberOf = (row: Registrant = {}) => registrationNumber(row) ?? 0;
	const isNewestFirst = numberOf(first.rows[0]) > numberOf(last.rows.at(-1));
	const [newest, next] = isNewestFirst ? [first, 2] : [last, lastPage - 1];
	return [...newest.rows, ...(await readPage(next)).rows];
}

/**
 * Returns the key of a row. It contains the session, because a person's rows for several sessions may share their IDs,
 * and the email address, because rows of different people may have the same ID.
 */
export function identityOf(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id, schedule, event } = row;
	const email = emailOf(row);
	if ([id, lead_id, user_id, email].every(isBlank)) return JSON.stringify(row);
	const session = [schedule_id ?? schedule, event_id ?? event];
	return JSON.stringify([id, lead_id, user_id, ...session, email]);
}

/** Returns a number that grows in the order of registration; undefined if the row has none. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(
		(value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
	);
}

/** Returns the email address that identifies the person; undefined if the row has none. */
export function emailOf({ email }: Registrant): string | undefined {
	return typeof email === 'string' ? normalizedEmail(email) : undefined;
}

/** Makes email addresses comparable: without surrounding spaces, in lower case. */
export function normalizedEmail(email: string): string {
	return email.trim().toLowerCase();
}

/**
 * Finds a person's rows with the service's search. The search also matches parts of email addresses and other fields, so
 * other rows are dropped.
 * @throws ServiceError if rows are missing from the result, because the person's row may be one of them
 */
export async function findByEmail(
	service: ServiceClient,
	{ product, parameters }: RegistrantsQuery,
	email: string,
): Promise<Registrant[]> {
	let isComplete = true;
	const search = { ...parameters, search: email.trim() };
	const { rows } = await readRegistrants(
		service,
		{ product, parameters: search },
		{
			onMissingRows: () => {
				isComplete = false;
			},
		},
	);
	if (isComplete) return rows.filter((row) => emailOf(row) === normalizedEmail(email));
	throw new ServiceError(`Could not check whether ${quoted(email)} is registered`, {
		description:
			'The registrant list states more people than it lists. Nothing was sent. Run this item again later, or look the person up in the webinar account.',
	});
}
