import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { sessionItem } from '../../../nodes/WebinarAccount/listSearch/sessionItem';
import { Reading } from '../../../nodes/WebinarAccount/service/webinars';

const london = IANAZone.create('Europe/London');
const named = (comment: string, zone: Zone = london, isZoneGuessed = false) => {
	const session = { date: '2026-01-31 10:00', schedule: 5, comment };
	const reading = new Reading({ webinar_id: 1, schedules: [session] }, 0, zone, isZoneGuessed, undefined);
	return sessionItem({ session, reading }, { books: true, byDate: true }).name;
};

describe('a choice of the Session field', () => {
	it.each([
		['Every day, 01:00 PM', 'Every day'],
		['Every weekday at 10:00 AM', 'Every weekday'],
		['Every Monday, 10 AM', 'Every Monday'],
		['Every Monday at 10am', 'Every Monday'],
		['Every day 13:00', 'Every day'],
		[' Every  day ,\n 1:00  PM ', 'Every day'],
		['Every 2 weeks at 9:30', 'Every 2 weeks'],
		['Every 10 amazing days', 'Every 10 amazing…'],
		['Group A', 'Group A'],
		['Group at noon', 'Group at noon'],
	])('holds the description without its time, which is not converted: %s', (comment, shown) => {
		expect(named(comment)).toBe(`Sat 31 Jan 2026 10:00 · ${shown} · London`);
	});

	it.each(['10:00 AM', 'Sat, 31 Jan 2026, 10:00 AM', ''])(
		'holds nothing of the description "%s"',
		(comment) => {
			expect(named(comment)).toBe('Sat 31 Jan 2026 10:00 · London');
		},
	);

	it('names no zone when the webinar names none', () => {
		const eastern = FixedOffsetZone.instance(-5 * 60);
		expect(named('', eastern, true)).toBe('Sat 31 Jan 2026 10:00');
		expect(named('', eastern)).toBe('Sat 31 Jan 2026 10:00 · GMT-5');
	});
});
