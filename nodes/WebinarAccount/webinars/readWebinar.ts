import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { type Json, readScheduleObject, type ScheduleObject, type WebinarDetail } from '../service/schemas';
import { compareDates, comparedOffset, type DateZones } from './dateZones';
import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import { isRecurring, type SessionKind, sessionKind } from './sessionKind';
import { readUnbookable } from './unusableEntries';
import { type Session, statedZone, type Webinar } from './webinar';

/** Requests the detail of one webinar. @param offset in the GMT form, for `timezone` */
export type ReadDetail = (offset?: string) => Promise<WebinarDetail>;

/**
 * Reads a webinar, with one request for a live webinar, and usually one to four for an automated one.
 * @param zone the attendee's, if known
 * @param now milliseconds since 1970
 */
export async function readWebinar(
	product: Product,
	readDetail: ReadDetail,
	zone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	if (product.takesTimezone) return await readAutomated(product, readDetail, zone, now);
	const detail = await readDetail();
	return webinarOf(product, detail, { zone: statedZone(product, detail), followsAttendee: false });
}

/** Makes a webinar from one response. @param dateInfo what is known about the zone of its dates */
export function webinarOf(
	product: Product,
	detail: WebinarDetail,
	dateInfo: Pick<Webinar, 'zone' | 'followsAttendee'> & { offset?: string | undefined },
): Webinar {
	const { zone, followsAttendee, offset } = dateInfo;
	const dateZone = (followsAttendee && offset !== undefined ? zoneNamed(offset) : zone) ?? EST;
	return {
		product,
		id: detail.webinar_id,
		detail,
		zone,
		followsAttendee,
		...readSchedule(product, detail.type, readEntries(detail, offset, dateZone)),
	};
}

/**
 * An automated webinar is read in the attendee's zone, and also without a zone, because just-in-time and instant-replay
 * sessions may be missing from a response to a request with `timezone`.
 */
async function readAutomated(
	product: Product,
	readDetail: ReadDetail,
	zone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	const passed = zone && gmtOffset(zone, now);
	const [detail, plain] = await Promise.all([
		readDetail(passed),
		passed === undefined ? undefined : unlessRejected(readDetail()),
	]);
	const own = statedZone(product, detail);
	const zones = await findDateZones(readDetail, { detail, plain, passed }, own);
	const zoneAt = (offset: string | undefined) => datesIn(zones, own, offset);
	const plainEntries = readEntries(plain ?? detail, undefined, zoneAt(undefined));
	const entries =
		zone === undefined || passed === undefined
			? plainEntries
			: mergeEntries(plainEntries, await readAtOwnOffsets(readDetail, detail, zone, passed, zoneAt));
	const { followsAttendee } = zones ?? {};
	return {
		product,
		id: detail.webinar_id,
		detail,
		zone: zones && (followsAttendee && zone ? zone : zoneAt(undefined)),
		followsAttendee,
		...readSchedule(product, detail.type, entries),
	};
}

/** Returns undefined if the service rejects the request. It may reject a request without `timezone`. */
async function unlessRejected(response: Promise<WebinarDetail>): Promise<WebinarDetail | undefined> {
	return await response.catch((error: unknown) => {
		const { httpCode = 0 } = error instanceof ServiceError ? error : {};
		if (httpCode >= 400 && httpCode < 500 && httpCode !== 429) return undefined;
		throw error;
	});
}

interface Responses {
	detail: WebinarDetail;
	/** The response without `timezone`; undefined if `detail` is that response, or if the request was rejected. */
	plain: WebinarDetail | undefined;
	/** The `timezone` of the request for `detail`. */
	passed: string | undefined;
}

/**
 * Finds out whether the dates depend on the `timezone` that is passed. Only a webinar that states its own zone needs a
 * comparison. Another name, such as "auto", means each attendee's zone.
 * @returns undefined if the responses do not show it
 */
async function findDateZones(
	readDetail: ReadDetail,
	{ detail, plain, passed }: Responses,
	own: Zone | undefined,
): Promise<DateZones | undefined> {
	const ofAttendee = { followsAttendee: true, plainZone: EST };
	// "Required when the webinar time zone is set to auto-detect the user's time zone."
	const needsZone = passed !== undefined && plain === undefined;
	if (!own || needsZone) return ofAttendee;
	const found = plain && passed !== undefined ? compareDates(plain, detail, passed, own) : undefined;
	if (found) return found;
	const first = plain ?? detail;
	const offset = comparedOffset(first, own);
	const other = offset === undefined ? undefined : await unlessRejected(readDetail(offset));
	return offset === undefined || !other ? undefined : compareDates(first, other, offset, own);
}

