import { Settings, type Zone } from 'luxon';

import { PromiseCache, unlessAborted } from '../utils/async';
import { quoted } from '../utils/text';
import type { Answer, ServiceClient } from './endpoints';
import { CancelledError, InputError } from './errors';
import type { Product } from './products';
import type { Session, WebinarDetail, WebinarListItem } from './schemas';
import { momentOf } from './sessions/choice';
import { EST, gmtForm, isOwnZone, zoneNamed } from './sessions/timezone';
import { checkHash, type WebinarReference } from './webinarReference';

/** A webinar as the service gave it at one moment, with its dates in one time zone. */
export class Reading {
	private readonly starts = new Map<Session, number>();

	/**
	 * @param readAt when the call was made, in milliseconds since 1970
	 * @param zone in which the service gave the dates
	 * @param isZoneGuessed whether that is a guess, because a live webinar names no zone
	 * @param timezone the GMT form that was passed, and that a registration must pass again
	 */
	constructor(
		readonly webinar: WebinarDetail,
		readonly readAt: number,
		readonly zone: Zone,
		readonly isZoneGuessed: boolean,
		readonly timezone: string | undefined,
	) {}

	get sessions(): readonly Session[] {
		return this.webinar.schedules ?? [];
	}

	/** The start in milliseconds since 1970; NaN for a date that is not in the documented shape. */
	startOf(session: Session): number {
		const known = this.starts.get(session);
		if (known !== undefined) return known;
		const start = momentOf(session.date, this.zone).toMillis();
		this.starts.set(session, start);
		return start;
	}

	/** A start in UTC (ISO 8601); null where that would be a guess. @param date YYYY-MM-DD HH:MM, in this zone */
	inUtc(date: string): string | null {
		if (this.isZoneGuessed) return null;
		return momentOf(date, this.zone).toUTC().toISO({ suppressMilliseconds: true });
	}
}

const MAX_READINGS = 500;

const now = () => Settings.now();

/** What the whole process has read lately, by account and question. */
export const readings = {
	lists: new PromiseCache<Answer<'webinars'>>(MAX_READINGS, now),
	webinars: new PromiseCache<Reading>(MAX_READINGS, now),
};

/** Whether the webinar shows its sessions in each attendee's own zone, so that dates depend on the one passed. */
export function followsAttendee(product: Product, { timezone }: WebinarDetail): boolean {
	return product.takesTimezone && !isOwnZone(timezone ?? '');
}

/** Reads webinars, from readings that all executions and lists of the process share. */
export class WebinarReader {
	/**
	 * @param since the moment (milliseconds since 1970) from which on an earlier reading will do; Infinity for
	 * readings that are made now
	 * @param signal ends the waiting
	 */
	constructor(
		private readonly service: ServiceClient,
		private readonly since: number,
		private readonly signal?: AbortSignal,
	) {}

	/** The same with another bound on the age of a reading. */
	notBefore(since: number): WebinarReader {
		return new WebinarReader(this.service, since, this.signal);
	}

	async list(product: Product): Promise<WebinarListItem[]> {
		const ask = () => this.service.call(product.name, 'webinars');
		const { webinars } = await this.shared(readings.lists, this.keyOf(product), ask);
		return webinars;
	}

	/**
	 * Reads a webinar with its dates at the offset that the attendee's zone has at one moment.
	 * @param zone the attendee's, if it is known
	 * @param at milliseconds since 1970
	 * @throws InputError when the webinar is another one than an address names
	 */
	async webinar(
		product: Product,
		reference: WebinarReference,
		zone?: Zone,
		at = Settings.now(),
	): Promise<Reading> {
		const id = await this.id(product, reference);
		const timezone = zone && product.takesTimezone ? gmtForm(zone, at) : undefined;
		const reading = await this.shared(readings.webinars, this.keyOf(product, id, timezone), async () => {
			const readAt = Settings.now();
			const { webinar } = await this.service.call(product.name, 'webinar', {
				webinar_id: id,
				...(timezone !== undefined && { timezone }),
			});
			if (followsAttendee(product, webinar)) {
				return new Reading(webinar, readAt, zoneNamed(timezone ?? '') ?? EST, false, timezone);
			}
			const own = zoneNamed(webinar.timezone ?? '');
			return new Reading(webinar, readAt, own ?? EST, own === undefined, timezone);
		});
		if ('id' in reference) checkHash(product, reading.webinar, reference.hash);
		return reading;
	}

	/** The ID of a webinar; a code is looked up in the list. */
	async id(product: Product, reference: WebinarReference): Promise<string> {
		if ('id' in reference) return reference.id;
		const { code } = reference;
		const found = (await this.list(product)).find(({ webinar_hash }) => webinar_hash === code);
		if (found) return String(found.webinar_id);
		throw new InputError(
			`No ${product.noun} has a registration page that ends with ${quoted(code)}`,
			'Choose the webinar from the list, or give its ID.',
			['No webinar has this registration page'],
		);
	}

	/** Forgets a reading that the service proved wrong. */
	forget(product: Product, { webinar, timezone }: Reading): void {
		readings.webinars.delete(this.keyOf(product, String(webinar.webinar_id), timezone));
	}

	private keyOf({ name }: Product, id = '', timezone = ''): string {
		const { apiKey, productUrls } = this.service.account;
		return `${productUrls[name]} ${apiKey} ${id} ${timezone}`;
	}

	private async shared<T>(cache: PromiseCache<T>, key: string, ask: () => Promise<T>): Promise<T> {
		let isOwn = false;
		const answer = cache.get(key, this.since, () => {
			isOwn = true;
			return ask();
		});
		const waiting = unlessAborted(answer, this.signal, () => new CancelledError());
		return await waiting.catch((error: unknown) => {
			// Another execution was cancelled while this one shared its call.
			if (!isOwn && !this.signal?.aborted && error instanceof CancelledError) {
				return this.shared(cache, key, ask);
			}
			throw error;
		});
	}
}
