import { Settings, type Zone } from 'luxon';

import type { Responses, ServiceClient } from '../service/endpoints';
import { InputError, rethrowUnless, ServiceError } from '../service/errors';
import { RUN_PROBE } from '../service/response';
import type { WebinarDetail, WebinarListItem } from '../service/schemas';
import { CancelledError, unlessAborted } from '../utils/async';
import { MINUTE_MS } from './dates';
import { readWebinar } from './readWebinar';
import { statedZoneOf, rowZoneOf, type Webinar } from './webinar';
import { canHaveHash, type WebinarReference, webinarWithCode } from './webinarReference';

/** Maximum age in milliseconds of the data that a session is chosen from. Sessions rarely change. */
const CHOOSING_AGE_MS = MINUTE_MS;

/**
 * Reads the webinars of the client's product. All executions and editor lists in the n8n process share their readings. A
 * reading may be used if it began at a certain time or later:
 * - to choose a session: during the last minute
 * - for output items: after the run began
 * - for lists in the editor: during the last three seconds
 * - before something is declared missing: after the look-up itself began
 */
export class Webinars {
	/**
	 * @param service a client whose requests no single item can cancel, because others may wait for them too
	 * @param earliestBegin the time, on the clock of `performance.now()`, at which a reading must have begun at the earliest,
	 * unless a call sets another time
	 * @param signal ends the wait for a reading, which itself continues
	 */
	constructor(
		private readonly service: ServiceClient,
		private readonly earliestBegin: number,
		private readonly signal?: AbortSignal,
	) {}

	/** Reads the webinar list. @param earliestBegin a reading that began earlier is not used */
	async list(earliestBegin = this.earliestBegin): Promise<WebinarListItem[]> {
		const read = () => this.service.call('webinars');
		return (await listReadings.get(this.service.accountAndProduct, earliestBegin, read, this.signal))
			.webinars;
	}

	/**
	 * Returns the ID of the webinar that a reference identifies. Does not check an ID without a hash.
	 * @param earliestBegin a reading that began earlier is not used
	 * @throws InputError if no webinar has the reference's code, or if the reference has one webinar's ID and another's hash
	 */
	async id(reference: WebinarReference, earliestBegin = this.earliestBegin): Promise<string> {
		if (!('id' in reference)) {
			const listed = await this.list(earliestBegin);
			return String(webinarWithCode(listed, reference, this.service.product.noun).webinar_id);
		}
		// `read` throws if the webinar has a different hash.
		if (reference.hash !== undefined) await this.read(reference, undefined, earliestBegin);
		return reference.id;
	}

	/**
	 * Reads a webinar.
	 * @param zone the attendee's time zone, if known
	 * @param earliestBegin a reading that began earlier is not used
	 * @throws InputError if the reference has a hash that is not the webinar's
	 * @throws ServiceError if the response is about a different webinar
	 */
	async read(reference: WebinarReference, zone?: Zone, earliestBegin = this.earliestBegin): Promise<Webinar> {
		const { product } = this.service;
		const id = 'id' in reference ? reference.id : await this.id(reference, earliestBegin);
		const attendeeZone = product.takesTimezone ? zone : undefined;
		const key = `${this.service.accountAndProduct} ${id} ${attendeeZone?.name}`;
		const readDetail = (offset?: string) => this.readDetail(id, offset);
		const read = () => readWebinar(product, readDetail, attendeeZone, Settings.now());
		const webinar = await webinarReadings.get(key, earliestBegin, read, this.signal);
		// Another product or account can have a webinar with the same ID, so a hash beside the ID is compared. Without an ID,
		// the webinar was found by its hash.
		if ('id' in reference && !canHaveHash(webinar.detail, reference.hash)) {
			throw new InputError(
				'The URL belongs to a different webinar',
				`The ${product.noun} with the ID ${id} has a different registration page than the one in the URL. Choose the webinar from the list, choose the other product in Resource, or check whether the credential is for the right account.`,
			);
		}
		return webinar;
	}

