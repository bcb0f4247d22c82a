import type { CallParameters, ServiceClient } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import type { Run } from '../utils/run';
import { emailOf, pageReader, readPages } from './registrantList';

/** A registrant list that was read as a whole. */
interface WholeList {
	/** A person can have several rows. Rows without an email address are left out. */
	rowsByEmail: ReadonlyMap<string, readonly Registrant[]>;
	/** Whether the list has all its rows. Only then does it prove that a person was not in it. */
	isComplete: boolean;
}

/** What is kept about a run that reads lists as a whole, until the run ends. */
interface RunLists {
	lists: Map<string, Promise<WholeList | undefined>>;
	/** The people whom any run has registered since. The lists may lack them. */
	registeredSince: Set<string>;
}

const listsByRun = new Map<Run, RunLists>();

/**
 * Returns a registrant list if a run reads it as a whole. A run reads it once, if this takes no more requests than
 * searching for each remaining contact, and keeps it to its end.
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
	if (contactsLeft > 1 && !listsByRun.get(run)?.lists.has(key)) {
		const reading = readWholeList(service, query, contactsLeft).catch(() => undefined);
		keptFor(run).lists.set(key, reading);
	}
	return await listsByRun.get(run)?.lists.get(key);
}

/** Returns what is kept about a run. */
function keptFor(run: Run): RunLists {
	const kept = listsByRun.get(run) ?? { lists: new Map(), registeredSince: new Set() };
	if (!listsByRun.has(run)) run.onEnd(() => listsByRun.delete(run));
	listsByRun.set(run, kept);
	return kept;
}

/** Notes that a person was registered. @param person the key of `personKey` */
export function noteRegistered(person: string): void {
	for (const { registeredSince } of listsByRun.values()) registeredSince.add(person);
}

/** Whether a person was registered since the run read its first list, so that its lists prove nothing about them. */
export function wasRegisteredSince(run: Run, person: string): boolean {
	return listsByRun.get(run)?.registeredSince.has(person) ?? false;
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
