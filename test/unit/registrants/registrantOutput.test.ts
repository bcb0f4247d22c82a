import { FixedOffsetZone, IANAZone } from 'luxon';

import { toRegistrantOutput } from '../../../nodes/WebinarAccount/registrants/registrantOutput';
import { readFlag, readSeconds } from '../../../nodes/WebinarAccount/utils/values';

const london = IANAZone.create('Europe/London');
const simplified = (row: object) => toRegistrantOutput({ ...row }, true, undefined);

describe('a simplified registrant', () => {
	it('has flags, seconds and null for what is empty, and keeps what is not as documented', () => {
		const kept = { subscribed: 'unknown', time_replay: '5 minutes', revenue_live: 0, other: 'Yes' };
		const read = { attended_live: 'Yes', purchased_live: 'no ', time_live: '01:02:03', gdpr_status: null };
		const row = { ...kept, ...read, last_name: '', country: {}, tags: [] };
		expect(simplified(row)).toEqual({
			...kept,
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

	it('has bought, live or in the replay, or not', () => {
		const flags = [['No', 'Yes'], [1, ''], ['No', 'No'], ['perhaps']];
		const shown = flags.map(([purchased_live, purchased_replay]) =>
			simplified({ purchased_live, purchased_replay }),
		);
		expect(shown.map(({ purchased }) => purchased)).toEqual([true, true, false, null]);
	});

	it('has amounts as numbers where they are plain', () => {
		const amounts = ['49.00', ' 5 ', '-5.50', 7, '', null, '$49.00', '1,000.00', '1e3'];
		const shown = amounts.map((revenue_live) => simplified({ revenue_live }).revenue_live);
		expect(shown).toEqual([49, 5, -5.5, 7, null, null, '$49.00', '1,000.00', '1e3']);
	});

	it('has its links as members, and no object of them', () => {
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
	])('has the start of its session where the zone is known: %j', (row, zone, start) => {
		expect(toRegistrantOutput(row, true, zone)).toMatchObject({ starts_at: start });
	});

	it('has what people look for first, then the rest as it came, and the numbers last', () => {
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
])('reads the flag %s from %j', (flag, values) => {
	expect(values.map(readFlag)).toEqual(values.map(() => flag));
});

it('reads a time as seconds, and nothing else', () => {
	const times = ['01:02:03', ' 02:03 ', '100:00:00', '5', '0:59', 61.5, 0];
	expect(times.map(readSeconds)).toEqual([3723, 123, 360_000, 5, 59, 61.5, 0]);
	const others = [-1, '-1', '1:60', '60:00', 'x1', '1:2', '', null];
	expect(others.map(readSeconds)).toEqual(others.map(() => undefined));
});
