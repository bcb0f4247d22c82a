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

/** How long data from the service is cached after its last use, in milliseconds. */
const LIFETIME_MS = 10 * MINUTE_MS;

/** Maximum number of cached lists, and of cached webinars. */
const MAX_READINGS = 500;

/** The cached webinar lists, by account and product. */
const lists = new SharedReads<Responses['webinars']>(LIFETIME_MS, MAX_READINGS);

/** The cached webinars, by account, webinar ID and the attendee's time zone. */
const webinars = new SharedReads<Webinar>(LIFETIME_MS, MAX_READINGS);

/** Maximum age in milliseconds of the data that a session is chosen from. Sessions rarely change. */
const CHOOSING_AGE_MS = MINUTE_MS;

interface ReaderOptions {
	/** Returns the current time in milliseconds since 1970. */
	now: () => number;
	/**
	 * Data for output items and lists must have been requested at this time or later, on the clock of
	 * `performance.now()`.
	 */
	displayedSince: number;
	/** Ends the wait for data. The request continues, because other executions may wait for it too. */
	signal?: AbortSignal | undefined;
}

/**
 * Reads webinars. All executions and editor lists in the n8n process share data that is recent enough for their
 * purpose.
 */
export class WebinarReader {
	constructor(
		private readonly service: ServiceClient,
		private readonly options: ReaderOptions,
	) {}

	/** Returns the current time in milliseconds since 1970. */
	now(): number {
		return this.options.now();
	}

	/** Returns readings for output items and editor lists. Uses only data that was requested during this execution. */
	forDisplay(): WebinarReadings {
		return this.since(this.options.displayedSince);
	}

	/** Returns readings for choosing a session. Uses data from any execution that was requested in the last minute. */
	forChoosing(): WebinarReadings {
		return this.since(performance.now() - CHOOSING_AGE_MS);
	}

	/**
	 * Returns readings that can prove that a webinar or session does not exist. Uses only data that is requested from now
	 * on.
	 */
	forProof(): WebinarReadings {
		return this.since(performance.now());
	}

	/** @param since the earliest request whose data may be used, on the clock of `performance.now()` */
	private since(since: number): WebinarReadings {
		const { now, signal } = this.options;
		return new WebinarReadings(this.service, now, since, signal);
	}
}

/** Reads webinars. Uses cached data that was requested at a given moment or later, and requests everything else. */
export class WebinarReadings {
	constructor(
		private readonly service: ServiceClient,
		private readonly now: () => number,
		private readonly since: number,
		private readonly signal: AbortSignal | undefined,
	) {}

	/** Reads the readable entries of a product's webinar list. */
	async list(product: Product): Promise<WebinarListItem[]> {
		return (await this.wholeList(product)).webinars;
	}

	/** Reads a product's webinar list, with the number of its unreadable entries. */
	async wholeList(product: Product): Promise<Responses['webinars']> {
		const key = cacheKey(this.service.account, product.name);
		const { since, signal } = this;
		return await lists.get(key, { since, signal }, () => this.service.call(product.name, 'webinars'));
	}

	/**
	 * Returns the ID of the webinar that a reference identifies.
	 * @throws InputError if there is no such webinar, or if the reference has the ID of one webinar and the hash of
	 * another
	 */
	async id(product: Product, reference: WebinarReference): Promise<string> {
		if ('id' in reference) {
			if (reference.hash !== undefined) await this.webinar(product, reference);
			return reference.id;
		}
		const { code } = reference;
		const found = (await this.list(product)).find(({ webinar_hash }) => webinar_hash === code);
		if (found) return String(found.webinar_id);
		throw new InputError(
			`No ${product.noun} has a registration page whose URL ends with ${quoted(code)}`,
			'Choose the webinar from the list, or enter its ID.',
		);
	}

	/**
	 * Reads a webinar.
	 * @param zone the attendee's time zone, if known
	 * @throws InputError if the reference's hash is wrong
	 */
	async webinar(product: Product, reference: WebinarReference, zone?: Zone): Promise<Webinar> {
		const id = 'id' in reference ? reference.id : await this.id(product, reference);
		const attendeeZone = product.takesTimezone ? zone : undefined;
		const key = cacheKey(this.service.account, product.name, id, attendeeZone?.name);
		const { since, signal } = this;
		const webinar = await webinars.get(key, { since, signal }, () =>
			readWebinar(product, (offset) => this.requestDetail(product, id, offset), attendeeZone, this.now()),
		);
		if ('id' in reference) checkHash(product, webinar.detail, reference.hash);
		return webinar;
	}

	/**
	 * Returns the time zone of the dates in the webinar's registrant list; undefined if it is unknown.
	 * @param listed the webinar's entry in the webinar list, if already read; it saves a request for most webinars
	 */
	async rowZone(product: Product, id: string, listed?: WebinarListItem): Promise<Zone | undefined> {
		const ownZone = listed && ownZoneOf(product, listed);
		// Even if an automated webinar has its own time zone, its dates may depend on the attendee's. Only its details show
		// this.
		const isDetailNeeded = !listed || (ownZone && product.takesTimezone);
		return isDetailNeeded ? rowZone(await this.webinar(product, { id })) : ownZone;
	}

	/** Requests a webinar's details. @throws ServiceError if the response is about a different webinar */
	private async requestDetail(product: Product, id: string, offset?: string): Promise<WebinarDetail> {
		const { webinar } = await this.service.call(product.name, 'webinar', {
			webinar_id: id,
			...(offset !== undefined && { timezone: offset }),
		});
		if (webinar.webinar_id === Number(id)) return webinar;
		throw new ServiceError('The service returned a different webinar than requested', {
			description: `Requested: webinar ${id}. Received: webinar ${webinar.webinar_id}. Run this item again later. ${COMPARE}`,
		});
	}
}
