import { Settings, type Zone } from 'luxon';

import type { ServiceClient } from '../service/client';
import type { Responses, WebinarDetail, WebinarListItem } from '../service/endpoints';
import { InputError, rethrowUnless, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { ADVICE_TO_PROBE } from '../service/response';
import { CancelledError, unlessAborted } from '../utils/async';
import { EST, gmtOffset, MINUTE_MS, zoneName, zoneNamed } from './dates';
import {
	compareDates,
	IN_ATTENDEES_ZONE,
	offsetToCompare,
	rowZoneOf,
	type SessionDates,
	statedDates,
} from './sessionDates';
import { type Entry, type Listing, readListing, toWebinar, type Webinar, withStarts } from './webinar';
import { type WebinarReference, webinarOfUrl } from './webinarReference';

/** Maximum age in milliseconds of the data that a session is chosen from. Sessions rarely change. */
const CHOOSING_AGE_MS = MINUTE_MS;

/**
 * Fetches the webinars of the client's product. All executions and editor lists in the n8n process share their fetches. A
 * fetch may be used if it began at a certain time or later:
 * - to choose a session: during the last minute
 * - for output items: after the run began
 * - for lists in the editor: during the last three seconds
 * - before something is declared missing: after the look-up itself began
 */
export class Webinars {
	/**
	 * @param service a client whose requests no single item can cancel, because others may wait for them too
	 * @param earliestBegin the time, on the clock of `performance.now()`, at which a fetch must have begun at the earliest,
	 * unless a call sets another time
	 * @param signal ends the wait for a fetch, which itself continues
	 */
	constructor(
		private readonly service: ServiceClient,
		private readonly earliestBegin: number,
		private readonly signal?: AbortSignal,
	) {}

	/** Fetches the webinar list. @param earliestBegin a fetch that began earlier is not used */
	async fetchList(earliestBegin = this.earliestBegin): Promise<WebinarListItem[]> {
		const begin = () => this.service.call('webinars');
		const key = this.service.accountAndProduct;
		const { webinars } = await listFetches.get(key, earliestBegin, begin, this.signal);
		return webinars;
	}

	/** Returns the ID of the webinar that a reference identifies. Sends no request for an ID. @throws InputError */
	async fetchId(reference: WebinarReference, earliestBegin = this.earliestBegin): Promise<string> {
		if ('id' in reference) return reference.id;
		const listed = await this.fetchList(earliestBegin);
		return String(webinarOfUrl(listed, reference, this.service.product.noun).webinar_id);
	}

	/**
	 * Fetches a webinar. Sends one request for a live webinar, and one to four for an automated webinar.
	 * @param zone the attendee's time zone, if known
	 * @param earliestBegin a fetch that began earlier is not used
	 * @throws ServiceError if the response is about a different webinar
	 */
	async fetch(
		reference: WebinarReference,
		zone?: Zone,
		earliestBegin = this.earliestBegin,
	): Promise<Webinar> {
		const { product } = this.service;
		const id = await this.fetchId(reference, earliestBegin);
		const attendeeZone = product.takesTimezone ? zone : undefined;
		const key = `${this.service.accountAndProduct} ${id} ${attendeeZone?.name}`;
		const fetchListing: FetchListing = async (offset) => this.fetchListing(id, offset);
		const begin = async () =>
			attendeeZone
				? await fetchForAttendee(product, fetchListing, attendeeZone)
				: await fetchWithoutAttendee(product, fetchListing);
		return await webinarFetches.get(key, earliestBegin, begin, this.signal);
	}

	/** Sends one request for a webinar. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
	private async fetchListing(id: string, offset: string | undefined): Promise<Listing> {
		const { webinar: detail } = await this.service.call('webinar', {
			webinar_id: id,
			...(offset !== undefined && { timezone: offset }),
		});
		if (detail.webinar_id === Number(id)) return readListing(detail, offset);
		throw new ServiceError('The service returned a different webinar than requested', {
			description: `Requested: webinar ${id}. Received: webinar ${detail.webinar_id}. Run this item again later. ${ADVICE_TO_PROBE}`,
		});
	}

	/**
	 * Finds something in a webinar's data, which is at most a minute old. If it is not there, fetches the webinar again.
	 * @param find a pure function that throws InputError if the webinar does not have it
	 */
	async resolve<Found>(
		reference: WebinarReference,
		zone: Zone | undefined,
		find: (webinar: Webinar) => Found,
	): Promise<Found> {
		// A second fetch must begin after this moment. Items that begin together share one second fetch.
		const begunAt = performance.now();
		try {
			return find(await this.fetch(reference, zone, begunAt - CHOOSING_AGE_MS));
		} catch (error) {
			rethrowUnless(error instanceof InputError, error);
			return find(await this.fetch(reference, zone, begunAt));
		}
	}

	/**
	 * Returns the time zone of the dates in the webinar's registrant list; undefined if it is unknown.
	 * @param listed the webinar's entry in the webinar list, if already fetched; it saves a request for most webinars
	 */
	async fetchRowZone(id: number | string, listed?: WebinarListItem): Promise<Zone | undefined> {
		const stated = listed && statedDates(this.service.product, listed);
		const dates = stated ?? (await this.fetch({ id: String(id) })).dates;
		return rowZoneOf({ dates });
	}
}

/** Sends one request for the webinar. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
type FetchListing = (offset?: string) => Promise<Listing>;

/** Fetches a webinar without an attendee's time zone. */
async function fetchWithoutAttendee(product: Product, fetchListing: FetchListing): Promise<Webinar> {
	const fetching = fetchListing();
	// For an automated webinar, the service may require an offset. Requests for a live webinar have none.
	const withoutOffset = product.takesTimezone ? await unlessServiceRejects(fetching) : await fetching;
	// If it does, any will do, such as the service's own default.
	const listing = withoutOffset ?? (await fetchListing(zoneName(EST)));
	const { detail, justInTimeOrReplay, scheduled } = listing;
	const dates = await findDates(product, detail, fetchListing, withoutOffset);
	const entries = withStarts([...justInTimeOrReplay, ...scheduled], dates.zone);
	return toWebinar({ product, detail, attendeeZone: undefined, dates }, entries);
}

/**
 * Fetches an automated webinar for an attendee. A request passes only an offset, such as "GMT+1", but the offset of a time
 * zone changes with daylight saving time. Each session is therefore read with the attendee's offset on its own date.
 */
async function fetchForAttendee(
	product: Product,
	fetchListing: FetchListing,
	attendeeZone: Zone,
): Promise<Webinar> {
	// 1. Fetch the webinar with the attendee's present offset, and without an offset. The first response may lack
	// just-in-time and instant-replay sessions.
	const presentOffset = gmtOffset(attendeeZone, Settings.now());
	const [present, withoutOffset] = await Promise.all([
		fetchListing(presentOffset),
		unlessServiceRejects(fetchListing()),
	]);

	// 2. Find out which time zone dates without an offset are in, by comparing the two responses. This may take one more request.
	const datesWithoutOffset = await findDates(product, present.detail, fetchListing, withoutOffset, present);
	const { followAttendee } = datesWithoutOffset;
	/** Returns the time zone of a response's dates: its offset, unless they do not depend on it. */
	const zoneOf: ZoneOf = ({ offset }) =>
		followAttendee && offset !== undefined ? zoneNamed(offset) : datesWithoutOffset.zone;

	// 3. Fetch the webinar with each other offset that the attendee's time zone has on the dates.
	const scheduled = await fetchScheduled(present, attendeeZone, zoneOf, fetchListing);

	// 4. Take just-in-time and instant-replay sessions from the response without an offset, if it lists any.
	const listsJustInTimeOrReplay = withoutOffset !== undefined && withoutOffset.justInTimeOrReplay.length > 0;
	const source = listsJustInTimeOrReplay ? withoutOffset : present;
	const justInTimeOrReplay = withStarts(source.justInTimeOrReplay, zoneOf(source));

	// With the attendee's offsets in the requests, dates that depend on the attendee are in the attendee's zone.
	const dates = followAttendee ? { followAttendee, zone: attendeeZone } : datesWithoutOffset;
	const entries = [...justInTimeOrReplay, ...scheduled];
	return toWebinar({ product, detail: present.detail, attendeeZone, dates }, entries);
}

/** Returns the time zone of the dates in the response to one request. */
type ZoneOf = (listing: Listing) => Zone | undefined;

/**
 * Returns the sessions on fixed dates, each from the response at the attendee's offset on its own date. Fetches the responses
 * at other offsets than the present one.
 * @param present the response at the attendee's present offset. Like each response, it lists all sessions.
 */
async function fetchScheduled(
	present: Listing,
	attendeeZone: Zone,
	zoneOf: ZoneOf,
	fetchListing: FetchListing,
): Promise<Entry[]> {
	const now = Settings.now();
	const scheduledIn = (listing: Listing) => withStarts(listing.scheduled, zoneOf(listing));
	// A session without a known start keeps the present offset.
	const offsetOnDate = ({ startsAt = now }: Entry) => gmtOffset(attendeeZone, startsAt);
	const offsets = new Set(scheduledIn(present).map(offsetOnDate));
	const otherOffsets = [...offsets].filter((offset) => offset !== present.offset);
	const others = await Promise.all(otherOffsets.map(async (offset) => fetchListing(offset)));
	return [present, ...others].flatMap((listing) =>
		scheduledIn(listing).filter((entry) => offsetOnDate(entry) === listing.offset),
	);
}

/**
 * Finds out which time zone a webinar's dates are in if the request has no offset. If the webinar does not state this, the
 * dates in two responses are compared, which may need one more request.
 * @param withoutOffset the response to a request without an offset; undefined if the service requires one, which shows that
 * the dates depend on the attendee
 * @param atPresent the response at the attendee's present offset, if that is known
 */
async function findDates(
	product: Product,
	detail: WebinarDetail,
	fetchListing: FetchListing,
	withoutOffset: Listing | undefined,
	atPresent?: Listing,
): Promise<SessionDates> {
	const stated = statedDates(product, detail);
	if (stated) return stated;
	// A webinar without the name of a zone has returned above.
	const zone = zoneNamed(detail.timezone);
	if (!withoutOffset || !zone) return IN_ATTENDEES_ZONE;
	const now = Settings.now();
	if (atPresent) {
		const compared = compareDates(withoutOffset, atPresent, zone, now);
		if (compared.followAttendee) return compared;
	}
	// The same dates can be a coincidence, so those at an offset far away are compared too.
	const farOffset = offsetToCompare(withoutOffset, now);
	const farAway = farOffset === undefined ? undefined : await unlessServiceRejects(fetchListing(farOffset));
	if (farAway) return compareDates(withoutOffset, farAway, zone, Settings.now());
	return { followAttendee: false, zone };
}

/**
 * Returns the response; undefined if the service rejected the request, because it lacks a `timezone`, or because of the offset.
 * The documentation contradicts itself on whether a `timezone` is required.
 */
async function unlessServiceRejects(response: Promise<Listing>): Promise<Listing | undefined> {
	return await response.catch((error: unknown) => {
		// Any other failure, such as a firewall's page, does not show what the service accepts.
		const isRejection = error instanceof ServiceError && !error.isTransient && error.problems.length > 0;
		if (isRejection) return undefined;
		throw error;
	});
}

const MAX_FETCHES = 500;

interface SharedFetch<Value> {
	/** On the clock of `performance.now()`. */
	begunAt: number;
	value: Promise<Value>;
}

/** Fetches by key, pending or done. A failed fetch is not kept. */
class SharedFetches<Value> {
	private readonly byKey = new Map<string, SharedFetch<Value>>();

	/**
	 * Returns what was fetched for a key. Begins a new fetch if there is none, or if it began before `earliestBegin`.
	 * @param signal ends the wait for the fetch, which itself continues
	 */
	async get(
		key: string,
		earliestBegin: number,
		begin: () => Promise<Value>,
		signal?: AbortSignal,
	): Promise<Value> {
		const kept = this.byKey.get(key);
		if (!kept || kept.begunAt < earliestBegin) return await unlessAborted(this.add(key, begin), signal);
		return await unlessAborted(kept.value, signal).catch(async (error: unknown) => {
			const isOwnWaitOver = signal?.aborted;
			if (!(error instanceof CancelledError) || isOwnWaitOver) throw error;
			// n8n cancels the requests of a canceled execution, even if other executions wait for them. The others fetch again:
			// the first of them begins a fetch, which the rest share.
			this.removeUnlessReplaced(key, kept);
			return await this.get(key, earliestBegin, begin, signal);
		});
	}

	private add(key: string, begin: () => Promise<Value>): Promise<Value> {
		const added = { begunAt: performance.now(), value: begin() };
		// Deleted first, so that the oldest fetch is always the first one.
		this.byKey.delete(key);
		this.byKey.set(key, added);
		const [oldest] = this.byKey.keys();
		if (this.byKey.size > MAX_FETCHES && oldest !== undefined) this.byKey.delete(oldest);
		added.value.catch(() => this.removeUnlessReplaced(key, added));
		return added.value;
	}

	/** Removes a fetch, unless a later one has taken its place. */
	private removeUnlessReplaced(key: string, fetch: SharedFetch<Value>): void {
		if (this.byKey.get(key) === fetch) this.byKey.delete(key);
	}
}

/** The webinar lists that were fetched, by account and product. */
const listFetches = new SharedFetches<Responses['webinars']>();

/** The webinars that were fetched, by account, webinar ID and the attendee's time zone. */
const webinarFetches = new SharedFetches<Webinar>();
