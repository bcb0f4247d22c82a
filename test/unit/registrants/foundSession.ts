import { IANAZone } from 'luxon';

import { products } from '../../../nodes/WebinarAccount/service/products';
import type { FoundSession } from '../../../nodes/WebinarAccount/webinars/chooseSession';
import type { Session, Webinar } from '../../../nodes/WebinarAccount/webinars/webinar';

const berlin = IANAZone.create('Europe/Berlin');
export const now = Date.parse('2026-11-24T12:00:00Z');

/** @param date in Berlin, in winter */
export function sessionOn(date: string, more: Partial<Session> = {}): Session {
	const startsAt = date === '' ? undefined : Date.parse(`${date.replace(' ', 'T')}+01:00`);
	return {
		schedule: 46,
		kind: 'dated',
		startsAt,
		date,
		timezone: undefined,
		comment: null,
		isSeries: false,
		coversWebinar: false,
		listed: { date, schedule: 46 },
		...more,
	};
}

/** An automated webinar in Berlin, and one of its sessions. */
export function found(session: Session, webinar: Partial<Webinar> = {}): FoundSession {
	return {
		session,
		webinar: {
			product: products.automated,
			id: 13,
			detail: { webinar_id: 13, webinar_hash: 'g6h2r8vn', timezone: 'Europe/Berlin' },
			zone: berlin,
			followsAttendee: false,
			sessions: [session],
			unbookable: [],
			...webinar,
		},
	};
}

export const tomorrow = sessionOn('2026-11-25 20:30');
