import { IANAZone } from 'luxon';

import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { compareDates, comparedOffset } from '../../../nodes/WebinarAccount/webinars/dateZones';
import { entry } from '../../support/webinars';

const amsterdam = IANAZone.create('Europe/Amsterdam');
const newYork = IANAZone.create('America/New_York');

/** A webinar with one session on each date. */
function onDates(...dates: string[]): WebinarDetail {
	return { webinar_id: 1, schedules: dates.map((date) => entry(5, date)) };
}

describe('two responses that were requested together', () => {
	const evening = onDates('2026-11-25 20:30', '2026-11-26 20:30');

	it('show a webinar in its own zone by the same dates', () => {
		expect(compareDates(evening, evening, 'GMT+4:30', amsterdam)).toEqual({
			followsAttendee: false,
			plainZone: amsterdam,
		});
	});

	it('show dates that follow the attendee, and are otherwise in EST', () => {
		const moved = onDates('2026-11-26 06:00', '2026-11-27 06:00');
		expect(compareDates(evening, moved, 'GMT+4:30', amsterdam)).toEqual({
			followsAttendee: true,
			plainZone: EST,
		});
	});

	it('show dates that follow the attendee, and are otherwise in the zone of the webinar', () => {
		const moved = onDates('2026-11-25 14:30', '2026-11-26 14:30');
		expect(compareDates(evening, moved, 'GMT-5', amsterdam)).toEqual({
			followsAttendee: true,
			plainZone: amsterdam,
		});
	});

	it('show nothing if they have no session in common', () => {
		expect(compareDates(evening, onDates('2026-12-24 10:00'), 'GMT+4:30', amsterdam)).toBeUndefined();
		expect(compareDates(evening, onDates(), 'GMT+4:30', amsterdam)).toBeUndefined();
	});

	it('show nothing if the offset is that of the dates without a zone', () => {
		expect(compareDates(evening, evening, 'GMT-5', amsterdam)).toBeUndefined();
		expect(compareDates(evening, evening, 'GMT+1', amsterdam)).toBeUndefined();
	});

	it('are compared by their sessions with a date, whatever else changed between them', () => {
		const withOthers = (...others: object[]): WebinarDetail => ({
			...evening,
			schedules: [...(evening.schedules ?? []), ...others],
		});
		const first = withOthers(entry(55, '2026-11-24 20:45', 'Just in time'), { date: 'soon' });
		const second = withOthers(entry(55, '2026-11-24 21:00', 'Just in time'));
		expect(compareDates(first, second, 'GMT+4:30', amsterdam)).toMatchObject({ followsAttendee: false });
	});
});

describe('the offset to compare with', () => {
	it('is never that of the webinar', () => {
		const kabul = IANAZone.create('Asia/Kabul');
		expect(comparedOffset(onDates('2026-11-25 20:30'), newYork)).toBe('GMT+4:30');
		expect(comparedOffset(onDates('2026-11-25 20:30'), kabul)).toBe('GMT+2');
	});

	it('is missing if the webinar has no date', () => {
		const schedules = ['Just in time', entry(55, '', 'Just in time'), entry(56, 'Every Tuesday')];
		expect(comparedOffset({ webinar_id: 1, schedules }, newYork)).toBeUndefined();
	});
});
