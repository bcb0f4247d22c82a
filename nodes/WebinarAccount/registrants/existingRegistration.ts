import type { CallParameters, ServiceClient } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import { unlessAborted } from '../utils/async';
import { isRecord, isScalar, readFlag, scalarText } from '../utils/values';
import type { FoundSession } from '../webinars/chooseSession';
import { normalizedDate, dateText, EST, zoneNamed } from '../webinars/dates';
import { isOver, isJustInTimeOrReplay, rowZone, sessionKind, startText } from '../webinars/webinar';
import {
	compareByRegistration,
	emailOf,
	findByEmail,
	isOfSchedule,
	normalizedEmail,
	pageReader,
	readPages,
} from './registrantList';
import type { Registered } from './registerPerson';
import { sessionStart } from './registrantOutput';

/** A registrant list that was read as a whole. */
interface WholeList {
	/** A person can have several rows. Rows without an email address are left out. */
	rowsByEmail: ReadonlyMap<string, readonly Registrant[]>;
	/** Whether the list has all its rows. Only then does it prove that a person is not in it. */
	isComplete: boolean;
}

/** The registrant lists that a run has read as a whole, by query. Undefined for a list that is too long. */
export type WholeLists = Map<string, Promise<WholeList | undefined>>;

/**
 * Finds a person's rows. A run reads the whole list once if this takes fewer requests than searching for each remaining
 * contact, and keeps it to its end. Otherwise, searches for the person.
 * @param contactsLeft how many contacts the run might still look up in this list, including this one
 * @throws ServiceError if the result of the search is incomplete
 */
