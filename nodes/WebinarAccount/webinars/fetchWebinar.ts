import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { type Json, readScheduleObject, type WebinarDetail } from '../service/schemas';
import { isRecord, scalarText } from '../utils/values';
import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import {
	type Entry,
	hasStart,
	isJustInTimeOrReplay,
	type SessionDates,
	sessionKind,
	statedZoneOf,
	type Webinar,
} from './webinar';

/** Requests a webinar's details. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
type FetchDetail = (offset?: string) => Promise<WebinarDetail>;

/** Fetches a webinar's details, and reads the entries of `schedules`. */
type FetchListing = (offset?: string) => Promise<Listing>;

/**
 * Fetches a webinar with its sessions. Sends one request for a live webinar, and one to four for an automated webinar.
 * @param attendeeZone the attendee's time zone, if it is known and the product's requests take it
 * @param now milliseconds since 1970
 */
export async function fetchWebinar(
	product: Product,
	fetchDetail: FetchDetail,
	attendeeZone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	const fetchListing: FetchListing = async (offset) => readEntries(await fetchDetail(offset), offset);
	if (attendeeZone) return await fetchForAttendee(product, fetchListing, attendeeZone, now);
	const listing = await fetchListing();
	const statedZone = statedZoneOf(product, listing.detail);
	const dates: SessionDates = product.takesTimezone
		? await findDates(fetchListing, statedZone, listing)
		: { in: 'webinarZone', zone: statedZone };
	// Dates in an unknown time zone are read as if they were in the stated zone.
	const entries = withStarts([...listing.spontaneous, ...listing.scheduled], dates.zone ?? statedZone);
	return toWebinar({ product, detail: listing.detail, attendeeZone, dates }, entries);
}

/**
 * Fetches an automated webinar for an attendee. A request passes only an offset, such as "GMT+1", but the offset of a time
 * zone changes with daylight saving time. Each session is therefore read with the attendee's offset on its own date.
 */
async function fetchForAttendee(
	product: Product,
	fetchListing: FetchListing,
	attendeeZone: Zone,
	now: number,
): Promise<Webinar> {
	// 1. Fetch the webinar with the attendee's present offset, and without an offset. The first response may lack
	// just-in-time and instant-replay sessions. The documentation contradicts itself on whether the service accepts the second
	// request if the dates depend on the attendee.
	const presentOffset = gmtOffset(attendeeZone, now);
	const [present, withoutOffset] = await Promise.all([
		fetchListing(presentOffset),
		unlessTimezoneRequired(fetchListing()),
	]);

	// 2. Compare the two responses, to find out which time zone the dates are in. With an offset in the request, dates that
	// depend on the attendee are in the attendee's time zone. Without one, they are in the service's default.
	const statedZone = statedZoneOf(product, present.detail);
	const datesWithoutOffset = await findDates(fetchListing, statedZone, withoutOffset, present);
	const dates: SessionDates =
		datesWithoutOffset.in === 'attendeeZone'
			? { in: 'attendeeZone', zone: attendeeZone }
			: datesWithoutOffset;
	// Dates in an unknown time zone are read as if they were in the attendee's.
	const zoneOf = ({ offset }: Listing) => (dates.in === 'webinarZone' ? dates.zone : zoneNamed(offset));

	// 3. Fetch the webinar with each other offset that the attendee's time zone has on the dates.
	const scheduledNow = withStarts(present.scheduled, zoneOf(present));
	// A session without a known start keeps the present offset.
	const offsetOnDate = ({ startsAt = now }: Entry) => gmtOffset(attendeeZone, startsAt);
	const otherOffsets = new Set(scheduledNow.map(offsetOnDate));
	otherOffsets.delete(presentOffset);
	const scheduledLater = await Promise.all(
		[...otherOffsets].map(async (offset) => {
			const listing = await fetchListing(offset);
			return withStarts(listing.scheduled, zoneOf(listing));
		}),
	);
	// Each response lists all sessions. A session is taken only from the request with the offset on its own date.
	const scheduled = [scheduledNow, ...scheduledLater]
		.flat()
		.filter((entry) => entry.offset === offsetOnDate(entry));

	// 4. Take just-in-time and instant-replay sessions from the response without an offset, if it lists any.
	const zoneWithoutOffset = datesWithoutOffset.zone ?? statedZone;
	const isListedWithoutOffset = withoutOffset !== undefined && withoutOffset.spontaneous.length > 0;
	const spontaneous = isListedWithoutOffset
		? withStarts(withoutOffset.spontaneous, zoneWithoutOffset)
		: withStarts(present.spontaneous, zoneOf(present));

	return toWebinar({ product, detail: present.detail, attendeeZone, dates }, [...spontaneous, ...scheduled]);
}

