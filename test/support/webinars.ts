import type { Zone } from 'luxon';

import { type Product, products } from '../../nodes/WebinarAccount/service/products';
import type { ScheduleObject, WebinarDetail } from '../../nodes/WebinarAccount/service/schemas';
import { Reading, type Session, type Webinar, webinarOf } from '../../nodes/WebinarAccount/webinars/webinar';

interface ReadAs {
	product?: Product;
	/** The attendee's. */
	zone?: Zone;
	followsAttendee?: boolean;
	/** The GMT form that was passed. */
	form?: string;
}

/** A webinar as it is finished from one response, by default a live one in UTC. */
export function finished(
	detail: Partial<WebinarDetail>,
	{ product = products.live, zone, followsAttendee = false, form }: ReadAs = {},
): Webinar {
	const reading = new Reading({ webinar_id: 1, timezone: 'UTC', ...detail }, form, 0);
	return webinarOf(product, [reading], zone, followsAttendee);
}

export function entry(schedule: number, date = '2026-03-01 13:00', comment = ''): ScheduleObject {
	return { schedule, date, comment };
}

/** The only session of a webinar. */
export function onlySession({ sessions: [session] }: Webinar): Session {
	if (!session) throw new Error('There is no session');
	return session;
}
