import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import { unlessAborted } from '../utils/async';
import { MINUTE_MS } from '../webinars/dates';
import {
	emailOf,
	findByEmail,
	normalizedEmail,
	pageReader,
	readListOnce,
	type RegistrantsQuery,
	wasRowRemoved,
} from './registrantList';

/** Maximum age in milliseconds of a list, counted from its first request. An older list may lack new registrants. */
const MAX_LIST_AGE_MS = 2 * MINUTE_MS;

/** Maximum time in seconds for reading a whole list. A list that takes longer would soon be too old to use. */
const MAX_READING_S = 60;

/** Rows of the registrant list by normalized email address. A person can have several rows. */
type RowsByEmail = ReadonlyMap<string, readonly Registrant[]>;

/** A registrant list that is read, or has been read, as a whole. */
interface WholeList {
	/** The time of its first request, in milliseconds on the clock of `performance.now()`. */
	beganAt: number;
	/** Resolves to undefined if rows may be missing, or if it takes fewer requests to search for each contact. */
	rows: Promise<RowsByEmail | undefined>;
}

/** Looks people up in registrant lists during one run of the node. Reads each list as a whole at most once. */
export class RegistrantLookup {
	private readonly wholeLists = new Map<string, WholeList>();

	/**
	 * Finds a person's rows. Reads the whole list if this takes fewer requests than searching for each remaining contact,
	 * otherwise searches for the person.
	 * @param contactsLeft how many contacts the run might still look up in this list, including this one
	 * @throws ServiceError if the result of the search is incomplete
	 */
	async find(
		service: ServiceClient,
		query: RegistrantsQuery,
		email: string,
		contactsLeft: number,
		signal: AbortSignal,
	): Promise<readonly Registrant[]> {
		const key = cacheKey(service.account, query.product.name, query.parameters);
		if (!this.wholeLists.has(key) && contactsLeft > 1) {
			// If the list cannot be read, a search for the person may still succeed.
			const rows = readRowsByEmail(service, query, contactsLeft).catch(() => undefined);
			this.wholeLists.set(key, { beganAt: performance.now(), rows });
		}
		const list = this.wholeLists.get(key);
		const rows = list && (await unlessAborted(list.rows, signal));
		const isRecent = list && performance.now() - list.beganAt <= MAX_LIST_AGE_MS;
		if (rows && isRecent) return rows.get(normalizedEmail(email)) ?? [];
		return await findByEmail(service, query, email);
	}
}

/**
 * Reads a whole registrant list, and returns its rows by email address.
 * @returns undefined if the list has too many pages, or if rows may be missing
 */
async function readRowsByEmail(
	service: ServiceClient,
	query: RegistrantsQuery,
	contactsLeft: number,
): Promise<RowsByEmail | undefined> {
	const readPage = pageReader(service, query);
	const first = await readPage(1);
	const maxPages = Math.min(contactsLeft, MAX_READING_S * service.account.callsPerSecond);
	if (first.lastPage > maxPages) return undefined;
	const { rows, pages } = await readListOnce((number) =>
		number === 1 ? Promise.resolve(first) : readPage(number),
	);
	if (rows.size < (first.total ?? 0) || wasRowRemoved(pages)) return undefined;
	return groupByEmail(rows.values());
}

/** Groups rows by email address. Omits rows without an email address. */
function groupByEmail(rows: Iterable<Registrant>): RowsByEmail {
	const byEmail = new Map<string, Registrant[]>();
	for (const row of rows) {
		const email = emailOf(row);
		if (email !== undefined) byEmail.set(email, [...(byEmail.get(email) ?? []), row]);
	}
	return byEmail;
}
