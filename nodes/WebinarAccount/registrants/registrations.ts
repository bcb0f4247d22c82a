import type { Responses, Json, Registrant } from '../service/endpoints';
import { ServiceError } from '../service/errors';
import { ADVICE_TO_PROBE } from '../service/response';
import { type Hint, readFlag, scalarText, shortened } from '../utils/values';
import type { Booking } from '../webinars/chooseSession';
import { dateText, EST, momentOf, normalizedDate, startText, parseZone } from '../webinars/dates';
import { rowZoneOf } from '../webinars/sessionDates';
import { hasStart, isOver, isJustInTimeOrReplay, sessionKind } from '../webinars/webinar';
import { compareNewestFirst, emailOf, isOfSchedule, normalizedEmail } from './registrantList';
import { roomLink, sessionDate, sessionStart } from './registrantOutput';

// Compares the chosen session with registrations: with rows of the registrant list, and with the response to a request.

/**
 * The fields of a registration: those that the service returned, with `starts_at` (ISO 8601 in UTC) and `date_text` (a
 * date for people) added. The added fields are null if the start of the session is unknown.
 */
export type Registered = Readonly<Record<string, Json | undefined>>;

/** A row of the registrant list, compared with the chosen session. */
interface ListedRegistration {
	row: Registrant;
	/** Whether the row is for the same schedule as the chosen session. */
	isOfChosenSchedule: boolean;
	/** Whether the row is for the same schedule and date as the chosen session, or for any date of one that is always open. */
	isOnChosenDate: boolean;
	/** The start of the row's session in milliseconds since 1970; undefined without a readable date. */
	startsAt: number | undefined;
}

/**
 * Finds the row that counts as an existing registration for the chosen session. Rows count as follows:
 * - A row for the chosen schedule counts until the row's session is over. It also counts if its date cannot be read,
 *   and if the session is always open.
 * - A row for any listed schedule of a live series counts until all sessions that it covers are over.
 * - A row for a just-in-time or instant-replay session never counts. `listedRegistrations` leaves it out.
 *
 * If several rows count, the best one is returned. A row for the chosen schedule and date is best, then one for the
 * chosen schedule, then the one with the next upcoming session, then the newest one.
 * @param rows the person's rows in the registrant list
 * @param now milliseconds since 1970
 */
export function findExisting(
	rows: readonly Registrant[],
	booking: Booking,
	now: number,
): Registrant | undefined {
	const [best] = listedRegistrations(rows, booking)
		.filter((registration) => countsAsRegistration(registration, booking, now))
		.sort((one, other) => compareByRelevance(one, other, now));
	return best?.row;
}

/**
 * Finds the newest row for exactly the session that a register request was for; undefined if there is none.
 * @param now milliseconds since 1970
 */
export function findRequested(
	rows: readonly Registrant[],
	booking: Booking,
	now: number,
): Registrant | undefined {
	const isWholeSchedule = booking.dateToSend === '';
	// For a whole schedule, a row for a session that is over does not count. It is from an earlier registration.
	const isRequested = (registration: ListedRegistration) =>
		registration.isOfChosenSchedule &&
		(isWholeSchedule ? countsAsRegistration(registration, booking, now) : registration.isOnChosenDate);
	return listedRegistrations(rows, booking)
		.filter(isRequested)
		.map(({ row }) => row)
		.sort(compareNewestFirst)[0];
}

/**
 * Returns a person's rows, compared with the chosen session. Leaves out rows for just-in-time and instant-replay
 * sessions, which only the description in `schedule` shows.
 */
function listedRegistrations(
	rows: readonly Registrant[],
	{ webinar, session }: Booking,
): ListedRegistration[] {
	// The starts of the sessions were calculated with the same zone, so they can be compared. If rows are in each registrant's own
	// zone, the person's is probably that of this registration.
	const zone = webinar.dates.zone ?? EST;
	return rows
		.filter(({ schedule }) => !isJustInTimeOrReplay({ kind: sessionKind(scalarText(schedule)) }))
		.map((row) => {
			const startsAt = sessionStart(row, zone);
			const isOfChosenSchedule = isOfSchedule(row, session.scheduleId);
			const isSameStart = startsAt !== undefined && startsAt === session.startsAt;
			// The date of a session that is always open changes every minute.
			const isSameDate = isSameStart || session.kind === 'anyTime';
			return { row, isOfChosenSchedule, isOnChosenDate: isOfChosenSchedule && isSameDate, startsAt };
		});
}

