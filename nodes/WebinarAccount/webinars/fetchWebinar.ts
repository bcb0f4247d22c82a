import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { type Json, readScheduleObject, type WebinarDetail } from '../service/schemas';
import { isRecord, scalarText } from '../utils/values';
import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import { dependsOnAttendee, findDates, type SessionDates, statedDates } from './sessionDates';
import { type Entry, isJustInTimeOrReplay, sessionKind, type Webinar } from './webinar';

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
	const { detail, spontaneous, scheduled } = listing;
	const dates = await findDates(statedDates(product, detail), fetchListing, listing);
	const entries = withStarts([...spontaneous, ...scheduled], dates.zone);
	return toWebinar({ product, detail, attendeeZone, dates }, entries);
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
	// just-in-time and instant-replay sessions.
	const presentOffset = gmtOffset(attendeeZone, now);
	const [present, withoutOffset] = await Promise.all([
		fetchListing(presentOffset),
		unlessTimezoneRequired(fetchListing()),
	]);

	// 2. Compare the two responses, to find out which time zone dates without an offset are in. This may take one more request.
	const stated = statedDates(product, present.detail);
	const datesWithoutOffset = await findDates(stated, fetchListing, withoutOffset, present);
	// With an offset in the request, dates that depend on the attendee are at this offset. Dates that might depend on the
	// attendee are read in the same way.
	const isAtOffset = dependsOnAttendee({ dates: datesWithoutOffset });
	const zoneOf = ({ offset }: Listing) =>
		isAtOffset && offset !== undefined ? zoneNamed(offset) : datesWithoutOffset.zone;

	// 3. Fetch the webinar with each other offset that the attendee's time zone has on the dates. Each response lists all
	// sessions. Take a session only from the response at the offset on its own date.
	const scheduledIn = (listing: Listing) => withStarts(listing.scheduled, zoneOf(listing));
	// A session without a known start keeps the present offset.
	const offsetOnDate = ({ startsAt = now }: Entry) => gmtOffset(attendeeZone, startsAt);
	const otherOffsets = new Set(scheduledIn(present).map(offsetOnDate));
	otherOffsets.delete(presentOffset);
	const others = await Promise.all([...otherOffsets].map(async (offset) => fetchListing(offset)));
	const scheduled = [present, ...others].flatMap((listing) =>
		scheduledIn(listing).filter((entry) => offsetOnDate(entry) === listing.offset),
	);

	// 4. Take just-in-time and instant-replay sessions from the response without an offset, if it lists any.
	const listsSpontaneous = withoutOffset !== undefined && withoutOffset.spontaneous.length > 0;
	const source = listsSpontaneous ? withoutOffset : present;
	const spontaneous = withStarts(source.spontaneous, zoneOf(source));

	const dates: SessionDates =
		datesWithoutOffset.in === 'attendeeZone'
			? { in: 'attendeeZone', zone: attendeeZone }
			: datesWithoutOffset;
	const entries = [...spontaneous, ...scheduled];
	return toWebinar({ product, detail: present.detail, attendeeZone, dates }, entries);
}

/**
 * Returns the response; undefined if the service rejected the request because it has no `timezone`. The documentation
 * contradicts itself: some webinars require a `timezone`, but it also says what the service does without one.
 */
async function unlessTimezoneRequired(response: Promise<Listing>): Promise<Listing | undefined> {
	return await response.catch((error: unknown) => {
		const problems = error instanceof ServiceError ? error.problems : [];
		if (problems.some(({ parameter }) => parameter === 'timezone')) return undefined;
		throw error;
	});
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
