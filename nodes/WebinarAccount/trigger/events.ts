import { hasPurchased } from '../registrants/registrantOutput';
import type { ServiceClient } from '../service/client';
import type { CallParameters, Json, Registrant, WebinarListItem } from '../service/endpoints';
import type { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { readFlag, readSeconds } from '../utils/values';
import { DAY_MS, HOUR_MS } from '../webinars/dates';
import type { WebinarReference, Webinars } from '../webinars/webinars';
import type { WebinarState } from './state';

// The trigger's events, and the types that the steps of a poll share.

/** The values of the fields that the editor shows only for some events. */
export interface EventOptions {
	/** How many minutes before its start a session is reported. */
	minutesBefore: number;
	/**
	 * A minute of the session, counted from its start. A person who leaves the live room before this minute left early,
	 * and any other attendee stayed.
	 */
	minutesInRoom: number;
	/** The number of minutes after a session's start when its attendance is final. */
	minutesAfterStart: number;
	/** How many minutes a person must spend in a room to count as an attendee. */
	minimumMinutes: number;
	simplify: boolean;
}

/** How the editor shows an event. */
interface EventTexts {
	value: string;
	name: string;
	/** The event in n8n's list of nodes, e.g. "On a no-show". */
	action: string;
	description: string;
	/** The fields that the editor shows for the event, apart from Simplify. */
	takes: ReadonlyArray<keyof EventOptions>;
}

/** An event that the trigger detects in the registrant lists of a webinar. */
export interface RegistrantEvent extends EventTexts {
	watches: 'registrants';
	/** Whether the event can happen long before a session, as registrations can. */
	canHappenLongBefore?: boolean;
	/**
	 * Returns API filter parameters, one set for each list to read. If the event happened for a registrant, the
	 * registrant is in at least one of the lists.
	 */
	filters: (options: EventOptions) => readonly CallParameters[];
	/** Whether only new registrations add rows to the lists. Otherwise, a new row can be that of an old registration. */
	onlyRegistrationsAddRows?: boolean;
	/**
	 * Whether the trigger's first poll may miss rows, because rows leave the lists during a session, and others move
	 * up. A later poll can then find an old row that the trigger does not know.
	 */
	firstPollMayMissRows?: boolean;
	/** Whether a row shows that the event happened. */
	matches: (row: Registrant, options: EventOptions) => boolean;
	/**
	 * What must be over before the event is decided: the session, or also the day after a visit to the replay room. Absent if
	 * the event is decided at once.
	 */
	waitsForEndOf?: 'session' | 'replay';
	/** A sample row of the registrant list. */
	sample: Registrant;
}

/** An event that the trigger detects in the sessions of a webinar. */
export interface SessionEvent extends EventTexts {
	watches: 'sessions';
	/** Returns the minutes from a session's start until the trigger reports the session; negative for before the start. */
	offsetMinutes: (options: EventOptions) => number;
	/** How late a session is still reported, in milliseconds after it started or, for an event after the start, was due. */
	maxDelayMs: number;
}

/** An event that the trigger detects in the list of webinars. */
interface ListEvent extends EventTexts {
	watches: 'webinarList';
	/** A sample event that has all fields of a real one. */
	sample: WebinarListItem;
}

/** An event that users can choose in Trigger On. */
export type TriggerEvent = RegistrantEvent | SessionEvent | ListEvent;

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

/** The ID of the webinar in sample events. */
export const SAMPLE_WEBINAR_ID = 6;

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

/**
 * All events, in the order of the editor's list. The fields and the poll are derived from this table.
 *
 * `filters` returns API parameters. The API documents these codes: `attended_live` is 1 for attended, 2 for did not attend,
 * 3 for left before a time, and 4 for left after it. `purchased` is 1 for bought, and 2 for did not buy.
 */
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
			webinar_id: SAMPLE_WEBINAR_ID,
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

// The types that the steps of a poll share. Times are in milliseconds since 1970.

/** The JSON data of an output item. */
export type EventData = Readonly<Record<string, Json | undefined>>;

/** The values of the node's fields. */
export interface TriggerSettings extends EventOptions {
	event: TriggerEvent;
	product: Product;
	/** The chosen webinar; undefined if all webinars are watched. */
	webinar: WebinarReference | undefined;
	/** If all webinars are watched: the text that their titles must contain; empty for any title. */
	titleContains: string;
	/** The chosen schedule; undefined if all schedules are watched. */
	schedule: number | undefined;
}

/** One poll: the values of the node's fields, and access to the service. */
export interface Poll extends TriggerSettings {
	service: ServiceClient;
	/** Reads webinars. Each webinar is read at most once per poll. */
	webinars: Webinars;
	/** Identifies what the trigger reports. If it changes, the stored state is dropped, and the trigger starts over. */
	watchKey: string;
	keyDigest: string;
	/** The chosen webinar as the user entered it, as JSON. While it is unchanged, its ID is not looked up again. */
	entered: string;
	/** When this poll began. */
	now: number;
	/** When a poll of all webinars begins to read no further webinar, on the clock of `performance.now()`. */
	lastWebinarAt: number;
	/** When n8n aborts the poll, on the same clock. */
	endsAt: number;
}

export interface RegistrantPoll extends Poll {
	event: RegistrantEvent;
}

export interface SessionPoll extends Poll {
	event: SessionEvent;
}

/** A webinar that the trigger watches: the one that the user chose, or each of all webinars. */
export interface WatchedWebinar {
	webinarId: string;
	/** The webinar's entry in the webinar list; absent for the chosen webinar. */
	listed?: WebinarListItem;
}

/** A watched webinar, and what the trigger knows before the poll reads it. */
export interface WebinarWithState extends WatchedWebinar {
	state: WebinarState;
	/** When the trigger's first poll began. */
	firstPollAt: number;
}

/** What a poll found in one webinar. */
export interface WebinarReading {
	events: EventData[];
	/** Whether the webinar has none of the registrants or sessions that the event watches. */
	isEmpty: boolean;
	/** Whether registrants may be missing, because rows were removed while their list was read. */
	isIncomplete?: boolean;
	/** What the event stores about this webinar until the next poll, as plain JSON. */
	memory: unknown;
	/** Problems for n8n's log. */
	warnings: InputError[];
}