/** Whether a row counts as a registration for the chosen session (see `findExisting`). */
function countsAsRegistration(
	{ row, isOfChosenSchedule, startsAt }: ListedRegistration,
	booking: Booking,
	now: number,
): boolean {
	const { session, webinar } = booking;
	// Without a start, or if the session is always open, it is not known when the row's session is over.
	if (startsAt === undefined || session.kind === 'anyTime') return isOfChosenSchedule;
	// In a live series, a row for any schedule that still exists covers all schedules.
	const isOfListedSchedule = webinar.sessions.some(({ scheduleId }) => scheduleId === row.schedule_id);
	const coversChosenSchedule = isOfChosenSchedule || (session.coversWebinar && isOfListedSchedule);
	// The row counts until its session is over, or in a live series, until all later sessions are over too.
	return coversChosenSchedule && (!isOver({ startsAt }, now) || coversLaterSession(booking, now));
}

/** Whether a registration for a session that is over still covers a later one, as in a live series. */
function coversLaterSession({ webinar, session }: Booking, now: number): boolean {
	if (!webinar.product.registersWholeSeries) return false;
	if (!session.coversWebinar && !session.isRecurringOrInSeries) return false;
	// The series is the whole webinar, or one schedule with several dates.
	const series = webinar.sessions.filter(
		({ scheduleId }) => session.coversWebinar || scheduleId === session.scheduleId,
	);
	return series.filter(hasStart).some((later) => !isOver(later, now));
}

/** Compares two registrations for sorting, so that the best one comes first (see `findExisting`). */
function compareByRelevance(one: ListedRegistration, other: ListedRegistration, now: number): number {
	if (one.isOnChosenDate !== other.isOnChosenDate) return one.isOnChosenDate ? -1 : 1;
	if (one.isOfChosenSchedule !== other.isOfChosenSchedule) return one.isOfChosenSchedule ? -1 : 1;
	const start = upcomingStart(one, now);
	const otherStart = upcomingStart(other, now);
	// If both sessions have begun, it does not matter which of them began first.
	if (start === otherStart) return compareNewestFirst(one.row, other.row);
	if (otherStart === undefined) return -1;
	return start === undefined ? 1 : start - otherStart;
}

/** Returns the start of a row's session if that is in the future; undefined if it has begun, or has no readable date. */
function upcomingStart({ startsAt }: ListedRegistration, now: number): number | undefined {
	return startsAt !== undefined && startsAt > now ? startsAt : undefined;
}

/**
 * Converts a row of the registrant list to a registration. It has the fields of a new one, which are null if unknown, and
 * the other fields of the row.
 */
export function asRegistration(row: Registrant, { webinar, session }: Booking): Registered {
	const { detail } = webinar;
	// Undefined if the row's dates are in the registrant's time zone, which the row does not name. The date then says nothing.
	const webinarZone = rowZoneOf(webinar.dates);
	const date = webinarZone && sessionDate(row);
	// The date of a session that is always open is not its start, because it changes every minute.
	const startsAt = webinarZone && session.kind !== 'anyTime' ? sessionStart(row, webinarZone) : undefined;
	// Converted to a boolean, as in other outputs. A new registration does not have this field, so a row without it gets none.
	const subscribed = 'subscribed' in row ? { subscribed: readFlag(row.subscribed) ?? null } : {};
	return {
		...row,
		...subscribed,
		first_name: row.first_name ?? null,
		last_name: row.last_name ?? null,
		email: row.email ?? null,
		phone_country_code: row.phone_country_code ?? null,
		phone: row.phone_number ?? row.phone ?? null,
		password: null,
		date: date ?? null,
		date_text: dateText(startsAt, webinarZone),
		// The name of the zone in which the date is.
		timezone: date === undefined ? null : (detail.timezone ?? null),
		starts_at: startText(startsAt, webinarZone),
		live_room_url: roomLink(row, 'live_room'),
		replay_room_url: roomLink(row, 'replay_room'),
		thank_you_url: null,
		user_id: null,
		webinar_id: webinar.id,
		webinar_hash: detail.webinar_hash ?? null,
		// In a new registration, `schedule` is the ID, whereas in a row, it is a date or a description.
		schedule: row.schedule_id ?? session.scheduleId,
	};
}

