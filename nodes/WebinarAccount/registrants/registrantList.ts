import type { CallParameters, ServiceClient } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { mapConcurrent } from '../utils/async';
import { isBlank, quoted, sentences } from '../utils/values';

/** Reads registrant lists page by page, identifies rows and people, and finds people by email address. */

/** Maximum number of pages to read. With the service's 25 rows per page, they contain 100,000 registrants. */
const MAX_PAGES = 4000;

/** Maximum number of page requests in flight. */
const PAGES_AT_ONCE = 20;

/**
 * Number of pages that are read before their rows are processed. Larger batches would block the event loop for too
 * long.
 */
const PAGES_PER_BATCH = 200;

/** A request for the registrant list, without the page number. */
export interface RegistrantsQuery {
	product: Product;
	parameters: CallParameters;
}

/**
 * Creates the query for the registrants of a webinar, or of one of its schedules.
 * @param filters the filter parameters of the API, such as `attended_live`
 */
export function registrantsQuery(
	product: Product,
	webinarId: number | string,
	schedule?: number,
	filters: CallParameters = {},
): RegistrantsQuery {
	const scheduleFilter = schedule !== undefined && { schedule_id: String(schedule) };
	return { product, parameters: { ...filters, webinar_id: String(webinarId), ...scheduleFilter } };
}

/**
 * Whether a row belongs to a schedule. A row without a schedule ID does, because the request already filtered by
 * schedule.
 * @param schedule undefined for all schedules
 */
export function isOfSchedule({ schedule_id }: Registrant, schedule: number | undefined): boolean {
	return schedule === undefined || (schedule_id ?? schedule) === schedule;
}

/** Reads one page of a registrant list. Page numbers start at 1. */
export type PageReader = (number: number) => Promise<RegistrantsPage>;

/** Creates a function that requests a page of the registrant list. */
export function pageReader(service: ServiceClient, { product, parameters }: RegistrantsQuery): PageReader {
	return async (number) => {
		const page = { ...parameters, page: String(number) };
		const { registrants } = await service.call(product.name, 'registrants', page);
		return registrants;
	};
}

/**
 * Maximum number of times that a list is read. If a registrant is removed meanwhile, rows move to pages that were
 * already read. Only reading the list again finds them.
 */
const MAX_SCANS = 2;

interface ReadOptions {
	/** Maximum number of rows to read. The result may be longer, because whole pages are read. */
	limit?: number;
	/** Converts each row as soon as its page arrives. Converting all rows at the end would block the event loop. */
	convert?: (row: Registrant) => Registrant;
	/**
	 * Called with both numbers if the list has fewer rows than the service reports, even after the list was read again.
	 */
	onMissingRows?: (listed: number, reported: number) => void;
}

/**
 * Reads the rows of a registrant list in the service's order. Each row is returned once, even if rows move between
 * pages while the list is read. If rows may be missing, reads the whole list again.
 * @returns the rows, and whether the list has more rows than the limit
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
		const { rows, pages } = await readListOnce(readPage, { limit });
		const total = reportedTotal(pages);
		const expected = Math.min(total, limit);
		const areRowsMissing = rows.size < expected;
		const mustReadAgain = areRowsMissing || wasRowRemoved(pages);
		if (mustReadAgain && scans < MAX_SCANS) continue;
		if (areRowsMissing) onMissingRows?.(rows.size, expected);
		return { rows: [...rows.values()], isCut: Math.max(total, rows.size) > limit };
	}
}

/**
 * Whether a row was removed while the pages were read. The rows after it then moved up, so that one of them may have
 * been missed, even if another row was added and the number of rows is as expected.
 */
function wasRowRemoved(pages: readonly RegistrantsPage[]): boolean {
	return pages.some(({ total = 0 }, index) => total < (pages[index - 1]?.total ?? 0));
}

/**
 * Reads the pages of a list in batches, until its end or until the limit is reached. Does not check whether rows are
 * missing.
 * @param keyOf returns a row's key; of several rows with the same key, only the first is returned
 * @returns the rows by key, and the pages
 */