	/** Requests a webinar's details. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
	private async readDetail(id: string, offset: string | undefined): Promise<WebinarDetail> {
		const { webinar: detail } = await this.service.call('webinar', {
			webinar_id: id,
			...(offset !== undefined && { timezone: offset }),
		});
		if (detail.webinar_id === Number(id)) return detail;
		throw new ServiceError('The service returned a different webinar than requested', {
			description: `Requested: webinar ${id}. Received: webinar ${detail.webinar_id}. Run this item again later. ${RUN_PROBE}`,
		});
	}

	/**
	 * Finds something in a webinar's data. Searches a reading that is at most a minute old. If it is not there, searches a
	 * reading that began after this call.
	 * @param find a pure function that throws InputError if the webinar does not have it
	 */
	async resolve<Found>(
		reference: WebinarReference,
		zone: Zone | undefined,
		find: (webinar: Webinar) => Found,
	): Promise<Found> {
		// Items that fail at the same time began at about the same time, and share the second reading.
		const begunAt = performance.now();
		try {
			return find(await this.read(reference, zone, begunAt - CHOOSING_AGE_MS));
		} catch (error) {
			rethrowUnless(error instanceof InputError, error);
			return find(await this.read(reference, zone, begunAt));
		}
	}

	/**
	 * Returns the time zone of the dates in the webinar's registrant list; undefined if it is unknown.
	 * @param listed the webinar's entry in the webinar list, if already read; it saves a request for most webinars
	 */
	async rowZone(id: string, listed?: WebinarListItem): Promise<Zone | undefined> {
		const { product } = this.service;
		if (listed) {
			const statedZone = statedZoneOf(product, listed);
			// The dates of a live webinar are always in the zone that it states.
			if (!product.takesTimezone) return statedZone;
			// The dates of an automated webinar that states no zone are in each attendee's.
			if (!statedZone) return undefined;
		}
		// The dates of any other automated webinar may be in either zone. Only its details show which.
		return rowZoneOf(await this.read({ id }));
	}
}

/** Maximum readings that a map keeps. */
const MAX_READINGS = 500;

/** Something that is being read, or was read. */
interface Reading<Value> {
	/** On the clock of `performance.now()`. */
	begunAt: number;
	value: Promise<Value>;
}

/** Readings by key, pending or done. A failed reading is not kept. */
class Readings<Value> {
	private readonly byKey = new Map<string, Reading<Value>>();

	/**
	 * Returns the reading for a key. Begins a new one if there is none, or if it began before `earliestBegin`.
	 * @param signal ends the wait for the reading, which itself continues
	 */
	async get(
		key: string,
		earliestBegin: number,
		read: () => Promise<Value>,
		signal?: AbortSignal,
	): Promise<Value> {
		const kept = this.byKey.get(key);
		if (!kept || kept.begunAt < earliestBegin) return await unlessAborted(this.begin(key, read), signal);
		return await unlessAborted(kept.value, signal).catch(async (error: unknown) => {
			const isOwnWaitOver = signal?.aborted;
			if (!(error instanceof CancelledError) || isOwnWaitOver) throw error;
			// n8n cancels the requests of a canceled execution, even if other executions wait for them. The others read again:
			// the first of them begins a reading, which the rest share.
			this.removeUnlessReplaced(key, kept);
			return await this.get(key, earliestBegin, read, signal);
		});
	}

	private begin(key: string, read: () => Promise<Value>): Promise<Value> {
		const reading = { begunAt: performance.now(), value: read() };
		// Deleted first, so that the oldest reading is always the first one.
		this.byKey.delete(key);
		this.byKey.set(key, reading);
		const [oldest] = this.byKey.keys();
		if (this.byKey.size > MAX_READINGS && oldest !== undefined) this.byKey.delete(oldest);
		reading.value.catch(() => this.removeUnlessReplaced(key, reading));
		return reading.value;
	}

	/** Removes a reading, unless a later one has taken its place. */
	private removeUnlessReplaced(key: string, reading: Reading<Value>): void {
		if (this.byKey.get(key) === reading) this.byKey.delete(key);
	}
}

/** The webinar lists that were read, by account and product. */
const listReadings = new Readings<Responses['webinars']>();

/** The webinars that were read, by account, webinar ID and the attendee's time zone. */
const webinarReadings = new Readings<Webinar>();
