import { IANAZone } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import type { Booking } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import type { Session, Webinar } from '../../../nodes/WebinarAccount/webinars/webinar';

/** The current time in these tests: 13:00 in Berlin. */
export const now = Date.parse('2026-11-24T12:00:00Z');

/** The schedule of sessions and registrants, unless a test sets another one. */
export const SCHEDULE = 46;

const berlin = IANAZone.create('Europe/Berlin');

/** Returns a session. @param date its date in Berlin in winter, or an empty string for a session without a date */
export function sessionOn(date: string, fields: Partial<Session> = {}): Session {
	const startsAt = date === '' ? undefined : Date.parse(`${date.replace(' ', 'T')}+01:00`);
	return {
		scheduleId: SCHEDULE,
		kind: 'dated',
		startsAt,
		date,
		offset: undefined,
		comment: null,
		isRecurringOrInSeries: false,
		coversWebinar: false,
		output: { date, schedule: SCHEDULE },
		...fields,
	};
}

/** Returns the choice of a session of an automated webinar in Berlin. */
export function chosen(session: Session, webinar: Partial<Webinar> = {}): Booking {
	return {
		session,
		dateToSend: session.date,
		isAssumedReplay: false,
		webinar: {
			product: products.automated,
			id: 13,
			detail: { webinar_id: 13, webinar_hash: 'g6h2r8vn', timezone: 'Europe/Berlin' },
			dates: { kind: 'inWebinarZone', zone: berlin },
			sessions: [session],
			unbookable: [],
			...webinar,
		},
	};
}

export const tomorrow = sessionOn('2026-11-25 20:30');
