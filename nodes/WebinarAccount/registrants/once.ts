import { FixedOffsetZone, Settings } from 'luxon';

import { cacheKey } from '../service/account';
import type { CallParameters, ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import type { Registrant, RegistrantsPage } from '../service/schemas';
import { oneAtATime } from '../utils/async';
import { ExpiringMap, SharedReads } from '../utils/sharedReads';
import type { FoundSession } from '../webinars/choose';
import { dateIn, EST, MINUTE_MS } from '../webinars/dates';
import { lacksPermanentId } from '../webinars/webinar';
import {
	addressOf,
	findByEmail,
	pageReader,
	readList,
	type RegistrantsQuery,
	registrationNumber,
	sameAddress,
} from './pages';
import type { Registered } from './register';
import { sessionStart } from './simplify';

/**
 * Registers a person once. Who was registered by this process is read by every registration, in whichever execution. An
 * entry ends two minutes after its last use, by itself; an execution keeps its own people until it ends. A cancelled
 * execution leaves what it knew, and ends its own waiting only. A failure that registered nobody leaves nothing.
 */

/** Nothing about a person is kept for longer after its last use, and no list of the service lags for longer. */
const LIFETIME_MS = 2 * MINUTE_MS;
const MAX_PEOPLE = 20_000;

/** A call that registered a person, or may have. */
interface Attempt {
	/** The session as exactly as a registration can choose it. */
	session: string;
	/** An error if it is unclear whether the person was registered. */
	result: Registered | ServiceError;
	/** Monotonic, in milliseconds. */
	at: number;
}

/** The attempts, in their order, by person and what one registration covers. */
export type People = Map<string, readonly Attempt[]>;

const people = new ExpiringMap<readonly Attempt[]>(LIFETIME_MS, MAX_PEOPLE);

/** A person and the session to register them for. */
export interface Contact extends FoundSession {
	email: string;
	/** Whether no date is sent, so that the registration is for the schedule as a whole. */
	isWholeSchedule: boolean;
}

/** What to do with somebody who is registered already: register again, or look them up first. */
export type IfRegistered = 'register' | 'skip' | 'return';

/** A new registration, one of this process (of this run, if it came twice), or one that the service lists. */
export type Registration = { found: FoundSession } & (
	{ user: Registered } | { known: Registered; cameTwice: boolean } | { listed: Registrant }
);

/** Makes the call. */
interface Sending {
	send: (to: FoundSession) => Promise<Registered>;
	/** Another session in place of one that the service rejected. @throws the error if there is none */
	chooseAgain: (error: unknown) => Promise<FoundSession>;
}

interface Registering {
	service: ServiceClient;
	/** The execution's own people. */
	run: People;
	signal: AbortSignal;
	/** Number of people still to look up for this session, including this one. */
	contactsLeft: () => number;
}

/**
 * Registers a person once per execution and session. With `skip` and `return`, looks them up first; look-up and
 * registration are one step for all executions of the process.
 * @throws the failure of an earlier attempt that may have registered the person, without sending anything
 */
export async function registerOnce(
	context: Registering,
	contact: Contact,
	choice: IfRegistered,
	{ send, chooseAgain }: Sending,
): Promise<Registration> {
	const registerFor = async (to: Contact): Promise<Registration> => {
		const key = personKey(context.service, to);
		return await oneAtATime(key, context.signal, async () => {
			const existing = await existingOf(context, to, choice, key);
			return { ...(existing ?? { user: await sendNoted(context, to, key, send) }), found: to };
		});
	};
	// For another session the person may be registered already.
	return await registerFor(contact).catch(async (error: unknown) =>
		registerFor({ ...contact, ...(await chooseAgain(error)) }),
	);
}

/** A registration that the person has. @throws the failure of an attempt that is unclear */
async function existingOf(context: Registering, contact: Contact, choice: IfRegistered, key: string) {
	const session = exactSession(contact);
	const own = context.run.get(key) ?? [];
	// An unclear attempt of another execution counts until the service's list must show what became of it.
	const others = (people.get(key) ?? []).filter(
		({ result, at }) => !(result instanceof ServiceError) || performance.now() - at < LIFETIME_MS,
	);
	const attempt =
		choice === 'register'
			? bestAttempt(own.filter((one) => one.session === session))
			: bestAttempt([...others, ...own], session);
	const before = attempt?.result;
	const cameTwice = attempt !== undefined && own.includes(attempt);
	if (before && !(before instanceof ServiceError)) return { known: before, cameTwice };
	if (before && cameTwice) throw before;
	const listed = choice === 'register' ? undefined : await find(context, contact, before !== undefined);
	if (listed) return { listed };
	if (before) throw before;
	return undefined;
}

/** Registers the person, and keeps that for the run and for the process. */
async function sendNoted({ run }: Registering, contact: Contact, key: string, send: Sending['send']) {
	const note = (result: Attempt['result']) => {
		const attempt = { session: exactSession(contact), result, at: performance.now() };
		for (const store of [people, run]) store.set(key, [...(store.get(key) ?? []), attempt]);
	};
	const user = await send(contact).catch((error: unknown) => {
		if (error instanceof ServiceError && error.mayHaveActed) note(error);
		throw error;
	});
	note(user);
	return user;
}

/** The same for all registrations of the person that count as one. */
function personKey({ account }: ServiceClient, { webinar, session, email }: Contact): string {
	// The IDs of these sessions change.
	const ofKind = lacksPermanentId(session) ? session.kind : session.schedule;
	const covered = session.coversWebinar ? 'webinar' : ofKind;
	return cacheKey(account, webinar.product.name, webinar.id, covered, sameAddress(email));
}

/** The session as exactly as a registration chooses it; for just in time, the kind of session. */
function exactSession({ session, isWholeSchedule }: Contact): string {
	const { schedule, startsAt, date, coversWebinar } = session;
	if (lacksPermanentId(session)) return session.kind;
	return coversWebinar || isWholeSchedule ? String(schedule) : `${schedule} ${startsAt ?? date}`;
}

/** The last attempt that registered the person, for the chosen session rather than another; or else the last one. */
function bestAttempt(attempts: readonly Attempt[], chosen?: string): Attempt | undefined {
	const made = attempts.filter(({ result }) => !(result instanceof ServiceError));
	return made.filter(({ session }) => session === chosen).at(-1) ?? made.at(-1) ?? attempts.at(-1);
}

/** Maximum age of a list in which people are looked up. */
const MAX_AGE_MS = MINUTE_MS;
const MAX_LISTS = 50;

type RowsByAddress = ReadonlyMap<string, readonly Registrant[]>;

/** First pages, and whole lists by address; undefined for one that cannot be read in full. */
const firstPages = new SharedReads<RegistrantsPage>(LIFETIME_MS, MAX_LISTS);
const wholeLists = new SharedReads<RowsByAddress | undefined>(LIFETIME_MS, MAX_LISTS);

/**
 * Finds the person's registration at the service: in the whole list if that takes fewer calls than a search for each
 * contact, otherwise by a search.
 * @param isAttempted whether a list that was read before may lack the person
 */
async function find(
	context: Registering,
	contact: Contact,
	isAttempted: boolean,
): Promise<Registrant | undefined> {
	const { webinar, session, email } = contact;
	// In a series with an ID for each session, a registration for one session is also valid for those that follow.
	const schedule = session.coversWebinar ? undefined : session.schedule;
	const parameters: CallParameters = {
		webinar_id: String(webinar.id),
		...(schedule !== undefined && { schedule_id: String(schedule) }),
	};
	const query = { product: webinar.product, parameters };
	const list = isAttempted ? undefined : await wholeList(context, query);
	const rows = list ? list.get(sameAddress(email)) : await findByEmail(context.service, query, email);
	// A host may ignore the filter by schedule.
	const covering = (rows ?? []).filter(
		(row) => schedule === undefined || (row.schedule_id ?? schedule) === schedule,
	);
	return bestOf(covering, contact, Settings.now());
}

/** @returns undefined when searches take fewer calls */
async function wholeList(context: Registering, query: RegistrantsQuery): Promise<RowsByAddress | undefined> {
	const { service, signal } = context;
	const since = performance.now() - MAX_AGE_MS;
	const key = cacheKey(service.account, query.product.name, query.parameters);
	const known = wholeLists.known(key, since);
	const contactsLeft = context.contactsLeft();
	if (!known && contactsLeft === 1) return undefined;
	const readPage = pageReader(service, query);
	const first = await firstPages.get(key, { since, signal }, () => readPage(1));
	if (!known && (first.lastPage ?? Infinity) > contactsLeft) return undefined;
	return await wholeLists.get(key, { since, signal }, async () => {
		const { rows } = await readList((number) => (number === 1 ? Promise.resolve(first) : readPage(number)));
		// Rows that were removed meanwhile can hide others.
		return rows.size < (first.total ?? 0) ? undefined : byAddress(rows.values());
	});
}

function byAddress(rows: Iterable<Registrant>): RowsByAddress {
	const found = new Map<string, Registrant[]>();
	for (const row of rows) {
		const address = addressOf(row);
		if (address !== undefined) found.set(address, [...(found.get(address) ?? []), row]);
	}
	return found;
}

/**
 * The registration that counts, of several that a person has: the one for the chosen date, then the next upcoming one,
 * then the newest.
 * @param now milliseconds since 1970
 */
function bestOf(
	rows: readonly Registrant[],
	{ webinar, session }: FoundSession,
	now: number,
): Registrant | undefined {
	// Nobody knows the zone of the list's dates where the webinar has none of its own: the attendee's, or EST.
	const zone = webinar.followsAttendee ? EST : (webinar.zone ?? FixedOffsetZone.utcInstance);
	const chosen = dateIn(session.date);
	const rank = (row: Registrant): [number, number] => {
		const start = sessionStart(row, zone);
		if (chosen !== undefined && [dateIn(row.event), dateIn(row.schedule)].includes(chosen)) return [0, 0];
		if (start !== undefined && start === session.startsAt) return [1, 0];
		return start !== undefined && start > now ? [2, start] : [3, -(registrationNumber(row) ?? 0)];
	};
	return [...rows].sort((one, other) => {
		const [[first, a], [second, b]] = [rank(one), rank(other)];
		return first - second || a - b;
	})[0];
}
