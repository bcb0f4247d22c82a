import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { WebinarDetail } from '../service/schemas';
import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import {
	type Entry,
	hasStart,
	readEntries,
	type SessionDates,
	statedZoneOf,
	toSessions,
	type Webinar,
} from './webinar';

/** Requests a webinar's details. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
type FetchDetail = (offset?: string) => Promise<WebinarDetail>;

/**
 * Reads a webinar with its sessions. Sends one request for a live webinar, and one to four for an automated webinar.
 * @param attendeeZone the attendee's time zone, if it is known and the product's requests take it
 * @param now milliseconds since 1970
 */
export async function fetchWebinar(
	product: Product,
	fetchDetail: FetchDetail,
	attendeeZone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	if (!product.takesTimezone) return toLiveWebinar(product, await fetchDetail());
	return attendeeZone
		? await readInAttendeeZone(product, fetchDetail, attendeeZone, now)
		: await readWithoutAttendeeZone(product, fetchDetail);
}

function toLiveWebinar(product: Product, detail: WebinarDetail): Webinar {
	const zone = statedZoneOf(product, detail);
	const { scheduled, spontaneous } = readEntries(detail, undefined, zone ?? EST);
	return toWebinar(product, detail, { in: 'webinarZone', zone }, [...spontaneous, ...scheduled]);
}

/** Reads an automated webinar whose dates may depend on the attendee's time zone, which is unknown. */
async function readWithoutAttendeeZone(product: Product, fetchDetail: FetchDetail): Promise<Webinar> {
	const detail = await fetchDetail();
	const dateZones = await findDateZones(fetchDetail, statedZoneOf(product, detail), detail, undefined);
	const { scheduled, spontaneous } = readEntries(detail, undefined, dateZones.defaultZone);
	return toWebinar(product, detail, sessionDates(dateZones, undefined), [...spontaneous, ...scheduled]);
}

/** Reads an automated webinar whose dates may depend on the attendee's time zone, and reads them in this zone if they do. */
async function readInAttendeeZone(
	product: Product,
	fetchDetail: FetchDetail,
	attendeeZone: Zone,
	now: number,
): Promise<Webinar> {
	const presentOffset = gmtOffset(attendeeZone, now);
	// The service may omit just-in-time and instant-replay sessions if a request has `timezone`. The webinar is therefore
	// also read without it.
	const [detail, detailWithoutZone] = await Promise.all([
		fetchDetail(presentOffset),
		unlessRejected(fetchDetail()),
	]);
	const ownZone = statedZoneOf(product, detail);
	const atPresentOffset = { detail, offset: presentOffset };
	const dateZones = await findDateZones(fetchDetail, ownZone, detailWithoutZone, atPresentOffset);
	const { scheduled, spontaneous } = entriesAtOffset(atPresentOffset, dateZones);
	const readScheduled = async (offset: string) =>
		entriesAtOffset({ detail: await fetchDetail(offset), offset }, dateZones).scheduled;
	// Dates after a clock change have another offset, so they are read again with it.
	const allScheduled = await withOffsetsOfDates(scheduled, attendeeZone, now, readScheduled);
	const spontaneousWithoutZone = spontaneousEntries(detailWithoutZone, dateZones);
	const allSpontaneous = spontaneousWithoutZone.length > 0 ? spontaneousWithoutZone : spontaneous;
	return toWebinar(product, detail, sessionDates(dateZones, attendeeZone), [
		...allSpontaneous,
		...allScheduled,
	]);
}

/** Reads the just-in-time and instant-replay entries in the response to a request without `timezone`. */
function spontaneousEntries(detail: WebinarDetail | undefined, { defaultZone }: DateZones): Entry[] {
	return detail ? readEntries(detail, undefined, defaultZone).spontaneous : [];
}

/** Reads the entries in the response to a request with `offset` as `timezone`. */
function entriesAtOffset({ detail, offset }: DetailAtOffset, { usesAttendeeZone, defaultZone }: DateZones) {
	// If it is unknown which time zone the dates are in, they are read in the requested one.
	const zone = usesAttendeeZone === 'no' ? defaultZone : zoneOfOffset(offset);
	return readEntries(detail, offset, zone);
}

function toWebinar(
	product: Product,
	detail: WebinarDetail,
	dates: SessionDates,
	entries: readonly Entry[],
): Webinar {
	return { product, id: detail.webinar_id, detail, dates, ...toSessions(product, detail.type, entries) };
}

