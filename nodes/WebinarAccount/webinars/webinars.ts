import { Settings, type Zone } from 'luxon';

import type { ServiceClient } from '../service/client';
import type { Responses, WebinarDetail, WebinarListItem } from '../service/endpoints';
import { InputError, rethrowUnless, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { ADVICE_TO_PROBE } from '../service/response';
import { SharedFetches } from '../utils/async';
import { isId, parseUrl, quoted } from '../utils/values';
import { EST, gmtOffset, MINUTE_MS, zoneName, parseZone } from './dates';
import { type FetchListing, fetchUnlessRejected, findDates, rowZoneOf, statedDates } from './sessionDates';
import {
	type Entry,
	isJustInTimeOrReplay,
	isScheduled,
	type Listing,
	readListing,
	type SessionDates,
	toWebinar,
	type Webinar,
	withStarts,
} from './webinar';

/**
 * The webinar that the Webinar field identifies, by one of these:
 * - `id`: the webinar ID
 * - `hash`: the webinar's hash, which ends the URL of a registration page, such as uvw1234 in `…/register/uvw1234`
 * - `roomCode`: the end of the general room link, which begins with the webinar's hash
 */
export type WebinarReference = { id: string } | { hash: string } | { roomCode: string };

/** Reads the value of the Webinar field. @param mode the field's mode: `list`, `id` or `url` @throws InputError */
export function readWebinarReference({ mode, value }: Record<'mode' | 'value', string>): WebinarReference {
	if (value === '') {
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or enter its ID.');
	}
	if (mode === 'url') return readWebinarUrl(value);
	if (isId(value)) return { id: value };
	throw new InputError(
		`${quoted(value)} is not a webinar ID`,
		'A webinar ID is a number. Choose the webinar from the list, or find its ID in the output of Get Many.',
	);
}

/** Reads the URL of a registration page, a one-click link or a room. @throws InputError for any other URL */
function readWebinarUrl(url: string): WebinarReference {
	const path = parseUrl(url)?.pathname ?? '';
	const [, hash] = PAGE_PATH.exec(path) ?? [];
	if (hash !== undefined) return { hash };
	const [, roomCode] = ROOM_PATH.exec(path) ?? [];
	if (roomCode !== undefined) return { roomCode };
	throw new InputError('The URL does not lead to a registration page', PAGE_URL_ADVICE);
}

/** The advice for a URL that does not identify a webinar. */
const PAGE_URL_ADVICE =
	'Use the URL of the registration page, such as https://event.webinarjam.com/hkwqz/register/uvw1234, or choose the webinar from the list. A personal room link does not identify the webinar.';

/**
 * Matches the path of a registration page, `…/register/6/uvw1234` or `…/register/uvw1234`, or of a one-click link,
 * `…/register/1click/6/uvw1234` or `…/register/uvw1234/1click`.
 */
const PAGE_PATH = /\/register\/(?:1click\/)?(?:[\w-]+\/(?!1click\/?$))?([\w-]+)(?:\/1click)?\/?$/;

/** Matches the path of a room: `…/hkwqz/go/live/uvw1234fgs6sq` or `…/go/live/6/uvw1234fgs6sq`. */
const ROOM_PATH = /\/go\/(?:live|replay)\/(?:\d+\/)?([\w-]+)\/?$/;

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
		const { product, accountAndProduct } = this.service;
		const id = await this.fetchId(reference, earliestBegin);
		const fetchListing: FetchListing = async (offset) => {
			const parameters = { webinar_id: id, ...(offset !== undefined && { timezone: offset }) };
			const { webinar: detail } = await this.service.call('webinar', parameters);
			if (detail.webinar_id !== Number(id)) throw differentWebinarError(id, detail);
			return readListing(detail, offset);
		};
		// Requests for a live webinar take no time zone.
		const attendeeZone = product.takesTimezone ? zone : undefined;
		const begin = async () => {
			if (!product.takesTimezone) return await fetchLive(product, fetchListing);
			if (!attendeeZone) return await fetchWithoutAttendee(product, fetchListing);
			return await fetchForAttendee(product, fetchListing, attendeeZone);
		};
		const key = `${accountAndProduct} ${id} ${attendeeZone?.name}`;
		return await webinarFetches.get(key, earliestBegin, begin, this.signal);
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
		return rowZoneOf(stated ?? (await this.fetch({ id: String(id) })).dates);
	}
}

/** Returns the webinar to which a URL belongs. @param noun what the product's webinars are called @throws InputError */
export function webinarOfUrl(
	webinars: readonly WebinarListItem[],
	reference: Exclude<WebinarReference, { id: string }>,
	noun: string,
): WebinarListItem {
	const [found, ...others] = webinars.filter(({ webinar_hash: hash }) => {
		if (!hash) return false;
		return 'hash' in reference ? reference.hash === hash : reference.roomCode.startsWith(hash);
	});
	// If a room code begins with the hashes of several webinars, it is not known to which of them it belongs.
	if (found && others.length === 0) return found;
	throw new InputError(
		`The URL belongs to no ${noun} of the account`,
		`${PAGE_URL_ADVICE} Check whether Resource is set to the right product, and the credential to the right account.`,
		'webinarId',
	);
}

