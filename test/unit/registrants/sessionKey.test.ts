import { sessionKey } from '../../../nodes/WebinarAccount/operations/register';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { sessionOn, tomorrow } from './chosenSession';

/** Returns the key of a registration for a session. @param date the date that the request sends */
const keyOf = (session: Session, date = session.date) => sessionKey({ session, dateToSend: date });

describe('sessionKey', () => {
	it('returns the same key for a session whose date is written in another time zone', () => {
		expect(keyOf({ ...tomorrow, date: '2026-11-25 14:30' })).toBe(keyOf(tomorrow));
	});

	it('returns different keys for two schedules, and for two starts of one schedule', () => {
		const keys = [
			keyOf(tomorrow),
			keyOf(sessionOn(tomorrow.date, { scheduleId: 47 })),
			keyOf(sessionOn('2026-11-26 20:30')),
		];
		expect(new Set(keys).size).toBe(3);
	});

	it('returns the same key for all sessions of a live series', () => {
		const first = sessionOn('2026-11-26 20:30', { coversWebinar: true, scheduleId: 131 });
		const second = sessionOn('2026-12-03 20:30', { coversWebinar: true, scheduleId: 132 });
		expect(keyOf(first)).toBe(keyOf(second));
	});

	it('returns the same key whatever date a session has that is open at any time', () => {
		// The date changes every minute, so it is not a start.
		const alwaysOpen = sessionOn('2026-11-24 20:45', { kind: 'anyTime', startsAt: undefined });
		expect(keyOf(alwaysOpen)).toBe(keyOf({ ...alwaysOpen, date: '2026-11-24 20:46' }));
	});

	it.each(['justInTime', 'instantReplay'] as const)(
		'returns the same key for all %s sessions, whichever ID and date they have',
		(kind) => {
			const other = sessionOn('2026-11-24 20:45', { kind, scheduleId: 5 });
			expect(keyOf({ ...tomorrow, kind })).toBe(keyOf(other));
		},
	);
});
