import { hasPurchased } from '../registrants/registrantOutput';
import type { CallParameters, Registrant } from '../service/endpoints';
import { readFlag, readSeconds } from '../utils/values';
import { DAY_MS, HOUR_MS } from '../webinars/dates';
import type { EventOptions, Poll, RegistrantPoll, SessionPoll, TriggerEvent } from './event';

// The trigger's events. `filters` returns API parameters. The API documents these codes: `attended_live` is 1 for
// attended, 2 for did not attend, 3 for left before a time, and 4 for left after it. `purchased` is 1 for bought, and 2
// for did not buy.

type Room = 'live' | 'replay';

/**
 * Whether a person was in a room for the minimum time. For the service itself, anyone who opened the room is an
 * attendee.
 */
function attended(row: Registrant, room: Room, { minimumMinutes }: EventOptions): boolean {
	const seconds = readSeconds(row[`time_${room}`]) ?? 0;
	return readFlag(row[`attended_${room}`]) === true && seconds >= minimumMinutes * 60;
}

/** Whether a person was in the live room or the replay room for the minimum time. */
function attendedAnyRoom(row: Registrant, options: EventOptions): boolean {
	return attended(row, 'live', options) || attended(row, 'replay', options);
}

const SAMPLE_SESSION = 'Fri, 31 Oct 2025, 12:00 PM';
const SAMPLE_SIGN_UP = 'Mon, 27 Oct 2025, 09:30 AM';

/** A sample row of the registrant list, with all known fields. */
const sampleRegistrant: Registrant = {
	id: 1001,
	lead_id: 5001,
	schedule_id: 56,
	event_id: 9001,
	webinar: 'Sample Webinar',
	schedule: SAMPLE_SESSION,
	event: SAMPLE_SESSION,
	signup_date: SAMPLE_SIGN_UP,
	first_name: 'Ada',
	last_name: 'Sample',
	email: 'ada@example.com',
	phone_country_code: '+44',
	phone: '2079460000',
	phone_number: '2079460000',
	ip: '192.0.2.1',
	country: null,
	state: null,
	attended_live: 'No',
	date_live: null,
	entered_live: null,
	time_live: '00:00:00',
	attended_replay: 'No',
	date_replay: null,
	time_replay: '00:00:00',
	purchased_live: 'No',
	revenue_live: '0.00',
	purchased_replay: 'No',
	revenue_replay: '0.00',
	subscribed: 'Yes',
	gdpr_status: 'Yes',
	gdpr_status_date: SAMPLE_SIGN_UP,
	gdpr_status_ip: '192.0.2.1',
	gdpr_communications: 'Yes',
	twilio_consented_at: null,
	utm_source: 'newsletter',
	utm_medium: 'email',
	utm_campaign: 'autumn',
	utm_term: null,
	utm_content: null,
	live_room: 'https://event.example.com/go/live/6/sample',
	replay_room: 'https://event.example.com/go/replay/6/sample',
	unsubscribe: 'https://event.example.com/unsubscribe/sample',
	links: {
		live_room: 'https://event.example.com/go/live/6/sample',
		replay_room: 'https://event.example.com/go/replay/6/sample',
		unsubscribe: 'https://event.example.com/unsubscribe/sample',
	},
};

/** A sample row of a person who attended the live session. */
const sampleAttendee: Registrant = {
	...sampleRegistrant,
	attended_live: 'Yes',
	date_live: 'Fri, 31 Oct 2025, 12:03 PM',
	// Time from the session's start until the person entered the room.
	entered_live: '00:03:00',
	time_live: '00:52:00',
};