type User = Responses['register']['user'];

/**
 * Checks that the response to a register request is about the person, the webinar and the session of the request. Accepts
 * a missing email address, webinar ID, schedule or date, and any date if the request had none.
 * @returns the registration, and a hint if it is for another session of the same series
 * @throws ServiceError
 */
export function checkResponse(
	user: User,
	email: string,
	booking: Booking,
): { registered: Registered; hints: Hint[] } {
	const { webinar } = booking;
	if (!user.user_id) {
		throw new ServiceError('The person may have been registered, but the response has no user_id', {
			description: `Check in the webinar account whether the person is registered for the session. If not, run this item again. ${ADVICE_TO_PROBE}`,
			mayHaveActed: true,
		});
	}
	const isSamePerson = !user.email || emailOf(user) === normalizedEmail(email);
	const isSameWebinar = (user.webinar_id ?? webinar.id) === webinar.id;
	if (!isSamePerson || !isSameWebinar) {
		throw new ServiceError('The service returned a registration for a different person or webinar', {
			description:
				'The person may have been registered. Look the person up in the webinar account before you run this item again.',
			mayHaveActed: true,
		});
	}
	const { startsAt, isSessionSame, isOfSameSeries } = bookedSession(user, booking);
	if (!isSessionSame && !isOfSameSeries) throw differentSession(user, booking);
	const { zone } = webinar.dates;
	return {
		registered: { ...user, starts_at: startText(startsAt, zone), date_text: dateText(startsAt, zone) },
		hints: [
			[
				!isSessionSame,
				'The service returned an earlier registration for another session of the series. It covers the following sessions too.',
			],
		],
	};
}

/**
 * Reads the session in the response, and compares it with the requested one. What the response lacks counts as requested.
 * `startsAt` is undefined if the response has no readable date, or one in an unknown time zone.
 */
function bookedSession(user: User, booking: Booking) {
	const { webinar, session, dateToSend } = booking;
	const date = normalizedDate(user.date);
	const isSameDate =
		// The date of a session that is always open changes every minute.
		session.kind === 'anyTime' ||
		date === normalizedDate(session.date) ||
		(hasStart(session) && possibleStarts(user, booking).includes(session.startsAt));
	// If the request had no date, any date in the response is accepted.
	const isDateAccepted = date === undefined || dateToSend === '' || isSameDate;
	const scheduleId = user.schedule ?? session.scheduleId;
	const isOfWebinar = webinar.sessions.some((each) => each.scheduleId === scheduleId);
	return {
		startsAt: isSameDate ? session.startsAt : possibleStarts(user, booking)[0],
		isSessionSame: scheduleId === session.scheduleId && isDateAccepted,
		// In a live series, a registration for one schedule of the webinar covers all of them.
		isOfSameSeries: session.coversWebinar && isOfWebinar,
	};
}

/**
 * Returns the moments that the date in a response can mean, the most likely one first. The service does not document the time
 * zone of this date. It may be the zone that the response names, the offset in the request, the webinar's own zone, or the zone
 * of the listed dates.
 */
function possibleStarts(user: User, { webinar, session }: Booking): number[] {
	const { detail, dates } = webinar;
	const zones = [...[user.timezone, session.offset, detail.timezone].map(parseZone), dates.zone];
	return zones.flatMap((zone) => (zone && momentOf(user.date, zone)) ?? []);
}

function differentSession(user: User, { session, dateToSend }: Booking): ServiceError {
	const chosen = `schedule ${session.scheduleId}${dateToSend === '' ? ', any date' : ` on ${dateToSend}`}`;
	const booked = `schedule ${user.schedule ?? '(unknown)'} on ${shortened(user.date ?? '(unknown)')}`;
	return new ServiceError('The service registered the person for a different session than the one chosen', {
		description: `Chosen: ${chosen}. Booked: ${booked}, user_id ${user.user_id}. The service may have returned an earlier registration of this person. Look the person up in the webinar account and correct the session there. ${ADVICE_TO_PROBE}`,
		mayHaveActed: true,
	});
}
