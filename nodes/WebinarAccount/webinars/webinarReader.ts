import type { Zone } from 'luxon';

import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import { COMPARE } from '../service/failures';
import type { Product } from '../service/products';
import type { Responses, WebinarDetail, WebinarListItem } from '../service/schemas';
import { SharedReads } from '../utils/sharedReads';
import { quoted } from '../utils/values';
import { MINUTE_MS } from './dates';
import { readWebinar } from './readWebinar';
import { rowZone, ownZoneOf, type Webinar } from './webinar';
import { checkHash, type WebinarReference } from './webinarReference';

/** Time in milliseconds for which a reading is kept after its last use, and maximum number of readings. */
const LIFETIME_MS = 10 * MINUTE_MS;
const MAX_READINGS = 500;

/** By account and product. */
const lists = new SharedReads<Responses['webinars']>(LIFETIME_MS, MAX_READINGS);
/** By account, webinar and the attendee's zone. */
const webinars = new SharedReads<Webinar>(LIFETIME_MS, MAX_READINGS);

/** Sessions rarely change, so one may be chosen from a reading that is at most this old. */
const CHOOSING_AGE_MS = MINUTE_MS;

interface ReaderOptions {
	/** The current time in milliseconds since 1970. */
	now: () => number;
	/** The earliest start of a reading to display, on the clock of `performance.now()`. */
	displayedSince: number;
	/** Ends the wait for a reading, not the reading. */
	signal?: AbortSignal | undefined;
}

/** Reads webinars. All executions and lists of the process share readings that are recent enough. */
export class WebinarReader {
	constructor(
		private readonly service: ServiceClient,
		private readonly options: ReaderOptions,
	) {}

	now(): number {
		return this.options.now();
	}

	/** For outputs and lists: readings that began during this execution. */
	forDisplay(): WebinarReadings {
		return this.since(this.options.displayedSince);
	}

	/** For choosing a session: readings of the last minute, from any execution. */
	forChoosing(): WebinarReadings {
		return this.since(performance.now() - CHOOSING_AGE_MS);
	}

	/** For proof that something does not exist: readings that begin from now on. */
	forProof(): WebinarReadings {
		return this.since(performance.now());
	}

	private since(since: number): WebinarReadings {
		const { now, signal } = this.options;
		return new WebinarReadings(this.service, now, since, signal);
	}
}

/** Reads webinars, or takes them from readings that began at a given moment or later. */
export class WebinarReadings {
	constructor(
		private readonly service: ServiceClient,
		private readonly now: () => number,
		private readonly since: number,
		private readonly signal: AbortSignal | undefined,
	) {}

	async list(product: Product): Promise<WebinarListItem[]> {
		return (await this.wholeList(product)).webinars;
	}

	/** Also says how many entries of the list are unreadable. */
	async wholeList(product: Product): Promise<Responses['webinars']> {
		const key = cacheKey(this.service.account, product.name);
		const { since, signal } = this;
		return await lists.get(key, { since, signal }, () => this.service.call(product.name, 'webinars'));
	}

	/** @throws InputError if there is no such webinar, or the reference's hash is that of another */
	async id(product: Product, reference: WebinarReference): Promise<string> {
		if ('id' in reference) {
			if (reference.hash !== undefined) await this.webinar(product, reference);
			return reference.id;
		}
		const { code } = reference;
		const found = (await this.list(product)).find(({ webinar_hash }) => webinar_hash === code);
		if (found) return String(found.webinar_id);
		throw new InputError(
			`No ${product.noun} has a registration page that ends with ${quoted(code)}`,
			'Choose the webinar from the list, or enter its ID.',
		);
	}

	/** @param zone the attendee's, if known */
	async webinar(product: Product, reference: WebinarReference, zone?: Zone): Promise<Webinar> {
		const id = 'id' in reference ? reference.id : await this.id(product, reference);
		const attendeeZone = product.takesTimezone ? zone : undefined;
		const key = cacheKey(this.service.account, product.name, id, attendeeZone?.name);
		const { since, signal } = this;
		const webinar = await webinars.get(key, { since, signal }, () =>
			readWebinar(product, (offset) => this.detail(product, id, offset), attendeeZone, this.now()),
		);
		if ('id' in reference) checkHash(product, webinar.detail, reference.hash);
		return webinar;
	}

	/**
	 * Returns the zone of dates in the webinar's registrant list, if it is known.
	 * @param listed the webinar's entry in the webinar list, if that was read: it is enough for most webinars
	 */
	async rowZone(product: Product, id: string, listed?: WebinarListItem): Promise<Zone | undefined> {
		const stated = listed && ownZoneOf(product, listed);
		if (listed && !(stated && product.takesTimezone)) return stated;
		return rowZone(await this.webinar(product, { id }));
	}

	private async detail(product: Product, id: string, offset?: string): Promise<WebinarDetail> {
		const { webinar } = await this.service.call(product.name, 'webinar', {
			webinar_id: id,
			...(offset !== undefined && { timezone: offset }),
		});
		if (webinar.webinar_id === Number(id)) return webinar;
		throw new ServiceError('The service responded with another webinar', {
			description: `Requested: webinar ${id}. Received: webinar ${webinar.webinar_id}. Run this item again later. ${COMPARE}`,
		});
	}
}
