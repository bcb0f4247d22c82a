import { sessionKey } from '../../../nodes/WebinarAccount/operations/register';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { sessionOn, tomorrow } from './chosenSession';

/** Returns the key of a registration for a session. @param date the date that the request sends */
const keyOf = (session: Session, date = session.date) => sessionKey({ session, date });

describe('sessionKey', () => {
	it('returns different keys for different dates, different schedules, and a schedule without a date', () => {
		const keys = [
			keyOf(tomorrow),
			keyOf(sessionOn('2026-11-26 20:30')),
			keyOf({ ...tomorrow, schedule: 47 }),
			keyOf(tomorrow, ''),
		];
		expect(new Set(keys).size).toBe(4);
	});

	it('returns the same key for a session whose date is written in another time zone', () => {
		expect(keyOf({ ...tomorrow, date: '2026-11-25 14:30' })).toBe(keyOf(tomorrow));
	});

	it('returns the same key for all sessions of a live series', () => {
		const inSeries = { ...tomorrow, coversWebinar: true };
		const later = sessionOn('2026-12-03 20:30', { coversWebinar: true, schedule: 47 });
		expect(keyOf(inSeries, '')).toBe(keyOf(later, ''));
	});

	it.each(['justInTime', 'instantReplay'] as const)(
		'returns the same key for all %s sessions, whichever ID and date they have',
		(kind) => {
			const other = sessionOn('2026-11-24 20:45', { kind, schedule: 5 });
			expect(keyOf({ ...tomorrow, kind })).toBe(keyOf(other));
		},
	);

	it('returns the same key for a session that is open at any time, whichever date it has', () => {
		const other = sessionOn('2026-11-24 20:45', { kind: 'anyTime' });
		expect(keyOf({ ...tomorrow, kind: 'anyTime' })).toBe(keyOf(other));
	});
});
