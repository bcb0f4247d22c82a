import type { Zone } from 'luxon';

import {
	type Json,
	readScheduleObject,
	type WebinarDetail,
	type WebinarListItem,
} from '../service/endpoints';
import type { Product } from '../service/products';
import { isRecord, scalarText } from '../utils/values';
import { dateText, EST, HOUR_MS, MINUTE_MS, momentOf, startText, zoneName, parseZone } from './dates';

/** A webinar with its sessions, read from the webinar's details. */
export interface Webinar {
	product: Product;
	id: number;
	/** The webinar's details, as the service returned them. */
	detail: WebinarDetail;
	dates: SessionDates;
	sessions: readonly Session[];
	/** The entries of `schedules` without a numeric ID. They cannot be booked. */
	unbookable: readonly Entry[];
}

/**
 * The time zone of the dates of a webinar's sessions:
 * - `inWebinarZone`: the webinar's own zone, which is undefined if the webinar states none that can be read. The dates of a live
 *   webinar are always in this zone.
 * - `inAttendeeZone`: the zone of the attendee for whom the webinar was fetched
 * - `attendeeUnknown`: the service's default, because the dates depend on an attendee who is unknown
 */
export type SessionDates =
	| { kind: 'inWebinarZone'; zone: Zone | undefined }
	| { kind: 'inAttendeeZone' | 'attendeeUnknown'; zone: Zone };

/** An entry in the `schedules` of a webinar's details. */
export interface Entry {
	/** The schedule ID. Sessions of a series can have the same one. Null if the entry has no numeric ID. */
	scheduleId: number | null;
	kind: SessionKind;
	/**
	 * The start in milliseconds since 1970. It is a guess if the webinar's time zone is unknown. Undefined without an ID or
	 * a readable date, and for a session that is always open.
	 */
	startsAt: number | undefined;
	/** The date exactly as the service returned it, because a register request must repeat it; empty without a date. */
	date: string;
	/**
	 * The GMT offset in the request that returned the session, e.g. "GMT+5:30". The register request must repeat it.
	 * Undefined for live sessions, for just-in-time sessions and instant replays, and for a request without an offset.
	 */
	offset: string | undefined;
	/** The service's description, e.g. "Every day, 01:00 PM". */
	comment: string | null;
	/** The entry for output items: as the service returned it, but with an integer ID if it has one. */
	output: Json;
}

/** A session of a webinar: an entry with a schedule ID, so that people can be registered for it. */
export interface Session extends Entry {
	scheduleId: number;
	/**
	 * Whether the session is one of several in its schedule, or in a series of schedules. A one-click link registers
	 * people for all of them.
	 */
	isRecurringOrInSeries: boolean;
	/** Whether a registration for this session covers all sessions of the webinar, as it does in a live series. */
	coversWebinar: boolean;
}

/**
 * The kind of a session, which determines when people can attend:
 * - `dated`: on a fixed date
 * - `justInTime`: a few minutes after they register
 * - `instantReplay`: immediately after they register, as a recording
 * - `anyTime`: at any time, because the room is always open ("Always on", "Right now")
 */
export type SessionKind = 'dated' | 'justInTime' | 'instantReplay' | 'anyTime';

/**
 * Returns the kind of a session.
 * @param description the service's description of the session, e.g. "Every day, 01:00 PM"
 * @param type the type of the webinar, e.g. "Always on", if known
 */
export function sessionKind(
	description: string | null | undefined,
	type?: WebinarDetail['type'],
): SessionKind {
	// Text may follow these words, as in "Just in time (15 minutes)".
	const text = normalizedDescription(description);
	if (text.startsWith('just in time')) return 'justInTime';
	if (text.startsWith('instant replay')) return 'instantReplay';
	return ANY_TIME.includes(text) || isAnyTime(type) ? 'anyTime' : 'dated';
}

/** The descriptions of sessions whose room is always open, as `normalizedDescription` returns them. */
const ANY_TIME = ['always on', 'right now'];

/** Whether people can attend at any time. @param text the description of a session, or the type of a webinar */
export function isAnyTime(text: unknown): boolean {
	return ANY_TIME.includes(normalizedDescription(text));
}

/** Normalizes a description, so that "Just-in-Time" and "Just In Time " become equal. Anything but a string becomes "". */
function normalizedDescription(text: unknown): string {
	if (typeof text !== 'string') return '';
	return text
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}

/** An entry in a response. Its start is known only after the time zone of the dates is found. */
type ListedEntry = Omit<Entry, 'startsAt'>;

/** A webinar as the response to one request lists it. */
export interface Listing {
	/** The value of `timezone` in the request, e.g. "GMT+5:30". */
	offset: string | undefined;
	detail: WebinarDetail;
	entries: readonly ListedEntry[];
}

