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
		[{ purchased_live: 'No', purchased_replay: 'Yes' }, true],
		[{ purchased_live: 1, purchased_replay: '' }, true],
		[{ purchased_live: 'No', purchased_replay: 'No' }, false],
		[{ purchased_live: 'perhaps' }, null],
	])('combines the purchases in both rooms: %j is %j', (row, purchased) => {
		expect(simplified(row).purchased).toBe(purchased);
	});

	it.each([
		['49.00', 49],
		[' 5 ', 5],
		['-5.50', -5.5],
		[7, 7],
		['', null],
		[null, null],
		['$49.00', '$49.00'],
		['1,000.00', '1,000.00'],
		['1e3', '1e3'],
	])('converts a plain amount to a number and keeps others: %j becomes %j', (revenue_live, expected) => {
		expect(simplified({ revenue_live }).revenue_live).toBe(expected);
	});

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
		[{ event: 'Fri, 31 Jul 2026, 12:00 PM' }, london, '2026-07-31T11:00:00Z'],
		[{ schedule: '2026-07-31 12:00' }, FixedOffsetZone.utcInstance, '2026-07-31T12:00:00Z'],
		[{ event: '2026-07-30 12:00', schedule: '2026-07-31 12:00' }, london, '2026-07-30T11:00:00Z'],
		[{ schedule: 'Every day' }, london, null],
		[{ event: '2026-07-31 12:00' }, undefined, null],
	])('adds the start of the session if its date and time zone are known: %j', (row, zone, start) => {
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
	[true, ['Yes', ' TRUE ', 1, true]],
	[false, ['no', '0', false]],
	[undefined, ['Maybe', '', 2, null, ['yes']]],
])('readFlag returns %s for each of %j', (flag, values) => {
	for (const value of values) expect(readFlag(value)).toBe(flag);
});

it.each([
	['01:02:03', 3723],
	[' 02:03 ', 123],
	['100:00:00', 360_000],
	['5', 5],
	['0:59', 59],
	[61.5, 61.5],
	[0, 0],
])('reads the duration %j as %d seconds', (duration, seconds) => {
	expect(readSeconds(duration)).toBe(seconds);
});

it.each([-1, '-1', '1:60', '60:00', 'x1', '1:2', '', null])('does not read %j as a duration', (value) => {
	expect(readSeconds(value)).toBeUndefined();
});
