import { Settings, type Zone } from 'luxon';

import { PromiseCache, unlessAborted } from '../utils/async';
import { quoted } from '../utils/text';
import { cacheKey } from './account';
import type { Answer, ServiceClient } from './endpoints';
import { COMPARE } from './errorTexts';
import { CancelledError, InputError, ServiceError } from './errors';
import type { Product } from './products';
import type { Session, WebinarDetail, WebinarListItem } from './schemas';
import { momentOf } from './sessions/choice';
import { isUndated } from './sessions/kinds';
import { groupBySchedule, ScheduleIndex } from './sessions/scheduleIndex';
import { EST, gmtForm, isOwnZone, zoneNamed } from './sessions/timezone';
import { checkHash, type WebinarReference } from './webinarReference';

/** A webinar as the service returned it at one moment, with its dates in one time zone. */
export class Reading {
	private readonly starts = new Map<Session, number>();
	private indexes: Map<number, ScheduleIndex> | undefined;

	/**
	 * @param readAt time of the call, in milliseconds since 1970
	 * @param zone the zone of the dates
	 * @param isZoneGuessed whether that zone is a guess, because the webinar has none
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

	/** The start in milliseconds since 1970; NaN for a date that is not in the documented format. */
	startOf(session: Session): number {
		const known = this.starts.get(session);
		if (known !== undefined) return known;
		const start = momentOf(session.date, this.zone).toMillis();
		this.starts.set(session, start);
		return start;
	}

	/** The sessions of a schedule. */
	schedule(id: number): ScheduleIndex | undefined {
		this.indexes ??= new Map(
			[...groupBySchedule(this.sessions)].map(([schedule, sessions]) => [
				schedule,
				new ScheduleIndex(sessions, (session) => this.startOf(session)),
			]),
		);
		return this.indexes.get(id);
	}

	/** A start in UTC (ISO 8601); null if the zone is a guess. @param date YYYY-MM-DD HH:MM, in the zone of the reading */
	inUtc(date: string, zone?: Zone): string | null {
		if (this.isZoneGuessed && !zone) return null;
		return momentOf(date, zone ?? this.zone)
			.toUTC()
			.toISO({ suppressMilliseconds: true });
	}
}

const MAX_READINGS = 500;

const now = () => Settings.now();

/** Recent readings of the whole process, by account, webinar and time zone. */
export const readings = {
	lists: new PromiseCache<Answer<'webinars'>>(MAX_READINGS, now),
	webinars: new PromiseCache<Reading>(MAX_READINGS, now),
};

/** Whether the webinar shows its sessions in each attendee's own zone, so that its dates depend on the zone passed. */
export function followsAttendee(product: Product, { timezone }: Pick<WebinarDetail, 'timezone'>): boolean {
	return product.takesTimezone && !isOwnZone(timezone ?? '');
}

/** Whether the sessions have other dates in one answer than in the other. Those without a fixed date do not count. */
function haveMoved(...webinars: readonly [WebinarDetail, WebinarDetail]): boolean {
	const [dates, others] = webinars.map(({ type, schedules }) =>
		(schedules ?? [])
			.filter((session) => !isUndated(session, type))
			.map(({ schedule, date }) => `${schedule}|${date}`),
	);
	return Boolean(dates?.length && others?.length) && !dates?.some((date) => others?.includes(date));
}

/** The zone of a webinar's dates when none is passed. A webinar without a zone has its dates in EST, as a guess. */
export function zoneOf(product: Product, webinar: Pick<WebinarDetail, 'timezone'>): Zone {
	return (followsAttendee(product, webinar) ? undefined : zoneNamed(webinar.timezone ?? '')) ?? EST;
}

function anotherWebinar(id: string, { webinar_id }: WebinarDetail): ServiceError {
	return new ServiceError('The service answered with another webinar', {
		description: `Asked for: webinar ${id}. Answered: webinar ${webinar_id}. Run this item again later. ${COMPARE}`,
	});
}

/** Reads webinars; all executions and lists of the process share the readings. */
export class WebinarReader {
	/**
	 * @param since minimum time of a shared reading, in milliseconds since 1970; Infinity to read again
	 * @param signal ends the waiting
	 */
	constructor(
		private readonly service: ServiceClient,
		private readonly since: number,
		private readonly signal?: AbortSignal,
	) {}

	/** A reader with another minimum time. */
	notBefore(since: number): WebinarReader {
		return new WebinarReader(this.service, since, this.signal);
	}

	async list(product: Product): Promise<WebinarListItem[]> {
		const load = () => this.service.call(product.name, 'webinars');
		const { webinars } = await this.shared(readings.lists, this.keyOf(product), load);
		return webinars;
	}

	/**
	 * Reads a webinar with its dates at the offset of the attendee's zone at one moment.
	 * @param zone the attendee's zone, if known
	 * @param at that moment, in milliseconds since 1970
	 * @throws InputError when the reference's hash belongs to another webinar
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
			if (webinar.webinar_id !== Number(id)) throw anotherWebinar(id, webinar);
			if (followsAttendee(product, webinar)) {
				return new Reading(webinar, readAt, zoneNamed(timezone ?? '') ?? EST, false, timezone);
			}
			const own = zoneNamed(webinar.timezone ?? '');
			const passed = zoneNamed(timezone ?? '');
			// What a webinar shows that follows the attendee's zone is not documented. It may be a zone, too.
			const mayFollow = passed && own && gmtForm(own, at) !== timezone;
			const follows = mayFollow && haveMoved(webinar, (await this.webinar(product, { id }, own, at)).webinar);
			const zone = follows ? passed : own;
			return new Reading(webinar, readAt, zone ?? EST, zone === undefined, timezone);
		});
		if ('id' in reference) checkHash(product, reading.webinar, reference.hash);
		return reading;
	}

	/** The ID of a webinar; looks up a code in the list. */
	async id(product: Product, reference: WebinarReference): Promise<string> {
		if ('id' in reference) return reference.id;
		const { code } = reference;
		const found = (await this.list(product)).find(({ webinar_hash }) => webinar_hash === code);
		if (found) return String(found.webinar_id);
		throw new InputError(
			`No ${product.noun} has a registration page that ends with ${quoted(code)}`,
			'Choose the webinar from the list, or enter its ID.',
			['No webinar has this registration page'],
		);
	}

	/** Removes a reading that the service proved wrong. */
	forget(product: Product, { webinar, timezone }: Reading): void {
		readings.webinars.delete(this.keyOf(product, String(webinar.webinar_id), timezone));
	}

	private keyOf({ name }: Product, id = '', timezone = ''): string {
		return cacheKey(this.service.account, name, id, timezone);
	}

	private async shared<T>(cache: PromiseCache<T>, key: string, load: () => Promise<T>): Promise<T> {
		let isOwn = false;
		const answer = cache.get(key, this.since, () => {
			isOwn = true;
			return load();
		});
		const waiting = unlessAborted(answer, this.signal, () => new CancelledError());
		return await waiting.catch((error: unknown) => {
			// Another execution owned the shared call and was cancelled.
			if (!isOwn && !this.signal?.aborted && error instanceof CancelledError) {
				return this.shared(cache, key, load);
			}
			throw error;
		});
	}
}