/** Returns the response; undefined if the service rejected the request because it has no `timezone`. */
async function unlessTimezoneRequired(response: Promise<Listing>): Promise<Listing | undefined> {
	return await response.catch((error: unknown) => {
		const problems = error instanceof ServiceError ? error.problems : [];
		if (problems.some(({ parameter }) => parameter === 'timezone')) return undefined;
		throw error;
	});
}

/**
 * Finds out which time zone an automated webinar's dates are in if the request has no offset. They depend on the attendee if
 * the webinar states no time zone, or if the service requires an offset. For any other webinar, the dates in two responses
 * are compared, which may need one more request.
 * @param withoutOffset the response to a request without an offset; undefined if the service requires one
 * @param atPresent the response at the attendee's present offset, if that is known
 */
async function findDates(
	fetchListing: FetchListing,
	statedZone: Zone | undefined,
	withoutOffset: Listing | undefined,
	atPresent?: Listing,
): Promise<SessionDates> {
	// Without an offset in the request, the service returns dates that depend on the attendee's time zone in EST.
	if (!statedZone || !withoutOffset) return { in: 'attendeeZone', zone: EST };
	const dates = atPresent && compareDates(withoutOffset, atPresent, statedZone);
	if (dates && dates.in !== 'unknownZone') return dates;
	// If the attendee's offset is that of EST or of the stated zone, only another offset can show the difference.
	const atOtherOffset = await fetchAtOtherOffset(fetchListing, statedZone, withoutOffset);
	return atOtherOffset ? compareDates(withoutOffset, atOtherOffset, statedZone) : { in: 'unknownZone' };
}

/**
 * Returns the response at an offset that is neither that of EST nor that of the stated zone; undefined if the webinar has
 * no date that could differ between two time zones.
 */
async function fetchAtOtherOffset(
	fetchListing: FetchListing,
	statedZone: Zone,
	withoutOffset: Listing,
): Promise<Listing | undefined> {
	const [first] = withStarts(withoutOffset.scheduled, statedZone).filter(hasStart);
	if (!first) return undefined;
	const statedOffset = gmtOffset(statedZone, first.startsAt);
	const otherOffset = COMPARED_OFFSETS.find((each) => each !== statedOffset);
	return await fetchListing(otherOffset);
}

/** Offsets to request for a comparison. Both are examples in the service's documentation, and differ from EST. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Finds out which time zone an automated webinar's dates are in if the request has no offset. Compares the responses to a
 * request without an offset and one with an offset. Counts how many sessions fit each of the first three rows. The row with
 * the largest count applies. If the second and the third row have the same count, the second one applies:
 *
 * | Result of the comparison                                | `in`           | `zone`          |
 * | ------------------------------------------------------- | -------------- | --------------- |
 * | both responses have the same dates                      | `webinarZone`  | the stated zone |
 * | same moments, if the dates without an offset are in EST | `attendeeZone` | EST             |
 * | same moments, if those dates are in the stated zone     | `attendeeZone` | the stated zone |
 * | as many same dates as same moments, e.g. none of either | `unknownZone`  |                 |
 */
function compareDates(withoutOffset: Listing, atOffset: Listing, statedZone: Zone): SessionDates {
	const startsFromEst = startsIn(withoutOffset, EST);
	const startsAtOffset = startsIn(atOffset, zoneNamed(atOffset.offset));
	// Equal dates are equal moments in any one zone, such as EST.
	const sameDates = countCommon(startsFromEst, startsIn(atOffset, EST));
	const sameMomentsFromEst = countCommon(startsFromEst, startsAtOffset);
	const sameMomentsFromStated = countCommon(startsIn(withoutOffset, statedZone), startsAtOffset);
	const sameMoments = Math.max(sameMomentsFromEst, sameMomentsFromStated);
	// The responses have no session in common, or their zones have the same offset.
	if (sameDates === sameMoments) return { in: 'unknownZone' };
	if (sameDates > sameMoments) return { in: 'webinarZone', zone: statedZone };
	return { in: 'attendeeZone', zone: sameMomentsFromStated > sameMomentsFromEst ? statedZone : EST };
}

