import type { Json, Registrant } from '../service/schemas';
import { readFlag, scalarText } from '../utils/values';
import type { Booking } from '../webinars/chooseSession';
import { normalizedDate, dateText, EST, zoneNamed } from '../webinars/dates';
import { isOver, isJustInTimeOrReplay, rowZoneOf, sessionKind, startText } from '../webinars/webinar';
import { compareByRegistration, isOfSchedule } from './registrantList';
import { roomLink, sessionStart } from './registrantOutput';

// The rules for registrations that the registrant list already has.

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
export function findExisting(rows: readonly Registrant[], booking: Booking, now: number): Existing {
	const listed = compareWithSession(rows, booking);
	const [best] = listed
		.filter((registration) => countsAsRegistration(registration, booking, now))
		.sort((one, other) => compareByRelevance(one, other, now));
	const hasUnreadableDate =
		booking.session.kind === 'dated' && listed.some(({ startsAt }) => startsAt === undefined);
	return { existing: best?.row, hasUnreadableDate };
}

/** Finds the newest row for exactly the session that a register request was for. */
export function findRequested(rows: readonly Registrant[], booking: Booking): Registrant | undefined {
	const isWholeSchedule = booking.date === '';
	return compareWithSession(rows, booking)
		.filter(({ isOfChosenSchedule, isOnChosenDate }) =>
			isWholeSchedule ? isOfChosenSchedule : isOnChosenDate,
		)
		.map(({ row }) => row)
		.sort((one, other) => compareByRegistration(other, one))[0];
}

/** Compares a person's rows with the chosen session. Leaves out rows for just-in-time and instant-replay sessions. */
function compareWithSession(
	rows: readonly Registrant[],
	{ webinar, session }: Booking,
): ListedRegistration[] {
	// If the webinar's dates depend on the attendee's time zone, `webinar.zone` is the contact's time zone.
	const zone = webinar.zone ?? zoneNamed(session.offset ?? '') ?? EST;
	return (
		rows
			// Only the description of a row shows that its session is one of these.
			.filter(({ schedule }) => !isJustInTimeOrReplay({ kind: sessionKind(scalarText(schedule), null) }))
			.map((row) => {
				const startsAt = sessionStart(row, zone);
				const isOfChosenSchedule = isOfSchedule(row, session.scheduleId);
				const isSameDate = startsAt !== undefined && startsAt === session.startsAt;
				return { row, isOfChosenSchedule, isOnChosenDate: isOfChosenSchedule && isSameDate, startsAt };
			})
	);
}

/** Whether a row counts as a registration for the chosen session, by the rules of `findExisting`. */
function countsAsRegistration(
	{ row, isOfChosenSchedule, startsAt }: ListedRegistration,
	booking: Booking,
	now: number,
): boolean {
	const { session, webinar } = booking;
	if (startsAt === undefined || session.kind === 'anyTime') return isOfChosenSchedule;
	const isOfListedSchedule = webinar.sessions.some(({ scheduleId }) => scheduleId === row.schedule_id);
	const coversSchedule = isOfChosenSchedule || (session.coversWebinar && isOfListedSchedule);
	return coversSchedule && (!isOver({ startsAt }, now) || coversLaterSession(booking, startsAt, now));
}

/** Whether a registration for a session of a live series, which started at `startsAt`, covers a later one that is not over. */
function coversLaterSession({ webinar, session }: Booking, startsAt: number, now: number): boolean {
	const { registersWholeSeries } = webinar.product;
	if (!registersWholeSeries || !(session.coversWebinar || session.isSeries)) return false;
	const ofSeries = webinar.sessions.filter(
		({ scheduleId }) => session.coversWebinar || scheduleId === session.scheduleId,
	);
	return ofSeries.some((later) => (later.startsAt ?? -Infinity) >= startsAt && !isOver(later, now));
}

/** Compares two registrations for sorting, so that the best one comes first (see `findExisting`). */
function compareByRelevance(one: ListedRegistration, other: ListedRegistration, now: number): number {
	if (one.isOnChosenDate !== other.isOnChosenDate) return one.isOnChosenDate ? -1 : 1;
	if (one.isOfChosenSchedule !== other.isOfChosenSchedule) return one.isOfChosenSchedule ? -1 : 1;
	const oneIsUpcoming = isUpcoming(one, now);
	if (oneIsUpcoming !== isUpcoming(other, now)) return oneIsUpcoming ? -1 : 1;
	const byStart = oneIsUpcoming ? (one.startsAt ?? 0) - (other.startsAt ?? 0) : 0;
	return byStart === 0 ? compareByRegistration(other.row, one.row) : byStart;
}

function isUpcoming({ startsAt }: ListedRegistration, now: number): boolean {
	return startsAt !== undefined && startsAt > now;
}

/**
 * The fields of a registration: those that the service returned, with `starts_at` (ISO 8601 in UTC) and `date_text` (a
 * date for people) added. The added fields are null if the start of the session is unknown.
 */
export type Registered = Readonly<Record<string, Json | undefined>>;

/**
 * Converts a row of the registrant list to a registration that has the same fields as a new one. Unknown fields are
 * null.
 */
export function asRegistration(row: Registrant, { webinar, session }: Booking): Registered {
	const { detail } = webinar;
	// Undefined if the webinar's dates depend on the attendee's time zone, because the row does not name that zone.
	const zone = rowZoneOf(webinar);
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
		live_room_url: roomLink(row, 'live_room'),
		replay_room_url: roomLink(row, 'replay_room'),
		thank_you_url: null,
		user_id: row.user_id ?? null,
		webinar_id: webinar.id,
		webinar_hash: detail.webinar_hash ?? null,
		schedule: row.schedule_id ?? session.scheduleId,
	};
}
