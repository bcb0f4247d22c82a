import { Settings } from 'luxon';

import { findExisting, findRequested } from '../registrants/registrations';
import {
	emailOf,
	findByEmail,
	normalizedEmail,
	pageFetcher,
	personIdOf,
	fetchPages,
	registrantsQuery,
} from '../registrants/registrantList';
import type { ServiceClient } from '../service/client';
import type { CallParameters, Registrant } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { unlessAborted } from '../utils/async';
import type { Booking } from '../webinars/chooseSession';
import { isJustInTimeOrReplay, isScheduled } from '../webinars/webinar';
import type { OperationContext, RunMemory, WholeList } from './operation';

// Looks people up in the registrant list: before a registration, and after one with an unclear failure.

/**
 * Looks up before a registration whether a person has one already. If this takes fewer requests for the run, fetches the
 * whole registrant list once. A row in the list proves that the person is registered. A missing row proves the contrary only
 * if the list is complete, and no run has registered the person since this run began. Without proof, searches for the person.
 * @returns the row that counts as a registration; undefined if the person is not registered
 */
export async function lookUp(
	context: OperationContext,
	booking: Booking,
	email: string,
): Promise<Registrant | undefined> {
	const { service, memory, signal, itemsLeftWithSame } = context;
	const { webinar, session } = booking;
	// Rows for just-in-time and instant-replay sessions never count as existing registrations.
	if (isJustInTimeOrReplay(session)) return undefined;
	// One registration covers a whole live series, so there the registrants of all schedules are searched.
	const query = registrantsQuery(webinar.id, session.coversWebinar ? undefined : session.scheduleId);
	// Items with the same values of these parameters use the same list.
	const contactsLeft = itemsLeftWithSame(...parametersOfList(booking));
	// Undefined if fetching the list takes too many requests or fails. If this item is canceled, only its wait ends, because
	// items share the list.
	const list = await unlessAborted(fetchListOnce(memory, service, query, contactsLeft), signal);
	const listed = findExisting(list?.rowsByEmail.get(normalizedEmail(email)) ?? [], booking, Settings.now());
	if (listed) return listed;
	const personId = personIdOf(service, webinar.id, email);
	const isAbsenceProven = list?.isComplete && !memory.peopleRegisteredDuringRun.has(personId);
	if (isAbsenceProven) return undefined;
	return findExisting(await findByEmail(service, query, email), booking, Settings.now());
}

/** Returns the names of the parameters that decide which list a person is looked up in. */
function parametersOfList({ webinar, session }: Booking): string[] {
	// Nobody is looked up for a just-in-time session or an instant replay.
	const scheduled = webinar.sessions.filter(isScheduled);
	const isOnlySchedule = scheduled.every(({ scheduleId }) => scheduleId === session.scheduleId);
	// Whatever session is chosen for a person, the list is the same.
	if (isOnlySchedule || session.coversWebinar) return ['webinarId'];
	// The list is that of the chosen session's schedule. Which session is the next one can depend on the time zone.
	return ['webinarId', 'schedule', 'timezone'];
}

/**
 * Looks a person up after a failed registration, if it is unclear whether the service has acted on it. Sends one request,
 * because the service may still be failing.
 * @param error the error of the registration
 * @returns the row for the requested session; undefined if it is not found, or if the look-up fails too
 */
export async function findIfOutcomeUnclear(
	{ service, signal }: OperationContext,
	booking: Booking,
	email: string,
	error: unknown,
): Promise<Registrant | undefined> {
	const { webinar, session } = booking;
	const isUnclear = error instanceof ServiceError && error.mayHaveActed;
	// After a cancellation, nothing more is sent.
	if (!isUnclear || signal.aborted) return undefined;
	// Rows for these sessions have no date, so a row can be from an earlier registration.
	if (isJustInTimeOrReplay(session)) return undefined;
	const query = { ...registrantsQuery(webinar.id, session.scheduleId), search: email, page: '1' };
	const rows = await service.callOnce('registrants', query).then(
		({ registrants }) => registrants.rows,
		// Without rows, the item fails with the error of the registration, which says that the outcome is unclear.
		() => [],
	);
	// The search may also find people whose email address only contains this one.
	const ownRows = rows.filter((row) => emailOf(row) === normalizedEmail(email));
	return findRequested(ownRows, booking, Settings.now());
}

/**
 * Returns a whole registrant list. A run fetches it once, and only if this takes no more requests than searching for each
 * remaining contact. A failed attempt is not repeated.
 * @param contactsLeft how many contacts the run might still look up in this list, including this one
 * @returns undefined if the list is not worth fetching, or cannot be fetched
 */
async function fetchListOnce(
	memory: RunMemory,
	service: ServiceClient,
	query: CallParameters,
	contactsLeft: number,
): Promise<WholeList | undefined> {
	const key = JSON.stringify(query);
	const earlier = memory.lists.get(key);
	if (earlier) return await earlier;
	// For one contact, a search takes no more requests than reading the list.
	if (contactsLeft === 1) return undefined;
	// Each page takes a request, as each search does, so the list may have as many pages as contacts are left.
	const fetching = fetchWholeList(service, query, contactsLeft).catch(() => undefined);
	memory.lists.set(key, fetching);
	return await fetching;
}

/** Fetches a whole registrant list. @throws InputError if the list has more than `maxPages` pages */
async function fetchWholeList(
	service: ServiceClient,
	query: CallParameters,
	maxPages: number,
): Promise<WholeList> {
	const { rows, areRowsMissing } = await fetchPages(pageFetcher(service, query), { maxPages });
	const rowsByEmail = new Map<string, Registrant[]>();
	for (const row of rows.values()) {
		const email = emailOf(row);
		if (email !== undefined) rowsByEmail.set(email, [...(rowsByEmail.get(email) ?? []), row]);
	}
	return { rowsByEmail, isComplete: !areRowsMissing };
}
