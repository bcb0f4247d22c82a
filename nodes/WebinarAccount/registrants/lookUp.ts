import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { unlessAborted } from '../utils/async';
import { quoted } from '../utils/values';
import { MINUTE_MS } from '../webinars/dates';
import { pageReader, readList, readRegistrants, type RegistrantsQuery } from './pages';
import { addressOf, hasAddress, sameAddress } from './person';

/** Looking people up in the service's list: by a search for each, or in the whole list where that takes fewer calls. */

/**
 * Finds the registrants with this address. The service's search also finds parts of texts, and only one spelling.
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

/**
 * Finds the registrants with this address in the whole list where that takes fewer calls, and otherwise by a search.
 * @param contactsLeft number of people still to look up in it, including this one
 */
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
	if ((first.lastPage ?? Infinity) > maxPages) return undefined;
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