export async function readListOnce(
	readPage: PageReader,
	{ limit = Infinity, keyOf = rowKey }: { limit?: number; keyOf?: (row: Registrant) => string } = {},
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
	const pageSize = first.rows.length;
	let { lastPage } = first;
	while (pages.length < lastPage && rows.size < limit && pageSize > 0) {
		const pagesUntilLimit = Math.ceil((limit - rows.size) / pageSize);
		const lastNeeded = Math.min(lastPage, pages.length + pagesUntilLimit);
		if (lastNeeded > MAX_PAGES) throw tooManyPagesError();
		const lastOfBatch = Math.min(lastNeeded, pages.length + PAGES_PER_BATCH);
		const batch = await readPages(readPage, pages.length + 1, lastOfBatch);
		const previousSize = rows.size;
		batch.forEach(addRows);
		pages.push(...batch);
		// New registrants can move other rows to a page that did not exist when the first page was read.
		const hasNewRows = rows.size > previousSize;
		if (hasNewRows) lastPage = Math.max(lastPage, batch.at(-1)?.lastPage ?? 0);
	}
	return { rows, pages };
}

/** Reads the pages with the given numbers, both included. @throws InputError if there are too many */
async function readPages(readPage: PageReader, from: number, to: number): Promise<RegistrantsPage[]> {
	if (to - from >= MAX_PAGES) throw tooManyPagesError();
	const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
	return await mapConcurrent(numbers, PAGES_AT_ONCE, readPage);
}

/** Creates the error for a registrant list that is too long to read. */
function tooManyPagesError(): InputError {
	return new InputError(
		`The registrant list has more than ${MAX_PAGES} pages`,
		'Choose a single session in Session. In Get Registrants, you can also add Filters or set a Limit.',
	);
}

/**
 * Reads the two pages with the newest rows, in at most three requests. The newest rows may be at the start or at the
 * end of the list, because the service does not document its order.
 */
export async function readNewestPages(readPage: PageReader): Promise<Registrant[]> {
	const first = await readPage(1);
	const { lastPage } = first;
	if (lastPage === 1) return first.rows;
	const last = await readPage(lastPage);
	if (lastPage === 2) return [...first.rows, ...last.rows];
	const numberOf = (row: Registrant = {}) => registrationNumber(row) ?? 0;
	const isNewestFirst = numberOf(first.rows[0]) > numberOf(last.rows.at(-1));
	const [newest, nextNumber] = isNewestFirst ? [first, 2] : [last, lastPage - 1];
	const next = await readPage(nextNumber);
	return [...newest.rows, ...next.rows];
}

/**
 * Returns a key that identifies a row. IDs alone are not enough: one person's rows for several sessions may have the
 * same IDs, and so may rows for different people. The key therefore also contains the session and the email address.
 */
export function rowKey(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id, schedule, event } = row;
	const email = emailOf(row);
	if ([id, lead_id, user_id, email].every(isBlank)) return JSON.stringify(row);
	const session = [schedule_id ?? schedule, event_id ?? event];
	return JSON.stringify([id, lead_id, user_id, ...session, email]);
}

/** Returns a row's ID as a number, which is higher for a later registration; undefined if the row has no such ID. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(
		(value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
	);
}

/** Compares two rows for sorting, so that the earlier registration comes first. A row without an ID comes before all others. */
export function compareByRegistration(one: Registrant, other: Registrant): number {
	return (registrationNumber(one) ?? 0) - (registrationNumber(other) ?? 0);
}

/** Returns the number of rows in a list: the highest one that its pages report, because rows may be removed meanwhile. */
export function reportedTotal(pages: readonly RegistrantsPage[]): number {
	return Math.max(...pages.map((page) => page.total ?? 0));
}

/** Returns a row's email address in a form that can be compared; undefined if the row has none. */
export function emailOf({ email }: Registrant): string | undefined {
	return typeof email === 'string' ? normalizedEmail(email) : undefined;
}

/** Normalizes an email address for comparisons: removes surrounding spaces, and converts it to lower case. */
export function normalizedEmail(email: string): string {
	return email.trim().toLowerCase();
}

/**
 * Finds a person's rows with the service's search. The search may also return other people, whose rows are removed,
 * because it matches parts of email addresses and other fields.
 * @param consequence what the caller does not do if the result lacks rows; empty if it only looks the person up
 * @throws ServiceError if the result lacks rows, because one of them might be the person's
 */
export async function findByEmail(
	service: ServiceClient,
	{ product, parameters }: RegistrantsQuery,
	email: string,
	consequence = 'Nothing was sent.',
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
		description: sentences([
			'The service reports more registrants than it lists.',
			consequence,
			'Run this item again later, or look the person up in the webinar account.',
		]),
	});
}
