import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { oneAtATime } from '../utils/async';
import { isJustInTimeOrReplay } from '../webinars/webinar';
import { decide, type IfRegistered, type Listed, type SentRegistration } from './decide';
import { asRegistration, findExisting } from './existingRegistration';
import { findByEmail, isOfSchedule, normalizedEmail, registrantsQuery } from './registrantList';
import { type Contact, registerPerson, type Registered } from './registerPerson';
import type { RunRegistrants } from './runRegistrants';

/** Access to the service and to the current run's data. */
interface RegisterContext {
	service: ServiceClient;
	registrants: RunRegistrants;
	signal: AbortSignal;
	/** How many contacts the run might still look up in this registrant list, including this contact. */
	contactsLeft: number;
	/** The current time in milliseconds since 1970. */
	now: () => number;
}

/** The result for a contact: a new registration or an existing one. */
export interface Registration {
	registered: Registered;
	/** Where the registration comes from: sent now, sent earlier in this run, or found in the registrant list. */
	origin: 'new' | 'run' | 'list';
	/** Whether the contact is skipped, because the person is already registered. */
	isSkipped: boolean;
	/** Whether the registrant list has a row for this person with an unreadable date. */
	hasUnreadableDate: boolean;
}

/**
 * Registers a contact, unless the person is already registered. Depending on the mode, the contact is then skipped, or
 * the existing registration is returned. Other executions in this n8n process wait, so that they cannot register the
 * same person between the look-up and the registration.
 * @throws ServiceError if the registration fails, or if an earlier one in this run failed with an unknown outcome
 */
export async function registerOnce(
	context: RegisterContext,
	contact: Contact,
	mode: IfRegistered,
): Promise<Registration> {
	const { service, registrants, signal } = context;
	const { product, id } = contact.webinar;
	const person = cacheKey(service.account, product.name, id, normalizedEmail(contact.email));
	const session = sessionKey(contact);

	return await oneAtATime(person, signal, async (hasWaited) => {
		const sentForPerson = registrants.sentByPerson.get(person);
		const sentForSession = sentForPerson?.get(session);
		// If this run or another execution has just registered the person, a list that was read earlier does not contain
		// that registration.
		const mayUseEarlierList = !hasWaited && sentForPerson === undefined;
		const isLookUpNeeded = decide(mode, sentForSession, 'notLookedUp').action === 'lookUp';
		const { listed, hasUnreadableDate } = isLookUpNeeded
			? await lookUp(context, contact, mayUseEarlierList)
			: NOT_LOOKED_UP;
		const decision = decide(mode, sentForSession, listed);
		if (decision.action === 'fail') throw decision.error;
		if (decision.action === 'skip' || decision.action === 'return') {
			const { action, registered, origin } = decision;
			return { registered, origin, isSkipped: action === 'skip', hasUnreadableDate };
		}
		const registered = await sendAndRemember(context, contact, person, session);
		return { registered, origin: 'new', isSkipped: false, hasUnreadableDate };
	});
}

/**
 * Returns the key of a session within its webinar. If a person has two registrations with the same key, the second one
 * is a duplicate. The key omits values that keep changing: the IDs and dates of just-in-time and instant-replay
 * sessions, and the date of a session that is always open.
 */
export function sessionKey({ session, date }: Pick<Contact, 'session' | 'date'>): string {
	const { kind, schedule, startsAt, coversWebinar } = session;
	if (coversWebinar) return 'series';
	if (isJustInTimeOrReplay(session)) return kind;
	if (kind === 'anyTime' || date === '') return `${schedule}`;
	// The key contains the start, not the date, because attendees in different time zones have different dates for the
	// same session.
	return `${schedule}|${startsAt ?? date}`;
}

/**
 * Sends a registration and remembers its outcome, so that a duplicate contact in this run is not sent again. An error
 * is remembered only if the person might be registered nevertheless. A rejection is not remembered, because nobody was
 * registered.
 */
async function sendAndRemember(
	{ service, registrants }: RegisterContext,
	contact: Contact,
	person: string,
	session: string,
): Promise<Registered> {
	const remember = (outcome: SentRegistration) => {
		const sentForPerson = registrants.sentByPerson.get(person) ?? new Map<string, SentRegistration>();
		registrants.sentByPerson.set(person, sentForPerson.set(session, outcome));
	};
	const registered = await registerPerson(service, contact).catch((error: unknown) => {
		if (error instanceof ServiceError && error.mayHaveActed) remember(error);
		throw error;
	});
	remember(registered);
	return registered;
}

/** The result of looking a contact up in the registrant list. */
interface LookUpResult {
	listed: Listed;
	hasUnreadableDate: boolean;
}

/** The result for a contact that need not be looked up. */
const NOT_LOOKED_UP: LookUpResult = { listed: 'notLookedUp', hasUnreadableDate: false };

/**
 * Looks a contact up in the registrant list.
 * @param mayUseEarlierList whether a list that this run has already read may be used
 */
async function lookUp(
	{ service, registrants, signal, contactsLeft, now }: RegisterContext,
	contact: Contact,
	mayUseEarlierList: boolean,
): Promise<LookUpResult> {
	const { webinar, session, email } = contact;
	// Rows for just-in-time and instant-replay sessions never count as existing registrations.
	if (isJustInTimeOrReplay(session)) return { listed: 'none', hasUnreadableDate: false };
	// In a live series, a registration for a different schedule counts too, so all schedules are searched.
	const schedule = session.coversWebinar ? undefined : session.schedule;
	const query = registrantsQuery(webinar.product, webinar.id, schedule);
	const rows = mayUseEarlierList
		? await registrants.lookup.find(service, query, email, contactsLeft, signal)
		: await findByEmail(service, query, email);
	const ofSchedule = rows.filter((row) => isOfSchedule(row, schedule));
	const { existing, hasUnreadableDate } = findExisting(ofSchedule, contact, now());
	return { listed: existing ? asRegistration(existing, contact) : 'none', hasUnreadableDate };
}
