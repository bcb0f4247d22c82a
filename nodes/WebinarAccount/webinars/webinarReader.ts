import { Settings, type Zone } from 'luxon';

import { cacheKey } from '../service/account';
import type { ServiceClient } from '../service/endpoints';
import { InputError, ServiceError } from '../service/errors';
import { COMPARE } from '../service/failures';
import type { Product } from '../service/products';
import type { Responses, WebinarDetail, WebinarListItem } from '../service/schemas';
import { CancelledError } from '../utils/async';
import { SharedReads } from '../utils/sharedReads';
import { ID, parseUrl, quoted } from '../utils/values';
import { gmtForm, MINUTE_MS } from './dates';
import { Reading, rowZone, statedZone, type Webinar, webinarOf } from './webinar';

/** An ID, with the hash from the address of its registration page if known; or the code at the end of a short address. */
export type WebinarReference = { id: string; hash?: string } | { code: string };

/** @param mode of the Webinar field: `list`, `id` or `url` */
export function readWebinarReference(mode: string, value: string): WebinarReference {
	const text = value.trim();
	if (text === '')
		throw new InputError('No webinar is chosen', 'Choose a webinar from the list, or enter its ID.');
	if (mode === 'url') return readRegistrationPage(text);
	if (ID.test(text)) return { id: text };
	throw new InputError(
		`${quoted(text)} is not a webinar ID`,
		'An ID is a number. Choose the webinar from the list, or get the ID from the Get Many operation.',
	);
}

/** Reads `…/register/6/uvw1234`, `…/register/1click/6/uvw1234?…`, or the newer `…/register/uvw1234`. */
function readRegistrationPage(text: string): WebinarReference {
	const url = parseUrl(text);
	const path = /\/register\/(?:1click\/)?([\w-]+)(?:\/([\w-]+))?\/?$/.exec(url?.pathname ?? '');
	const [, first, second] = path ?? [];
	if (first !== undefined)
		return second === undefined || !ID.test(first) ? { code: first } : { id: first, hash: second };
	throw new InputError(
		'The address is not that of a registration page',
		'Use an address such as https://event.webinarjam.com/register/6/uvw1234.',
	);
}

const LIFETIME_MS = 10 * MINUTE_MS;
const MAX_READINGS = 500;

/** By account and product. */
const lists = new SharedReads<Responses['webinars']>(LIFETIME_MS, MAX_READINGS);
/** By account, webinar and GMT form. */
const readings = new SharedReads<Reading>(LIFETIME_MS, MAX_READINGS);
/** Whether dates depend on the zone that is passed, by account and webinar; undefined where no answer shows it. */
const comparisons = new SharedReads<boolean | undefined>(LIFETIME_MS, MAX_READINGS);

/** Reads webinars; all executions and lists of the process share the readings. */
export class WebinarReader {
	constructor(
		private readonly service: ServiceClient,
		/** The earliest moment of a shared reading, as of `performance.now()`; Infinity to read again. */
		readonly since: number,
		/** Ends the waiting. */
		readonly signal?: AbortSignal,
	) {}

	/** Readings of the last minute are young enough to choose a session from, because sessions rarely change. */
	recent(maxAgeMs = MINUTE_MS): WebinarReader {
		return new WebinarReader(this.service, performance.now() - maxAgeMs, this.signal);
	}

	/** Only a reading that begins from now on proves that something does not exist. */
	fromNow(): WebinarReader {
		return this.recent(0);
	}

	async list(product: Product): Promise<WebinarListItem[]> {
		const key = cacheKey(this.service.account, product.name);
		const { webinars } = await lists.get(key, this, () => this.service.call(product.name, 'webinars'));
		return webinars;
	}

	/** @throws InputError when there is no such webinar, or the reference's hash is that of another */
	async id(product: Product, reference: WebinarReference): Promise<string> {
		if ('id' in reference) {
			const { id, hash } = reference;
			if (hash !== undefined) checkHash(product, (await this.reading(product, id)).detail, hash);
			return id;
		}
		const { code } = reference;
		const found = (await this.list(product)).find(({ webinar_hash }) => webinar_hash === code);
		if (found) return String(found.webinar_id);
		throw new InputError(
			`No ${product.noun} has a registration page that ends with ${quoted(code)}`,
			'Choose the webinar from the list, or enter its ID.',
		);
	}