/** Returns the zone of the dates in a response, or a guess. @param offset the `timezone` of the request */
function datesIn(zones: DateZones | undefined, own: Zone | undefined, offset: string | undefined): Zone {
	const passedZone = offset === undefined ? undefined : zoneNamed(offset);
	const { followsAttendee, plainZone } = zones ?? {};
	if (followsAttendee === false) return plainZone ?? EST;
	return passedZone ?? plainZone ?? own ?? EST;
}

/** An entry of a webinar's `schedules`, with its start and the `timezone` of the request that returned it. */
interface Entry {
	written: Json;
	/** Undefined for an entry without a numeric ID. */
	listed: ScheduleObject | undefined;
	kind: SessionKind;
	startsAt: number | undefined;
	offset: string | undefined;
}

function readEntries({ schedules, type }: WebinarDetail, offset: string | undefined, zone: Zone): Entry[] {
	return (schedules ?? []).map((written) => {
		const listed = readScheduleObject(written);
		const { comment } = listed ?? readUnbookable(written);
		const kind = sessionKind(comment, type);
		const startsAt = listed && kind !== 'anyTime' ? momentOf(listed.date, zone) : undefined;
		return { written, listed, kind, startsAt, offset };
	});
}

const isUndated = ({ kind }: Entry) => kind === 'justInTime' || kind === 'instantReplay';

/** Takes just-in-time and instant-replay sessions from the response without `timezone`, and all others from `inZone`. */
function mergeEntries(plain: readonly Entry[], inZone: readonly Entry[]): Entry[] {
	const undated = plain.filter(isUndated);
	return undated.length === 0 ? [...inZone] : [...undated, ...inZone.filter((entry) => !isUndated(entry))];
}

/**
 * Takes each session from the response at the offset that the attendee's zone has on its date, daylight saving included.
 * Sessions beyond a change of the attendee's clocks need one more request per offset.
 */
async function readAtOwnOffsets(
	readDetail: ReadDetail,
	detail: WebinarDetail,
	zone: Zone,
	passed: string,
	zoneAt: (offset: string) => Zone,
): Promise<Entry[]> {
	const ownOffset = ({ startsAt }: Entry) => (startsAt === undefined ? passed : gmtOffset(zone, startsAt));
	const first = readEntries(detail, passed, zoneAt(passed));
	const furtherOffsets = new Set(first.filter((entry) => !isUndated(entry)).map(ownOffset));
	furtherOffsets.delete(passed);
	const further = await Promise.all(
		[...furtherOffsets].map(async (offset) => {
			const entries = readEntries(await readDetail(offset), offset, zoneAt(offset));
			return entries.filter((entry) => !isUndated(entry) && ownOffset(entry) === offset);
		}),
	);
	const atFirst = first.filter((entry) => isUndated(entry) || ownOffset(entry) === passed);
	return [...atFirst, ...further.flat()];
}

/** Turns the entries of a schedule into sessions. */
function readSchedule(
	product: Product,
	type: WebinarDetail['type'],
	entries: readonly Entry[],
): Pick<Webinar, 'sessions' | 'unbookable'> {
	const bookable = entries.flatMap((entry) => (entry.listed ? [{ ...entry, listed: entry.listed }] : []));
	const entriesOf = new Map<number, number>();
	for (const { listed } of bookable)
		entriesOf.set(listed.schedule, (entriesOf.get(listed.schedule) ?? 0) + 1);
	const permanentCount = bookable.filter((entry) => !isUndated(entry)).length;
	const sessions = bookable.map((entry): Session => {
		const { listed, kind, startsAt, offset } = entry;
		const { schedule, date, comment = null } = listed;
		const sharesId = (entriesOf.get(schedule) ?? 0) > 1;
		const isInSeries = type === 'Series of presentations' && !isUndated(entry);
		return {
			schedule,
			kind,
			date,
			comment,
			startsAt,
			timezone: isUndated(entry) ? undefined : offset,
			isSeries: sharesId || isRecurring(comment) || (isInSeries && permanentCount > 1),
			coversWebinar: isInSeries && product.registersWholeSeries,
			listed,
		};
	});
	return { sessions, unbookable: entries.filter(({ listed }) => !listed).map(({ written }) => written) };
}
