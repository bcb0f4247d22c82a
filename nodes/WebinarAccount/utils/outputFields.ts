// The fields of output items: their order, and their description.

/** The IDs, which are the last fields of every output. The text field `schedule` of a registrant is not an ID. */
const IDS = ['lead_id', 'user_id', 'webinar_id', 'webinar_hash', 'schedule', 'schedule_id', 'event_id', 'id'];

/**
 * Returns an output with some fields moved to the start, and the IDs moved to the end. The other fields keep their order.
 * Undefined fields are omitted.
 */
export function inOutputOrder<Value>(
	fields: Readonly<Record<string, Value>>,
	first: readonly string[] = [],
): Record<string, Value> {
	const others = Object.keys(fields).filter((name) => !IDS.includes(name));
	// A field that is in several of these lists stays at its first position.
	return Object.fromEntries(
		[...first, ...others, ...IDS].flatMap((name) => {
			const value = fields[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/** The first fields of a registration's output, which users need most. */
export const FIRST_REGISTRATION_FIELDS = [
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

/** The first fields of a registrant's output, which users need most. */
export const FIRST_REGISTRANT_FIELDS = [
	'first_name',
	'last_name',
	'email',
	'phone_country_code',
	'phone_number',
	'country',
	'state',
	'ip',
	'twilio_consented_at',
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
	'revenue_live',
	'revenue_replay',
	'utm_source',
	'live_room_url',
	'replay_room_url',
];

/** The part of a JSON Schema that describes the fields of an output item. */
export interface OutputSchema {
	type?: string | readonly string[];
	properties?: Readonly<Record<string, OutputSchema>>;
	items?: OutputSchema;
}

/**
 * Returns the fields of a schema in the notation of TypeScript, for a language model, such as
 * `title: string | null, schedules: [{ date: string }]`.
 */
export function outputFields({ properties = {} }: OutputSchema): string {
	const fields = Object.entries(properties).map(([name, schema]) => `${name}: ${typeText(schema)}`);
	return fields.join(', ');
}

function typeText({ type = 'unknown', properties, items }: OutputSchema): string {
	if (properties) return `{ ${outputFields({ properties })} }`;
	if (items) return `[${typeText(items)}]`;
	return [type].flat().join(' | ');
}
