import { Settings } from 'luxon';

import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import type { Registrant } from '../service/schemas';
import { oneAtATime } from '../utils/async';
import { ExpiringMap } from '../utils/sharedReads';
import type { FoundSession } from '../webinars/chooseSession';
import { dateIn, MINUTE_MS } from '../webinars/dates';
import { isOver, lacksPermanentId, type Session } from '../webinars/webinar';
import {
	findByEmail,
	findInList,
	isOfSchedule,
	MAX_LIST_AGE_MS,
	registrantsOf,
	registrationNumber,
	sameAddress,
	type WholeLists,
} from './registrantList';
import { asRegistration, rowStart, type Registered } from './registration';

/**
 * Registers a person once. Who was registered by this process is read by every registration, in whichever execution. An
 * entry ends some minutes after its last use; an execution keeps its own until it ends. A cancelled execution leaves what
 * it knew. A failure that registered nobody leaves nothing.
 */

/** No list of the service lags for longer. */
const MAX_LAG_MS = 2 * MINUTE_MS;
/** Until every list that may be used shows the person. */
const LIFETIME_MS = MAX_LAG_MS + MAX_LIST_AGE_MS;
const MAX_PEOPLE = 20_000;

interface Cover extends Pick<Session, 'schedule' | 'kind' | 'coversWebinar'> {
	/** The session of a schedule with several, if a date is sent. */
	start: number | string | undefined;
}

/** A registration that was sent: its result, or an error if it is unclear whether the service acted on it. */
interface Sent {
	cover: Cover;
	result: Registered | ServiceError;
	/** Monotonic, in milliseconds. */
	at: number;
}

/** By account, webinar and address, in the order of sending. */
const sentByProcess = new ExpiringMap<readonly Sent[]>(LIFETIME_MS, MAX_PEOPLE);

export class RunRegistrants {
	readonly sent = new Map<string, readonly Sent[]>();
	readonly lists: WholeLists = new Map();
}

export interface Contact extends FoundSession {
	email: string;
	/** Whether no date is sent, so that the registration is for the schedule as a whole. */
	isWholeSchedule: boolean;
}

export type IfRegistered = 'register' | 'skip' | 'return';

export interface Registration {
	found: FoundSession;
	registered: Registered;
	/** Whether it was made now, before by this run or by this process, or is in the service's list. */
	origin: 'new' | 'run' | 'process' | 'list';
}

interface Registering {
	service: ServiceClient;
	registrants: RunRegistrants;
	signal: AbortSignal;
	contactsLeft: number;
	send: (to: FoundSession) => Promise<Registered>;
	/** Another session in place of the one for which the call failed; undefined if there is none. */
	chooseAgain: (error: unknown, to: FoundSession) => Promise<FoundSession | undefined>;
}

/**
 * With `skip` and `return`, looks the person up first; look-up and registration are one step for all executions.
 * @throws the failure of an earlier registration that may have been made, without sending anything
 */
export async function registerOnce(
	context: Registering,
	contact: Contact,
	choice: IfRegistered,
): Promise<Registration> {
	const { product, id } = contact.webinar;
	const key = cacheKey(context.service.account, product.name, id, sameAddress(contact.email));
	const registerFor = async (to: Contact, isLast: boolean): Promise<Registration> => {
		const existing = await existingOf(context, to, choice, key);
		if (existing) return { ...existing, found: to };
		return await sendNoted(context, to, key).then(
			(registered) => ({ registered, origin: 'new', found: to }),
			async (error: unknown) => {
				const other = isLast ? undefined : await context.chooseAgain(error, to);
				if (!other) throw error;
				// For another session the person may be registered already.
				return await registerFor({ ...to, ...other }, true);
			},
		);
	};
	return await oneAtATime(key, context.signal, () => registerFor(contact, false));
}

