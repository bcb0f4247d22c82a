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

interface RegisterContext {
	service: ServiceClient;
	registrants: RunRegistrants;
	signal: AbortSignal;
	/** How many contacts, this one included, the run may still look up in the same registrant list. */
	contactsLeft: number;
	/** The current time in milliseconds since 1970. */
	now: () => number;
}

export interface Registration {
	registered: Registered;
	/** Whether it was sent now, was sent earlier in this run, or was found in the registrant list. */
	origin: 'new' | 'run' | 'list';
	isSkipped: boolean;
	/** Whether the registrant list has a row of the person whose date cannot be read. */
	hasUnreadableDate: boolean;
}

/**
 * Registers a contact, unless `decide` finds that the person is registered already. No other execution of this process
 * can register the same person between the look-up and the registration.
 * @throws ServiceError of the registration, or of an earlier one of this run whose outcome is unclear
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
		const sentForPerson = registrants.log.get(person);
		const earlier = sentForPerson?.get(session);
		// The whole list may be older than a registration by another execution, or by this run itself.
		const mayUseWholeList = !hasWaited && sentForPerson === undefined;
		const { listed, hasUnreadableDate } =
			decide(mode, earlier, 'notLookedUp').action === 'lookUp'
				? await lookUp(context, contact, mayUseWholeList)
				: NOT_LOOKED_UP;
		const decision = decide(mode, earlier, listed);
		if (decision.action === 'fail') throw decision.error;
		if (decision.action === 'skip' || decision.action === 'return') {
			const { action, registered, origin } = decision;
			return { registered, origin, isSkipped: action === 'skip', hasUnreadableDate };
		}
		const registered = await sendAndLog(context, contact, person, session);
		return { registered, origin: 'new', isSkipped: false, hasUnreadableDate };
	});
}

/**
 * Returns the key of a session within a webinar. Two registrations of a person with the same key are duplicates. The key
 * leaves out what changes: IDs and dates of just in time and instant replay, and the date of a session that is always open.
 */
export function sessionKey({ session, date }: Pick<Contact, 'session' | 'date'>): string {
	const { kind, schedule, startsAt, coversWebinar } = session;
	if (coversWebinar) return 'series';
	if (isJustInTimeOrReplay(session)) return kind;
	if (kind === 'anyTime' || date === '') return `${schedule}`;
	// Not the date, because it differs between the time zones of attendees.
	return `${schedule}|${startsAt ?? date}`;
}

/**
 * Sends a registration and logs it, also if it is unclear whether the service acted on it. A duplicate in this run then
 * does not repeat it. A rejection is not logged, because nobody was registered.
 */
async function sendAndLog(
	{ service, registrants }: RegisterContext,
	contact: Contact,
	person: string,
	session: string,
): Promise<Registered> {
	const log = (result: SentRegistration) => {
		const sentForPerson = registrants.log.get(person) ?? new Map<string, SentRegistration>();
		registrants.log.set(person, sentForPerson.set(session, result));
	};
	const registered = await registerPerson(service, contact).catch((error: unknown) => {
		if (error instanceof ServiceError && error.mayHaveActed) log(error);
		throw error;
	});
	log(registered);
	return registered;
}

interface LookUpResult {
	listed: Listed;
	hasUnreadableDate: boolean;
}

const NOT_LOOKED_UP: LookUpResult = { listed: 'notLookedUp', hasUnreadableDate: false };

async function lookUp(
	{ service, registrants, signal, contactsLeft, now }: RegisterContext,
	contact: Contact,
	mayUseWholeList: boolean,
): Promise<LookUpResult> {
	const { webinar, session, email } = contact;
	// Rows for just in time and instant replay never count as existing registrations.
	if (isJustInTimeOrReplay(session)) return { listed: 'none', hasUnreadableDate: false };
	// A registration for another schedule of a live series counts too.
	const schedule = session.coversWebinar ? undefined : session.schedule;
	const query = registrantsQuery(webinar.product, webinar.id, schedule);
	const rows = mayUseWholeList
		? await registrants.lookup.find(service, query, email, contactsLeft, signal)
		: await findByEmail(service, query, email);
	const ofSchedule = rows.filter((row) => isOfSchedule(row, schedule));
	const { existing, hasUnreadableDate } = findExisting(ofSchedule, contact, now());
	return { listed: existing ? asRegistration(existing, contact) : 'none', hasUnreadableDate };
}
