import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import {
	type Json,
	readScheduleObject,
	type ScheduleObject,
	type WebinarDetail,
	type WebinarListItem,
} from '../service/schemas';
import { inOrder, WEBINAR_IDS } from '../utils/outputOrder';
import { isRecord, quoted, scalarText } from '../utils/values';
import {
	dateText,
	EST,
	gmtOffset,
	HOUR_MS,
	MINUTE_MS,
	momentOf,
	ownZoneNamed,
	utcText,
	zoneNamed,
} from './dates';

/** A webinar with its sessions, read from the webinar's details. */
export interface Webinar {
	product: Product;
	id: number;
	/** The webinar's details, as the service returned them. */
	detail: WebinarDetail;
	/** The time zone of the session dates: the webinar's own or the attendee's; undefined if it is unknown. */
	zone: Zone | undefined;
	/** Whether the session dates depend on the attendee's time zone. True if `zone` is unknown. */
	followsAttendee: boolean;
	sessions: readonly Session[];
	/** The entries of `schedules` without a numeric ID, as the service returned them. They cannot be booked. */
	unbookable: readonly Json[];
}

/** A session of a webinar that has a schedule ID, so that people can be registered for it. */
export interface Session {
	/** The schedule ID. Sessions of a series can have the same one. */
	schedule: number;
	kind: SessionKind;
	/**
	 * The start in milliseconds since 1970. It is a guess if the webinar's time zone is unknown. Undefined without a
	 * readable date, and for a session that is always open.
	 */
	startsAt: number | undefined;
	/** The date exactly as the service returned it, because a register request must repeat it; empty without a date. */
	date: string;
	/**
	 * The GMT offset in the request that returned the session, e.g. "GMT+5:30". The register request must repeat it.
	 * Undefined for just-in-time and instant-replay sessions, which are registered without date and time zone.
	 */
	timezone: string | undefined;
	/** The service's description, e.g. "Every day, 01:00 PM". */
	comment: string | null;
	/** Whether the schedule has several sessions. A one-click link registers people for all of them. */
	isSeries: boolean;
	/** Whether a registration for this session registers the person for all sessions of the webinar. */
	coversWebinar: boolean;
	/** The session's entry in `schedules`, as the service returned it. */
	listed: ScheduleObject;
}

/**
 * The kind of a session, which determines when people can attend:
 * - `dated`: on a fixed date
 * - `justInTime`: a few minutes after they register
 * - `instantReplay`: immediately after they register, as a recording
 * - `anyTime`: at any time, because the room is always open ("Always on", "Right now")
 */
export type SessionKind = 'dated' | 'justInTime' | 'instantReplay' | 'anyTime';

/** How the service's description of a session begins, in lower case. Text may follow: "Just in time (15 minutes)". */
const DESCRIPTIONS = {
	justInTime: 'just in time',
	instantReplay: 'instant replay',
} as const;

/**
 * Returns the kind of a session.
 * @param description the service's description of the session, e.g. "Every day, 01:00 PM"
 * @param type the type of the webinar, e.g. "Always on"
 */
export function sessionKind(
	description: string | null | undefined,
	type: WebinarDetail['type'],
): SessionKind {
	const text = normalized(description);
	if (text.startsWith(DESCRIPTIONS.justInTime)) return 'justInTime';
	if (text.startsWith(DESCRIPTIONS.instantReplay)) return 'instantReplay';
	return isAnyTime(description) || isAnyTime(type) ? 'anyTime' : 'dated';
}

/** Whether people can attend at any time. @param text the description of a session, or the type of a webinar */
export function isAnyTime(text: string | null | undefined): boolean {
	return ['always on', 'right now'].includes(normalized(text));
}

/**
 * Normalizes a description, so that "Just-in-Time" and "Just In Time " become equal. Cuts off the end of a long text.
 */
function normalized(text: string | null | undefined): string {
	return (text ?? '')
		.slice(0, 100)
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}

/**
 * Time in milliseconds from a session's start until the session counts as over. The service does not report how long a
 * session lasts.
 */
const LONGEST_SESSION_MS = 12 * HOUR_MS;

/** Whether a session is certainly over, which is 12 hours after its start. @param now milliseconds since 1970 */
export function isOver({ startsAt = NaN }: Pick<Session, 'startsAt'>, now: number): boolean {
	return startsAt + LONGEST_SESSION_MS < now;
}

/**
 * Whether a session is just in time or an instant replay. People register for such a session without a date and a time
 * zone. One-click links cannot lead to it, because the dashboard gives it no session number.
 */
export function isJustInTimeOrReplay({ kind }: Pick<Session, 'kind'>): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}

