import { FixedOffsetZone, IANAZone } from 'luxon';

import { inReadingOrder, readSeconds, simplified } from '../../../nodes/WebinarAccount/registrants/simplify';
import { readFlag } from '../../../nodes/WebinarAccount/utils/values';

const london = IANAZone.create('Europe/London');

describe('a simplified registrant', () => {
	it('has flags, seconds and null for what is empty, and keeps what is not as documented', () => {
		const row = {
			attended_live: 'Yes',
			purchased_live: 'no ',
			subscribed: 'unknown',
			time_live: '01:02:03',
			time_replay: '5 minutes',
			last_name: '',
			gdpr_status: null,
			country: {},
			tags: [],
			revenue_live: 0,
			other: 'Yes',
		};
		expect(simplified(row, undefined)).toEqual({
			...row,
			attended_live: true,
			purchased_live: false,
			time_live: 3723,
			last_name: null,
			country: null,
			tags: null,
			starts_at: null,
		});
	});

	it.each([
		[{ event: 'Fri, 31 Jul 2026, 12:00 PM' }, london, '2026-07-31T11:00:00Z'],
		[{ schedule: '2026-07-31 12:00' }, FixedOffsetZone.utcInstance, '2026-07-31T12:00:00Z'],
		[{ event: 'soon', schedule: '2026-07-31 12:00' }, london, '2026-07-31T11:00:00Z'],
		[{ event: '2026-07-30 12:00', schedule: '2026-07-31 12:00' }, london, '2026-07-30T11:00:00Z'],
		[{ schedule: 'Every day' }, london, null],
		[{ event: '2026-07-31 12:00' }, undefined, null],
	])('has the start of its session where the zone is known: %j', (row, zone, start) => {
		expect(simplified(row, zone)).toMatchObject({ starts_at: start });
	});

	it('has what people look for first, then the rest as it came, and the numbers last', () => {
		const row = { id: 1, utm: 'x', lead_id: 2, live_room: 'y', email: 'a@b.co', ip: '', first_name: 'Ann' };
		expect(Object.keys(inReadingOrder(row))).toEqual([
			'first_name',
			'email',
			'live_room',
			'utm',
			'ip',
			'id',
			'lead_id',
		]);
		expect(inReadingOrder(row)).toEqual(row);
	});
});

it.each([
	['Yes', true],
	[' TRUE ', true],
	[1, true],
	[true, true],
	['no', false],
	['0', false],
	[false, false],
	['Maybe', undefined],
	['', undefined],
	[2, undefined],
	[null, undefined],
	[['yes'], undefined],
])('reads the flag %j as %j', (value, expected) => {
	expect(readFlag(value)).toBe(expected);
});

it.each([
	['01:02:03', 3723],
	[' 02:03 ', 123],
	['100:00:00', 360_000],
	['5', 5],
	['0:59', 59],
	[61.5, 61.5],
	[0, 0],
	[-1, undefined],
	['-1', undefined],
	['1:60', undefined],
	['60:00', undefined],
	['x1', undefined],
	['1:2', undefined],
	['', undefined],
	[null, undefined],
])('reads the time %j as %j seconds', (value, expected) => {
	expect(readSeconds(value)).toBe(expected);
});
