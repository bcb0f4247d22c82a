import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import type { ScheduleObject, WebinarDetail } from '../service/schemas';

/** What others may know of the service's object: not its schedules. */
export type ShownDetail = Pick<
	WebinarDetail,
	| 'webinar_hash'
	| 'name'
	| 'title'
	| 'type'
	| 'timezone'
	| 'registration_url'
	| 'registration_type'
	| 'direct_live_room_url'
	| 'direct_replay_room_url'
>;

/** A webinar with its sessions, finished: everything that a choice, a list, a link or an output needs of it. */
export interface Webinar {
	product: Product;
	id: number;
	/** The service's object, for outputs only. */
	detail: ShownDetail;
	/** The zone of its dates: its own or the attendee's; undefined when nobody said, and the dates count as in EST. */
	zone: Zone | undefined;
	/** Whether it shows its sessions in each attendee's own zone, so that its dates depend on the zone passed. */
	followsAttendee: boolean;
	/** In the service's order. */
	sessions: readonly Session[];
	/** The oldest of its readings, in milliseconds since 1970. */
	readAt: number;
}

/** A session that the service offers. */
export interface Session {
	/** The schedule's ID. */
	schedule: number;
	/** `dated`: at its date; `justInTime`, `instantReplay`: found by description, with IDs that change; `anyTime`: open. */
	kind: 'dated' | 'justInTime' | 'instantReplay' | 'anyTime';
	/** Milliseconds since 1970, a guess if the webinar has no zone; undefined for `anyTime` and an unreadable date. */
	startsAt: number | undefined;
	/** The start in UTC (ISO 8601); null where it is not known. */
	startsAtUtc: string | null;
	/** As the service wrote it: what a registration sends back … */
	date: string;
	/** … together with this GMT form, that of the reading. */
	timezone: string | undefined;
	comment: string | null;
	/** What a registration that is sent with this session is for ("Registration rules", 1 and 2). */
	covers: 'session' | 'schedule' | 'webinar';
	/** Whether a registration for its schedule, as by a link, is for several sessions (one-click link, rule 6). */
	isSeries: boolean;
	/** The service's object, for outputs only. */
	listed: ScheduleObject;
}

/** The service's object, with `starts_at` beside each date. */
export function shownWebinar({ detail, sessions }: Webinar) {
	if (sessions.length === 0) return detail;
	const schedules = sessions.map(({ listed, startsAtUtc }) => ({ ...listed, starts_at: startsAtUtc }));
	return { ...detail, schedules };
}

/** Whether the session has no permanent ID, so that a link cannot contain it (one-click link, rule 7). */
export function lacksPermanentId({ kind }: Session): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}