/** All events, in the order of the editor's list. The fields and the poll are derived from this table. */
export const events: readonly TriggerEvent[] = [
	{
		watches: 'registrants',
		value: 'registrantAdded',
		name: 'Registrant Added',
		action: 'On a new registration',
		description: 'When a person registered. With double opt-in, when the person confirmed the registration.',
		takes: [],
		canHappenLongBefore: true,
		filters: () => [{}],
		onlyRegistrationsAddRows: true,
		matches: () => true,
		sample: sampleRegistrant,
	},
	{
		watches: 'registrants',
		value: 'registrantAttended',
		name: 'Registrant Attended',
		action: 'On an attendee',
		description: 'When a registrant entered the live room or the replay room. Once per registration.',
		takes: ['minimumMinutes'],
		filters: (): CallParameters[] => [{ attended_live: '1' }, { attended_replay: '1' }],
		matches: attendedAnyRoom,
		sample: sampleAttendee,
	},
	{
		watches: 'registrants',
		value: 'registrantAttendedLive',
		name: 'Registrant Attended Live',
		action: 'On a live attendee',
		description: 'When a registrant entered the live room. Once per registration.',
		takes: ['minimumMinutes'],
		filters: () => [{ attended_live: '1' }],
		matches: (row, options) => attended(row, 'live', options),
		sample: sampleAttendee,
	},
	{
		watches: 'registrants',
		value: 'registrantAttendedReplay',
		name: 'Registrant Attended Replay',
		action: 'On a replay viewer',
		description: 'When a registrant entered the replay room. Once per registration.',
		takes: ['minimumMinutes'],
		filters: () => [{ attended_replay: '1' }],
		matches: (row, options) => attended(row, 'replay', options),
		sample: {
			...sampleRegistrant,
			attended_replay: 'Yes',
			date_replay: 'Sat, 1 Nov 2025, 08:00 AM',
			time_replay: '00:52:00',
		},
	},
	{
		watches: 'registrants',
		value: 'registrantDidNotAttend',
		name: 'Registrant Did Not Attend',
		action: 'On a no-show',
		description: 'When a registrant missed the live session. Once per registration.',
		takes: ['minutesAfterStart'],
		filters: () => [{ attended_live: '2' }],
		onlyRegistrationsAddRows: true,
		firstPollMayMissRows: true,
		waitsForEndOf: 'session',
		matches: (row) => readFlag(row.attended_live) !== true,
		sample: sampleRegistrant,
	},
	{
		watches: 'registrants',
		value: 'registrantDidNotPurchase',
		name: 'Registrant Did Not Purchase',
		action: 'On an attendee who did not buy',
		description:
			'When a registrant attended the session or the replay but bought nothing. Once per registration.',
		takes: ['minimumMinutes', 'minutesAfterStart'],
		filters: (): CallParameters[] => [
			{ attended_live: '1', purchased: '2' },
			{ attended_replay: '1', purchased: '2' },
		],
		matches: (row, options) => attendedAnyRoom(row, options) && hasPurchased(row) !== true,
		waitsForEndOf: 'replay',
		sample: sampleAttendee,
	},
	{
		watches: 'registrants',
		value: 'registrantLeftEarly',
		name: 'Registrant Left Early',
		action: 'On an attendee who left early',
		description:
			'When a registrant left the live room before a given minute of the session. Once per registration.',
		takes: ['minutesInRoom', 'minutesAfterStart'],
		filters: ({ minutesInRoom }) => [
			{ attended_live: '3', attended_live_timestamp: String(minutesInRoom * 60) },
		],
		waitsForEndOf: 'session',
		// A person who spent more than the given number of minutes in the room cannot have left before the given minute.
		matches: (row, { minutesInRoom }) =>
			readFlag(row.attended_live) === true && (readSeconds(row.time_live) ?? 0) <= minutesInRoom * 60,
		sample: { ...sampleAttendee, time_live: '00:10:00' },
	},
	{
		watches: 'registrants',
		value: 'registrantPurchased',
		name: 'Registrant Purchased',
		action: 'On a purchase',
		description: 'When a registrant bought something in the live or replay room. Once per registration.',
		takes: [],
		filters: () => [{ purchased: '1' }],
		matches: (row) => hasPurchased(row) === true,
		sample: { ...sampleAttendee, purchased_live: 'Yes', revenue_live: '49.00' },
	},
	{
		watches: 'registrants',
		value: 'registrantStayed',
		name: 'Registrant Stayed',
		action: 'On an attendee who stayed',
		description:
			'When a registrant stayed in the live room past a given minute of the session. Once per registration.',
		takes: ['minutesInRoom'],
		filters: ({ minutesInRoom }) => [
			{ attended_live: '4', attended_live_timestamp: String(minutesInRoom * 60) },
		],
		matches: (row) => readFlag(row.attended_live) === true,
		sample: sampleAttendee,
	},
	{
		watches: 'sessions',
		value: 'sessionEnded',
		name: 'Session Ended',
		action: 'On the end of a session',
		description: 'When a session of the webinar is over. Once per session.',
		takes: ['minutesAfterStart'],
		offsetMinutes: ({ minutesAfterStart }) => minutesAfterStart,
		// Longer than a weekend, and short enough for the state if a session starts every 15 minutes.
		maxDelayMs: 3 * DAY_MS,
	},
	{
		watches: 'sessions',
		value: 'sessionStarting',
		name: 'Session Starting',
		action: 'On a session about to start',
		description: 'When a session of the webinar is about to start. Once per session.',
		takes: ['minutesBefore'],
		offsetMinutes: ({ minutesBefore }) => -minutesBefore,
		maxDelayMs: HOUR_MS,
	},
	{
		watches: 'webinarList',
		value: 'webinarPublished',
		name: 'Webinar Published',
		action: 'On a new webinar',
		description: 'When a new webinar is published in the account',
		takes: [],
		sample: {
			webinar_id: 6,
			webinar_hash: 'sample',
			name: 'Sample Webinar',
			title: 'A Sample Webinar',
			description: 'A sample webinar',
			type: 'Single presentation',
			timezone: 'America/New_York',
			schedules: ['Fri, 31 Oct 2025, 12:00 PM'],
		},
	},
];

export function isRegistrantPoll(poll: Poll): poll is RegistrantPoll {
	return poll.event.watches === 'registrants';
}

export function isSessionPoll(poll: Poll): poll is SessionPoll {
	return poll.event.watches === 'sessions';
}