/** Whether the attendee's time zone is needed to read the webinar's dates. */
export function needsTimezone({ followsAttendee, sessions }: Webinar): boolean {
	const hasDate = sessions.some(({ kind, startsAt }) => kind === 'dated' && startsAt !== undefined);
	return followsAttendee && hasDate;
}

/**
 * Returns the webinar's own time zone; undefined if an automated webinar has none, because it uses each attendee's
 * zone.
 */
export function ownZoneOf(
	{ takesTimezone }: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): Zone | undefined {
	return takesTimezone ? ownZoneNamed(timezone ?? '') : zoneNamed(timezone ?? '');
}

/** Returns the time zone of the dates in the webinar's registrant list; undefined if it is unknown. */
export function rowZone({ followsAttendee, zone }: Webinar): Zone | undefined {
	return followsAttendee ? undefined : zone;
}

/** An entry in the `schedules` of a webinar's details. */
export interface Entry {
	/** The entry as the service returned it. */
	original: Json;
	/** The entry's fields; undefined if the entry has no numeric ID. */
	listed: ScheduleObject | undefined;
	kind: SessionKind;
	/** The start in milliseconds since 1970; undefined without a readable date, and for sessions that are always open. */
	startsAt: number | undefined;
	/** The GMT offset sent in the request, e.g. "GMT+5:30"; undefined if the request had no `timezone`. */
	offset: string | undefined;
}

/**
 * Reads the entries in the `schedules` of a webinar's details.
 * @param offset the value of `timezone` in the request
 * @param zone the time zone of the dates in the response
 */
export function readEntries(
	{ schedules, type }: WebinarDetail,
	offset: string | undefined,
	zone: Zone,
): Entry[] {
	return (schedules ?? []).map((original) => {
		const listed = readScheduleObject(original);
		const { comment } = listed ?? readEntryWithoutId(original);
		const kind = sessionKind(comment, type);
		const startsAt = listed && kind !== 'anyTime' ? momentOf(listed.date, zone) : undefined;
		return { original, listed, kind, startsAt, offset };
	});
}

/** Converts the entries that have an ID to sessions, and returns the other entries separately as `unbookable`. */
export function readSchedule(
	product: Product,
	type: WebinarDetail['type'],
	entries: readonly Entry[],
): Pick<Webinar, 'sessions' | 'unbookable'> {
	const bookable = entries.flatMap((entry) => (entry.listed ? [{ ...entry, listed: entry.listed }] : []));
	const unbookable = entries.filter(({ listed }) => !listed).map(({ original }) => original);
	const entriesPerId = new Map<number, number>();
	for (const { listed } of bookable) {
		entriesPerId.set(listed.schedule, (entriesPerId.get(listed.schedule) ?? 0) + 1);
	}
	const seriesLength = bookable.filter((entry) => !isJustInTimeOrReplay(entry)).length;
	const sessions = bookable.map((entry): Session => {
		const { listed, kind, startsAt, offset } = entry;
		const { schedule, date, comment = null } = listed;
		const isPartOfSeries = type === 'Series of presentations' && !isJustInTimeOrReplay(entry);
		const isIdShared = (entriesPerId.get(schedule) ?? 0) > 1;
		const isRecurring = normalized(comment).startsWith('every');
		return {
			schedule,
			kind,
			date,
			comment,
			startsAt,
			timezone: isJustInTimeOrReplay(entry) ? undefined : offset,
			isSeries: isIdShared || isRecurring || (isPartOfSeries && seriesLength > 1),
			coversWebinar: isPartOfSeries && product.registersWholeSeries,
			listed,
		};
	});
	return { sessions, unbookable };
}

/** Reads an entry of `schedules` that has no numeric ID, such as the string "Just in time". */
export function readEntryWithoutId(entry: Json): SessionParts & { comment: string } {
	const { date, comment }: Record<string, unknown> = isRecord(entry) ? entry : { comment: entry };
	return { schedule: null, date: scalarText(date), comment: scalarText(comment), startsAt: undefined };
}

/** Whether a session has a date that cannot be read. */
export function isDateUnreadable({ kind, date, startsAt }: Session): boolean {
	return kind === 'dated' && date !== '' && startsAt === undefined;
}

/** Returns hints for the user about entries of `schedules` that cannot be booked, or whose date cannot be read. */
export function unusableEntryHints({ sessions, unbookable }: Webinar): string[] {
	const withoutId = unbookable.map((entry) => {
		const { comment, date } = readEntryWithoutId(entry);
		return comment || date || 'no description';
	});
	const unreadableDates = sessions.filter(isDateUnreadable).map(({ date }) => date);
	return [
		...hint('Sessions that the service lists without a schedule ID cannot be booked', withoutId),
		...hint('Some session dates from the service cannot be read', unreadableDates),
	];
}

/** Maximum number of examples in a hint. */
const MAX_EXAMPLES = 3;

