import { FixedOffsetZone, IANAZone } from 'luxon';

import { toRegistrantOutput } from '../../../nodes/WebinarAccount/registrants/registrantOutput';
import { readFlag, readSeconds } from '../../../nodes/WebinarAccount/utils/values';

const london = IANAZone.create('Europe/London');
const simplified = (row: object) => toRegistrantOutput({ ...row }, true, undefined);

describe('toRegistrantOutput', () => {
	it('converts flags, durations and empty values, and keeps undocumented values unchanged', () => {
		const unchanged = { subscribed: 'unknown', time_replay: '5 minutes', revenue_live: 0, other: 'Yes' };
		const row = {
			...unchanged,
			attended_live: 'Yes',
			purchased_live: 'no ',
			time_live: '01:02:03',
			gdpr_status: null,
			last_name: '',
			country: {},
			tags: [],
		};
		expect(simplified(row)).toEqual({
			...unchanged,
			attended_live: true,
			purchased_live: false,
			time_live: 3723,
			gdpr_status: null,
			last_name: null,
			country: null,
			tags: null,
			starts_at: null,
			purchased: false,
			live_room_url: null,
			replay_room_url: null,
		});
	});

	it.each([
		{ row: { purchased_live: 'No', purchased_replay: 'Yes' }, purchased: true },
		{ row: { purchased_live: 1, purchased_replay: '' }, purchased: true },
		{ row: { purchased_live: 'No', purchased_replay: 'No' }, purchased: false },
		{ row: { purchased_live: 'perhaps' }, purchased: null },
	])('combines the purchases in both rooms: $row is $purchased', ({ row, purchased }) => {
		expect(simplified(row).purchased).toBe(purchased);
	});

	it.each([
		{ revenue_live: '49.00', expected: 49 },
		{ revenue_live: ' 5 ', expected: 5 },
		{ revenue_live: '-5.50', expected: -5.5 },
		{ revenue_live: 7, expected: 7 },
		{ revenue_live: '', expected: null },
		{ revenue_live: null, expected: null },
		{ revenue_live: '$49.00', expected: '$49.00' },
		{ revenue_live: '1,000.00', expected: '1,000.00' },
		{ revenue_live: '1e3', expected: '1e3' },
	])(
		'converts a plain amount to a number and keeps others: $revenue_live becomes $expected',
		({ revenue_live, expected }) => {
			expect(simplified({ revenue_live }).revenue_live).toBe(expected);
		},
	);

	it('moves the links of a registrant to the top level when it simplifies', () => {
		const links = { live_room: 'a', replay_room: 'b', other: 'c', id: 9 };
		const row = { id: 1, live_room: '', replay_room: 'own', links };
		const shown = simplified(row);
		expect(shown).toMatchObject({
			id: 1,
			live_room: 'a',
			live_room_url: 'a',
			replay_room: 'own',
			replay_room_url: 'own',
			other: 'c',
		});
		expect(shown).not.toHaveProperty('links');
		expect(simplified({ links: ['a'] })).toMatchObject({ links: ['a'] });
		expect(toRegistrantOutput(row, false, undefined)).toEqual(row);
	});

	it.each([
		{ row: { event: 'Fri, 31 Jul 2026, 12:00 PM' }, zone: london, start: '2026-07-31T11:00:00Z' },
		{
			row: { schedule: '2026-07-31 12:00' },
			zone: FixedOffsetZone.utcInstance,
			start: '2026-07-31T12:00:00Z',
		},
		{
			row: { event: '2026-07-30 12:00', schedule: '2026-07-31 12:00' },
			zone: london,
			start: '2026-07-30T11:00:00Z',
		},
		{ row: { schedule: 'Every day' }, zone: london, start: null },
		{ row: { event: '2026-07-31 12:00' }, zone: undefined, start: null },
	])('adds the start of the session if its date and time zone are known: $row', ({ row, zone, start }) => {
		expect(toRegistrantOutput(row, true, zone)).toMatchObject({ starts_at: start });
	});

	it('puts the contact and the links first, and the IDs last, without changing values', () => {
		const row = { id: 1, utm: 'x', lead_id: 2, live_room: 'y', email: 'a@b.co', ip: '', first_name: 'Ann' };
		const order = ['first_name', 'email', 'live_room', 'utm', 'ip', 'id', 'lead_id'];
		expect(Object.keys(toRegistrantOutput(row, false, undefined))).toEqual(order);
		expect(toRegistrantOutput(row, false, undefined)).toEqual(row);
	});
});

it.each([
	{ flag: true, values: ['Yes', ' TRUE ', 1, true] },
	{ flag: false, values: ['no', '0', false] },
	{ flag: undefined, values: ['Maybe', '', 2, null, ['yes']] },
])('readFlag returns $flag for each of $values', ({ flag, values }) => {
	for (const value of values) expect(readFlag(value)).toBe(flag);
});

it.each([
	{ duration: '01:02:03', seconds: 3723 },
	{ duration: ' 02:03 ', seconds: 123 },
	{ duration: '100:00:00', seconds: 360_000 },
	{ duration: '5', seconds: 5 },
	{ duration: '0:59', seconds: 59 },
	{ duration: 61.5, seconds: 61.5 },
	{ duration: 0, seconds: 0 },
])('reads the duration $duration as $seconds seconds', ({ duration, seconds }) => {
	expect(readSeconds(duration)).toBe(seconds);
});

it.each([-1, '-1', '1:60', '60:00', 'x1', '1:2', '', null])('does not read %j as a duration', (value) => {
	expect(readSeconds(value)).toBeUndefined();
});
