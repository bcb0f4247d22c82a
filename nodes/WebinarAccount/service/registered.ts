import { Settings } from 'luxon';

import { PromiseCache } from '../utils/async';
import type { ServiceClient } from './endpoints';
import type { Product } from './products';
import { pageReader, readList, readRegistrants, type RegistrantsQuery } from './registrants/list';
import type { Registrant } from './schemas';
import type { Booking } from './sessions/find';
import { hasOwnIdInSeries } from './sessions/kinds';

/** Age of a list that people are looked up in. */
const MAX_AGE_MS = 60_000;

const MAX_LISTS = 50;

/** The registrants of a session, by their email addresses in lower case. */
interface List {
	/** When the reading began, in milliseconds since 1970. */
	readAt: number;
	byEmail: ReadonlyMap<string, Registrant>;
}

/** What the process has read lately; undefined for a list that is longer than it is worth. */
export const lists = new PromiseCache<List | undefined>(MAX_LISTS, () => Settings.now());

/** When this process last registered whom, in milliseconds since 1970: a list may be older than that. */
const attempts = new Map<string, number>();

/** A person and what they are to be registered for. */
export interface Contact {
	product: Product;
	booking: Booking;
	email: string;
}

/**
 * The schedule that a person is registered to or not, if the webinar is not registered to as a whole: who is
 * registered to one session of a series with an ID for each is registered to those that follow, under whatever ID.
 */
function registeredSchedule({ session, reading }: Booking): number | undefined {
	return hasOwnIdInSeries(session, reading.webinar) ? undefined : session.schedule;
}

/** What tells the registrations of an account apart, as a text. */
export function registrationKey({ account }: ServiceClient, { product, booking, email }: Contact): string {
	const { webinar_id } = booking.reading.webinar;
	const { apiKey, productUrls } = account;
	return JSON.stringify([
		productUrls[product.name],
		apiKey,
		webinar_id,
		registeredSchedule(booking) ?? 'series',
		email.toLowerCase(),
	]);
}

/** Notes that a person is about to be registered, so that a list read before is not believed to lack them. */
export function noteAttempt(key: string): void {
	const now = Settings.now();
	attempts.delete(key);
	attempts.set(key, now);
	for (const [old, at] of attempts) {
		if (now - at <= MAX_AGE_MS) break;
		attempts.delete(old);
	}
}

/**
 * The person's registration that covers a session, if there is one. The whole list is read where that takes fewer
 * calls than to search for each contact.
 * @param contactsLeft people who are still to be looked up for this session, this one included
 */
export async function findRegistration(
	service: ServiceClient,
	contact: Contact,
	contactsLeft: number,
): Promise<Registrant | undefined> {
	const { product, booking, email } = contact;
	const schedule = registeredSchedule(booking);
	const parameters = {
		webinar_id: String(booking.reading.webinar.webinar_id),
		...(schedule !== undefined && { schedule_id: String(schedule) }),
	};
	const key = registrationKey(service, { ...contact, email: '' });
	const since = Settings.now() - MAX_AGE_MS;
	const read = () => readRegistrantsList(service, { product, parameters }, schedule, contactsLeft);
	const list = await (contactsLeft > 1 ? lists.get(key, since, read) : lists.known(key, since));
	const address = email.toLowerCase();
	const listed = list?.byEmail.get(address);
	if (listed) return listed;
	const attemptedAt = attempts.get(registrationKey(service, contact)) ?? -Infinity;
	if (list && attemptedAt < list.readAt) return undefined;
	// The service searches by a part of a name or an address.
	const found = await readRegistrants(service, { product, parameters: { ...parameters, search: email } });
	return byEmail(found, schedule).get(address);
}

/** @returns undefined when the list has more pages than there are contacts to look up */
async function readRegistrantsList(
	service: ServiceClient,
	query: RegistrantsQuery,
	schedule: number | undefined,
	maxPages: number,
): Promise<List | undefined> {
	const readAt = Settings.now();
	const readPage = pageReader(service, query);
	const first = await readPage(1);
	if ((first.lastPage ?? Infinity) > maxPages) return undefined;
	const { rows } = await readList((number) => (number === 1 ? Promise.resolve(first) : readPage(number)));
	// Rows that were removed meanwhile can hide others.
	if (rows.length < (first.total ?? 0)) return undefined;
	return { readAt, byEmail: byEmail(rows, schedule) };
}

/** A host may ignore the filter by schedule. */
function byEmail(rows: readonly Registrant[], schedule: number | undefined): ReadonlyMap<string, Registrant> {
	const covering = rows.filter((row) => schedule === undefined || (row.schedule_id ?? schedule) === schedule);
	return new Map(
		covering.flatMap((row) =>
			typeof row.email === 'string' ? [[row.email.trim().toLowerCase(), row] as const] : [],
		),
	);
}
