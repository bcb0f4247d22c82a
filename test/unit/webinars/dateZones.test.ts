import { IANAZone } from 'luxon';

import type { WebinarDetail } from '../../../nodes/WebinarAccount/service/schemas';
import { EST } from '../../../nodes/WebinarAccount/webinars/dates';
import { compareDates, offsetForComparison } from '../../../nodes/WebinarAccount/webinars/readWebinar';
import { entry } from '../../support/webinars';

const amsterdam = IANAZone.create('Europe/Amsterdam');
const newYork = IANAZone.create('America/New_York');

/** Returns a webinar with one session on each date. */
function webinarOn(...dates: string[]): WebinarDetail {
	return { webinar_id: 1, schedules: dates.map((date) => entry(5, date)) };
}

/** Two responses about a webinar that states the time zone of Amsterdam. */
interface Responses {
	withoutZone: WebinarDetail;
	withZone: WebinarDetail;
	/** The time zone of the second request. */
	requested: string;
}

const compare = ({ withoutZone, withZone, requested }: Responses) =>
	compareDates(withoutZone, withZone, requested, amsterdam);

describe('compareDates', () => {
	const evening = webinarOn('2026-11-25 20:30', '2026-11-26 20:30');

	it("finds that dates are in the webinar's own time zone if both responses have the same dates", () => {
		const result = compare({ withoutZone: evening, withZone: evening, requested: 'GMT+4:30' });
		expect(result).toEqual({ followsAttendee: false, defaultZone: amsterdam });
	});

	it("finds that dates depend on the attendee's time zone, and are in EST if no time zone is requested", () => {
		const nextMorning = webinarOn('2026-11-26 06:00', '2026-11-27 06:00');
		const result = compare({ withoutZone: evening, withZone: nextMorning, requested: 'GMT+4:30' });
		expect(result).toEqual({ followsAttendee: true, defaultZone: EST });
	});

	it("finds that dates depend on the attendee's time zone, and are in the webinar's zone if none is requested", () => {
		const afternoon = webinarOn('2026-11-25 14:30', '2026-11-26 14:30');
		const result = compare({ withoutZone: evening, withZone: afternoon, requested: 'GMT-5' });
		expect(result).toEqual({ followsAttendee: true, defaultZone: amsterdam });
	});

	it('returns undefined if the responses have no session in common', () => {
		const otherDate = webinarOn('2026-12-24 10:00');
		const noDate = webinarOn();
		const requested = 'GMT+4:30';
		expect(compare({ withoutZone: evening, withZone: otherDate, requested })).toBeUndefined();
		expect(compare({ withoutZone: evening, withZone: noDate, requested })).toBeUndefined();
	});

	it.each(['GMT-5', 'GMT+1'])(
		'returns undefined if the requested zone %s could also be the zone of the response without a zone',
		(requested) => {
			expect(compare({ withoutZone: evening, withZone: evening, requested })).toBeUndefined();
		},
	);

	it('compares only dated sessions, and ignores other differences between the responses', () => {
		const eveningAnd = (...others: object[]): WebinarDetail => ({
			...evening,
			schedules: [...(evening.schedules ?? []), ...others],
		});
		const result = compare({
			withoutZone: eveningAnd(entry(55, '2026-11-24 20:45', 'Just in time'), { date: 'soon' }),
			withZone: eveningAnd(entry(55, '2026-11-24 21:00', 'Just in time')),
			requested: 'GMT+4:30',
		});
		expect(result).toMatchObject({ followsAttendee: false });
	});
});

describe('offsetForComparison', () => {
	it("chooses an offset that differs from the webinar's offset", () => {
		const kabul = IANAZone.create('Asia/Kabul');
		expect(offsetForComparison(webinarOn('2026-11-25 20:30'), newYork)).toBe('GMT+4:30');
		expect(offsetForComparison(webinarOn('2026-11-25 20:30'), kabul)).toBe('GMT+2');
	});

	it('returns undefined for a webinar without a dated session', () => {
		const schedules = ['Just in time', entry(55, '', 'Just in time'), entry(56, 'Every Tuesday')];
		expect(offsetForComparison({ webinar_id: 1, schedules }, newYork)).toBeUndefined();
	});
});
