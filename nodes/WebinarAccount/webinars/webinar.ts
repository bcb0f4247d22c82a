import { Settings, type Zone } from 'luxon';

import type { Product } from '../service/products';
import type { ScheduleObject, WebinarDetail, WebinarListItem } from '../service/schemas';
import { EST, gmtForm, HOUR_MS, MINUTE_MS, momentOf, ownZoneNamed, utcText, zoneNamed } from './dates';

export interface Webinar {
	product: Product;
	id: number;
	/** The service's object, for outputs only. */
	detail: WebinarDetail;
	/** The zone of its dates: its own or the attendee's; undefined when nobody said, and the dates count as in EST. */
	zone: Zone | undefined;
	/** Whether it shows its sessions in each attendee's own zone, so that its dates depend on the zone passed. */
	followsAttendee: boolean;
	/** In the service's order. */
	sessions: readonly Session[];
	/** Of the oldest of its readings, in milliseconds since 1970. */
	readAt: number;
}

export interface Session {
	schedule: number;
	/** `dated`: at its date; `justInTime`, `instantReplay`: found by description, with IDs that change; `anyTime`: open. */
	kind: 'dated' | 'justInTime' | 'instantReplay' | 'anyTime';
	/** Milliseconds since 1970, a guess if the webinar has no zone; undefined for `anyTime` and an unreadable date. */
	startsAt: number | undefined;
	/** As the service wrote it: what a registration sends back … */
	date: string;
	/** … together with this GMT form, that of the reading. */
	timezone: string | undefined;
	comment: string | null;
	/** Whether a registration for its schedule, as by a link, is for several sessions (one-click link, rule 6). */
	isSeries: boolean;
	/** Whether a registration for it is for all sessions of the webinar ("Registration rules", 1). */
	coversWebinar: boolean;
	/** As `detail`. */
	listed: ScheduleObject;
}

/** ISO 8601 in UTC; null where it is not known. */
export function startText({ zone }: Pick<Webinar, 'zone'>, startsAt: number | undefined): string | null {
	return zone && startsAt !== undefined ? utcText(startsAt) : null;
}

/** The service does not state the length of a session, so people can register until this long after its start. */
const LONGEST_SESSION_MS = 12 * HOUR_MS;

/** Whether a session is over for certain. @param now milliseconds since 1970 */
export function isOver({ startsAt = NaN }: Pick<Session, 'startsAt'>, now: number): boolean {
	return startsAt + LONGEST_SESSION_MS < now;
}

/** The service's object, with `starts_at` beside each date. */
export function shownWebinar(webinar: Webinar) {
	const { detail, sessions } = webinar;
	const shown = ({ listed, startsAt }: Session) => ({ ...listed, starts_at: startText(webinar, startsAt) });
	return sessions.length === 0 ? detail : { ...detail, schedules: sessions.map(shown) };
}

/** A webinar, or what a sample shows of one. */
interface ShownWebinar extends Pick<Webinar, 'id' | 'zone' | 'followsAttendee'> {
	detail: Partial<WebinarDetail>;
}

/** What an output says of the zone of a session's date. */
export function shownZone(
	{ detail, zone, followsAttendee }: Omit<ShownWebinar, 'id'>,
	startsAt: number | undefined,
): string | null {
	if (!followsAttendee) return detail.timezone ?? null;
	const known = zone ?? EST;
	return known.isUniversal ? gmtForm(known, startsAt ?? Settings.now()) : known.name;
}