/** Returns a hint that ends with examples; an empty list if there are no examples. */
function hint(text: string, examples: readonly string[]): string[] {
	const distinct = [...new Set(examples)];
	const shown = distinct.slice(0, MAX_EXAMPLES).map((example) => quoted(example));
	if (distinct.length > shown.length) shown.push('…');
	return shown.length === 0 ? [] : [`${text}: ${shown.join(', ')}.`];
}

/**
 * Returns the start of a session as an ISO 8601 string in UTC; null if the start or the webinar's time zone is unknown.
 */
export function startText({ zone }: Pick<Webinar, 'zone'>, startsAt: number | undefined): string | null {
	return zone && startsAt !== undefined ? utcText(startsAt) : null;
}

/**
 * Returns a webinar as an output item: the details that the service returned, with `starts_at` added to each session.
 */
export function toWebinarOutput(webinar: Webinar) {
	const { detail, sessions, unbookable } = webinar;
	const withStart = ({ listed, startsAt }: Session) => ({
		...listed,
		starts_at: startText(webinar, startsAt),
	});
	const schedules = [...sessions.map(withStart), ...unbookable];
	return schedules.length === 0 ? detail : { ...detail, schedules };
}

/** Moves the IDs to the end of a webinar's output item, because users look for the other fields first. */
export function withIdsLast<Value>(webinar: Readonly<Record<string, Value>>): Record<string, Value> {
	return inOrder(webinar, [], WEBINAR_IDS);
}

/** The fields of a webinar that session output needs. The sample of a trigger event has only these. */
interface WebinarParts extends Pick<Webinar, 'id' | 'zone' | 'followsAttendee'> {
	detail: Partial<WebinarDetail>;
}

/**
 * Returns the name of the time zone of a session's date for an output item, e.g. "Europe/London" or "GMT-5"; null if it
 * is unknown.
 */
export function zoneText(
	{ detail, zone, followsAttendee }: Omit<WebinarParts, 'id'>,
	startsAt: number | undefined,
): string | null {
	if (!followsAttendee) return detail.timezone ?? null;
	if (!zone) return null;
	return zone.isUniversal ? gmtOffset(zone, startsAt ?? 0) : zone.name;
}

/** The fields of a session that its output needs. An entry of `schedules` without an ID has a null `schedule`. */
export interface SessionParts extends Pick<Session, 'date' | 'comment' | 'startsAt'> {
	schedule: number | null;
}

/** Returns a session as an output item. @param now milliseconds since 1970 */
export function toSessionOutput(
	webinar: WebinarParts,
	{ schedule, date, comment, startsAt }: SessionParts,
	now: number,
) {
	const { id, detail, zone } = webinar;
	const start = startText(webinar, startsAt);
	return {
		name: detail.name ?? null,
		title: detail.title ?? null,
		date,
		date_text: dateText(startsAt, zone),
		timezone: zoneText(webinar, startsAt),
		starts_at: start,
		// Adding 0 turns -0 into 0.
		minutes_until_start: start === null ? null : Math.round((Date.parse(start) - now) / MINUTE_MS) + 0,
		comment,
		type: detail.type ?? null,
		registration_url: detail.registration_url ?? null,
		direct_live_room_url: detail.direct_live_room_url ?? null,
		direct_replay_room_url: detail.direct_replay_room_url ?? null,
		webinar_id: id,
		webinar_hash: detail.webinar_hash ?? null,
		schedule,
	};
}

/** Returns the name of a webinar for lists and errors. */
export function shownName({ name, title }: Pick<WebinarListItem, 'title' | 'name'>): string {
	return name || title || 'Untitled';
}

/** Whether the title or the name of a webinar contains the searched text. Ignores case. */
export function hasInTitle(
	searched: string,
	{ title, name }: Partial<Pick<WebinarListItem, 'title' | 'name'>>,
): boolean {
	return [title, name].some((label) => (label ?? '').toLowerCase().includes(searched.toLowerCase()));
}

/**
 * Returns when a webinar's sessions start according to its entry in the webinar list, in milliseconds since 1970.
 * Infinity means that a session might be at any time, because its date cannot be read ("Every day, 01:00 PM"), or
 * because the webinar is always open.
 */
export function listedStarts(product: Product, listed: WebinarListItem): number[] {
	const { schedules, type } = listed;
	if (!Array.isArray(schedules)) return [Infinity];
	if (schedules.length === 0) {
		// The service lists an automated webinar that is always open ("Right now") without schedules.
		const isAlwaysOpen = product.listsRightNowWithoutSchedules || isAnyTime(type);
		return isAlwaysOpen ? [Infinity] : [];
	}
	const zone = ownZoneOf(product, listed) ?? EST;
	return schedules.map((description: unknown) => momentOf(description, zone) ?? Infinity);
}
