import type { Registrant } from '../service/schemas';
import { isRecord, isScalar, readFlag, scalarText } from '../utils/values';
import type { FoundSession } from '../webinars/chooseSession';
import { normalizedDate, dateText, EST, zoneNamed } from '../webinars/dates';
import { sessionKind } from '../webinars/sessionKind';
import { isOver, isJustInTimeOrReplay, rowZone, startText } from '../webinars/webinar';
import { isOfSchedule, registrationNumber } from './registrantList';
import type { Registered } from './registerPerson';
import { sessionStart } from './registrantRow';

/** A row of the person's registrations, compared with the chosen session. */
interface ListedRegistration {
	row: Registrant;
	isOfChosenSchedule: boolean;
	isOnChosenDate: boolean;
	/** In milliseconds since 1970; undefined without a readable date. */
	startsAt: number | undefined;
}

/**
 * Finds the row that counts as a registration for a session:
 * - A row of the chosen schedule counts until its session is over, and also if its date cannot be read. A session that is
 *   always open is never over.
 * - A row of a live series, of whichever schedule, counts while a session that it covers is not over.
 * - A row for just in time or instant replay never counts.
 *
 * Of several rows, the first of these counts: the chosen schedule and date, the chosen schedule, the next upcoming
 * session, the newest row.
 * @param rows of one person @param now milliseconds since 1970
 */
export function findExisting(
	rows: readonly Registrant[],
	found: FoundSession,
	now: number,
): { existing: Registrant | undefined; hasUnreadableDate: boolean } {
	const listed = rows
		.filter((row) => !isForJustInTimeOrReplay(row))
		.map((row) => compareWithChosen(row, found));
	const [best] = listed
		.filter((one) => countsAsRegistration(one, found, now))
		.sort((one, other) => compareByRelevance(one, other, now));
	const hasUnreadableDate =
		found.session.kind === 'dated' && listed.some(({ startsAt }) => startsAt === undefined);
	return { existing: best?.row, hasUnreadableDate };
}

/** Whether a row is for just in time or instant replay. Such a row may have neither a date nor a schedule ID. */
function isForJustInTimeOrReplay({ schedule }: Registrant): boolean {
	return isJustInTimeOrReplay({ kind: sessionKind(scalarText(schedule), null) });
}

function compareWithChosen(row: Registrant, { webinar, session }: FoundSession): ListedRegistration {
	// If the webinar follows the attendee, this is the time zone of the item.
	const zone = webinar.zone ?? zoneNamed(session.timezone ?? '') ?? EST;
	const startsAt = sessionStart(row, zone);
	const isOfChosenSchedule = isOfSchedule(row, session.schedule);
	const isSameDate = startsAt !== undefined && startsAt === session.startsAt;
	return { row, isOfChosenSchedule, isOnChosenDate: isOfChosenSchedule && isSameDate, startsAt };
}

function countsAsRegistration(listed: ListedRegistration, found: FoundSession, now: number): boolean {
	const { isOfChosenSchedule, startsAt } = listed;
	const { session } = found;
	if (startsAt === undefined || session.kind === 'anyTime') return isOfChosenSchedule;
	if (!isOfChosenSchedule && !session.coversWebinar) return false;
	return !isOver({ startsAt }, now) || coversLaterSession(startsAt, found, now);
}

/** Whether a registration for a start also covers a later session of the live series that is not over. */
function coversLaterSession(
	registeredStart: number,
	{ webinar, session }: FoundSession,
	now: number,
): boolean {
	const { product, sessions } = webinar;
	if (!product.registersWholeSeries || !(session.coversWebinar || session.isSeries)) return false;
	return sessions.some(({ schedule, startsAt }) => {
		const isOfSeries = session.coversWebinar || schedule === session.schedule;
		return isOfSeries && startsAt !== undefined && startsAt >= registeredStart && !isOver({ startsAt }, now);
	});
}

/** Compares two registrations for sorting, in the order that `findExisting` documents. */
function compareByRelevance(one: ListedRegistration, other: ListedRegistration, now: number): number {
	if (one.isOnChosenDate !== other.isOnChosenDate) return one.isOnChosenDate ? -1 : 1;
	if (one.isOfChosenSchedule !== other.isOfChosenSchedule) return one.isOfChosenSchedule ? -1 : 1;
	// Registrations without an upcoming start come last.
	const upcomingStart = ({ startsAt = 0 }: ListedRegistration) =>
		startsAt > now ? startsAt : Number.MAX_SAFE_INTEGER;
	const byStart = upcomingStart(one) - upcomingStart(other);
	if (byStart !== 0) return byStart;
	return (registrationNumber(other.row) ?? 0) - (registrationNumber(one.row) ?? 0);
}

/** Returns a row with every field of a new registration. Fields that the row lacks are null. */
export function asRegistration(row: Registrant, { webinar, session }: FoundSession): Registered {
	const { detail } = webinar;
	// The dates of a webinar that follows the attendee are in a time zone that the row does not name.
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

/** Returns the link of a room from `links`, or else from the row itself. */
function linkOf(row: Registrant, room: 'live_room' | 'replay_room') {
	const link = isRecord(row.links) ? row.links[room] : undefined;
	if (isScalar(link)) return link;
	return isScalar(row[room]) ? row[room] : null;
}
