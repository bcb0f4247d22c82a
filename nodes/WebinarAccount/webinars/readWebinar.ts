import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { WebinarDetail } from '../service/schemas';
import { compareDates, offsetForComparison, type DateZones } from './dateZones';
import { EST, gmtOffset, zoneNamed } from './dates';
import { type Entry, readEntries, readSchedule } from './scheduleEntries';
import { isJustInTimeOrReplay, ownZoneOf, type Webinar } from './webinar';

/** Requests the detail of one webinar. @param offset in the GMT form, for `timezone` */
export type ReadDetail = (offset?: string) => Promise<WebinarDetail>;

/**
 * Reads a webinar with as few requests as its dates allow: one for a live webinar, one to four for an automated one.
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
	return liveWebinar(product, await readDetail());
}

/** A live webinar has its dates in its own zone, and its requests take no other. */
function liveWebinar(product: Product, detail: WebinarDetail): Webinar {
	const zone = ownZoneOf(product, detail);
	return {
		product,
		id: detail.webinar_id,
		detail,
		zone,
		followsAttendee: false,
		...readSchedule(product, detail.type, readEntries(detail, undefined, zone ?? EST)),
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
	const own = ownZoneOf(product, detail);
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

/** Returns undefined if the service rejects the request, as it may do without `timezone`. */
async function unlessRejected(response: Promise<WebinarDetail>): Promise<WebinarDetail | undefined> {
	return await response.catch((error: unknown) => {
		const { httpCode = 0 } = error instanceof ServiceError ? error : {};
		if (httpCode >= 400 && httpCode < 500 && httpCode !== 429) return undefined;
		throw error;
	});
}

interface Responses {
	detail: WebinarDetail;
	/** Of the request without `timezone`, if it was another one and not rejected. */
	plain: WebinarDetail | undefined;
	passed: string | undefined;
}

/**
 * Finds out whether the dates depend on the zone that is passed. Only a webinar that states its own zone needs a
 * comparison: another name, such as "auto", means each attendee's zone.
 * @returns undefined if nothing shows it
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
	const offset = offsetForComparison(first, own);
	const other = offset === undefined ? undefined : await unlessRejected(readDetail(offset));
	return offset === undefined || !other ? undefined : compareDates(first, other, offset, own);
}

/** Returns the zone of the dates in a response; a guess if nothing shows it. @param offset the one that was passed */
function datesIn(zones: DateZones | undefined, own: Zone | undefined, offset: string | undefined): Zone {
	const passedZone = offset === undefined ? undefined : zoneNamed(offset);
	const { followsAttendee, plainZone } = zones ?? {};
	if (followsAttendee === false) return plainZone ?? EST;
	return passedZone ?? plainZone ?? own ?? EST;
}

/** Takes just-in-time and instant-replay sessions from the response without `timezone`, and all others from the other. */
function mergeEntries(plain: readonly Entry[], inZone: readonly Entry[]): Entry[] {
	const undated = plain.filter(isJustInTimeOrReplay);
	return undated.length === 0
		? [...inZone]
		: [...undated, ...inZone.filter((entry) => !isJustInTimeOrReplay(entry))];
}

/**
 * Takes each session from the response at the offset that the attendee's zone has at its date. Sessions beyond a change of
 * the attendee's clocks need one further request, because their date and registration have another offset.
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
	const furtherOffsets = new Set(first.filter((entry) => !isJustInTimeOrReplay(entry)).map(ownOffset));
	furtherOffsets.delete(passed);
	const further = await Promise.all(
		[...furtherOffsets].map(async (offset) => {
			const entries = readEntries(await readDetail(offset), offset, zoneAt(offset));
			return entries.filter((entry) => !isJustInTimeOrReplay(entry) && ownOffset(entry) === offset);
		}),
	);
	const atFirst = first.filter((entry) => isJustInTimeOrReplay(entry) || ownOffset(entry) === passed);
	return [...atFirst, ...further.flat()];
}
