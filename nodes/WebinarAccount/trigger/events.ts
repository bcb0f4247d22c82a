import { hasPurchased, readSeconds } from '../registrants/simplify';
import type { CallParameters } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import { readFlag } from '../utils/values';
import type { ListEvent, TriggerEvent } from './event';
import { registrantEvent, type RegistrantEventRules } from './registrantEvent';
import { sessionStarting } from './sessionStarting';

/** The events as data. The numbers in the filters are the service's. */

/** Whether one of these fields may be "Yes": if a host leaves it empty, the host's filter decides. */
const mayBe =
	(...flags: string[]) =>
	(row: Registrant) =>
		flags.some((flag) => readFlag(row[flag]) !== false);

const SESSION = 'Fri, 31 Oct 2025, 12:00 PM';
const SIGN_UP = 'Mon, 27 Oct 2025, 09:30 AM';

const links = {
	live_room: 'https://event.example.com/go/live/6/sample',
	replay_room: 'https://event.example.com/go/replay/6/sample',
	unsubscribe: 'https://event.example.com/unsubscribe/sample',
};

/** An invented registrant with all members that are known of the service's rows. */
const registered: Registrant = {
	id: 1001,
	lead_id: 5001,
	schedule_id: 56,
	event_id: 9001,
	webinar: 'Sample Webinar',
	schedule: SESSION,
	event: SESSION,
	signup_date: SIGN_UP,
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
	gdpr_status_date: SIGN_UP,
	gdpr_status_ip: '192.0.2.1',
	gdpr_communications: 'Yes',
	twilio_consented_at: null,
	utm_source: 'newsletter',
	utm_medium: 'email',
	utm_campaign: 'autumn',
	utm_term: null,
	utm_content: null,
	...links,
	links,
};

const live = (seconds: number): Registrant => ({
	...registered,
	attended_live: 'Yes',
	date_live: '2025-10-31',
	entered_live: '12:00:00',
	time_live: new Date(seconds * 1000).toISOString().slice(11, 19),
});

const ofRegistrants: readonly RegistrantEventRules[] = [
	{
		value: 'registrantAdded',
		name: 'Registrant Added',
		description: 'When somebody registered; with double opt-in, once they confirmed',
		isAtAnyTime: true,
		filters: () => [{}],
		appendOnly: true,
		matches: () => true,
		sample: () => registered,
	},
	{
		value: 'registrantAttended',
		name: 'Registrant Attended',
		description: 'When a registrant has entered the live room or the replay room, once per registration',
		filters: (): CallParameters[] => [{ attended_live: '1' }, { attended_replay: '1' }],
		matches: mayBe('attended_live', 'attended_replay'),
		sample: () => live(3120),
	},
	{
		value: 'registrantAttendedLive',
		name: 'Registrant Attended Live',
		description: 'When a registrant has entered the live room, once per registration',
		filters: () => [{ attended_live: '1' }],
		matches: mayBe('attended_live'),
		sample: () => live(3120),
	},
	{
		value: 'registrantAttendedReplay',
		name: 'Registrant Attended Replay',
		description: 'When a registrant has entered the replay room, once per registration',
		filters: () => [{ attended_replay: '1' }],
		matches: mayBe('attended_replay'),
		sample: () => ({
			...registered,
			attended_replay: 'Yes',
			date_replay: '2025-11-01',
			time_replay: '00:41:00',
		}),
	},
	{
		value: 'registrantDidNotAttend',
		name: 'Registrant Did Not Attend',
		description: 'When a registrant was not in the live room of their session, once per registration',
		finalHint: 'Wait this long after the start before calling somebody a no-show: longer than the session',
		filters: () => [{ attended_live: '2' }],
		appendOnly: true,
		matches: (row) => readFlag(row.attended_live) !== true,
		sample: () => registered,
	},
	{
		value: 'registrantDidNotPurchase',
		name: 'Registrant Did Not Purchase',
		description: 'When a registrant attended, live or the replay, and bought nothing, once per registration',
		finalHint: 'Wait this long after the start for a purchase: longer than the session and its replay',
		filters: (): CallParameters[] => [
			{ attended_live: '1', purchased: '2' },
			{ attended_replay: '1', purchased: '2' },
		],
		matches: (row) => mayBe('attended_live', 'attended_replay')(row) && !hasPurchased(row),
		sample: () => live(3120),
	},
	{
		value: 'registrantLeftEarly',
		name: 'Registrant Left Early',
		description:
			'When a registrant left the live room before a given minute of the session, once per registration',
		takes: ['minutesInRoom'],
		finalHint: 'Wait this long after the start, until everybody has left: longer than the session',
		filters: (seconds) => [{ attended_live: '3', attended_live_timestamp: String(seconds) }],
		matches: (row, seconds) => mayBe('attended_live')(row) && !((readSeconds(row.time_live) ?? 0) > seconds),
		sample: (seconds) => live(seconds / 2),
	},
	{
		value: 'registrantPurchased',
		name: 'Registrant Purchased',
		description: 'When a registrant has bought what the webinar offers, once per registration',
		filters: () => [{ purchased: '1' }],
		matches: mayBe('purchased_live', 'purchased_replay'),
		sample: () => ({ ...live(3120), purchased_live: 'Yes', revenue_live: '49.00' }),
	},
	{
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

const webinarPublished: ListEvent = {
	watches: 'list',
	value: 'webinarPublished',
	name: 'Webinar Published',
	description: 'When the account has a new webinar',
	takes: [],
	sample: {
		webinar_id: 6,
		webinar_hash: 'sample',
		name: 'Sample Webinar',
		title: 'A Sample Webinar',
		description: 'An invented webinar',
		type: 'Single presentation',
		timezone: 'America/New_York',
		schedules: ['Fri, 31 Oct 2025, 12:00 PM'],
	},
};

/** The trigger's events in the order of the editor's list. The selector, the fields and the poll use this table. */
export const events: readonly TriggerEvent[] = [
	...ofRegistrants.map(registrantEvent),
	sessionStarting,
	webinarPublished,
];