/** Reads the response to a request for a webinar's details. @param offset the value of `timezone` in the request */
export function readListing(detail: WebinarDetail, offset: string | undefined): Listing {
	const entries = (detail.schedules ?? []).map((original) => readEntry(original, detail, offset));
	return { offset, detail, entries };
}

/** Reads an entry of `schedules`. An entry without a numeric ID cannot be booked, and is kept as it came. */
function readEntry(original: Json, { type }: WebinarDetail, offset: string | undefined): ListedEntry {
	const session = readScheduleObject(original);
	const { schedule, date, comment: listedComment } = session ?? readEntryWithoutId(original);
	const comment = scalarText(listedComment) || null;
	const kind = sessionKind(comment, type);
	return {
		scheduleId: schedule,
		kind,
		date: date ?? '',
		// People register for just-in-time sessions and instant replays without a time zone.
		offset: isJustInTimeOrReplay({ kind }) ? undefined : offset,
		comment,
		output: session ?? original,
	};
}

/** Reads an entry of `schedules` that has no numeric ID. It may be only the comment, such as the string "Just in time". */
function readEntryWithoutId(entry: Json) {
	const { date, comment }: Record<string, unknown> = isRecord(entry) ? entry : { comment: entry };
	return { schedule: null, date: scalarText(date), comment: scalarText(comment) };
}

/** Adds the starts to entries. @param zone the time zone of their dates, by default EST, as a guess */
export function withStarts(entries: readonly ListedEntry[], zone: Zone = EST): Entry[] {
	return entries.map((entry) => {
		// An entry without an ID cannot be booked, and needs no start. The date of a session that is always open is not its
		// start, because it changes every minute.
		const isDateStart = entry.scheduleId !== null && entry.kind !== 'anyTime';
		return { ...entry, startsAt: isDateStart ? momentOf(entry.date, zone) : undefined };
	});
}

/** Creates a webinar. The entries that have an ID become its sessions. */
export function toWebinar(
	webinar: Pick<Webinar, 'product' | 'detail' | 'dates'>,
	entries: readonly Entry[],
): Webinar {
	const { product, detail } = webinar;
	const bookable = entries.filter(hasId);
	// Just-in-time sessions and instant replays are not among the presentations of a series.
	const isSeries = detail.type === 'Series of presentations';
	const isPresentation = (entry: Entry) => isSeries && isScheduled(entry);
	const presentations = bookable.filter(isPresentation);
	const sessions = bookable.map((entry) => {
		const dateCount = bookable.filter(({ scheduleId }) => scheduleId === entry.scheduleId).length;
		// A recurring schedule can have a single date at present.
		return {
			...entry,
			isRecurringOrInSeries:
				dateCount > 1 || isRecurring(entry.comment) || (isPresentation(entry) && presentations.length > 1),
			// A registration for one is then for all.
			coversWebinar: isPresentation(entry) && product.registersWholeSeries,
		};
	});
	const unbookable = entries.filter((entry) => !hasId(entry));
	return { ...webinar, id: detail.webinar_id, sessions, unbookable };
}

/** Whether the service describes a schedule as recurring, e.g. "Every day, 01:00 PM". */
export function isRecurring(comment: string | null): boolean {
	return /^\s*every/i.test(comment ?? '');
}

function hasId(entry: Entry): entry is Entry & { scheduleId: number } {
	return entry.scheduleId !== null;
}

/**
 * Time in milliseconds from a session's start until the session counts as over. The service does not report how long a
 * session lasts.
 */
const LONGEST_SESSION_MS = 12 * HOUR_MS;

/** Whether a session is certainly over, which is 12 hours after its start. @param now milliseconds since 1970 */
export function isOver({ startsAt }: Pick<Session, 'startsAt'>, now: number): boolean {
	return startsAt !== undefined && startsAt + LONGEST_SESSION_MS < now;
}

export function hasStart<Item extends Pick<Entry, 'startsAt'>>(
	session: Item,
): session is Item & { startsAt: number } {
	return session.startsAt !== undefined;
}

/** Whether a session with a known start has begun. @param now milliseconds since 1970 */
export function hasBegun({ startsAt }: Pick<Entry, 'startsAt'>, now: number): boolean {
	return startsAt !== undefined && startsAt <= now;
}

/** Whether a session has a known start, and has not begun. @param now milliseconds since 1970 */
export function isUpcoming(session: Session, now: number): session is Session & { startsAt: number } {
	return session.startsAt !== undefined && session.startsAt > now;
}

