import type { ServiceClient } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import { unlessAborted } from '../utils/async';
import {
	emailOf,
	findByEmail,
	normalizedEmail,
	pageReader,
	readListOnce,
	type RegistrantsQuery,
	reportedTotal,
} from './registrantList';

/** A registrant list that was read as a whole. */
interface WholeList {
	/** A person can have several rows. Rows without an email address are left out. */
	rowsByEmail: ReadonlyMap<string, readonly Registrant[]>;
	/** Whether the list has all rows that the service reports. Only then does it prove that a person is not in it. */
	isComplete: boolean;
}

/** The registrant lists that a run has read as a whole, by query. Undefined for a list that is too long. */
export type WholeLists = Map<string, Promise<WholeList | undefined>>;

/**
 * Finds a person's rows. A run reads the whole list once if this takes fewer requests than searching for each remaining
 * contact, and keeps it to its end. Otherwise, searches for the person.
 * @param contactsLeft how many contacts the run might still look up in this list, including this one
 * @throws ServiceError if the result of the search is incomplete
 */
export async function findRows(
	wholeLists: WholeLists,
	service: ServiceClient,
	query: RegistrantsQuery,
	email: string,
	contactsLeft: number,
	signal: AbortSignal,
): Promise<readonly Registrant[]> {
	const key = JSON.stringify([query.product.name, query.parameters]);
	if (!wholeLists.has(key) && contactsLeft > 1) {
		// If the list cannot be read, a search for the person may still succeed.
		wholeLists.set(
			key,
			readWholeList(service, query, contactsLeft).catch(() => undefined),
		);
	}
	const reading = wholeLists.get(key);
	const list = reading && (await unlessAborted(reading, signal));
	const rows = list?.rowsByEmail.get(normalizedEmail(email));
	if (rows) return rows;
	return list?.isComplete ? [] : await findByEmail(service, query, email);
}

/** Reads a whole registrant list. @returns undefined if the list has more than `maxPages` pages */
async function readWholeList(
	service: ServiceClient,
	query: RegistrantsQuery,
	maxPages: number,
): Promise<WholeList | undefined> {
	const readPage = pageReader(service, query);
	const first = await readPage(1);
	if (first.lastPage > maxPages) return undefined;
	const { rows, pages } = await readListOnce((number) =>
		number === 1 ? Promise.resolve(first) : readPage(number),
	);
	const rowsByEmail = new Map<string, Registrant[]>();
	for (const row of rows.values()) {
		const email = emailOf(row);
		if (email !== undefined) rowsByEmail.set(email, [...(rowsByEmail.get(email) ?? []), row]);
	}
	return { rowsByEmail, isComplete: rows.size >= reportedTotal(pages) };
}
