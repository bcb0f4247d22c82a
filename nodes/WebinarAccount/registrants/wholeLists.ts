import type { CallParameters, ServiceClient } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import type { Run } from '../utils/run';
import { emailOf, pageReader, readPages } from './registrantList';

/** A registrant list that was read as a whole. */
export interface WholeList {
	/** A person can have several rows. Rows without an email address are left out. */
	rowsByEmail: ReadonlyMap<string, readonly Registrant[]>;
	/** Whether the list has all its rows. Only then does it prove that a person was not in it. */
	isComplete: boolean;
}

/** The lists of each run that reads lists as a whole, until the run ends. */
const listsByRun = new Map<Run, Map<string, Promise<WholeList | undefined>>>();

/** The people who were registered while any run kept a list. Its list may lack them. */
const registeredMeanwhile = new Set<string>();

/**
 * Returns a registrant list if a run reads it as a whole. A run reads it once, if this takes fewer requests than searching
 * for each remaining contact, and keeps it to its end.
 * @param contactsLeft how many contacts the run might still look up in this list, including this one
 * @returns undefined if the list is not worth reading, or cannot be read. A search for the person may still succeed.
 */
export async function wholeListOf(
	run: Run,
	service: ServiceClient,
	query: CallParameters,
	contactsLeft: number,
): Promise<WholeList | undefined> {
	const key = JSON.stringify([service.product.name, query]);
	const lists = listsByRun.get(run) ?? new Map<string, Promise<WholeList | undefined>>();
	if (!lists.has(key) && contactsLeft > 1) {
		if (!listsByRun.has(run)) run.onEnd(() => forgetLists(run));
		listsByRun.set(run, lists);
		lists.set(
			key,
			readWholeList(service, query, contactsLeft).catch(() => undefined),
		);
	}
	return await lists.get(key);
}

/** Forgets the lists of a run that has ended. */
function forgetLists(run: Run): void {
	listsByRun.delete(run);
	if (listsByRun.size === 0) registeredMeanwhile.clear();
}

/** Notes that a person was registered. @param person the key of `personKey` */
export function noteRegistered(person: string): void {
	if (listsByRun.size > 0) registeredMeanwhile.add(person);
}

/** Whether a person was registered while lists were kept, so that a list proves nothing about them. */
export function wasRegisteredMeanwhile(person: string): boolean {
	return registeredMeanwhile.has(person);
}

/** Reads a whole registrant list. @returns undefined if the list has more than `maxPages` pages */
async function readWholeList(
	service: ServiceClient,
	query: CallParameters,
	maxPages: number,
): Promise<WholeList | undefined> {
	const readPage = pageReader(service, query);
	const first = await readPage(1);
	if (first.lastPage > maxPages) return undefined;
	const { rows, areRowsMissing } = await readPages(readPage, { first });
	const rowsByEmail = new Map<string, Registrant[]>();
	for (const row of rows.values()) {
		const email = emailOf(row);
		if (email !== undefined) rowsByEmail.set(email, [...(rowsByEmail.get(email) ?? []), row]);
	}
	return { rowsByEmail, isComplete: !areRowsMissing };
}