/**
 * Whether a session is just in time or an instant replay. People register for such a session without a date and a time
 * zone. One-click links cannot lead to it, because the dashboard gives it no session number.
 */
export function isJustInTimeOrReplay({ kind }: Pick<Session, 'kind'>): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}

/** Whether a session is neither just in time nor an instant replay. */
export function isScheduled(session: Pick<Session, 'kind'>): boolean {
	return !isJustInTimeOrReplay(session);
}

/** Whether the webinar has dates that depend on the attendee's time zone, which is not known. */
export function lacksAttendeeZone({ dates, sessions }: Webinar): boolean {
	if (dates.kind !== 'attendeeUnknown') return false;
	return sessions.some((session) => session.kind === 'dated' && hasStart(session));
}

export function isDateUnreadable({ kind, date, startsAt }: Session): boolean {
	return kind === 'dated' && date !== '' && startsAt === undefined;
}

/**
 * Returns a webinar as an output item: the details that the service returned, with `starts_at` added to each session.
 * Entries without an ID come last, and stay as the service returned them.
 */
export function toWebinarOutput(webinar: Webinar) {
	const { detail, sessions, unbookable } = webinar;
	const schedules = [...sessions, ...unbookable].map(({ scheduleId, output, startsAt }) => {
		const isSession = scheduleId !== null && isRecord(output);
		return isSession ? { ...output, starts_at: startText(startsAt, webinar.dates.zone) } : output;
	});
	// Without entries, `schedules` in the details may be null or absent, and stays so.
	return schedules.length === 0 ? detail : { ...detail, schedules };
}

/** Returns a session as an output item. @param now milliseconds since 1970 */
export function toSessionOutput(
	webinar: Pick<Webinar, 'id' | 'detail' | 'dates'>,
	{ scheduleId, date, comment, startsAt }: Pick<Entry, 'scheduleId' | 'date' | 'comment' | 'startsAt'>,
	now: number,
) {
	const { id, detail } = webinar;
	const { zone } = webinar.dates;
	// Without a known zone, `startsAt` is a guess.
	const isStartKnown = zone !== undefined && startsAt !== undefined;
	return {
		name: detail.name ?? null,
		title: detail.title ?? null,
		date,
		date_text: dateText(startsAt, zone),
		timezone: zoneText(webinar),
		starts_at: startText(startsAt, zone),
		minutes_until_start: isStartKnown ? Math.round((startsAt - now) / MINUTE_MS) : null,
		comment,
		type: detail.type ?? null,
		registration_url: detail.registration_url ?? null,
		direct_live_room_url: detail.direct_live_room_url ?? null,
		direct_replay_room_url: detail.direct_replay_room_url ?? null,
		webinar_id: id,
		webinar_hash: detail.webinar_hash ?? null,
		schedule: scheduleId,
	};
}

/**
 * Returns the name of the time zone of a session's date for an output item, e.g. "Europe/London" or "GMT-5", or what the
 * service sent in its place; null if it is unknown.
 */
export function zoneText({ detail, dates }: Pick<Webinar, 'detail' | 'dates'>): Json {
	// The details do not name the attendee's time zone.
	return dates.kind === 'inWebinarZone' ? (detail.timezone ?? null) : zoneName(dates.zone);
}

/** Returns the name of a webinar for lists and errors. */
export function shownName({ name, title }: Pick<WebinarListItem, 'title' | 'name'>): string {
	return scalarText(name) || scalarText(title) || 'Untitled';
}

/** Whether the title or the name of a webinar contains the searched text. Ignores case. */
export function hasInTitle(
	searched = '',
	{ title, name }: Partial<Pick<WebinarListItem, 'title' | 'name'>>,
): boolean {
	return [title, name].some((label) => scalarText(label).toLowerCase().includes(searched.toLowerCase()));
}

/**
 * Returns when a webinar's sessions start according to its entry in the webinar list, in milliseconds since 1970.
 * Infinity means that a session might be at any time, because `schedules` or a date in it cannot be read ("Every day,
 * 01:00 PM"), or because the webinar may always be open.
 */
export function listedStarts(product: Product, listed: WebinarListItem): number[] {
	const { schedules, type } = listed;
	if (!Array.isArray(schedules)) return [Infinity];
	if (schedules.length === 0) {
		// EverWebinar lists a webinar that is always open ("Right now") without schedules.
		const mayBeAlwaysOpen = product.listsRightNowWithoutSchedules || isAnyTime(type);
		return mayBeAlwaysOpen ? [Infinity] : [];
	}
	// In the webinar list, dates that depend on the attendee's time zone are in EST.
	const zone = parseZone(listed.timezone) ?? EST;
	return schedules.map((description: unknown) => momentOf(description, zone) ?? Infinity);
}