/** Returns the schedule ID and the start of each session that has a start. @param zone the time zone of the dates */
function startsIn({ scheduled }: Listing, zone: Zone | undefined): string[] {
	return withStarts(scheduled, zone)
		.filter(({ startsAt }) => startsAt !== undefined)
		.map(({ scheduleId, startsAt }) => `${scheduleId} ${startsAt}`);
}

/** Returns how many of the texts are among the others. */
function countCommon(texts: readonly string[], others: readonly string[]): number {
	return texts.filter((text) => others.includes(text)).length;
}

/** An entry in a response. Its start is known only after the time zone of the dates is found. */
type ListedEntry = Omit<Entry, 'startsAt'>;

/** A webinar as the response to one request lists it. */
interface Listing {
	/** The value of `timezone` in the request, e.g. "GMT+5:30". */
	offset: string | undefined;
	detail: WebinarDetail;
	/** The entries for just-in-time and instant-replay sessions. All others are `scheduled`. */
	spontaneous: readonly ListedEntry[];
	scheduled: readonly ListedEntry[];
}

/** Reads the entries in the `schedules` of a response. @param offset the value of `timezone` in the request */
export function readEntries(detail: WebinarDetail, offset: string | undefined): Listing {
	const { schedules, type } = detail;
	const entries = (schedules ?? []).map((original): ListedEntry => {
		// Undefined without a numeric ID.
		const session = readScheduleObject(original);
		const { schedule, date, comment: listedComment } = session ?? readEntryWithoutId(original);
		const comment = scalarText(listedComment) || null;
		const kind = sessionKind(comment, type);
		return {
			scheduleId: schedule,
			kind,
			date,
			// People register for just-in-time sessions and instant replays without a time zone.
			offset: isJustInTimeOrReplay({ kind }) ? undefined : offset,
			comment,
			output: session ?? original,
		};
	});
	return {
		offset,
		detail,
		spontaneous: entries.filter(isJustInTimeOrReplay),
		scheduled: entries.filter((entry) => !isJustInTimeOrReplay(entry)),
	};
}

/** Reads an entry of `schedules` that has no numeric ID. It may be only the comment, such as the string "Just in time". */
function readEntryWithoutId(entry: Json) {
	const { date, comment }: Record<string, unknown> = isRecord(entry) ? entry : { comment: entry };
	return { schedule: null, date: scalarText(date), comment: scalarText(comment) };
}

/** Adds the starts to entries. @param zone the time zone of their dates, by default EST, as a guess */
export function withStarts(entries: readonly ListedEntry[], zone: Zone = EST): Entry[] {
	return entries.map((entry) => {
		// An entry without an ID cannot be booked, and needs no start. The date of a session that is always open is not its
		// start, because it changes every minute.
		const isDateStart = entry.scheduleId !== null && entry.kind !== 'anyTime';
		return { ...entry, startsAt: isDateStart ? momentOf(entry.date, zone) : undefined };
	});
}

/** Creates a webinar. The entries that have an ID become its sessions. */
export function toWebinar(
	webinar: Pick<Webinar, 'product' | 'detail' | 'attendeeZone' | 'dates'>,
	entries: readonly Entry[],
): Webinar {
	const { product, detail } = webinar;
	const bookable = entries.filter(hasId);
	// Just-in-time sessions and instant replays are not among the presentations of a series.
	const isSeries = detail.type === 'Series of presentations';
	const presentations = isSeries ? bookable.filter((entry) => !isJustInTimeOrReplay(entry)) : [];
	const sessions = bookable.map((entry) => {
		const datesOfSchedule = bookable.filter(({ scheduleId }) => scheduleId === entry.scheduleId).length;
		// A recurring schedule, such as "Every day, 01:00 PM", can have a single date at present.
		const isRecurring = /^\s*every/i.test(entry.comment ?? '');
		const isPresentation = presentations.includes(entry);
		return {
			...entry,
			isOneOfSeveral: datesOfSchedule > 1 || isRecurring || (isPresentation && presentations.length > 1),
			coversWebinar: isPresentation && product.registersWholeSeries,
		};
	});
	const unbookable = entries.filter((entry) => !hasId(entry));
	return { ...webinar, id: detail.webinar_id, sessions, unbookable };
}

function hasId(entry: Entry): entry is Entry & { scheduleId: number } {
	return entry.scheduleId !== null;
}
