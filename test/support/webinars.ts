import type { ScheduleObject, WebinarDetail } from '../../nodes/WebinarAccount/service/endpoints';
import { type Product, products } from '../../nodes/WebinarAccount/service/products';
import { parseZone } from '../../nodes/WebinarAccount/webinars/dates';
import {
	readListing,
	type Session,
	type SessionDates,
	toWebinar,
	type Webinar,
	withStarts,
} from '../../nodes/WebinarAccount/webinars/webinar';

interface ReadAs {
	product?: Product;
	/** By default, the dates are in the zone that the webinar states. */
	dates?: SessionDates;
	/** The GMT form that was passed. */
	offset?: string;
}

/** Returns the webinar for one response, by default a live one in UTC. */
export function webinarWith(
	detail: Partial<WebinarDetail>,
	{ product = products.live, dates: otherDates, offset }: ReadAs = {},
): Webinar {
	const whole = { webinar_id: 1, timezone: 'UTC', ...detail };
	const dates: SessionDates = otherDates ?? { kind: 'inWebinarZone', zone: parseZone(whole.timezone) };
	const { entries } = readListing(whole, offset);
	const zone = parseZone(offset) ?? dates.zone;
	return toWebinar({ product, detail: whole, dates }, withStarts(entries, zone));
}

export function entry(
	schedule: number,
	date = '2026-03-01 13:00',
	comment = '',
): ScheduleObject & { date: string } {
	return { schedule, date, comment };
}

/** Returns the only session of a webinar. */
export function onlySession({ sessions: [session] }: Webinar): Session {
	if (!session) throw new Error('There is no session');
	return session;
}
