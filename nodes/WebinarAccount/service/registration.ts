import { Settings } from 'luxon';

import { PromiseCache } from '../utils/async';
import { cacheKey } from './account';
import type { CallParameters, ServiceClient } from './endpoints';
import type { Product } from './products';
import { findByEmail } from './registrants/findByEmail';
import { addressOf } from './registrants/identity';
import { pageReader, readList, type RegistrantsQuery } from './registrants/list';
import { checkAttendee } from './registrationAnswer';
import type { Attendee, Registrant } from './schemas';
import type { Booking } from './sessions/find';
import { hasOwnIdInSeries } from './sessions/kinds';

/** Maximum age of a list in which people are looked up. */
const MAX_AGE_MS = 60_000;

const MAX_LISTS = 50;

/** The registrants of a session, by their email addresses in lower case. */
interface List {
	/** When the reading began, in milliseconds since 1970. */
	readAt: number;
	byEmail: ReadonlyMap<string, Registrant>;
}

/** Lists that this process has read; undefined for one that is too long to read in full. */
export const lists = new PromiseCache<List | undefined>(MAX_LISTS, () => Settings.now());

/** Last registration attempt by contact, in milliseconds since 1970. A list read before does not show its result. */
const attempts = new Map<string, number>();

/** A person and the session to register them for. */
export interface Contact {
	product: Product;
	booking: Booking;
	email: string;
}

/**
 * The schedule whose registrations count; undefined if all of the webinar count: in a series with an ID for each
 * session, a registration for one session is also valid for those that follow.
 */
function registeredSchedule({ session, reading }: Booking): number | undefined {
	return hasOwnIdInSeries(session, reading.webinar) ? undefined : session.schedule;
}

/** The key of a contact's registration, unique in the process. */
export function registrationKey({ account }: ServiceClient, { product, booking, email }: Contact): string {
	const { webinar_id } = booking.reading.webinar;
	const schedule = registeredSchedule(booking) ?? 'series';
	return cacheKey(account, product.name, webinar_id, schedule, email.toLowerCase());
}

/** The key of a contact for exactly one session, of which a schedule or a series may have several. */
export function sessionKey(service: ServiceClient, contact: Contact): string {
	const { reading, session, isWholeSchedule = false } = contact.booking;
	const start = contact.product.takesDate && !isWholeSchedule ? reading.startOf(session) : undefined;
	return JSON.stringify([registrationKey(service, contact), session.schedule, start]);
}

/** Records an attempt to register a person, so that their absence from an older list proves nothing. */
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
 * Finds the person's registration for a session. Reads the whole list if that takes fewer calls than a search for each
 * contact.
 * @param contactsLeft number of people still to look up for this session, including this one
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
	const found = await findByEmail(service, { product, parameters }, email);
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
	if (rows.size < (first.total ?? 0)) return undefined;
	return { readAt, byEmail: byEmail([...rows.values()], schedule) };
}

/** A host may ignore the filter by schedule. */
function byEmail(rows: readonly Registrant[], schedule: number | undefined): ReadonlyMap<string, Registrant> {
	const covering = rows.filter((row) => schedule === undefined || (row.schedule_id ?? schedule) === schedule);
	return new Map(
		covering.flatMap((row) => {
			const address = addressOf(row);
			return address === undefined ? [] : [[address, row] as const];
		}),
	);
}

/**
 * Registers a person for a session; once for a whole series ("Registration rules", 1).
 * @param person first name, email address and other known values, under the service's names
 * @throws ServiceError also when the service reports a success that is not the registration that was sent
 */
export async function registerPerson(
	service: ServiceClient,
	product: Product,
	{ reading, session, isWholeSchedule = false }: Booking,
	person: CallParameters,
): Promise<Attendee> {
	// Without a date, the service registers for the schedule: a series as a whole ("Registration rules", 2).
	const date = product.takesDate && !isWholeSchedule ? session.date : undefined;
	const sent = {
		...person,
		webinar_id: String(reading.webinar.webinar_id),
		schedule: String(session.schedule),
		...(date !== undefined && date !== '' && { date }),
		...(reading.timezone !== undefined && { timezone: reading.timezone }),
	};
	const { user } = await service.call(product.name, 'register', sent);
	checkAttendee(user, sent, reading);
	return user;
}
