import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import type { Json, ScheduleObject, WebinarDetail, WebinarListItem } from '../service/schemas';
import { inOrder, WEBINAR_IDS } from '../utils/outputOrder';
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
import { isAnyTime, type SessionKind } from './sessionKind';

export interface Webinar {
	product: Product;
	id: number;
	/** The webinar as the service returned it, for outputs. */
	detail: WebinarDetail;
	/** The zone of its dates: its own or the attendee's; undefined if it is not known. */
	zone: Zone | undefined;
	/** Whether its dates depend on the `timezone` of the request; undefined if it is not known. */
	followsAttendee: boolean | undefined;
	sessions: readonly Session[];
	/** The entries of `schedules` without a numeric ID, as the service wrote them. They cannot be booked. */
	unbookable: readonly Json[];
}

export interface Session {
	schedule: number;
	kind: SessionKind;
	/** Milliseconds since 1970; a guess if the zone is not known; undefined for `anyTime` and an unreadable date. */
	startsAt: number | undefined;
	/** As the service wrote it, because a registration sends it back; empty for a session without a date. */
	date: string;
	/**
	 * The `timezone` of the request that returned the session, in the GMT form. A registration sends it again. Undefined for
	 * just in time and instant replay, which are registered without date and time zone.
	 */
	timezone: string | undefined;
	comment: string | null;
	/** Whether a registration for its schedule, such as by a link, is for several sessions (one-click link, rule 6). */
	isSeries: boolean;
	/** Whether a registration for it is for all sessions of the webinar ("Registration rules", 1). */
	coversWebinar: boolean;
	/** The service's object. */
	listed: ScheduleObject;
}

/** A session counts as over this long after its start, because the service does not state how long it lasts. */
const LONGEST_SESSION_MS = 12 * HOUR_MS;

/** Whether a session is certainly over. @param now milliseconds since 1970 */
export function isOver({ startsAt = NaN }: Pick<Session, 'startsAt'>, now: number): boolean {
	return startsAt + LONGEST_SESSION_MS < now;
}

/**
 * Whether it is just in time or an instant replay: a registration for it has no date and no time zone, and the dashboard
 * gives it no number for a link (one-click link, rule 7).
 */
export function isJustInTimeOrReplay({ kind }: Pick<Session, 'kind'>): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}

/** Whether the webinar's dates can be read only with the attendee's time zone. */
export function needsTimezone({ followsAttendee, sessions }: Webinar): boolean {
	const hasDate = sessions.some(({ kind, startsAt }) => kind === 'dated' && startsAt !== undefined);
	return followsAttendee !== false && hasDate;
}

/** Returns the webinar's own zone; undefined if the name of an automated one, such as "auto", means each attendee's zone. */
export function ownZoneOf(
	{ takesTimezone }: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): Zone | undefined {
	return takesTimezone ? ownZoneNamed(timezone ?? '') : zoneNamed(timezone ?? '');
}

/** Returns the zone of dates in the registrant list, which can only be the webinar's own; undefined if it is not known. */
export function rowZone({ followsAttendee, zone }: Webinar): Zone | undefined {
	return followsAttendee === false ? zone : undefined;
}

/** Returns a start as ISO 8601 in UTC; null if it is not known. */
export function startText({ zone }: Pick<Webinar, 'zone'>, startsAt: number | undefined): string | null {
	return zone && startsAt !== undefined ? utcText(startsAt) : null;
}

/** Returns a webinar as an output: the service's object, with `starts_at` beside each date. */
export function toWebinarOutput(webinar: Webinar) {
	const { detail, sessions, unbookable } = webinar;
	const shown = ({ listed, startsAt }: Session) => ({ ...listed, starts_at: startText(webinar, startsAt) });
	const schedules = [...sessions.map(shown), ...unbookable];
	return schedules.length === 0 ? detail : { ...detail, schedules };
}

/** Moves the IDs of a webinar to the end of an output, because people look for the other fields. */
export function withIdsLast<Value>(webinar: Readonly<Record<string, Value>>): Record<string, Value> {
	return inOrder(webinar, [], WEBINAR_IDS);
}

/** The parts of a webinar that outputs use. A sample has only these. */
interface WebinarParts extends Pick<Webinar, 'id' | 'zone' | 'followsAttendee'> {
	detail: Partial<WebinarDetail>;
}

/** Returns the name of the zone of a session's date, for outputs. */
export function zoneText(
	{ detail, zone, followsAttendee }: Omit<WebinarParts, 'id'>,
	startsAt: number | undefined,
): string | null {
	if (followsAttendee === false) return detail.timezone ?? null;
	if (!zone) return null;
	return zone.isUniversal ? gmtOffset(zone, startsAt ?? 0) : zone.name;
}

/** A session, or an entry of the schedule without an ID. */
export interface SessionParts extends Pick<Session, 'date' | 'comment' | 'startsAt'> {
	schedule: number | null;
}

/** Returns a session as an output item. The IDs come last. @param now milliseconds since 1970 */
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

/** Whether the title or the name of a webinar contains a string. Upper and lower case are the same. */
export function hasInTitle(
	wanted: string,
	{ title, name }: Partial<Pick<WebinarListItem, 'title' | 'name'>>,
): boolean {
	return [title, name].some((label) => (label ?? '').toLowerCase().includes(wanted.toLowerCase()));
}

/**
 * Returns the starts in the webinar list, in milliseconds since 1970. Infinity means that a session may be at any time: for
 * a date that cannot be read ("Every day, 01:00 PM"), for a webinar that is always open, and if the list has no sessions.
 */
export function listedStarts(product: Product, listed: WebinarListItem): number[] {
	const { schedules, type } = listed;
	// "Automated list: empty for a right-now webinar."
	if (!Array.isArray(schedules) || (schedules.length === 0 && product.listsRightNowWithoutSchedules))
		return [Infinity];
	if (schedules.length === 0) return isAnyTime(type) ? [Infinity] : [];
	const zone = ownZoneOf(product, listed) ?? EST;
	return schedules.map((description: unknown) => momentOf(description, zone) ?? Infinity);
}
