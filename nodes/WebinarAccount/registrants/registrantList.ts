import type { CallParameters, ServiceClient } from '../service/endpoints';
import { cacheKey } from '../service/account';
import { InputError, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { mapConcurrent, unlessAborted } from '../utils/async';
import { isBlank, parseUrl, quoted } from '../utils/values';
import { MINUTE_MS } from '../webinars/dates';

/** The service's list of registrants: reading its pages, telling its rows and people apart, looking people up. */

/** 100,000 registrants at the service's 25 per page. */
const MAX_PAGES = 4000;
const PAGES_AT_ONCE = 20;
/** Pages after which their rows are compared with the others, so that it is never done for very many in one piece. */
const PAGES_PER_BATCH = 200;

interface RegistrantsQuery {
	product: Product;
	parameters: CallParameters;
}

/** The registrants of a webinar, or of one of its schedules. @param filters under the service's names */
export function registrantsOf(
	product: Product,
	webinarId: number | string,
	schedule?: number,
	filters: CallParameters = {},
): RegistrantsQuery {
	const session = schedule !== undefined && { schedule_id: String(schedule) };
	return { product, parameters: { ...filters, webinar_id: String(webinarId), ...session } };
}

/** Whether a row is of the schedule: a host may ignore the filter. */
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

/** Scans of a list if rows are missing, because others were removed meanwhile. */
const MAX_SCANS = 2;

interface RowsOptions {
	/** Only the pages needed for so many rows are read; the last one may add a few more. */
	limit?: number;
	/** Changes a row as its page arrives, so that it is never done for very many in one piece. */
	each?: (row: Registrant) => Registrant;
	/** Is told if fewer rows came than the service states, also in the last scan. */
	missing?: (rows: number, total: number) => void;
}

/** In the service's order, each row once even if rows move between pages. @returns also whether the limit left some out */
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

export async function readList(
	readPage: PageReader,
	{ limit = Infinity, keyOf = identityOf }: { limit?: number; keyOf?: (row: Registrant) => string } = {},
): Promise<{ rows: Map<string, Registrant>; pages: RegistrantsPage[] }> {
	const first = await readPage(1);
	const pages = [first];
	const rows = new Map<string, Registrant>();
	const addRows = (page: RegistrantsPage) => {
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

/** The two pages with the newest rows of a list whose order is not documented, for at most three calls. */
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
 * Includes the session, because a person may have a row for each, all with the same id, and the address, because rows of
 * different people may have the same number. @param texts say which session it is where the row has no IDs of it
 */
export function identityOf(row: Registrant, texts: Registrant = row): string {
	const { id, lead_id, user_id, schedule_id, event_id } = row;
	const address = addressOf(row);
	if ([id, lead_id, user_id, address].every(isBlank)) return JSON.stringify(row);
	const session = [schedule_id ?? texts.schedule, event_id ?? texts.event];
	return JSON.stringify([id, lead_id, user_id, ...session, address]);
}

/** A number that grows in the order of registration; undefined if the row has none. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(
		(value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0,
	);
}

export function addressOf({ email }: Registrant): string | undefined {
	return typeof email === 'string' ? sameAddress(email) : undefined;
}

/** An email address as an identity: case, Unicode normal form and the spelling of the domain (IDN) do not matter. */
export function sameAddress(email: string): string {
	const address = email.trim().normalize('NFC').toLowerCase();
	const at = address.lastIndexOf('@') + 1;
	const url = parseUrl(`http://${address.slice(at)}`);
	// Of a damaged address, the rest may tell people apart.
	return url && url.href === `http://${url.hostname}/` ? address.slice(0, at) + url.hostname : address;
}

/** Whether the row says whose it is. Some hosts mask addresses: "a***@example.com". */
function hasAddress({ email }: Registrant): boolean {
	return typeof email === 'string' && /^[^*•…]+@[^*•…]+$/.test(email);
}

/**
 * The service's search also finds parts of texts, and only one spelling.
 * @throws ServiceError if the answer contradicts itself, so that it does not prove that there is nobody
 */
export async function findByEmail(
	service: ServiceClient,
	{ product, parameters }: RegistrantsQuery,
	email: string,
): Promise<Registrant[]> {
	const address = sameAddress(email);
	const [local = ''] = email.trim().split(/(?<=@)/);
	// Of an address with other spellings, only the part before the domain has few.
	const isPlain = /^\p{ASCII}*$/u.test(email) && !address.includes('xn--');
	const spellings = new Set(isPlain ? [email.trim()] : [local.normalize('NFC'), local.normalize('NFD')]);
	let isWhole = true;
	const missing = () => (isWhole = false);
	const listed = await Promise.all(
		[...spellings].map((search) =>
			readRegistrants(service, { product, parameters: { ...parameters, search } }, { missing }),
		),
	);
	const rows = listed.flatMap((list) => list.rows);
	const found = rows.filter((row) => addressOf(row) === address);
	if (found.length > 0 || (isWhole && rows.every(hasAddress))) return found;
	throw new ServiceError(`Whether ${quoted(email)} is registered cannot be looked up`, {
		description:
			"The service's list of registrants contradicts itself: it states more people than it lists, or lists somebody without a readable address. Nothing was sent. Look the person up in the webinar account.",
	});
}

type RowsByAddress = ReadonlyMap<string, readonly Registrant[]>;

/** How long after it began a list proves that somebody is not registered; whoever waits for it may wait longer. */
export const MAX_LIST_AGE_MS = 2 * MINUTE_MS;

/** A list that takes longer to be read is not worth it. */
const MAX_READING_S = 60;

/** The whole lists of an execution. Each is read at most once; undefined where searches take less. */
export type WholeLists = Map<string, { beganAt: number; rows: Promise<RowsByAddress | undefined> }>;

/** In the whole list where that takes fewer calls. @param contactsLeft to look up in it, including this one */
export async function findInList(
	service: ServiceClient,
	lists: WholeLists,
	query: RegistrantsQuery,
	email: string,
	contactsLeft: number,
	signal: AbortSignal,
): Promise<readonly Registrant[]> {
	const key = cacheKey(service.account, query.product.name, query.parameters);
	if (!lists.has(key) && contactsLeft > 1) {
		// Whatever fails, a search does not depend on it.
		const rows = readWhole(service, query, contactsLeft).catch(() => undefined);
		lists.set(key, { beganAt: performance.now(), rows });
	}
	const list = lists.get(key);
	const isYoung = list && performance.now() - list.beganAt < MAX_LIST_AGE_MS;
	const rows = isYoung ? await unlessAborted(list.rows, signal) : undefined;
	return rows ? (rows.get(sameAddress(email)) ?? []) : await findByEmail(service, query, email);
}

async function readWhole(
	service: ServiceClient,
	query: RegistrantsQuery,
	contacts: number,
): Promise<RowsByAddress | undefined> {
	const readPage = pageReader(service, query);
	const first = await readPage(1);
	const maxPages = Math.min(contacts, MAX_READING_S * service.account.callsPerSecond);
	if (first.lastPage > maxPages) return undefined;
	const { rows, pages } = await readList((page) => (page === 1 ? Promise.resolve(first) : readPage(page)));
	// Rows that were removed meanwhile can hide others.
	const { total = 0 } = first;
	if (rows.size < total || pages.some((page) => (page.total ?? 0) < total)) return undefined;
	const found = new Map<string, Registrant[]>();
	for (const row of rows.values()) {
		const address = addressOf(row);
		if (address === undefined || !hasAddress(row)) return undefined;
		found.set(address, [...(found.get(address) ?? []), row]);
	}
	return found;
}
