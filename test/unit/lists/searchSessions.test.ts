import { IANAZone } from 'luxon';

import { dateEntry } from '../../../nodes/WebinarAccount/lists/searchSessions';
import { products } from '../../../nodes/WebinarAccount/service/products';
import type { Webinar } from '../../../nodes/WebinarAccount/webinars/webinar';
import { entry, webinarWith } from '../../support/webinars';

const { automated } = products;
const london = IANAZone.create('Europe/London');

/** Before all sessions of the tests. */
const NOW = Date.UTC(2026, 0, 30);
const MORNING = '2026-01-31 10:00';

/** Returns the choices of the Session field in Register. */
const itemsOf = (webinar: Webinar) => webinar.sessions.map((session) => dateEntry(webinar, session, NOW));

/** Returns the name of the only choice for a webinar with one session. */
function choiceName(comment: string, timezone = 'Europe/London') {
	const webinar = webinarWith({ timezone, schedules: [entry(5, MORNING, comment)] }, { product: automated });
	return itemsOf(webinar)[0]?.name;
}

describe('a choice of the Session field', () => {
	it("does not show the service's words beside a date, because they can have another time zone", () => {
		expect(choiceName('Every day, 10:00 AM')).toBe('Sat, 31 Jan 2026, 10:00 (London) · 5');
	});

	it("shows the city or offset of the webinar's time zone", () => {
		expect(choiceName('', 'GMT-5')).toBe('Sat, 31 Jan 2026, 10:00 (GMT-5) · 5');
		expect(choiceName('', 'America/Argentina/Buenos_Aires')).toMatch(/ \(Buenos Aires\) · 5$/);
	});

	it("shows the city of the attendee's time zone if dates depend on the attendee's time zone", () => {
		const schedules = [entry(5, '2026-07-31 10:00', '')];
		const webinar = webinarWith(
			{ timezone: 'auto-detect', schedules },
			{ product: automated, dates: { kind: 'inAttendeeZone', zone: london }, offset: 'GMT+1' },
		);
		expect(itemsOf(webinar)[0]?.name).toBe('Fri, 31 Jul 2026, 10:00 (London) · 5');
	});

	it('shows the date as the service lists it if its time zone is unknown', () => {
		const schedules = [entry(5, MORNING, '')];
		const webinar = webinarWith(
			{ schedules },
			{ product: automated, dates: { kind: 'inWebinarZone', zone: undefined }, offset: 'GMT+2' },
		);
		expect(itemsOf(webinar)).toMatchObject([{ name: `${MORNING} · 5`, value: `5|${MORNING}` }]);
	});

	it('leaves out the date of a session at any time, but lets a search find it', () => {
		const schedules = [entry(5, MORNING)];
		const items = itemsOf(webinarWith({ timezone: 'Europe/London', type: 'Always on', schedules }));
		const description = `ID 5 · ${MORNING}`;
		expect(items).toEqual([{ name: 'Always on · 5', value: '5', description }]);
	});

	it('shows "No date" or the unreadable date itself, and ends with the schedule ID', () => {
		const [undated] = itemsOf(webinarWith({ schedules: [entry(5, '', 'Every day')] }));
		expect(undated).toMatchObject({ name: 'No date · Every day · 5', value: '5' });
		const [unreadable] = itemsOf(webinarWith({ schedules: [entry(5, 'soon', '')] }));
		// A value with this date could not be registered.
		expect(unreadable).toMatchObject({ name: 'soon · 5', value: '5' });
	});

	it("shows the service's words once if the date has the same words", () => {
		const [repeated] = itemsOf(webinarWith({ schedules: [entry(5, 'Every day', 'Every day')] }));
		expect(repeated?.name).toBe('Every day · 5');
	});

	it("shows the service's words beside an unreadable date, also if the schedule does not recur", () => {
		const [undated] = itemsOf(webinarWith({ schedules: [entry(5, '', 'Rediffusion')] }));
		expect(undated?.name).toBe('No date · Rediffusion · 5');
	});
});
