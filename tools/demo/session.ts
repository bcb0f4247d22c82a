import { DateTime } from 'luxon';

import type { ServiceObject } from './registration';

/** The session of a registration, and those that it includes. */
export function describeSession(
	product: 'live' | 'automated',
	webinar: ServiceObject,
	{ date, timezone, schedule }: ServiceObject,
): string {
	if (typeof date !== 'string') return 'unknown';
	const start = DateTime.fromFormat(date, 'yyyy-MM-dd HH:mm').setLocale('en');
	const day = start.isValid ? start.toFormat('ccc d LLL yyyy, HH:mm') : date;
	const zone = typeof timezone === 'string' ? ` (${timezone})` : '';
	// A registration for an automated webinar has a date, so it is for one session.
	const following = product === 'live' ? followingSessions(webinar, schedule, date) : 0;
	const series =
		following > 0 ? `, and the ${following === 1 ? 'one' : following} after it in the series` : '';
	return `${day}${zone}${series}`;
}

/** Counts later sessions with the same schedule. */
function followingSessions({ schedules }: ServiceObject, schedule: unknown, date: string): number {
	if (!Array.isArray(schedules)) return 0;
	const sessions: unknown[] = schedules;
	const follows = (session: unknown) =>
		typeof session === 'object' &&
		session !== null &&
		'date' in session &&
		'schedule' in session &&
		session.schedule === schedule &&
		String(session.date) > date;
	return sessions.filter(follows).length;
}
