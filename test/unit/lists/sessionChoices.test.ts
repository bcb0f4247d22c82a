import { IANAZone } from 'luxon';

import { bookingChoices } from '../../../nodes/WebinarAccount/lists/sessionChoices';
import { products } from '../../../nodes/WebinarAccount/service/products';
import type { Webinar } from '../../../nodes/WebinarAccount/webinars/webinar';
import { entry, webinarWith } from '../../support/webinars';

const { automated } = products;
const london = IANAZone.create('Europe/London');

const itemsOf = (webinar: Webinar) => bookingChoices(webinar, webinar.sessions, true);

const on = (comment: string, date = '2026-01-31 10:00') => entry(5, date, comment);
const named = (comment: string, timezone: string | null = 'Europe/London') =>
	itemsOf(webinarWith({ timezone, schedules: [on(comment)] }, { product: automated }))[0]?.name;

describe('a choice of the Session field', () => {
	it.each([
		['Every day, 01:00 PM', 'Every day · '],
		['Every Monday, 10 AM', 'Every Monday · '],
		['Every day 13:00', 'Every day · '],
		[' Every  day ,\n 1:00  PM ', 'Every day · '],
		['Every 10 amazing days', 'Every 10 amazing… · '],
		['Group at noon', 'Group at noon · '],
		['10:00 AM', ''],
		['Sat, 31 Jan 2026, 10:00 AM', ''],
	])('has the description without its time, which is not converted: %s', (comment, shown) => {
		expect(named(comment)).toBe(`Sat 31 Jan 2026 10:00 · ${shown}London`);
	});

	it('names the zone that the webinar names, and the offset at the session for one that follows the attendee', () => {
		expect(named('', null)).toBe('Sat 31 Jan 2026 10:00');
		expect(named('', 'GMT-5')).toBe('Sat 31 Jan 2026 10:00 · GMT-5');
		expect(named('', 'America/Argentina/Buenos_Aires')).toMatch(/ · Buenos Aires$/);
		const schedules = [on('', '2026-07-31 10:00')];
		const webinar = webinarWith(
			{ timezone: 'auto-detect', schedules },
			{ product: automated, followsAttendee: true, zone: london, offset: 'GMT+1' },
		);
		expect(itemsOf(webinar)[0]?.name).toBe('Fri 31 Jul 2026 10:00 · GMT+1');
	});

	it('names a session without a date by its ID, or by what the service has in place of it', () => {
		const [undated] = itemsOf(webinarWith({ schedules: [on('', '')] }));
		expect(undated).toMatchObject({ name: 'ID 5 · UTC', value: '5' });
		expect(itemsOf(webinarWith({ schedules: [on('', 'soon')] }))[0]?.name).toBe('soon · UTC');
	});
});
