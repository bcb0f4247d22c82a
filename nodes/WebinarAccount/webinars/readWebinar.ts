import type { Zone } from 'luxon';

import { ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import type { WebinarDetail } from '../service/schemas';
import { EST, gmtOffset, momentOf, zoneNamed } from './dates';
import { type Entry, ownZoneOf, readEntries, readSessions, type Webinar } from './webinar';

/** Requests a webinar's details. @param offset the value of `timezone` in the request, e.g. "GMT+5:30" */
type ReadDetail = (offset?: string) => Promise<WebinarDetail>;

/**
 * Reads a webinar with its sessions. Sends one request for a live webinar, and one to four for an automated webinar.
 * @param attendeeZone the attendee's time zone, if it is known and the product's requests take it
 * @param now milliseconds since 1970
 */
export async function readWebinar(
	product: Product,
	readDetail: ReadDetail,
	attendeeZone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	return product.takesTimezone
		? await readAutomatedWebinar(product, readDetail, attendeeZone, now)
		: toLiveWebinar(product, await readDetail());
}

function toLiveWebinar(product: Product, detail: WebinarDetail): Webinar {
	const zone = ownZoneOf(product, detail);
	const { scheduled, spontaneous } = readEntries(detail, undefined, zone ?? EST);
	return {
		product,
		id: detail.webinar_id,
		detail,
		zone,
		mayUseAttendeeZone: false,
		...readSessions(product, detail.type, [...spontaneous, ...scheduled]),
	};
}

/** Reads a webinar whose dates may depend on the attendee's time zone. */
async function readAutomatedWebinar(
	product: Product,
	readDetail: ReadDetail,
	attendeeZone: Zone | undefined,
	now: number,
): Promise<Webinar> {
	const presentOffset = attendeeZone && gmtOffset(attendeeZone, now);
	// The service may omit just-in-time and instant-replay sessions if a request has `timezone`. The webinar is therefore
	// also read without it.
	const [detail, detailWithoutZone] = await Promise.all([
		readDetail(presentOffset),
		presentOffset === undefined ? undefined : unlessRejected(readDetail()),
	]);
	const ownZone = ownZoneOf(product, detail);
	const { mayUseAttendeeZone, defaultZone } = await findDateZones(
		readDetail,
		ownZone,
		detail,
		presentOffset,
		detailWithoutZone,
	);
	const entriesIn = (response: WebinarDetail, offset: string | undefined) => {
		const passedZone = mayUseAttendeeZone && offset !== undefined ? zoneNamed(offset) : undefined;
		return readEntries(response, offset, passedZone ?? defaultZone ?? ownZone ?? EST);
	};

	// A request passes only an offset, such as "GMT+1", but the offset of the attendee's time zone changes with daylight
	// saving time. Sessions on dates with a different offset are therefore requested again with it.
	const offsetAtStart = ({ startsAt }: Entry) =>
		attendeeZone && startsAt !== undefined ? gmtOffset(attendeeZone, startsAt) : presentOffset;
	const { scheduled, spontaneous } = entriesIn(detail, presentOffset);
	const offsets = new Set([presentOffset, ...scheduled.map(offsetAtStart)]);
	const scheduledByOffset = await Promise.all(
		[...offsets].map(async (offset) => {
			const entries =
				offset === presentOffset ? scheduled : entriesIn(await readDetail(offset), offset).scheduled;
			return entries.filter((entry) => offsetAtStart(entry) === offset);
		}),
	);
	const withoutZone = detailWithoutZone ? entriesIn(detailWithoutZone, undefined).spontaneous : [];
	const allSpontaneous = withoutZone.length > 0 ? withoutZone : spontaneous;

	return {
		product,
		id: detail.webinar_id,
		detail,
		zone: defaultZone && mayUseAttendeeZone ? (attendeeZone ?? defaultZone) : defaultZone,
		mayUseAttendeeZone,
		...readSessions(product, detail.type, [...allSpontaneous, ...scheduledByOffset.flat()]),
	};
}

/** Returns the response; undefined if the service rejected the request, which it may do if there is no `timezone`. */
async function unlessRejected(response: Promise<WebinarDetail>): Promise<WebinarDetail | undefined> {
	return await response.catch((error: unknown) => {
		if (error instanceof ServiceError && isRejection(error)) return undefined;
		throw error;
	});
}

/** Whether the service rejected the values of a request, not its key, its rate or its origin. */
function isRejection({ httpCode = 0, problems, isTransient, rejects }: ServiceError): boolean {
	if (isTransient || rejects !== undefined || httpCode === 403 || httpCode === 429) return false;
	return problems.length > 0 || (httpCode >= 400 && httpCode < 500);
}

/** The time zones of the dates in responses about a webinar. */
interface DateZones {
	/** Whether the dates are in the attendee's time zone, which a request passes as `timezone`. True if it is unknown. */
	mayUseAttendeeZone: boolean;
	/** The time zone of the dates if the request had no `timezone`; undefined if it is unknown. */
	defaultZone: Zone | undefined;
}

/**
 * Finds out whether an automated webinar's dates depend on the attendee's time zone. They do if the webinar itself has no
 * time zone. For any other webinar, the dates in two responses are compared, which may need one more request.
 * @param detail the response to the request with `offset` as `timezone`, or without `timezone` if `offset` is undefined
 * @param detailWithoutZone the response to a second request, without `timezone`; undefined if the service rejected it
 */
async function findDateZones(
	readDetail: ReadDetail,
	ownZone: Zone | undefined,
	detail: WebinarDetail,
	offset: string | undefined,
	detailWithoutZone: WebinarDetail | undefined,
): Promise<DateZones> {
	const withoutZone = offset === undefined ? detail : detailWithoutZone;
	// If the dates depend on the attendee's time zone, the service requires `timezone`, and may reject a request without
	// it.
	if (!ownZone || !withoutZone) return { mayUseAttendeeZone: true, defaultZone: EST };
	let zones = offset === undefined ? undefined : compareDates(withoutZone, detail, offset, ownZone);
	const otherOffset = zones ? undefined : offsetForComparison(withoutZone, ownZone);
	if (otherOffset !== undefined) {
		const withZone = await unlessRejected(readDetail(otherOffset));
		zones = withZone && compareDates(withoutZone, withZone, otherOffset, ownZone);
	}
	return zones ?? { mayUseAttendeeZone: true, defaultZone: undefined };
}

/**
 * Finds out the time zones of an automated webinar's dates by comparing two responses:
 *
 * | Result of the comparison                                | in the attendee's zone?   | zone without `timezone` |
 * | ------------------------------------------------------- | ------------------------- | ----------------------- |
 * | both responses have the same dates                      | no                        | the webinar's own zone  |
 * | same moments, if the dates without `timezone` are EST   | yes                       | EST                     |
 * | same moments, if those dates are in the own zone        | yes                       | the webinar's own zone  |
 *
 * @param withoutZone the response to a request without `timezone`
 * @param withZone the response to a request with `timezone`
 * @param offset the `timezone` of that request, e.g. "GMT+2"
 * @param ownZone the time zone in the webinar's settings
 * @returns undefined if the comparison is inconclusive, e.g. because the responses have no session in common
 */
function compareDates(
	withoutZone: WebinarDetail,
	withZone: WebinarDetail,
	offset: string,
	ownZone: Zone,
): DateZones | undefined {
	const dates = datedSessions(withoutZone);
	const datesWithZone = datedSessions(withZone);
	const passedZone = zoneNamed(offset) ?? EST;
	/** Returns how many sessions start at the same moment if the responses' dates are in the given zones. */
	const countCommon = (zone: Zone, zoneOfOthers: Zone) => {
		const keyOf = ({ scheduleId, date }: Entry, dateZone: Zone) =>
			`${scheduleId} ${momentOf(date, dateZone)}`;
		const others = new Set(datesWithZone.map((session) => keyOf(session, zoneOfOthers)));
		return dates.filter((session) => others.has(keyOf(session, zone))).length;
	};
	const sameDates = countCommon(EST, EST);
	const sameMomentsFromEst = countCommon(EST, passedZone);
	const sameMomentsFromOwnZone = countCommon(ownZone, passedZone);
	const sameMoments = Math.max(sameMomentsFromEst, sameMomentsFromOwnZone);
	if (sameDates === sameMoments) return undefined;
	if (sameDates > sameMoments) return { mayUseAttendeeZone: false, defaultZone: ownZone };
	return {
		mayUseAttendeeZone: true,
		defaultZone: sameMomentsFromOwnZone > sameMomentsFromEst ? ownZone : EST,
	};
}

/** Offsets to request for a comparison. Both are examples in the service's documentation. */
const COMPARED_OFFSETS = ['GMT+4:30', 'GMT+2'];

/**
 * Returns the offset to send as `timezone` in a request for `compareDates`. It differs from EST and from the webinar's
 * own time zone, because equal offsets would make the comparison inconclusive.
 * @returns undefined if the webinar has no date to compare
 */
function offsetForComparison(detail: WebinarDetail, ownZone: Zone): string | undefined {
	const [first] = datedSessions(detail);
	if (!first) return undefined;
	const ownOffset = gmtOffset(ownZone, momentOf(first.date, ownZone) ?? 0);
	return COMPARED_OFFSETS.find((offset) => offset !== ownOffset);
}

/** Returns the webinar's sessions that have a readable date. */
function datedSessions(detail: WebinarDetail): Entry[] {
	const { scheduled } = readEntries(detail, undefined, EST);
	return scheduled.filter(({ kind, startsAt }) => kind === 'dated' && startsAt !== undefined);
}
