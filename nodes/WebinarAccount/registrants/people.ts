import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import type { ServiceError } from '../service/errors';
import { oneAtATime } from '../service/oneAtATime';
import type { Attendee } from '../service/schemas';
import { ExpiringMap } from '../utils/expiringMap';
import type { FoundSession } from '../webinars/choose';
import { lacksPermanentId } from '../webinars/webinar';
import { sameAddress } from './identity';

/**
 * Who was registered by this process. Read by every registration, in whichever execution. An entry ends two minutes
 * after its last use, by itself; an execution keeps its own people until it ends. A cancelled execution leaves what it
 * knew, and ends its own waiting only. A failure that registered nobody leaves nothing.
 */

/** Nothing about a person is kept for longer after its last use, and no list of the service lags for longer. */
export const LIFETIME_MS = 2 * 60_000;

const MAX_PEOPLE = 20_000;

/** What became of a call that registered a person, or may have. */
export interface Attempt {
	/** The session as exactly as a registration can choose it. */
	session: string;
	/** The execution's own people, which tells executions apart. */
	run: object;
	result: { user: Attendee } | { unclear: ServiceError };
}

/** A person and what one registration covers. */
export interface Person {
	attempts: Attempt[];
}

const people = new ExpiringMap<Person>(LIFETIME_MS, MAX_PEOPLE);

/** A person and the session to register them for. */
export interface Contact extends FoundSession {
	email: string;
	/** Whether no date is sent, so that the registration is for the schedule as a whole. */
	isWholeSchedule: boolean;
}

/** What the registrations have in common that count as one; without the person. */
function coverageKey({ account }: ServiceClient, { webinar, session }: FoundSession): string {
	// The IDs of these sessions change.
	const ofKind = lacksPermanentId(session) ? session.kind : session.schedule;
	const covered = session.coversWebinar ? 'webinar' : ofKind;
	return cacheKey(account, webinar.product.name, webinar.id, covered);
}

/** The session as exactly as a registration chooses it; for just in time, the kind of session. */
export function exactSession({ session, isWholeSchedule }: Contact): string {
	if (lacksPermanentId(session)) return session.kind;
	const start = session.startsAt ?? session.date;
	return session.coversWebinar || isWholeSchedule ? String(session.schedule) : `${session.schedule} ${start}`;
}

/**
 * Does work about a person, one at a time for all executions of the process.
 * @param run the execution's own people
 * @throws CancelledError as soon as the signal is aborted before the turn
 */
export async function withPerson<T>(
	service: ServiceClient,
	contact: Contact,
	{ run, signal }: { run: Map<string, Person>; signal: AbortSignal },
	work: (person: Person) => Promise<T>,
): Promise<T> {
	const key = keyOf(service, contact);
	return await oneAtATime(key, signal, async () => {
		const person = personOf(key, run);
		try {
			return await work(person);
		} finally {
			// Its two minutes begin now.
			people.set(key, person);
		}
	});
}

/** Notes an attempt for another session than the person was looked up for, as when a rule was applied once more. */
export function noteAttempt(
	service: ServiceClient,
	contact: Contact,
	run: Map<string, Person>,
	result: Attempt['result'],
): void {
	const attempt = { session: exactSession(contact), run, result };
	personOf(keyOf(service, contact), run).attempts.push(attempt);
}

function keyOf(service: ServiceClient, contact: Contact): string {
	return JSON.stringify([coverageKey(service, contact), sameAddress(contact.email)]);
}

function personOf(key: string, run: Map<string, Person>): Person {
	const own = run.get(key);
	const person = people.get(key) ?? own ?? { attempts: [] };
	// It had ended for the process, and began anew in another execution.
	if (own && own !== person) person.attempts.push(...own.attempts);
	run.set(key, person);
	people.set(key, person);
	return person;
}
