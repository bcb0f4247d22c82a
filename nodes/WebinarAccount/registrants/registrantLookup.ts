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
} from './registrantList';

/** Maximum age in milliseconds of a whole list, from its first request. An older one may lack new registrants. */
const MAX_LIST_AGE_MS = 2 * MINUTE_MS;

/** Maximum duration in seconds of reading a whole list. A list that takes longer would be too old when it is complete. */
const MAX_READING_S = 60;

type RowsByEmail = ReadonlyMap<string, readonly Registrant[]>;

interface WholeList {
	/** Milliseconds on the clock of `performance.now()`. */
	beganAt: number;
	/** Undefined if rows may be missing, or if searches take fewer requests. */
	rows: Promise<RowsByEmail | undefined>;
}

/** Looks people up for one run, which reads each registrant list as a whole at most once. */
export class RegistrantLookup {
	private readonly wholeLists = new Map<string, WholeList>();

	/**
	 * Finds the rows of a person: in the whole list if that takes fewer requests, otherwise by a search.
	 * @param contactsLeft how many contacts, this one included, may be looked up in the list
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
			// If the list cannot be read, a search may still succeed.
			const rows = readRowsByEmail(service, query, contactsLeft).catch(() => undefined);
			this.wholeLists.set(key, { beganAt: performance.now(), rows });
		}
		const list = this.wholeLists.get(key);
		const rows = list && (await unlessAborted(list.rows, signal));
		const isYoung = list && performance.now() - list.beganAt <= MAX_LIST_AGE_MS;
		if (rows && isYoung) return rows.get(normalizedEmail(email)) ?? [];
		return await findByEmail(service, query, email);
	}
}

/** Returns undefined if the list has too many pages, or if rows may be missing. */
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
	const total = first.total ?? 0;
	// If a registrant was removed meanwhile, rows may have moved to a page that had been read already.
	const hasShrunk = pages.some((page) => (page.total ?? total) < total);
	if (rows.size < total || hasShrunk) return undefined;
	const byEmail = new Map<string, Registrant[]>();
	for (const row of rows.values()) {
		const email = emailOf(row);
		if (email !== undefined) byEmail.set(email, [...(byEmail.get(email) ?? []), row]);
	}
	return byEmail;
}
