import type { ServiceClient } from '../service/client';
import type { CallParameters, Registrant, RegistrantsPage } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import { mapConcurrent, MAX_CONCURRENT } from '../utils/async';
import { quoted } from '../utils/values';

// Reads registrant lists page by page, identifies rows and people, and finds people by email address.

/** Maximum number of pages to read. With the service's 25 rows per page, they contain 100,000 registrants. */
const MAX_PAGES = 4000;

/**
 * Number of pages that are read before their rows are processed. Larger batches would block the event loop for too
 * long.
 */
const PAGES_PER_BATCH = 200;

/**
 * Returns the request parameters for the registrants of a webinar, or of one of its schedules, without the page number.
 * @param filters the filter parameters of the API, such as `attended_live`
 */
export function registrantsQuery(
	webinarId: number | string,
	schedule?: number,
	filters: CallParameters = {},
): CallParameters {
	const query: CallParameters = { ...filters, webinar_id: String(webinarId) };
	return schedule === undefined ? query : { ...query, schedule_id: String(schedule) };
}

/**
 * Whether a row belongs to a schedule. A row without a schedule ID does, because the request filtered by schedule. In a
 * live series, where it did not, any schedule counts.
 * @param schedule undefined for all schedules
 */
export function isOfSchedule({ schedule_id }: Registrant, schedule: number | undefined): boolean {
	return schedule === undefined || (schedule_id ?? schedule) === schedule;
}

/** Reads one page of a registrant list. Page numbers start at 1. */
export type FetchPage = (number: number) => Promise<RegistrantsPage>;

/** Creates a function that requests a page of the registrant list. */
export function pageFetcher(service: ServiceClient, query: CallParameters): FetchPage {
	return async (number) => {
		const { registrants } = await service.call('registrants', { ...query, page: String(number) });
		return registrants;
	};
}

/** The result of reading a registrant list. */
interface ListContent {
	/** The rows by key, in the service's order. */
	rows: Map<string, Registrant>;
	/** The pages that were read, beginning with the first. */
	pages: readonly RegistrantsPage[];
	/** Whether rows of the list may be missing, so that it should be read again. */
	areRowsMissing: boolean;
}

interface FetchOptions {
	/** Number of rows after which no further page is read. */
	limit?: number;
	/** The number of pages above which the list is not read. */
	maxPages?: number;
}

/**
 * Reads the pages of a list in batches, until its end or until the limit is reached. May miss a row that is added meanwhile.
 * May miss another row if one is removed meanwhile, because the rows after it move to earlier places.
 * @throws InputError if the list has too many pages
 */
export async function fetchPages(
	fetchPage: FetchPage,
	{ limit = Infinity, maxPages = MAX_PAGES }: FetchOptions = {},
): Promise<ListContent> {
	const firstPage = await fetchPage(1);
	const pages: RegistrantsPage[] = [];
	const rows = new Map<string, Registrant>();
	let batch = [firstPage];
	while (batch.length > 0) {
		pages.push(...batch);
		const sizeBefore = rows.size;
		for (const row of batch.flatMap((page) => page.rows)) {
			const key = rowKey(row);
			if (!rows.has(key)) rows.set(key, row);
		}
		// Pages without new rows are the end of the list, whatever number of pages they state.
		if (rows.size === sizeBefore || rows.size >= limit) break;
		// New registrants can move other rows to a page that did not exist when the first page was read.
		const lastPage = Math.max(...pages.map((page) => page.lastPage));
		// The first page has rows, because the loop ends after an empty one.
		const pagesUntilLimit = Math.ceil((limit - rows.size) / firstPage.rows.length);
		const lastNeeded = Math.min(lastPage, pages.length + pagesUntilLimit);
		if (lastNeeded > maxPages) throw tooManyPagesError(maxPages);
		const numbers = nextBatch(pages.length, lastNeeded);
		batch = await mapConcurrent(numbers, MAX_CONCURRENT, fetchPage);
	}
	// When a row is removed, the rows after it move up. One of them can move to a page that was read before, and is then missed.
	const wasRowRemoved = pages.some(({ total }) => total < firstPage.total);
	const areRowsMissing = wasRowRemoved || rows.size < Math.min(limit, firstPage.total);
	return { rows, pages, areRowsMissing };
}

