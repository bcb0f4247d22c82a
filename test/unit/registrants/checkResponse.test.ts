import { FixedOffsetZone } from 'luxon';

import { checkResponse } from '../../../nodes/WebinarAccount/registrants/registrations';
import { products } from '../../../nodes/WebinarAccount/service/products';
import { chosen, SCHEDULE, sessionOn, tomorrow } from './chosenSession';

describe('checkResponse', () => {
	it('accepts any date of a session that is always open, because its date changes every minute', () => {
		const always = sessionOn('2026-11-25 20:30', { kind: 'anyTime', startsAt: undefined });
		const user = { user_id: 1, schedule: SCHEDULE, date: '2026-11-25 20:31' };
		const { registered, hints } = checkResponse(user, 'ann@example.com', chosen(always));
		expect(registered).toMatchObject({ user_id: 1, date: '2026-11-25 20:31', starts_at: null });
		expect(hints.filter(([applies]) => applies)).toEqual([]);
	});

	it.each([
		{ zone: 'that it names', timezone: 'Asia/Tokyo', startsAt: '2026-11-26T11:30:00Z' },
		{ zone: 'of the request if it names none', timezone: null, startsAt: '2026-11-27T01:30:00Z' },
	])('reads another date in the response in the time zone $zone', ({ timezone, startsAt }) => {
		const user = { user_id: 1, schedule: SCHEDULE, date: '2026-11-26 20:30', timezone };
		const booking = { ...chosen({ ...tomorrow, offset: 'GMT-5' }), dateToSend: '' };
		expect(checkResponse(user, 'ann@example.com', booking).registered.starts_at).toBe(startsAt);
	});

	it.each([
		{ what: 'beside the time zone of the request', timezone: 'GMT-5' },
		{ what: 'without a time zone', timezone: null },
	])("accepts the session's start in the webinar's own time zone, $what", ({ timezone }) => {
		const inAttendeesZone = { ...tomorrow, date: '2026-11-25 14:30', offset: 'GMT-5' };
		const booking = chosen(inAttendeesZone, {
			dates: { kind: 'inAttendeeZone', zone: FixedOffsetZone.instance(-5 * 60) },
		});
		const user = { user_id: 1, schedule: SCHEDULE, date: '2026-11-25 20:30', timezone };
		expect(checkResponse(user, 'ann@example.com', booking).registered.starts_at).toBe('2026-11-25T19:30:00Z');
	});

	it('fails if the response has a schedule that the live series does not list', () => {
		const series = sessionOn(tomorrow.date, { isRecurringOrInSeries: true, coversWebinar: true });
		const booking = chosen(series, { product: products.live });
		expect(() => checkResponse({ user_id: 1, schedule: 47 }, 'ann@example.com', booking)).toThrow(
			'a different session',
		);
	});
});