	/** In the attendee's zone, if known: with its offset at each session, for a second call beyond a change of clocks. */
	async webinar(product: Product, reference: WebinarReference, zone?: Zone): Promise<Webinar> {
		const id = 'id' in reference ? reference.id : await this.id(product, reference);
		const form = zone && product.takesTimezone ? gmtForm(zone, Settings.now()) : undefined;
		const first = await this.reading(product, id, form);
		if ('id' in reference) checkHash(product, first.detail, reference.hash);
		const follows = await this.followsAttendee(product, first);
		const key = `${zone?.name} ${follows}`;
		const known = first.finished.get(key);
		const forms = known?.others.map((other) => other.form) ?? first.otherForms(product, zone, follows);
		const others = await Promise.all(forms.map((other) => this.reading(product, id, other)));
		if (known?.others.every((other, place) => other === others[place])) return known.webinar;
		const webinar = webinarOf(product, [first, ...others], zone, follows);
		first.finished.set(key, { others, webinar });
		return webinar;
	}

	/**
	 * The zone of dates in the webinar's list of registrants, if it is known.
	 * @param listed the webinar in the list of webinars, where it was read; it says enough unless it may follow the attendee
	 */
	async rowZone(product: Product, id: string, listed?: WebinarListItem): Promise<Zone | undefined> {
		const stated = listed && statedZone(product, listed);
		if (listed && !(stated && product.takesTimezone)) return stated;
		return rowZone(await this.webinar(product, { id }));
	}

	/** A webinar that states a region may follow the attendee too. If nothing shows it, its dates are in the region. */
	private async followsAttendee(product: Product, first: Reading): Promise<boolean> {
		if (!product.takesTimezone) return false;
		if (!statedZone(product, first.detail)) return true;
		if (first.dated.length === 0) return false;
		const id = String(first.detail.webinar_id);
		// As the service's documentation writes zones.
		const form = first.form === 'GMT+2' ? 'GMT-5' : 'GMT+2';
		const compare = async () => {
			const read = this.fromNow().reading(product, id, form);
			const other = await read.catch((error: unknown) => {
				if (error instanceof CancelledError) throw error;
				return undefined;
			});
			return other && first.differsByOffset(other);
		};
		const key = cacheKey(this.service.account, product.name, id);
		return (await comparisons.get(key, this.recent(), compare)) ?? false;
	}

	private async reading(product: Product, id: string, form?: string): Promise<Reading> {
		const key = cacheKey(this.service.account, product.name, id, form);
		return await readings.get(key, this, async () => {
			const readAt = Settings.now();
			const { webinar } = await this.service.call(product.name, 'webinar', {
				webinar_id: id,
				...(form !== undefined && { timezone: form }),
			});
			const answered = webinar.webinar_id;
			if (answered === Number(id)) return new Reading(webinar, form, readAt);
			throw new ServiceError('The service answered with another webinar', {
				description: `Asked for: webinar ${id}. Answered: webinar ${answered}. Run this item again later. ${COMPARE}`,
			});
		});
	}
}

/** The same ID names different webinars in other products and accounts, so the token of an address must match too. */
export function checkHash({ noun }: Product, webinar: WebinarDetail, token: string | undefined): void {
	const { webinar_id, webinar_hash, registration_url } = webinar;
	const page = typeof registration_url === 'string' ? parseUrl(registration_url) : undefined;
	if (token === undefined || (!webinar_hash && !page)) return;
	if (token === webinar_hash || page?.pathname.split('/').includes(token)) return;
	throw new InputError(
		'The address belongs to another webinar',
		`The ${noun} with the ID ${webinar_id} has another registration page. Choose the other resource, check the credential, or choose the webinar from the list.`,
	);
}
