import { IANAZone } from 'luxon';

import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { compareDates, comparedOffset } from '../../../nodes/WebinarAccount/webinars/dateZones';
import { entry } from '../../support/webinars';

const amsterdam = IANAZone.create('Europe/Amsterdam');
const newYork = IANAZone.create('America/New_York');

/** Returns a webinar with one session on each date. */
function webinarOn(...dates: string[]): WebinarDetail {
	return { webinar_id: 1, schedules: dates.map((date) => entry(5, date)) };
}

describe('compareDates', () => {
	const atWebinarTime = webinarOn('2026-11-25 20:30', '2026-11-26 20:30');

	it('finds that a webinar with the same dates in both responses is in its own zone', () => {
		expect(compareDates(atWebinarTime, atWebinarTime, 'GMT+4:30', amsterdam)).toEqual({
			followsAttendee: false,
			plainZone: amsterdam,
		});
	});

	it('finds that dates follow the attendee, and are in EST without a requested zone', () => {
		const moved = webinarOn('2026-11-26 06:00', '2026-11-27 06:00');
		expect(compareDates(atWebinarTime, moved, 'GMT+4:30', amsterdam)).toEqual({
			followsAttendee: true,
			plainZone: EST,
		});
	});

	it('finds that dates follow the attendee, and are in the zone of the webinar without a requested zone', () => {
		const moved = webinarOn('2026-11-25 14:30', '2026-11-26 14:30');
		expect(compareDates(atWebinarTime, moved, 'GMT-5', amsterdam)).toEqual({
			followsAttendee: true,
			plainZone: amsterdam,
		});
	});

	it('returns undefined if the responses have no session in common', () => {
		expect(compareDates(atWebinarTime, webinarOn('2026-12-24 10:00'), 'GMT+4:30', amsterdam)).toBeUndefined();
		expect(compareDates(atWebinarTime, webinarOn(), 'GMT+4:30', amsterdam)).toBeUndefined();
	});

	it('returns undefined if the requested offset is that of the dates without a zone', () => {
		expect(compareDates(atWebinarTime, atWebinarTime, 'GMT-5', amsterdam)).toBeUndefined();
		expect(compareDates(atWebinarTime, atWebinarTime, 'GMT+1', amsterdam)).toBeUndefined();
	});

	it('compares only dated sessions, and ignores other changes between the responses', () => {
		const withOthers = (...others: object[]): WebinarDetail => ({
			...atWebinarTime,
			schedules: [...(atWebinarTime.schedules ?? []), ...others],
		});
		const first = withOthers(entry(55, '2026-11-24 20:45', 'Just in time'), { date: 'soon' });
		const second = withOthers(entry(55, '2026-11-24 21:00', 'Just in time'));
		expect(compareDates(first, second, 'GMT+4:30', amsterdam)).toMatchObject({ followsAttendee: false });
	});
});

describe('comparedOffset', () => {
	it('chooses an offset that differs from that of the webinar', () => {
		const kabul = IANAZone.create('Asia/Kabul');
		expect(comparedOffset(webinarOn('2026-11-25 20:30'), newYork)).toBe('GMT+4:30');
		expect(comparedOffset(webinarOn('2026-11-25 20:30'), kabul)).toBe('GMT+2');
	});

	it('returns undefined for a webinar without a dated session', () => {
		const schedules = ['Just in time', entry(55, '', 'Just in time'), entry(56, 'Every Tuesday')];
		expect(comparedOffset({ webinar_id: 1, schedules }, newYork)).toBeUndefined();
	});
});
