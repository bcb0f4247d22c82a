import { FixedOffsetZone, IANAZone, type Zone } from 'luxon';

import { toRegistrantOutput } from '../../../nodes/WebinarAccount/registrants/registrantOutput';
import type { Registrant } from '../../../nodes/WebinarAccount/service/endpoints';
import { readFlag, readSeconds } from '../../../nodes/WebinarAccount/utils/values';

const london = IANAZone.create('Europe/London');

/** Returns a row as Get Registrants does with Simplify on. */
const simplified = (row: Registrant, zone?: Zone) => toRegistrantOutput(row, true, zone);

/** Returns a row as Get Registrants does with Simplify off. */
const unsimplified = (row: Registrant) => toRegistrantOutput(row, false, undefined);

describe('toRegistrantOutput', () => {
	it.each([
		{ purchased_live: 'No', purchased_replay: 'Yes', purchased: true },
		{ purchased_live: 1, purchased_replay: '', purchased: true },
		{ purchased_live: 'No', purchased_replay: 'No', purchased: false },
		{ purchased_live: 'perhaps', purchased_replay: undefined, purchased: null },
	])(
		'returns purchased: $purchased if purchased_live is $purchased_live and purchased_replay is $purchased_replay',
		({ purchased, ...row }) => {
			expect(simplified(row).purchased).toBe(purchased);
		},
	);

	it.each([
		{ revenue: '49.00', expected: 49 },
		{ revenue: ' 5 ', expected: 5 },
		{ revenue: '-5.50', expected: -5.5 },
		{ revenue: 7, expected: 7 },
		{ revenue: '', expected: null },
		{ revenue: null, expected: null },
	])('converts the revenue "$revenue" to $expected', ({ revenue, expected }) => {
		expect(simplified({ revenue_live: revenue }).revenue_live).toBe(expected);
	});

	it.each(['$49.00', '1,000.00', '1e3'])(
		'keeps the revenue "%s" unchanged, because it is not a plain number',
		(revenue) => {
			expect(simplified({ revenue_live: revenue }).revenue_live).toBe(revenue);
		},
	);

	it.each([
		{ row: { live_room: 'own', links: { live_room: 'other' } }, link: 'own' },
		{ row: { live_room: '', links: { live_room: 'other' } }, link: 'other' },
		{ row: { live_room: null, links: { live_room: 'other' } }, link: 'other' },
		{ row: { live_room: 'own', links: { live_room: '' } }, link: 'own' },
		{ row: { live_room: 'own', links: ['other'] }, link: 'own' },
		{ row: { links: { replay_room: 'replay' } }, link: null },
	])("returns $link as the live room's link of $row", ({ row, link }) => {
		expect(simplified(row).live_room_url).toBe(link);
	});

	it("adds the session's start from the event or the schedule, read in the given time zone", () => {
		expect(simplified({ event: 'Fri, 31 Jul 2026, 12:00 PM' }, london).starts_at).toBe(
			'2026-07-31T11:00:00Z',
		);
		expect(simplified({ schedule: '2026-07-31 12:00' }, FixedOffsetZone.utcInstance).starts_at).toBe(
			'2026-07-31T12:00:00Z',
		);
	});

	it("prefers the event's date over the schedule's date", () => {
		const row = { event: '2026-07-30 12:00', schedule: '2026-07-31 12:00' };
		expect(simplified(row, london).starts_at).toBe('2026-07-30T11:00:00Z');
	});

	it('adds starts_at: null if the date or the time zone is unknown', () => {
		expect(simplified({ schedule: 'Every day' }, london).starts_at).toBeNull();
		expect(simplified({ event: '2026-07-31 12:00' }, undefined).starts_at).toBeNull();
	});

	it('lists the contact first and the IDs last if Simplify is off, without changing values', () => {
		const row = { id: 1, utm: 'x', lead_id: 2, live_room: 'y', email: 'a@b.co', ip: '', first_name: 'Ann' };
		const order = ['first_name', 'email', 'ip', 'utm', 'live_room', 'lead_id', 'id'];
		expect(Object.keys(unsimplified(row))).toEqual(order);
		expect(unsimplified(row)).toEqual(row);
	});
});

describe('readFlag', () => {
	it.each(['Yes', ' TRUE ', 1, true])('reads %j as true', (value) => expect(readFlag(value)).toBe(true));
	it.each(['no', '0', false])('reads %j as false', (value) => expect(readFlag(value)).toBe(false));
	it.each(['Maybe', '', 2, null, [['yes']]])('does not read %j', (value) =>
		expect(readFlag(value)).toBeUndefined(),
	);
});

describe('readSeconds', () => {
	it.each([
		{ duration: '01:02:03', seconds: 3723 },
		{ duration: ' 02:03 ', seconds: 123 },
		{ duration: '100:00:00', seconds: 360_000 },
		{ duration: '75', seconds: 75 },
		{ duration: '0:59', seconds: 59 },
		{ duration: 61.5, seconds: 61.5 },
		{ duration: 0, seconds: 0 },
	])('reads the duration "$duration" as $seconds seconds', ({ duration, seconds }) => {
		expect(readSeconds(duration)).toBe(seconds);
	});

	it.each([-1, '-1', '1:60', '60:00', 'x1', '1:2', '', null])('does not read %j as a duration', (value) => {
		expect(readSeconds(value)).toBeUndefined();
	});
});
