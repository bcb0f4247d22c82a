import type { Zone } from 'luxon';

import type { Product } from '../service/products';
import type { ScheduleObject, WebinarDetail, WebinarListItem } from '../service/schemas';
import { momentOf, utcText } from './dates';
import { EST, gmtForm, ownZoneNamed, zoneNamed } from './timezone';
import type { Session, Webinar } from './webinar';

/** How the service describes sessions without a permanent ID; it may add a text: "Just in time (15 minutes)". */
export const descriptions = { justInTime: 'just in time', instantReplay: 'instant replay' } as const;

/** Webinars that people can enter at any time; their session is never in the future. */
const OPEN_ANY_TIME = ['always on', 'right now'];

/** More of a description is not read. */
const MAX_DESCRIPTION_LENGTH = 100;

/** A session, and the GMT form of the attendee's zone at it; undefined where no zone is passed or no start is known. */
interface ReadSession {
	session: Session;
	form: string | undefined;
}

/**
 * What the service answered about a webinar once, with its dates at one offset. Nobody else looks at its schedules. What
 * follows from it is worked out once, because thousands of items share a reading of thousands of sessions.
 */
export class Reading {
	private readonly known = new Map<string, readonly ReadSession[]>();
	private readonly compared = new WeakMap<Reading, boolean | undefined>();

	/**
	 * @param form the GMT form that was passed
	 * @param readAt milliseconds since 1970
	 */
	constructor(
		readonly detail: WebinarDetail,
		readonly form: string | undefined,
		readonly readAt: number,
	) {}

	/** The zone that the webinar states for itself. */
	statedZone(product: Product): Zone | undefined {
		return statedZone(product, this.detail);
	}

	/** The sessions in the service's order. @param zone the attendee's, if known */
	sessions(product: Product, zone: Zone | undefined, followsAttendee: boolean): readonly ReadSession[] {
		const key = `${followsAttendee} ${zone?.name}`;
		const sessions = this.known.get(key) ?? this.readSessions(product, zone, followsAttendee);
		this.known.set(key, sessions);
		return sessions;
	}

	/** The GMT forms of the attendee's zone at the sessions. */
	formsIn(zone: Zone, product: Product, followsAttendee: boolean): string[] {
		const sessions = this.sessions(product, zone, followsAttendee);
		return [...new Set(sessions.flatMap(({ form }) => form ?? []))];
	}

	get hasDates(): boolean {
		return this.dated.length > 0;
	}

	/**
	 * Whether the webinar follows the attendee's zone: the dates of the two readings differ by as much as their offsets.
	 * Undefined if no session shows it, as when all of them changed between the readings.
	 */
	differsByOffset(other: Reading): boolean | undefined {
		if (!this.compared.has(other)) this.compared.set(other, this.compare(other));
		return this.compared.get(other);
	}

	private compare(other: Reading): boolean | undefined {
		const shared = (momentsOf: (reading: Reading) => string[]) => {
			const others = new Set(momentsOf(other));
			return momentsOf(this).filter((moment) => others.has(moment)).length;
		};
		// As if the dates were in the zone that was passed, and as if they were in one zone.
		const moved = shared((reading) => reading.moments(reading.zone));
		const same = shared((reading) => reading.moments(EST));
		return moved === same ? undefined : moved > same;
	}

	private moments(zone: Zone): string[] {
		return this.dated.map(({ schedule, date }) => `${schedule} ${momentOf(date, zone)}`);
	}

	private get dated(): ScheduleObject[] {
		const { schedules, type } = this.detail;
		return (schedules ?? []).filter((listed) => kindOf(listed, type) === 'dated' && listed.date !== '');
	}

	/** The zone of the dates, if the webinar follows the zone that was passed. */
	private get zone(): Zone {
		return zoneNamed(this.form ?? '') ?? EST;
	}

