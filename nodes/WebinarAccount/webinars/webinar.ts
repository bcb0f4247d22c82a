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
	/** The service's object, for outputs only. */
	detail: WebinarDetail;
	/** The zone of its dates: its own or the attendee's; undefined where it is not known. */
	zone: Zone | undefined;
	/** Whether its dates depend on the time zone that is passed; undefined where it is not known. */
	followsAttendee: boolean | undefined;
	sessions: readonly Session[];
	/** The entries of the schedule without a numeric ID, as the service wrote them. Nobody can be registered for them. */
	unbookable: readonly Json[];
}

export interface Session {
	schedule: number;
	kind: SessionKind;
	/** Milliseconds since 1970, a guess if the zone is not known; undefined for `anyTime` and an unreadable date. */
	startsAt: number | undefined;
	/** As the service wrote it, because a registration sends it back; empty for a session without a date. */
	date: string;
	/**
	 * The GMT form that was passed when the session was read, which a registration passes again. Undefined for just in time
	 * and instant replay, which are registered without date and time zone.
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

/** The service does not state the length of a session, so people can register until this long after its start. */
const LONGEST_SESSION_MS = 12 * HOUR_MS;

/** Whether a session is certainly over. @param now milliseconds since 1970 */
export function isOver({ startsAt = NaN }: Pick<Session, 'startsAt'>, now: number): boolean {
	return startsAt + LONGEST_SESSION_MS < now;
}

/**
 * Whether it is just in time or an instant replay: a registration for it has no date and no time zone, and the dashboard
 * gives it no number for a link (one-click link, rule 7).
 */
export function lacksPermanentId({ kind }: Pick<Session, 'kind'>): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}

/** Whether its dates mean nothing without the attendee's time zone. */
export function needsTimezone({ followsAttendee, sessions }: Webinar): boolean {
	const hasDate = sessions.some(({ kind, startsAt }) => kind === 'dated' && startsAt !== undefined);
	return followsAttendee !== false && hasDate;
}

/** Returns the zone that a webinar states for itself. Of automated ones, other names mean each attendee's own zone. */
export function statedZone(
	{ takesTimezone }: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): Zone | undefined {
	return takesTimezone ? ownZoneNamed(timezone ?? '') : zoneNamed(timezone ?? '');
}

/** Returns the zone of dates in the registrant list, which can only be the webinar's own; undefined if it is not known. */
export function rowZone({ followsAttendee, zone }: Webinar): Zone | undefined {
	return followsAttendee === false ? zone : undefined;
}

/** ISO 8601 in UTC; null where it is not known. */
export function startText({ zone }: Pick<Webinar, 'zone'>, startsAt: number | undefined): string | null {
	return zone && startsAt !== undefined ? utcText(startsAt) : null;
}

/** Returns the service's object, with `starts_at` beside each date. */
export function shownWebinar(webinar: Webinar) {
	const { detail, sessions, unbookable } = webinar;
	const shown = ({ listed, startsAt }: Session) => ({ ...listed, starts_at: startText(webinar, startsAt) });
	const schedules = [...sessions.map(shown), ...unbookable];
	return schedules.length === 0 ? detail : { ...detail, schedules };
}

/** Moves the IDs of a webinar to the end of an output, because people look for the other fields. */
export function withIdsLast<Value>(webinar: Readonly<Record<string, Value>>): Record<string, Value> {
	return inOrder(webinar, [], WEBINAR_IDS);
}

/** A webinar, or what a sample shows of one. */
interface ShownWebinar extends Pick<Webinar, 'id' | 'zone' | 'followsAttendee'> {
	detail: Partial<WebinarDetail>;
}

/** Returns what an output says about the zone of a session's date. */
export function shownZone(
	{ detail, zone, followsAttendee }: Omit<ShownWebinar, 'id'>,
	startsAt: number | undefined,
): string | null {
	if (followsAttendee === false) return detail.timezone ?? null;
	if (!zone) return null;
	return zone.isUniversal ? gmtOffset(zone, startsAt ?? 0) : zone.name;
}

/** A session, or an entry of the schedule without an ID. */
export interface ShownSession extends Pick<Session, 'date' | 'comment' | 'startsAt'> {
	schedule: number | null;
}

/** Returns an output item: what people look for first, the IDs last. @param now milliseconds since 1970 */
export function sessionRow(
	webinar: ShownWebinar,
	{ schedule, date, comment, startsAt }: ShownSession,
	now: number,
) {
	const { id, detail, zone } = webinar;
	const start = startText(webinar, startsAt);
	return {
		name: detail.name ?? null,
		title: detail.title ?? null,
		date,
		date_text: dateText(startsAt, zone),
		timezone: shownZone(webinar, startsAt),
		starts_at: start,
		// + 0 makes 0 of -0.
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

/** Whether the title or the name of a webinar contains a text, in any case. */
export function hasInTitle(
	wanted: string,
	{ title, name }: Partial<Pick<WebinarListItem, 'title' | 'name'>>,
): boolean {
	return [title, name].some((label) => (label ?? '').toLowerCase().includes(wanted.toLowerCase()));
}

/**
 * Returns the starts that the webinar list shows, in milliseconds since 1970. Infinity stands for one that cannot be read
 * ("Every day, 01:00 PM"), and for a webinar that is always open or whose sessions the list does not show.
 */
export function listedStarts(product: Product, listed: WebinarListItem): number[] {
	const { schedules, type } = listed;
	// "Automated list: empty for a right-now webinar."
	if (!Array.isArray(schedules) || (schedules.length === 0 && product.listsRightNowWithoutSchedules))
		return [Infinity];
	if (schedules.length === 0) return isAnyTime(type) ? [Infinity] : [];
	const zone = statedZone(product, listed) ?? EST;
	return schedules.map((description: unknown) => momentOf(description, zone) ?? Infinity);
}