export async function findRows(
	wholeLists: WholeLists,
	service: ServiceClient,
	query: CallParameters,
	email: string,
	contactsLeft: number,
	signal: AbortSignal,
): Promise<readonly Registrant[]> {
	const key = JSON.stringify([service.product.name, query]);
	if (!wholeLists.has(key) && contactsLeft > 1) {
		// If the list cannot be read, a search for the person may still succeed.
		wholeLists.set(
			key,
			readWholeList(service, query, contactsLeft).catch(() => undefined),
		);
	}
	const reading = wholeLists.get(key);
	const list = reading && (await unlessAborted(reading, signal));
	const rows = list?.rowsByEmail.get(normalizedEmail(email));
	if (rows) return rows;
	return list?.isComplete ? [] : await findByEmail(service, query, email);
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

/** A row of the registrant list, compared with the chosen session. */
interface ListedRegistration {
	row: Registrant;
	/** Whether the row is for the same schedule as the chosen session. */
	isOfChosenSchedule: boolean;
	/** Whether the row is for the same schedule and the same date as the chosen session. */
	isOnChosenDate: boolean;
	/** The start of the row's session in milliseconds since 1970; undefined without a readable date. */
	startsAt: number | undefined;
}

/** The result of looking for a person's registration in their rows of the registrant list. */
export interface Existing {
	/** The row that counts as a registration. */
	existing: Registrant | undefined;
	/** Whether the date of any row cannot be read. */
	hasUnreadableDate: boolean;
}

/**
 * Finds the row that counts as an existing registration for the chosen session. Rows count as follows:
 * - A row for the chosen schedule counts until the row's session is over. It also counts if its date cannot be read,
 *   and if the session is always open.
 * - A row for any listed schedule of a live series counts until all sessions that it covers are over.
 * - A row for a just-in-time or instant-replay session never counts.
 *
 * If several rows count, the best one is returned. A row for the chosen schedule and date is best, then one for the
 * chosen schedule, then the one with the next upcoming session, then the newest one.
 * @param rows the person's rows in the registrant list
 * @param now milliseconds since 1970
 * @returns the best row, and whether the date of any row cannot be read
 */
export function findExisting(rows: readonly Registrant[], found: FoundSession, now: number): Existing {
	const { webinar, session } = found;
	// If the webinar's dates depend on the attendee's time zone, `webinar.zone` is the contact's time zone.
	const zone = webinar.zone ?? zoneNamed(session.timezone ?? '') ?? EST;
	const listed = rows
		// Leaves out rows for just-in-time and instant-replay sessions. Only the description of a row shows that it is one.
		.filter(({ schedule }) => !isJustInTimeOrReplay({ kind: sessionKind(scalarText(schedule), null) }))
		.map((row): ListedRegistration => {
			const startsAt = sessionStart(row, zone);
			const isOfChosenSchedule = isOfSchedule(row, session.schedule);
			const isSameDate = startsAt !== undefined && startsAt === session.startsAt;
			return { row, isOfChosenSchedule, isOnChosenDate: isOfChosenSchedule && isSameDate, startsAt };
		});
	const [best] = listed
		.filter((registration) => countsAsRegistration(registration, found, now))
		.sort((one, other) => compareByRelevance(one, other, now));
	const hasUnreadableDate = session.kind === 'dated' && listed.some(({ startsAt }) => startsAt === undefined);
	return { existing: best?.row, hasUnreadableDate };
}

/** Whether a row counts as a registration for the chosen session, by the rules of `findExisting`. */
function countsAsRegistration(
	{ row, isOfChosenSchedule, startsAt }: ListedRegistration,
	{ session, webinar }: FoundSession,
	now: number,
): boolean {
	if (startsAt === undefined || session.kind === 'anyTime') return isOfChosenSchedule;
	const isOfListedSchedule = webinar.sessions.some(({ schedule }) => schedule === row.schedule_id);
	if (!isOfChosenSchedule && !(session.coversWebinar && isOfListedSchedule)) return false;
	if (!isOver({ startsAt }, now)) return true;
	// In a live series, a registration for a session that is over also covers the later sessions.
	const isOfLiveSeries = webinar.product.registersWholeSeries && (session.coversWebinar || session.isSeries);
	return (
		isOfLiveSeries &&
		webinar.sessions.some((later) => {
			const isOfSameSeries = session.coversWebinar || later.schedule === session.schedule;
			const isLater = later.startsAt !== undefined && later.startsAt >= startsAt;
			return isOfSameSeries && isLater && !isOver(later, now);
		})
	);
}

/** Compares two registrations for sorting, so that the best one comes first (see `findExisting`). */
function compareByRelevance(one: ListedRegistration, other: ListedRegistration, now: number): number {
	if (one.isOnChosenDate !== other.isOnChosenDate) return one.isOnChosenDate ? -1 : 1;
	if (one.isOfChosenSchedule !== other.isOfChosenSchedule) return one.isOfChosenSchedule ? -1 : 1;
	// Registrations whose session has started, or has no known start, come last.
	const upcomingStart = ({ startsAt = 0 }: ListedRegistration) =>
		startsAt > now ? startsAt : Number.MAX_SAFE_INTEGER;
	const byStart = upcomingStart(one) - upcomingStart(other);
	if (byStart !== 0) return byStart;
	return compareByRegistration(other.row, one.row);
}

/**
 * Converts a row of the registrant list to a registration that has the same fields as a new one. Unknown fields are
 * null.
 */
export function asRegistration(row: Registrant, { webinar, session }: FoundSession): Registered {
	const { detail } = webinar;
	// Undefined if the webinar's dates depend on the attendee's time zone, because the row does not name that zone.
	const zone = rowZone(webinar);
	const date = zone && (normalizedDate(row.event) ?? normalizedDate(row.schedule));
	const startsAt = zone && sessionStart(row, zone);
	return {
		...row,
		...('subscribed' in row && { subscribed: readFlag(row.subscribed) ?? null }),
		first_name: row.first_name ?? null,
		last_name: row.last_name ?? null,
		email: row.email ?? null,
		phone_country_code: row.phone_country_code ?? null,
		phone: row.phone ?? null,
		password: null,
		date: date ?? null,
		date_text: dateText(startsAt, zone),
		timezone: date === undefined ? null : (detail.timezone ?? null),
		starts_at: startText({ zone }, startsAt),
		live_room_url: linkOf(row, 'live_room'),
		replay_room_url: linkOf(row, 'replay_room'),
		thank_you_url: null,
		user_id: row.user_id ?? null,
		webinar_id: webinar.id,
		webinar_hash: detail.webinar_hash ?? null,
		schedule: row.schedule_id ?? session.schedule,
	};
}

/** Returns a row's link to a room from the field `links`, or from the row itself if `links` does not have it. */
function linkOf(row: Registrant, room: 'live_room' | 'replay_room') {
	const link = isRecord(row.links) ? row.links[room] : undefined;
	if (isScalar(link)) return link;
	return isScalar(row[room]) ? row[room] : null;
}
