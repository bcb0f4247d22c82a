import type { CallParameters } from '../../service/endpoints';
import { readFlag, readSeconds } from '../../service/registrants/simplify';
import type { Registrant } from '../../service/schemas';
import { registrantEvent, type RegistrantEventRules } from './registrantEvent';

/** The events of registrants, as data. The numbers in the filters are the service's. */

const DAY_MS = 24 * 3_600_000;

/** Whether one of these fields may be "Yes": if a host leaves it empty, the host's filter decides. */
const mayBe =
	(...flags: string[]) =>
	(row: Registrant) =>
		flags.some((flag) => readFlag(row[flag]) !== false);

/** Advice when there is no example yet. */
const advice = (happening: string) => ({
	webinar: `Test again after ${happening}, or choose a past webinar.`,
	session: `Test again after ${happening}, or choose another session.`,
	all: `Test again after ${happening}.`,
});

/** What happens in the room. */
const inRoom = {
	takes: [],
	appendOnly: false,
	// A day more, because the time zone of the list's dates may be a guess.
	leadMs: DAY_MS,
} satisfies Partial<RegistrantEventRules>;

const rules: readonly RegistrantEventRules[] = [
	{
		value: 'registrantAdded',
		name: 'Registrant Added',
		action: 'On new registrant',
		description: 'When somebody registered',
		takes: [],
		filters: () => [{}],
		appendOnly: true,
		matches: () => true,
		leadMs: Infinity,
		noExample: {
			done: 'registered for',
			webinar: 'Register somebody, e.g. yourself on its registration page, and test again.',
			session:
				'Register somebody for it, e.g. yourself on the registration page of the webinar, and test again.',
			all: 'Register somebody, e.g. yourself on a registration page, and test again.',
		},
	},
	{
		...inRoom,
		value: 'registrantAttended',
		name: 'Registrant Attended',
		action: 'On attendance by a registrant, live or replay',
		description: 'When a registrant has entered the live room or the replay room, once per registration',
		filters: (): CallParameters[] => [{ attended_live: '1' }, { attended_replay: '1' }],
		matches: mayBe('attended_live', 'attended_replay'),
		noExample: { done: 'attended', ...advice('a session or a visit to the replay') },
	},
	{
		...inRoom,
		value: 'registrantAttendedLive',
		name: 'Registrant Attended Live',
		action: 'On live attendance by a registrant',
		description: 'When a registrant has entered the live room, once per registration',
		filters: () => [{ attended_live: '1' }],
		matches: mayBe('attended_live'),
		noExample: { done: 'attended the live room of', ...advice('a session') },
	},
	{
		...inRoom,
		value: 'registrantAttendedReplay',
		name: 'Registrant Attended Replay',
		action: 'On replay attendance by a registrant',
		description: 'When a registrant has entered the replay room, once per registration',
		filters: () => [{ attended_replay: '1' }],
		matches: mayBe('attended_replay'),
		noExample: { done: 'watched the replay of', ...advice('a visit to the replay') },
	},
	{
		...inRoom,
		value: 'registrantDidNotAttend',
		name: 'Registrant Did Not Attend',
		action: 'On no-show by a registrant',
		description: 'When a registrant was not in the live room of their session, once per registration',
		takes: ['minutesAfterStart'],
		filters: () => [{ attended_live: '2' }],
		appendOnly: true,
		matches: (row) => readFlag(row.attended_live) !== true,
		noExample: { done: 'missed', ...advice('a session is over') },
	},
	{
		...inRoom,
		value: 'registrantLeftEarly',
		name: 'Registrant Left Early',
		action: 'On early exit by a registrant',
		description:
			'When a registrant left the live room before a given minute of the session, once per registration',
		takes: ['minutesInRoom', 'minutesAfterStart'],
		filters: (seconds) => [{ attended_live: '3', attended_live_timestamp: String(seconds) }],
		matches: (row, seconds) => mayBe('attended_live')(row) && !((readSeconds(row.time_live) ?? 0) > seconds),
		noExample: { done: 'left early in', ...advice('a session is over') },
	},
	{
		...inRoom,
		value: 'registrantPurchased',
		name: 'Registrant Purchased',
		action: 'On purchase by a registrant',
		description: 'When a registrant has bought what the webinar offers, once per registration',
		filters: () => [{ purchased: '1' }],
		matches: mayBe('purchased_live', 'purchased_replay'),
		noExample: { done: 'bought in', ...advice('the first purchase') },
	},
	{
		...inRoom,
		value: 'registrantStayed',
		name: 'Registrant Stayed',
		action: 'On long stay by a registrant',
		description:
			'When a registrant was in the live room after a given minute of the session, once per registration',
		takes: ['minutesInRoom'],
		filters: (seconds) => [{ attended_live: '4', attended_live_timestamp: String(seconds) }],
		matches: mayBe('attended_live'),
		noExample: { done: 'stayed that long in', ...advice('a session') },
	},
];

export const registrantEvents = rules.map(registrantEvent);
