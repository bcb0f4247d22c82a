import { sessionKey } from '../../../nodes/WebinarAccount/registrants/registerOnce';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { sessionOn, tomorrow } from './foundSession';

describe('sessionKey', () => {
	const keyOf = (session: Session, date = session.date) => sessionKey({ session, date });

	it('returns different keys for different schedules or dates', () => {
		const other = sessionOn('2026-11-26 20:30');
		const keys = [keyOf(tomorrow), keyOf(other), keyOf(tomorrow, ''), keyOf({ ...tomorrow, schedule: 47 })];
		expect(new Set(keys).size).toBe(4);
	});

	it('returns the same key for one session in two time zones', () => {
		expect(keyOf({ ...tomorrow, date: '2026-11-25 14:30' })).toBe(keyOf(tomorrow));
	});

	it('returns the same key for all sessions of a live series', () => {
		const inSeries = { coversWebinar: true };
		const other = sessionOn('2026-12-03 20:30', { ...inSeries, schedule: 47 });
		expect(keyOf({ ...tomorrow, ...inSeries }, '')).toBe(keyOf(other, ''));
	});

	it.each(['justInTime', 'instantReplay'] as const)(
		'returns the same key for %s sessions of any ID and date',
		(kind) => {
			const other = sessionOn('2026-11-24 20:45', { kind, schedule: 5 });
			expect(keyOf({ ...tomorrow, kind })).toBe(keyOf(other));
		},
	);

	it('returns the same key for a room that is always open, on any date', () => {
		const other = sessionOn('2026-11-24 20:45', { kind: 'anyTime' });
		expect(keyOf({ ...tomorrow, kind: 'anyTime' })).toBe(keyOf(other));
	});
});