/** An output: what people look for first, the IDs last. @param now milliseconds since 1970 */
export function sessionRow(
	webinar: ShownWebinar,
	{ schedule, date, comment, startsAt }: Pick<Session, 'schedule' | 'date' | 'comment' | 'startsAt'>,
	now: number,
) {
	const { id, detail } = webinar;
	const start = startText(webinar, startsAt);
	return {
		name: detail.name ?? null,
		title: detail.title ?? null,
		date,
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

/** A link cannot contain such a session (one-click link, rule 7). */
export function lacksPermanentId({ kind }: Pick<Session, 'kind'>): boolean {
	return kind === 'justInTime' || kind === 'instantReplay';
}

/** The zone that a webinar states for itself. Of automated ones, other names stand for the zone of each attendee. */
export function statedZone(
	{ takesTimezone }: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): Zone | undefined {
	return takesTimezone ? ownZoneNamed(timezone ?? '') : zoneNamed(timezone ?? '');
}

/** The zone of dates in the list of registrants, which does not state it: it can only be the webinar's, if it has one. */
export function rowZone({ followsAttendee, zone }: Webinar): Zone | undefined {
	return followsAttendee ? undefined : zone;
}

/** How the service describes sessions without a permanent ID; it may add a text: "Just in time (15 minutes)". */
export const descriptions = { justInTime: 'just in time', instantReplay: 'instant replay' } as const;

/** What the service answered about a webinar once, with its dates at one offset. */
export class Reading {
	/** By the attendee's zone, with the other readings that it took: thousands of items share thousands of sessions. */
	readonly finished = new Map<string, { others: readonly Reading[]; webinar: Webinar }>();

	constructor(
		readonly detail: WebinarDetail,
		/** The GMT form that was passed. */
		readonly form: string | undefined,
		readonly readAt: number,
	) {}

	/** The other GMT forms that the attendee's zone has at the sessions; none where no form was passed. */
	otherForms(product: Product, zone: Zone | undefined, followsAttendee: boolean): string[] {
		const forms = this.sessions(product, followsAttendee).flatMap((session) => formAt(session, zone) ?? []);
		return [...new Set(forms)].filter((form) => form !== this.form);
	}

	/** Whether the dates differ by as much as the offsets; undefined if no session shows it, as when all changed. */
	differsByOffset(other: Reading): boolean | undefined {
		const shared = (zoneOf: (reading: Reading) => Zone) => {
			const momentsOf = (reading: Reading) =>
				reading.dated.map(({ schedule, date }) => `${schedule} ${momentOf(date, zoneOf(reading))}`);
			const others = new Set(momentsOf(other));
			return momentsOf(this).filter((moment) => others.has(moment)).length;
		};
		// As if the dates were in the zone that was passed, and as if they were in one zone.
		const moved = shared(({ passedZone }) => passedZone);
		const same = shared(() => EST);
		return moved === same ? undefined : moved > same;
	}

	get dated(): ScheduleObject[] {
		const { schedules, type } = this.detail;
		return (schedules ?? []).filter((listed) => kindOf(listed, type) === 'dated' && listed.date !== '');
	}

	private get passedZone(): Zone {
		return zoneNamed(this.form ?? '') ?? EST;
	}

	sessions(product: Product, followsAttendee: boolean): Session[] {
		const { type, schedules } = this.detail;
		const listed = (schedules ?? []).map((each) => ({ ...each, listed: each, kind: kindOf(each, type) }));
		const dateZone = followsAttendee ? this.passedZone : (statedZone(product, this.detail) ?? EST);
		const entriesOf = new Map<number, number>();
		for (const { schedule } of listed) entriesOf.set(schedule, (entriesOf.get(schedule) ?? 0) + 1);
		const numbered = listed.filter((each) => !lacksPermanentId(each)).length;

		return listed.map((each) => {
			const { schedule, kind, date, comment = null } = each;
			const sharesId = (entriesOf.get(schedule) ?? 0) > 1;
			const isInSeries = type === 'Series of presentations' && !lacksPermanentId(each);
			return {
				schedule,
				kind,
				date,
				comment,
				listed: each.listed,
				startsAt: kind === 'anyTime' ? undefined : momentOf(date, dateZone),
				timezone: this.form,
				isSeries: sharesId || normalised(comment).startsWith('every') || (isInSeries && numbered > 1),
				coversWebinar: isInSeries && product.registersWholeSeries,
			};
		});
	}
}

/** The GMT form of the attendee's zone at a session; undefined where no zone is passed or no start is known. */
function formAt({ timezone, startsAt }: Session, zone: Zone | undefined): string | undefined {
	return zone && timezone !== undefined && startsAt !== undefined ? gmtForm(zone, startsAt) : undefined;
}

/**
 * Finishes a webinar from its readings, one for each offset that the attendee's zone has at a session. Each session is
 * taken from the reading at the offset of its own date, daylight saving included, whether it is one instant for everybody
 * or the same local time for each. A session without a start is taken from the first reading.
 */
export function webinarOf(
	product: Product,
	readings: readonly [Reading, ...Reading[]],
	zone: Zone | undefined,
	followsAttendee: boolean,
): Webinar {
	const [first] = readings;
	const taken = readings.flatMap((reading) => {
		const sessions = [...reading.sessions(product, followsAttendee).entries()];
		return sessions.filter(([, session]) => (formAt(session, zone) ?? first.form) === reading.form);
	});
	taken.sort(([place], [other]) => place - other);
	return {
		product,
		id: first.detail.webinar_id,
		detail: first.detail,
		zone: followsAttendee ? (zone ?? EST) : statedZone(product, first.detail),
		followsAttendee,
		sessions: taken.map(([, session]) => session),
		readAt: Math.min(...readings.map(({ readAt }) => readAt)),
	};
}

/**
 * The starts that the list of webinars shows, in milliseconds since 1970; Infinity for one that cannot be read ("Every
 * day, 01:00 PM"), and for a webinar that people can enter at any time or whose sessions the list does not show.
 */
export function listedStarts(product: Product, listed: WebinarListItem): number[] {
	const { schedules, type } = listed;
	// "Automated list: empty for a right-now webinar."
	if (!Array.isArray(schedules) || (schedules.length === 0 && product.listsRightNowWithoutSchedules))
		return [Infinity];
	if (schedules.length === 0) return isOpenAnyTime(type) ? [Infinity] : [];
	const zone = statedZone(product, listed) ?? EST;
	return schedules.map((description: unknown) => momentOf(description, zone) ?? Infinity);
}

/** Of a session or a webinar that people can enter at any time, whose start is never in the future. */
function isOpenAnyTime(text: string | null | undefined): boolean {
	return ['always on', 'right now'].includes(normalised(text));
}

function kindOf({ comment }: ScheduleObject, type: WebinarDetail['type']): Session['kind'] {
	const description = normalised(comment);
	if (description.startsWith(descriptions.justInTime)) return 'justInTime';
	if (description.startsWith(descriptions.instantReplay)) return 'instantReplay';
	return isOpenAnyTime(comment) || isOpenAnyTime(type) ? 'anyTime' : 'dated';
}

/** "Just-in-Time", "just in time" and "Just In Time " are one description. Of a long one, only the beginning is read. */
function normalised(text: string | null | undefined): string {
	return (text ?? '')
		.slice(0, 100)
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}