	private readSessions(
		product: Product,
		zone: Zone | undefined,
		followsAttendee: boolean,
	): readonly ReadSession[] {
		const { type, schedules } = this.detail;
		const listed = schedules ?? [];
		const known = followsAttendee ? this.zone : this.statedZone(product);
		const counts = new Map<number, number>();
		for (const { schedule } of listed) counts.set(schedule, (counts.get(schedule) ?? 0) + 1);
		const kinds = listed.map((each) => kindOf(each, type));
		const numbered = kinds.filter(isNumbered).length;

		return listed.map((each, place) => {
			const { schedule, date, comment = null } = each;
			const kind = kinds[place] ?? 'dated';
			const startsAt = kind === 'anyTime' ? undefined : momentOf(date, known ?? EST);
			const sharesId = (counts.get(schedule) ?? 0) > 1;
			// One of the sessions of a series that have IDs of their own, even if only this one is left.
			const isOfWebinar = type === 'Series of presentations' && !sharesId && isNumbered(kind);
			const isRepeated = sharesId || normalised(comment).startsWith('every');
			const isSeries = isRepeated || (isOfWebinar && numbered > 1);
			const ofLive = isOfWebinar ? 'webinar' : isSeries ? 'schedule' : 'session';
			const session: Session = {
				...{ schedule, kind, startsAt, date, comment, isSeries, listed: each },
				startsAtUtc: startsAt === undefined || !known ? null : utcText(startsAt),
				timezone: this.form,
				covers: product.takesDate ? 'session' : ofLive,
			};
			const isInZone = zone && this.form !== undefined && startsAt !== undefined;
			return { session, form: isInZone ? gmtForm(zone, startsAt) : undefined };
		});
	}
}

/**
 * Finishes a webinar from its readings. With an attendee's zone, a session stands in the reading at the zone's own offset
 * at that session, daylight saving included, and is left out of the others. That holds for sessions that are one instant
 * for everybody and for those that take place at everybody's local time. One without a start stands in the first.
 * @param readings one for each offset that the zone has at a session (`Reading.formsIn`)
 * @param zone the attendee's, if known
 */
export function webinarOf(
	product: Product,
	readings: readonly [Reading, ...Reading[]],
	zone: Zone | undefined,
	followsAttendee: boolean,
): Webinar {
	const [first] = readings;
	const standing = readings.flatMap((reading) => {
		const sessions = reading.sessions(product, zone, followsAttendee);
		const stands = (form = first.form) => form === reading.form;
		return [...sessions.entries()].filter(([, { form }]) => stands(form));
	});
	standing.sort(([place], [other]) => place - other);
	return {
		product,
		id: first.detail.webinar_id,
		detail: first.detail,
		zone: followsAttendee ? (zone ?? EST) : first.statedZone(product),
		followsAttendee,
		sessions: standing.map(([, { session }]) => session),
		readAt: Math.min(...readings.map(({ readAt }) => readAt)),
	};
}

/** The zone that a webinar states for itself. Of automated ones, other names stand for the zone of each attendee. */
export function statedZone(
	product: Product,
	{ timezone }: Pick<WebinarListItem, 'timezone'>,
): Zone | undefined {
	return product.takesTimezone ? ownZoneNamed(timezone ?? '') : zoneNamed(timezone ?? '');
}

/**
 * The starts that the list of webinars shows, in milliseconds since 1970; Infinity for one that cannot be read ("Every
 * day, 01:00 PM"), and for a webinar that people can enter at any time or whose sessions the list does not show.
 */
export function listedStarts(product: Product, listed: WebinarListItem): number[] {
	const { schedules, type } = listed;
	// "Automated list: empty for a right-now webinar."
	if (!Array.isArray(schedules) || (schedules.length === 0 && product.takesDate)) return [Infinity];
	if (schedules.length === 0) return isOpenAnyTime(type) ? [Infinity] : [];
	const zone = statedZone(product, listed) ?? EST;
	return schedules.map((description: unknown) => momentOf(description, zone) ?? Infinity);
}

function isOpenAnyTime(text: string | null | undefined): boolean {
	return OPEN_ANY_TIME.includes(normalised(text));
}

function isNumbered(kind: Session['kind']): boolean {
	return kind === 'dated' || kind === 'anyTime';
}

function kindOf({ comment }: ScheduleObject, type: WebinarDetail['type']): Session['kind'] {
	const description = normalised(comment);
	if (description.startsWith(descriptions.justInTime)) return 'justInTime';
	if (description.startsWith(descriptions.instantReplay)) return 'instantReplay';
	return isOpenAnyTime(comment) || isOpenAnyTime(type) ? 'anyTime' : 'dated';
}

/** "Just-in-Time", "just in time" and "Just In Time " are one description. */
function normalised(text: string | null | undefined): string {
	return (text ?? '')
		.slice(0, MAX_DESCRIPTION_LENGTH)
		.toLowerCase()
		.replace(/[\s-]+/g, ' ')
		.trim();
}
