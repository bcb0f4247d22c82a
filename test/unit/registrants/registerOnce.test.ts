import { sessionKey } from '../../../nodes/WebinarAccount/registrants/registerOnce';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { sessionOn, tomorrow } from './foundSession';

describe('the key of a session', () => {
	const keyOf = (session: Session, date = session.date) => sessionKey({ session, date });

	it('differs by schedule and by date', () => {
		const other = sessionOn('2026-11-26 20:30');
		const keys = [keyOf(tomorrow), keyOf(other), keyOf(tomorrow, ''), keyOf({ ...tomorrow, schedule: 47 })];
		expect(new Set(keys).size).toBe(4);
	});

	it('is the same for one session in two time zones', () => {
		expect(keyOf({ ...tomorrow, date: '2026-11-25 14:30' })).toBe(keyOf(tomorrow));
	});

	it('is the same for all sessions of a live series', () => {
		const inSeries = { coversWebinar: true };
		const other = sessionOn('2026-12-03 20:30', { ...inSeries, schedule: 47 });
		expect(keyOf({ ...tomorrow, ...inSeries }, '')).toBe(keyOf(other, ''));
	});

	it.each(['justInTime', 'instantReplay'] as const)(
		'does not depend on the ID and the date of %s',
		(kind) => {
			const other = sessionOn('2026-11-24 20:45', { kind, schedule: 5 });
			expect(keyOf({ ...tomorrow, kind })).toBe(keyOf(other));
		},
	);

	it('does not depend on the date of a session that is always open', () => {
		const other = sessionOn('2026-11-24 20:45', { kind: 'anyTime' });
		expect(keyOf({ ...tomorrow, kind: 'anyTime' })).toBe(keyOf(other));
	});
});
