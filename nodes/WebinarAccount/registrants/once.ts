import { Settings } from 'luxon';

import { cacheKey } from '../service/account';
import type { CallParameters, ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import type { Attendee, Registrant, RegistrantsPage } from '../service/schemas';
import { SharedReads } from '../service/sharedReads';
import { bestOf } from './existing';
import { findByEmail } from './findByEmail';
import { addressOf, sameAddress } from './identity';
import { pageReader, readList, type RegistrantsQuery } from './pages';
import {
	type Attempt,
	type Contact,
	exactSession,
	LIFETIME_MS,
	noteAttempt,
	type Person,
	withPerson,
} from './people';
import type { FoundSession } from '../webinars/choose';

/** What to do with somebody who is registered already: register again, or look them up first. */
export type IfRegistered = 'register' | 'skip' | 'return';

/** A new registration, one of this process (of this run, if it came twice), or one that the service lists. */
export type Registration =
	{ user: Attendee; found: FoundSession } | { known: Attendee; cameTwice: boolean } | { listed: Registrant };

/** Makes the call. */
interface Sending {
	send: (to: FoundSession) => Promise<Attendee>;
	/** Another session in place of one that the service rejected. @throws the error if there is none */
	chooseAgain: (error: unknown) => Promise<FoundSession>;
}

interface Registering {
	service: ServiceClient;
	/** The execution's own people. */
	run: Map<string, Person>;
	signal: AbortSignal;
	/** Number of people still to look up for this session, including this one. */
	contactsLeft: () => number;
}

/**
 * Registers a person once per execution and session. Unless the choice is to register again, also looks them up, as one
 * step with the registration for all executions of the process.
 * @throws the failure of an earlier attempt that may have registered the person, without sending anything
 */
export async function registerOnce(
	context: Registering,
	contact: Contact,
	choice: IfRegistered,
	{ send, chooseAgain }: Sending,
): Promise<Registration> {
	const { service, run } = context;
	return await withPerson(service, contact, context, async (person) => {
		const session = exactSession(contact);
		const meant = person.attempts.filter(
			(attempt) => choice !== 'register' || (attempt.run === run && attempt.session === session),
		);
		const known = bestAttempt(meant, session);
		const cameTwice = known?.run === run;
		const result = known?.result;
		if (result && 'user' in result) return { known: result.user, cameTwice };
		const unclear = result?.unclear;
		if (unclear && cameTwice) throw unclear;
		if (choice !== 'register') {
			const listed = await find(context, contact, unclear !== undefined);
			if (listed) return { listed };
		}
		if (unclear) throw unclear;
		let to = contact;
		const note = (outcome: Attempt['result']) => {
			person.attempts.push({ session, run, result: outcome });
			if (to !== contact) noteAttempt(service, to, run, outcome);
		};
		const sending = send(contact).catch(async (error: unknown) => {
			to = { ...contact, ...(await chooseAgain(error)) };
			return await send(to);
		});
		const user = await sending.catch((error: unknown) => {
			if (error instanceof ServiceError && error.mayHaveActed) note({ unclear: error });
			throw error;
		});
		note({ user });
		return { user, found: to };
	});
}

/** The last attempt that registered the person, for this session rather than another; or else the last one. */
function bestAttempt(attempts: readonly Attempt[], chosen: string): Attempt | undefined {
	const made = attempts.filter(({ result }) => 'user' in result);
	return made.filter(({ session }) => session === chosen).at(-1) ?? made.at(-1) ?? attempts.at(-1);
}

/** Maximum age of a list in which people are looked up. */
const MAX_AGE_MS = 60_000;
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
		return rows.size < (first.total ?? 0) ? undefined : byAddress([...rows.values()]);
	});
}

function byAddress(rows: readonly Registrant[]): RowsByAddress {
	const people = new Map<string, Registrant[]>();
	for (const row of rows) {
		const address = addressOf(row);
		if (address !== undefined) people.set(address, [...(people.get(address) ?? []), row]);
	}
	return people;
}