async function existingOf(
	context: Registering,
	contact: Contact,
	choice: IfRegistered,
	key: string,
): Promise<Omit<Registration, 'found'> | undefined> {
	const cover = coverOf(contact);
	const own = context.registrants.sent.get(key) ?? [];
	// An unclear one of another execution counts until the service's list must show what became of it.
	const others = (sentByProcess.get(key) ?? []).filter(
		({ result, at }) => !(result instanceof ServiceError) || performance.now() - at < MAX_LAG_MS,
	);
	const before = lastOf(
		choice === 'register'
			? own.filter((sent) => isSame(sent.cover, cover))
			: [...others, ...own].filter((sent) => covers(sent.cover, cover)),
		cover,
	);
	const cameTwice = before !== undefined && own.includes(before);
	const result = before?.result;
	const isUnclear = result instanceof ServiceError;
	if (result && !isUnclear) return { registered: result, origin: cameTwice ? 'run' : 'process' };
	const listed = choice === 'register' || cameTwice ? undefined : await lookUp(context, contact, isUnclear);
	if (listed) return { registered: asRegistration(listed, contact), origin: 'list' };
	if (isUnclear) throw result;
	return undefined;
}

async function sendNoted({ registrants, send }: Registering, contact: Contact, key: string) {
	const note = (result: Sent['result']) => {
		const sent = { cover: coverOf(contact), result, at: performance.now() };
		for (const store of [sentByProcess, registrants.sent]) store.set(key, [...(store.get(key) ?? []), sent]);
	};
	const user = await send(contact).catch((error: unknown) => {
		if (error instanceof ServiceError && error.mayHaveActed) note(error);
		throw error;
	});
	note(user);
	return user;
}

function coverOf({ session, isWholeSchedule }: Contact): Cover {
	const { schedule, kind, coversWebinar, startsAt, date } = session;
	// The date of a session that is always open is the minute of the reading.
	const hasStart = !isWholeSchedule && kind !== 'anyTime';
	return { schedule, kind, coversWebinar, start: hasStart ? (startsAt ?? date) : undefined };
}

/** Whether who has the one is registered for the other too. The IDs of sessions without a permanent one change. */
function covers(one: Cover, other: Cover): boolean {
	if (lacksPermanentId(one) || lacksPermanentId(other)) return one.kind === other.kind;
	return one.coversWebinar || other.coversWebinar || one.schedule === other.schedule;
}

/** Whether both are for the same session, or for the same kind of session without a permanent ID. */
function isSame(one: Cover, other: Cover): boolean {
	return covers(one, other) && (lacksPermanentId(one) || one.start === other.start);
}

/** The last one that registered the person, for the chosen session rather than another; or else the last one. */
function lastOf(sent: readonly Sent[], chosen: Cover): Sent | undefined {
	const made = sent.filter(({ result }) => !(result instanceof ServiceError));
	return made.filter(({ cover }) => isSame(cover, chosen)).at(-1) ?? made.at(-1) ?? sent.at(-1);
}

/** @param isUnclear whether a list that was read before may lack the person */
async function lookUp(
	{ service, registrants, signal, contactsLeft }: Registering,
	contact: Contact,
	isUnclear: boolean,
): Promise<Registrant | undefined> {
	const { webinar, session, email } = contact;
	// A series may have an ID for each session: a registration for one is also valid for those that follow.
	const schedule = session.coversWebinar ? undefined : session.schedule;
	const query = registrantsOf(webinar.product, webinar.id, schedule);
	const rows = isUnclear
		? await findByEmail(service, query, email)
		: await findInList(service, registrants.lists, query, email, contactsLeft, signal);
	const covering = rows.filter((row) => isOfSchedule(row, schedule));
	return bestOf(covering, contact);
}

/**
 * The registration that counts, of several that a person has: the one for the chosen date, then the next upcoming one,
 * then the newest. One for a session that is over does not, unless it is valid for those that follow.
 */
function bestOf(rows: readonly Registrant[], { webinar, session }: FoundSession): Registrant | undefined {
	const now = Settings.now();
	// A live webinar whose type nobody said may be a series.
	const isLasting =
		webinar.product.registersWholeSeries &&
		(session.coversWebinar || session.isSeries || session.kind === 'anyTime' || !webinar.detail.type);
	const chosen = dateIn(session.date);
	const ranked = rows.flatMap((row) => {
		const { date, likely, latest } = rowStart(row, webinar);
		if (date !== undefined && (date === chosen || likely === session.startsAt))
			return [{ row, rank: [0, 0] }];
		if (!isLasting && isOver({ startsAt: latest }, now)) return [];
		const isAhead = likely !== undefined && likely > now;
		return [{ row, rank: isAhead ? [1, likely] : [2, -(registrationNumber(row) ?? 0)] }];
	});
	ranked.sort(({ rank: [one = 0, a = 0] }, { rank: [other = 0, b = 0] }) => one - other || a - b);
	return ranked[0]?.row;
}
