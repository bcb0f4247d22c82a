import { readFlag, readSeconds } from '../../registrants/simplify';
import type { CallParameters } from '../../service/endpoints';
import type { Registrant } from '../../service/schemas';
import { registrantEvent, type RegistrantEventRules } from '../registrantEvent';

/** The events of registrants, as data. The numbers in the filters are the service's. */

/** Whether one of these fields may be "Yes": if a host leaves it empty, the host's filter decides. */
const mayBe =
	(...flags: string[]) =>
	(row: Registrant) =>
		flags.some((flag) => readFlag(row[flag]) !== false);

/** Somebody who was in the live room until this second of the session. */
const live = (seconds: number): Registrant => ({
	...{ attended_live: 'Yes', date_live: '2025-10-31', entered_live: '12:00:00' },
	time_live: new Date(seconds * 1000).toISOString().slice(11, 19),
});

/** What happens in the room. */
const inRoom = { takes: [], appendOnly: false } satisfies Partial<RegistrantEventRules>;

const rules: readonly RegistrantEventRules[] = [
	{
		value: 'registrantAdded',
		name: 'Registrant Added',
		description: 'When somebody registered; with double opt-in, once they confirmed',
		takes: [],
		isAtAnyTime: true,
		filters: () => [{}],
		appendOnly: true,
		matches: () => true,
		sample: () => ({}),
	},
	{
		...inRoom,
		value: 'registrantAttended',
		name: 'Registrant Attended',
		description: 'When a registrant has entered the live room or the replay room, once per registration',
		filters: (): CallParameters[] => [{ attended_live: '1' }, { attended_replay: '1' }],
		matches: mayBe('attended_live', 'attended_replay'),
		sample: () => live(3120),
	},
	{
		...inRoom,
		value: 'registrantAttendedLive',
		name: 'Registrant Attended Live',
		description: 'When a registrant has entered the live room, once per registration',
		filters: () => [{ attended_live: '1' }],
		matches: mayBe('attended_live'),
		sample: () => live(3120),
	},
	{
		...inRoom,
		value: 'registrantAttendedReplay',
		name: 'Registrant Attended Replay',
		description: 'When a registrant has entered the replay room, once per registration',
		filters: () => [{ attended_replay: '1' }],
		matches: mayBe('attended_replay'),
		sample: () => ({ attended_replay: 'Yes', date_replay: '2025-11-01', time_replay: '00:41:00' }),
	},
	{
		...inRoom,
		value: 'registrantDidNotAttend',
		name: 'Registrant Did Not Attend',
		description: 'When a registrant was not in the live room of their session, once per registration',
		takes: ['minutesAfterStart'],
		filters: () => [{ attended_live: '2' }],
		appendOnly: true,
		matches: (row) => readFlag(row.attended_live) !== true,
		sample: () => ({}),
	},
	{
		...inRoom,
		value: 'registrantLeftEarly',
		name: 'Registrant Left Early',
		description:
			'When a registrant left the live room before a given minute of the session, once per registration',
		takes: ['minutesInRoom', 'minutesAfterStart'],
		filters: (seconds) => [{ attended_live: '3', attended_live_timestamp: String(seconds) }],
		matches: (row, seconds) => mayBe('attended_live')(row) && !((readSeconds(row.time_live) ?? 0) > seconds),
		sample: (seconds) => live(seconds / 2),
	},
	{
		...inRoom,
		value: 'registrantPurchased',
		name: 'Registrant Purchased',
		description: 'When a registrant has bought what the webinar offers, once per registration',
		filters: () => [{ purchased: '1' }],
		matches: mayBe('purchased_live', 'purchased_replay'),
		sample: () => ({ ...live(3120), purchased_live: 'Yes', revenue_live: '49.00' }),
	},
	{
		...inRoom,
		value: 'registrantStayed',
		name: 'Registrant Stayed',
		description:
			'When a registrant was in the live room after a given minute of the session, once per registration',
		takes: ['minutesInRoom'],
		filters: (seconds) => [{ attended_live: '4', attended_live_timestamp: String(seconds) }],
		matches: mayBe('attended_live'),
		sample: (seconds) => live(seconds + 600),
	},
];

export const registrantEvents = rules.map(registrantEvent);