function tooManyPagesError(maxPages: number): InputError {
	return new InputError(
		`The registrant list has more than ${maxPages} pages`,
		'Choose a single session in Session. In Get Registrants, you can also add Filters or set a Limit.',
	);
}

/** Returns the numbers of the pages in the next batch; none after the last needed one. */
function nextBatch(pagesRead: number, lastNeeded: number): number[] {
	const length = Math.min(lastNeeded - pagesRead, PAGES_PER_BATCH);
	return Array.from({ length }, (_, index) => pagesRead + 1 + index);
}

/**
 * Reads a list like `fetchPages`, and reads it once more if rows may be missing. If the second reading is complete, the rows that
 * only the first one has were removed. Otherwise, returns the rows of both, because each can have rows that the other misses.
 */
export async function fetchRegistrants(fetchPage: FetchPage, limit = Infinity): Promise<ListContent> {
	const first = await fetchPages(fetchPage, { limit });
	if (!first.areRowsMissing) return first;
	const second = await fetchPages(fetchPage, { limit });
	if (!second.areRowsMissing) return second;
	return { ...second, rows: new Map([...first.rows, ...second.rows]) };
}

/** Reads the first and the last two pages, which contain the newest rows. It is not documented at which end these are. */
export async function fetchBothEnds(fetchPage: FetchPage): Promise<Registrant[]> {
	const first = await fetchPage(1);
	const others = [first.lastPage - 1, first.lastPage].filter((number) => number > 1);
	const pages = [first, ...(await Promise.all(others.map(fetchPage)))];
	return pages.flatMap(({ rows }) => rows);
}

/**
 * Returns a key that identifies a row. IDs alone are not enough: one person's rows for several sessions may have the
 * same IDs, and so may rows for different people. The key therefore also contains the session and the email address.
 */
export function rowKey(row: Registrant): string {
	const { id, lead_id, schedule_id, event_id, schedule, event } = row;
	return JSON.stringify([id, lead_id, schedule_id ?? schedule, event_id ?? event, emailOf(row)]);
}

/** Returns a row's ID as a number, which is higher for a later registration; undefined if the row has no such ID. */
export function registrationNumber({ id, lead_id }: Registrant): number | undefined {
	return [id, lead_id].find(
		(value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
	);
}

/** Compares two rows for sorting, so that the earlier registration comes first. A row without an ID comes before all others. */
export function compareByRegistration(one: Registrant, other: Registrant): number {
	return (registrationNumber(one) ?? 0) - (registrationNumber(other) ?? 0);
}

/** Compares two rows for sorting, so that the newest registration comes first. A row without an ID comes after all others. */
export function compareNewestFirst(one: Registrant, other: Registrant): number {
	return compareByRegistration(other, one);
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
 * Returns an ID for a person in a webinar, which all executions in this process share. Only one of them at a time registers
 * or unsubscribes the person.
 */
export function personIdOf(service: ServiceClient, webinarId: number, email: string): string {
	return `${service.accountAndProduct} ${webinarId} ${normalizedEmail(email)}`;
}

/**
 * Finds a person's rows with the service's search. The search may also return other people, whose rows are removed,
 * because it matches parts of email addresses and other fields.
 * @throws ServiceError if the result lacks rows, because one of them might be the person's
 */
export async function findByEmail(
	service: ServiceClient,
	query: CallParameters,
	email: string,
): Promise<Registrant[]> {
	const fetchPage = pageFetcher(service, { ...query, search: email });
	const { rows, areRowsMissing } = await fetchRegistrants(fetchPage);
	if (!areRowsMissing) return [...rows.values()].filter((row) => emailOf(row) === normalizedEmail(email));
	throw new ServiceError(`Could not check whether ${quoted(email)} is registered`, {
		description:
			'The service reports more registrants than it lists. Nothing was changed. Run this item again later, or look the person up in the webinar account.',
	});
}
