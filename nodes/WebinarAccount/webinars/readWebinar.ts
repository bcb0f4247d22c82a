import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { readScheduleObject, type ScheduleObject, type WebinarDetail } from '../service/schemas';
import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import {
	type Entry,
	isJustInTimeOrReplay,
	ownZoneOf,
	readEntries,
	readSchedule,
	sessionKind,
	type Webinar,
} from './webinar';

/** Requests a webinar's details. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
export type ReadDetail = (offset?: string) => Promise<WebinarDetail>;

/**
 * Reads a webinar with its sessions. Sends one request for a live webinar, and one to four for an automated webinar.
 * @param zone the attendee's time zone, if known
 * @param now milliseconds since 1970
 */
export async function readWebinar(
	product: Product,
	readDetail: ReadDetail,
	zone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	if (product.takesTimezone) return await readAutomated(product, readDetail, zone, now);
	// The dates of a live webinar are in its own time zone, because the API accepts no `timezone` for it.
	const detail = await readDetail();
	const ownZone = ownZoneOf(product, detail);
	return {
		product,
		id: detail.webinar_id,
		detail,
		zone: ownZone,
		followsAttendee: false,
		...readSchedule(product, detail.type, readEntries(detail, undefined, ownZone ?? EST)),
	};
}

/**
 * Reads an automated webinar in the attendee's time zone. Also reads it without a time zone, because the service may
 * omit just-in-time and instant-replay sessions if a request has `timezone`.
 */
async function readAutomated(
	product: Product,
	readDetail: ReadDetail,
	attendeeZone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	const offset = attendeeZone && gmtOffset(attendeeZone, now);
	const [detail, detailWithoutZone] = await Promise.all([
		readDetail(offset),
		offset === undefined ? undefined : unlessRejected(readDetail()),
	]);
	const ownZone = ownZoneOf(product, detail);
	const zones = await findDateZones(readDetail, { detail, detailWithoutZone, offset }, ownZone);
	// If it is unknown, the dates are read as if they depended on the attendee's time zone, but `zone` stays undefined.
	const { followsAttendee, defaultZone } = zones ?? { followsAttendee: true, defaultZone: ownZone ?? EST };
	const zoneAt = (passedOffset: string) =>
		followsAttendee ? (zoneNamed(passedOffset) ?? defaultZone) : defaultZone;
	const entriesWithoutZone = readEntries(
		detailWithoutZone ?? detail,
		undefined,
		detailWithoutZone || offset === undefined ? defaultZone : zoneAt(offset),
	);
	const entries =
		attendeeZone === undefined || offset === undefined
			? entriesWithoutZone
			: await readInAttendeeZone(readDetail, detail, attendeeZone, offset, zoneAt);
	// Just-in-time and instant-replay sessions are taken from the response without `timezone`, if it has any.
	const spontaneous = entriesWithoutZone.filter(isJustInTimeOrReplay);
	const allEntries =
		spontaneous.length === 0
			? entries
			: [...spontaneous, ...entries.filter((entry) => !isJustInTimeOrReplay(entry))];
	return {
		product,
		id: detail.webinar_id,
		detail,
		zone: zones && (followsAttendee && attendeeZone ? attendeeZone : defaultZone),
		followsAttendee,
		...readSchedule(product, detail.type, allEntries),
	};
}

/** Returns the response; undefined if the service rejected the request, which it may do if there is no `timezone`. */
async function unlessRejected(response: Promise<WebinarDetail>): Promise<WebinarDetail | undefined> {
	return await response.catch((error: unknown) => {
		const { httpCode = 0 } = error instanceof ServiceError ? error : {};
		if (httpCode >= 400 && httpCode < 500 && httpCode !== 429) return undefined;
		throw error;
	});
}

/** The responses to the first two requests for an automated webinar's details. */
interface FirstDetails {
	/**
	 * The response to the first request, which passes `offset` as `timezone`, or no `timezone` without an offset.
	 */
	detail: WebinarDetail;
	/** The response to the second request, which has no `timezone`; undefined if it was not sent, or was rejected. */
	detailWithoutZone: WebinarDetail | undefined;
	/** The value of `timezone` in the first request. */
	offset: string | undefined;
}

/**
 * Finds out whether a webinar's dates depend on the attendee's time zone. They do if the webinar itself has no time
 * zone. For any other webinar, the dates in two responses are compared, which may need one more request.
 * @returns undefined if the comparison is inconclusive
 */
async function findDateZones(
	readDetail: ReadDetail,
	{ detail, detailWithoutZone, offset }: FirstDetails,
	ownZone: Zone | undefined,
): Promise<DateZones | undefined> {
	// If the dates depend on the attendee's time zone, the service requires `timezone`, and may reject a request without
	// it.
	const isTimezoneRequired = offset !== undefined && detailWithoutZone === undefined;
	if (!ownZone || isTimezoneRequired) return { followsAttendee: true, defaultZone: EST };
	if (detailWithoutZone && offset !== undefined) {
		const found = compareDates(detailWithoutZone, detail, offset, ownZone);
		if (found) return found;
	}
	const withoutZone = detailWithoutZone ?? detail;
	const comparedOffset = offsetForComparison(withoutZone, ownZone);
	if (comparedOffset === undefined) return undefined;
	const withZone = await unlessRejected(readDetail(comparedOffset));
	return withZone && compareDates(withoutZone, withZone, comparedOffset, ownZone);
}