/**
 * Returns entries that were each read with the attendee's offset on the entry's date. A request passes only an offset,
 * such as "GMT+1", but the offset of a time zone changes with daylight saving time.
 * @param readAtPresent the entries that were read with the attendee's present offset
 * @param readScheduled reads the webinar's entries again, with another offset
 */
async function withOffsetsOfDates(
	readAtPresent: readonly Entry[],
	attendeeZone: Zone,
	now: number,
	readScheduled: (offset: string) => Promise<readonly Entry[]>,
): Promise<Entry[]> {
	const presentOffset = gmtOffset(attendeeZone, now);
	// An entry without a known start gets the present offset, so it is taken from `readAtPresent`.
	const offsetOf = ({ startsAt = now }: Entry) => gmtOffset(attendeeZone, startsAt);
	const offsets = new Set([presentOffset, ...readAtPresent.map(offsetOf)]);
	const entriesByOffset = await Promise.all(
		[...offsets].map(async (offset) => {
			// Each request returns all entries. An entry is taken only from the request with the offset on its own date.
			const allEntries = offset === presentOffset ? readAtPresent : await readScheduled(offset);
			return allEntries.filter((entry) => offsetOf(entry) === offset);
		}),
	);
	return entriesByOffset.flat();
}

/** Returns the response; undefined if the service rejected the request, which it may do if there is no `timezone`. */
async function unlessRejected(response: Promise<WebinarDetail>): Promise<WebinarDetail | undefined> {
	return await response.catch((error: unknown) => {
		if (error instanceof ServiceError && rejectsValues(error)) return undefined;
		throw error;
	});
}

/** Whether the service rejected the values of a request, not its key, its webinar ID, its rate or its origin. */
function rejectsValues({ httpCode = 0, problems, isTransient, rejectedPart }: ServiceError): boolean {
	const isOfKeyOrWebinar = rejectedPart !== undefined;
	// The status 429 and those from 500 are transient. The status 403 comes from a firewall, or means a missing approval.
	if (isTransient || isOfKeyOrWebinar || httpCode === 403) return false;
	// A response with a successful status can also list problems with parameters.
	return problems.length > 0 || httpCode >= 400;
}

/** The time zones of the dates in responses about an automated webinar. */
interface DateZones {
	/** Whether the dates are in the attendee's time zone, which a request passes as `timezone`. */
	usesAttendeeZone: 'yes' | 'no' | 'unknown';
	/** The time zone of the dates if the request has no `timezone`. It is a guess if `usesAttendeeZone` is unknown. */
	defaultZone: Zone;
}

/** Returns the time zone of a webinar's dates, if known, and whether the dates might be in the attendee's zone. */
function sessionDates(
	{ usesAttendeeZone, defaultZone }: DateZones,
	attendeeZone: Zone | undefined,
): SessionDates {
	switch (usesAttendeeZone) {
		case 'yes':
			// If the attendee's time zone is unknown, the requests had no `timezone`, so the dates are in the default zone.
			return { in: 'attendeeZone', zone: attendeeZone ?? defaultZone };
		case 'no':
			return { in: 'webinarZone', zone: defaultZone };
		case 'unknown':
			return { in: 'unknownZone', zone: undefined };
	}
}

/** The response to a request with `offset` as `timezone`. */
interface DetailAtOffset {
	detail: WebinarDetail;
	offset: string;
}

/**
 * Finds out whether an automated webinar's dates depend on the attendee's time zone. They do if the webinar itself has no
 * time zone, or if the service rejected a request without one. For any other webinar, the dates in two responses are
 * compared, which may need one more request.
 * @param ownZone the time zone in the webinar's settings; undefined if there is none
 * @param withoutZone the response to a request without `timezone`; undefined if the service rejected the request
 * @param atAttendeesOffset the response for the attendee's time zone, if that is known
 */
