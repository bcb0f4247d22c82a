import { sessionKey } from '../../../nodes/WebinarAccount/operations/register';
import type { Session } from '../../../nodes/WebinarAccount/webinars/webinar';
import { sessionOn, tomorrow } from './chosenSession';

/** Returns the key of a registration for a session. @param date the date that the request sends */
const keyOf = (session: Session, date = session.date) => sessionKey({ session, date });

describe('sessionKey', () => {
	it('returns the same key for a session whose date is written in another time zone', () => {
		expect(keyOf({ ...tomorrow, date: '2026-11-25 14:30' })).toBe(keyOf(tomorrow));
	});

	it.each(['justInTime', 'instantReplay'] as const)(
		'returns the same key for all %s sessions, whichever ID and date they have',
		(kind) => {
			const other = sessionOn('2026-11-24 20:45', { kind, scheduleId: 5 });
			expect(keyOf({ ...tomorrow, kind })).toBe(keyOf(other));
		},
	);
});