/** The time zones of the dates in responses about an automated webinar. */
interface DateZones {
	/** Whether the dates are in the attendee's time zone, which a request passes as `timezone`. */
	followsAttendee: boolean;
	/** The time zone of the dates if the request had no `timezone`. */
	defaultZone: Zone;
}

/**
 * Finds out the time zones of an automated webinar's dates by comparing two responses:
 *
 * | Result of the comparison                                | in the attendee's zone?   | zone without `timezone` |
 * | ------------------------------------------------------- | ------------------------- | ----------------------- |
 * | both responses have the same dates                      | no                        | the webinar's own zone  |
 * | same moments, if the dates without `timezone` are EST   | yes                       | EST                     |
 * | same moments, if those dates are in the own zone        | yes                       | the webinar's own zone  |
 *
 * @param withoutZone the response to a request without `timezone`
 * @param withZone the response to a request with `timezone`
 * @param offset the `timezone` of that request, e.g. "GMT+2"
 * @param ownZone the time zone in the webinar's settings
 * @returns undefined if the comparison is inconclusive, e.g. because the responses have no session in common
 */
function compareDates(
	withoutZone: WebinarDetail,
	withZone: WebinarDetail,
	offset: string,
	ownZone: Zone,
): DateZones | undefined {
	const dated = datedSessions(withoutZone);
	const datedWithZone = datedSessions(withZone);
	/** Returns how many sessions have the same text in both responses. */
	const countSame = (textOf: (session: ScheduleObject) => string, textWithZone = textOf) => {
		const texts = new Set(datedWithZone.map(textWithZone));
		return dated.filter((session) => texts.has(textOf(session))).length;
	};
	const startIn = (zone: Zone) => (session: ScheduleObject) =>
		`${session.schedule} ${momentOf(session.date, zone)}`;
	const startInPassedZone = startIn(zoneNamed(offset) ?? EST);
	const sameDates = countSame(startIn(EST));
	const sameMomentsFromEst = countSame(startIn(EST), startInPassedZone);
	const sameMomentsFromOwnZone = countSame(startIn(ownZone), startInPassedZone);
	const sameMoments = Math.max(sameMomentsFromEst, sameMomentsFromOwnZone);
	if (sameDates === sameMoments) return undefined;
	if (sameDates > sameMoments) return { followsAttendee: false, defaultZone: ownZone };
	return { followsAttendee: true, defaultZone: sameMomentsFromOwnZone > sameMomentsFromEst ? ownZone : EST };
}

/** Offsets to request for a comparison. Both are examples in the service's documentation. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Returns the offset to send as `timezone` in a request for `compareDates`. It differs from EST and from the webinar's
 * own time zone, because equal offsets would make the comparison inconclusive.
 * @returns undefined if the webinar has no date to compare
 */
function offsetForComparison(detail: WebinarDetail, ownZone: Zone): string | undefined {
	const [first] = datedSessions(detail);
	if (!first) return undefined;
	const ownOffset = gmtOffset(ownZone, momentOf(first.date, ownZone) ?? 0);
	return COMPARED_OFFSETS.find((offset) => offset !== ownOffset);
}

/** Returns the webinar's sessions that have a readable date. */
function datedSessions({ schedules, type }: WebinarDetail): ScheduleObject[] {
	return (schedules ?? [])
		.flatMap((entry) => readScheduleObject(entry) ?? [])
		.filter(
			({ comment, date }) => sessionKind(comment, type) === 'dated' && momentOf(date, EST) !== undefined,
		);
}

/**
 * Returns the sessions with their dates in the attendee's time zone. A request passes only an offset, such as "GMT+1",
 * but the offset changes with daylight saving time. Sessions on dates with a different offset are therefore requested
 * again with it.
 *
 * @param detail the response to the request with `currentOffset`
 * @param currentOffset the present offset of the attendee's time zone
 * @param zoneAt returns the time zone of the dates in a response to a request with an offset
 */
async function readInAttendeeZone(
	readDetail: ReadDetail,
	detail: WebinarDetail,
	attendeeZone: Zone,
	currentOffset: string,
	zoneAt: (offset: string) => Zone,
): Promise<Entry[]> {
	const offsetAtStart = ({ startsAt }: Entry) =>
		startsAt === undefined ? currentOffset : gmtOffset(attendeeZone, startsAt);
	const entries = readEntries(detail, currentOffset, zoneAt(currentOffset));
	const otherOffsets = new Set(entries.filter((entry) => !isJustInTimeOrReplay(entry)).map(offsetAtStart));
	otherOffsets.delete(currentOffset);
	const entriesAtOtherOffsets = await Promise.all(
		[...otherOffsets].map(async (offset) => {
			const further = readEntries(await readDetail(offset), offset, zoneAt(offset));
			return further.filter((entry) => !isJustInTimeOrReplay(entry) && offsetAtStart(entry) === offset);
		}),
	);
	const entriesAtCurrentOffset = entries.filter(
		(entry) => isJustInTimeOrReplay(entry) || offsetAtStart(entry) === currentOffset,
	);
	return [...entriesAtCurrentOffset, ...entriesAtOtherOffsets.flat()];
}