async function findDateZones(
	fetchDetail: FetchDetail,
	ownZone: Zone | undefined,
	withoutZone: WebinarDetail | undefined,
	atAttendeesOffset: DetailAtOffset | undefined,
): Promise<DateZones> {
	// Without `timezone` in a request, the service returns dates that depend on the attendee's time zone in EST.
	const inAttendeeZone: DateZones = { usesAttendeeZone: 'yes', defaultZone: EST };
	if (!ownZone) return inAttendeeZone;
	if (!withoutZone) return inAttendeeZone;
	if (atAttendeesOffset) {
		const dateZones = compareDates(withoutZone, atAttendeesOffset, ownZone);
		if (dateZones.usesAttendeeZone !== 'unknown') return dateZones;
	}
	// There was nothing to compare, or the attendee's offset is that of EST or of the webinar's own time zone, so that equal
	// dates prove nothing. Another offset can still show the difference.
	const unknown: DateZones = { usesAttendeeZone: 'unknown', defaultZone: ownZone };
	const offset = offsetForComparison(withoutZone, ownZone);
	// The webinar has no date that could differ between two time zones.
	if (offset === undefined) return unknown;
	const detail = await unlessRejected(fetchDetail(offset));
	return detail ? compareDates(withoutZone, { detail, offset }, ownZone) : unknown;
}

/**
 * Finds out the time zones of an automated webinar's dates by comparing two responses. Counts how many sessions fit each
 * of the first three rows. The row with the largest count applies, and the second rather than the third row:
 *
 * | Result of the comparison                                | in the attendee's zone?   | zone without `timezone` |
 * | ------------------------------------------------------- | ------------------------- | ----------------------- |
 * | both responses have the same dates                      | no                        | the webinar's own zone  |
 * | same moments, if the dates without `timezone` are EST   | yes                       | EST                     |
 * | same moments, if those dates are in the own zone        | yes                       | the webinar's own zone  |
 * | as many same dates as same moments, e.g. none of either | unknown                   | the webinar's own zone  |
 *
 * @param withoutZone the response to a request without `timezone`
 * @param ownZone the time zone in the webinar's settings
 */
function compareDates(
	withoutZone: WebinarDetail,
	{ detail, offset }: DetailAtOffset,
	ownZone: Zone,
): DateZones {
	const sessions = datedSessions(withoutZone);
	const sessionsWithZone = datedSessions(detail);
	const keyOf = ({ scheduleId, date }: Entry, zone: Zone) => `${scheduleId} ${momentOf(date, zone)}`;
	/** Returns how many sessions start at the same moment if the responses' dates are in the given zones. */
	const countCommon = (zone: Zone, zoneOfOthers: Zone) => {
		const keysWithZone = new Set(sessionsWithZone.map((session) => keyOf(session, zoneOfOthers)));
		return sessions.filter((session) => keysWithZone.has(keyOf(session, zone))).length;
	};
	const passedZone = zoneOfOffset(offset);
	// Equal dates are counted as equal moments in any one zone, such as EST.
	const sameDates = countCommon(EST, EST);
	const sameMomentsFromEst = countCommon(EST, passedZone);
	const sameMomentsFromOwnZone = countCommon(ownZone, passedZone);
	const sameMoments = Math.max(sameMomentsFromEst, sameMomentsFromOwnZone);
	// The counts are equal if the responses have no session in common, or if their zones have the same offset.
	if (sameDates === sameMoments) return { usesAttendeeZone: 'unknown', defaultZone: ownZone };
	if (sameDates > sameMoments) return { usesAttendeeZone: 'no', defaultZone: ownZone };
	const defaultZone = sameMomentsFromOwnZone > sameMomentsFromEst ? ownZone : EST;
	return { usesAttendeeZone: 'yes', defaultZone };
}

/** Returns the time zone of an offset. It can be read, because `gmtOffset` wrote it, or it is in `COMPARED_OFFSETS`. */
function zoneOfOffset(offset: string): Zone {
	return zoneNamed(offset) ?? EST;
}

/** Offsets to request for a comparison. Both are examples in the service's documentation. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Returns the offset to send as `timezone` in a request for `compareDates`. It differs from EST and from the webinar's
 * own time zone, because equal offsets would make the comparison inconclusive.
 */
function offsetForComparison(detail: WebinarDetail, ownZone: Zone): string | undefined {
	const [first] = datedSessions(detail);
	if (!first) return undefined;
	const ownOffset = gmtOffset(ownZone, first.startsAt);
	return COMPARED_OFFSETS.find((offset) => offset !== ownOffset);
}

/** Returns the sessions in a response that have a readable date. Their `startsAt` is as if the date were in EST. */
function datedSessions(detail: WebinarDetail) {
	const { scheduled } = readEntries(detail, undefined, EST);
	return scheduled.filter(hasStart);
}