function differentWebinarError(id: string, { webinar_id }: WebinarDetail): ServiceError {
	return new ServiceError('The service returned a different webinar than requested', {
		description: `Requested: webinar ${id}. Received: webinar ${webinar_id}. Run this item again later. ${ADVICE_TO_PROBE}`,
	});
}

/** Fetches a live webinar. Its dates are in the webinar's own time zone. */
async function fetchLive(product: Product, fetchListing: FetchListing): Promise<Webinar> {
	const { detail, entries } = await fetchListing();
	const zone = parseZone(detail.timezone);
	const dates: SessionDates = { kind: 'inWebinarZone', zone };
	return toWebinar({ product, detail, dates }, withStarts(entries, zone));
}

/** Fetches an automated webinar without an attendee's time zone. */
async function fetchWithoutAttendee(product: Product, fetchListing: FetchListing): Promise<Webinar> {
	const withoutOffset = await fetchUnlessRejected(fetchListing);
	// If the service requires an offset, any will do, such as its own default.
	const listing = withoutOffset ?? (await fetchListing(zoneName(EST)));
	const { detail, entries } = listing;
	const dates = await findDates(detail, fetchListing, withoutOffset);
	return toWebinar({ product, detail, dates }, withStarts(entries, dates.zone));
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
		fetchUnlessRejected(fetchListing),
	]);

	// 2. Find out which time zone dates without an offset are in, by comparing the two responses. This may take one more request.
	const { detail } = present;
	const datesWithoutOffset = await findDates(detail, fetchListing, withoutOffset, present);

	// 3. Fetch the webinar with each other offset that the attendee's time zone has on the dates.
	const scheduled = await fetchScheduled(present, attendeeZone, datesWithoutOffset, fetchListing);

	// 4. Take just-in-time and instant-replay sessions from the response without an offset, if it lists any.
	const source = withoutOffset?.entries.some(isJustInTimeOrReplay) ? withoutOffset : present;
	const others = withStarts(source.entries.filter(isJustInTimeOrReplay), zoneOf(source, datesWithoutOffset));

	// With the attendee's offsets in the requests, dates that depend on the attendee are in the attendee's zone.
	const dates: SessionDates =
		datesWithoutOffset.kind === 'inWebinarZone'
			? datesWithoutOffset
			: { kind: 'inAttendeeZone', zone: attendeeZone };
	return toWebinar({ product, detail, dates }, inListedOrder([...others, ...scheduled], source));
}

/**
 * Returns the sessions on fixed dates, each from the response at the attendee's offset on its own date. Fetches the responses
 * at other offsets than the present one.
 * @param present the response at the attendee's present offset. Like each response, it lists all sessions.
 */
async function fetchScheduled(
	present: Listing,
	attendeeZone: Zone,
	datesWithoutOffset: SessionDates,
	fetchListing: FetchListing,
): Promise<Entry[]> {
	const now = Settings.now();
	const readScheduled = (listing: Listing) => {
		const scheduled = listing.entries.filter(isScheduled);
		return withStarts(scheduled, zoneOf(listing, datesWithoutOffset));
	};
	// A session without a known start keeps the present offset.
	const offsetOnDate = ({ startsAt = now }: Entry) => gmtOffset(attendeeZone, startsAt);
	const offsets = new Set(readScheduled(present).map(offsetOnDate));
	const otherOffsets = [...offsets].filter((offset) => offset !== present.offset);
	const others = await Promise.all(otherOffsets.map(async (offset) => fetchListing(offset)));
	const entries = [present, ...others].flatMap(readScheduled);
	return entries.filter((entry) => entry.offset === offsetOnDate(entry));
}

/**
 * Sorts entries by schedule, in the order in which a response lists the schedules, and then by start, because the dates of a
 * schedule can come from several responses.
 */
function inListedOrder(entries: readonly Entry[], { entries: listed }: Listing): Entry[] {
	const scheduleIds = listed.map(({ scheduleId }) => scheduleId);
	const placeOf = ({ scheduleId }: Entry) => scheduleIds.indexOf(scheduleId);
	const compareStarts = (one: Entry, other: Entry) => (one.startsAt ?? 0) - (other.startsAt ?? 0);
	return [...entries].sort((one, other) => placeOf(one) - placeOf(other) || compareStarts(one, other));
}

/** Returns the time zone of the dates in a response: the offset in the request, unless the dates do not depend on it. */
function zoneOf({ offset }: Listing, { kind, zone }: SessionDates): Zone | undefined {
	return kind === 'inWebinarZone' || offset === undefined ? zone : parseZone(offset);
}

/** The webinar lists that were fetched, by account and product. */
const listFetches = new SharedFetches<Responses['webinars']>();

/** The webinars that were fetched, by account, webinar ID and the attendee's time zone. */
const webinarFetches = new SharedFetches<Webinar>();
