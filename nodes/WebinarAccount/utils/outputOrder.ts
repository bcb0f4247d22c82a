/**
 * Returns an output with some fields moved to the start and some to the end. The other fields keep their order.
 * Undefined fields are omitted.
 */
export function inOrder<Value>(
	fields: Readonly<Record<string, Value>>,
	first: readonly string[],
	last: readonly string[],
): Record<string, Value> {
	const others = Object.keys(fields).filter((name) => !first.includes(name) && !last.includes(name));
	return Object.fromEntries(
		[...first, ...others, ...last].flatMap((name) => {
			const value = fields[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/** The first fields of a registration's output, which users need most. */
export const REGISTRATION_FIRST = [
	'first_name',
	'last_name',
	'email',
	'skipped',
	'existing',
	'live_room_url',
	'phone_country_code',
	'phone',
	'date',
	'date_text',
	'timezone',
	'starts_at',
	'replay_room_url',
	'thank_you_url',
	'webinar_title',
];

/** The last fields of a registration's output, which are the IDs. */
export const REGISTRATION_LAST = [
	'id',
	'lead_id',
	'user_id',
	'webinar_id',
	'webinar_hash',
	'schedule',
	'schedule_id',
	'event_id',
];

/** The first fields of a registrant's output, which users need most. */
export const REGISTRANT_FIRST = [
	'first_name',
	'last_name',
	'email',
	'phone_country_code',
	'phone',
	'phone_number',
	'webinar',
	'schedule',
	'event',
	'starts_at',
	'signup_date',
	'subscribed',
	'attended_live',
	'date_live',
	'entered_live',
	'time_live',
	'attended_replay',
	'date_replay',
	'time_replay',
	'purchased',
	'purchased_live',
	'revenue_live',
	'purchased_replay',
	'revenue_replay',
	'live_room_url',
	'replay_room_url',
	'live_room',
	'replay_room',
	'unsubscribe',
	'links',
];

/** The last fields of a registrant's output, which are the IDs. */
export const REGISTRANT_LAST = ['id', 'lead_id', 'user_id', 'webinar_id', 'schedule_id', 'event_id'];

/** The last fields of a webinar's output, which are the IDs. */
export const WEBINAR_IDS = ['webinar_id', 'webinar_hash'];
