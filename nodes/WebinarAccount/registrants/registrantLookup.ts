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
	readList,
	type RegistrantsQuery,
} from './registrantList';

/** For how long after its first request a whole list proves that a person is not in it. */
const MAX_LIST_AGE_MS = 2 * MINUTE_MS;

/** The longest time in seconds that reading a whole list may take. Searches are better than a list that is old at once. */
const MAX_READING_S = 60;

type RowsByEmail = ReadonlyMap<string, readonly Registrant[]>;

interface WholeList {
	/** On the monotonic clock, in milliseconds. */
	beganAt: number;
	/** Undefined if the list proves nothing, or takes more requests than searches do. */
	rows: Promise<RowsByEmail | undefined>;
}

/** Looks people up for one run, which reads each registrant list as a whole at most once. */
export class RegistrantLookup {
	private readonly wholeLists = new Map<string, WholeList>();

	/**
	 * Finds the rows of a person: in the whole list if that takes fewer requests, otherwise by a search.
	 * @param contactsLeft how many contacts, this one included, may be looked up in the list
	 * @throws ServiceError if a search proves nothing
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
			const rows = readWholeList(service, query, contactsLeft).catch(() => undefined);
			this.wholeLists.set(key, { beganAt: performance.now(), rows });
		}
		const list = this.wholeLists.get(key);
		const rows = list && (await unlessAborted(list.rows, signal));
		const isYoung = list && performance.now() - list.beganAt <= MAX_LIST_AGE_MS;
		if (rows && isYoung) return rows.get(normalizedEmail(email)) ?? [];
		return await findByEmail(service, query, email);
	}
}

async function readWholeList(
	service: ServiceClient,
	query: RegistrantsQuery,
	contactsLeft: number,
): Promise<RowsByEmail | undefined> {
	const readPage = pageReader(service, query);
	const first = await readPage(1);
	const maxPages = Math.min(contactsLeft, MAX_READING_S * service.account.callsPerSecond);
	if (first.lastPage > maxPages) return undefined;
	const { rows, pages } = await readList((number) =>
		number === 1 ? Promise.resolve(first) : readPage(number),
	);
	const total = first.total ?? 0;
	// If others were removed meanwhile, rows may have moved to a page that was read before.
	const hasShrunk = pages.some((page) => (page.total ?? total) < total);
	if (rows.size < total || hasShrunk) return undefined;
	const byEmail = new Map<string, Registrant[]>();
	for (const row of rows.values()) {
		const email = emailOf(row);
		if (email !== undefined) byEmail.set(email, [...(byEmail.get(email) ?? []), row]);
	}
	return byEmail;
}
