import { FixedOffsetZone, type Zone } from 'luxon';

import type { Json, Registrant } from '../service/schemas';
import { inOrder, isBlank, readFlag } from '../utils/values';
import { momentOf, utcText } from '../webinars/dates';

const FLAGS = [
	'attended_live',
	'attended_replay',
	'purchased_live',
	'purchased_replay',
	'subscribed',
	'gdpr_status',
	'gdpr_communications',
];

/** Durations. `entered_live` is the time from the start of the session until the person entered the room. */
const DURATIONS = ['entered_live', 'time_live', 'time_replay'];

const REVENUES = ['revenue_live', 'revenue_replay'];

/** What people look for first. The other fields follow as the service orders them, and the IDs come last. */
const FIRST = [
	'first_name',
	'last_name',
	'email',
	'phone_country_code',
	'phone',
	'phone_number',
	'webinar',
	'webinar_id',
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

const LAST = ['id', 'lead_id', 'user_id', 'schedule_id', 'event_id'];

/** Returns a row as an output item. @param zone of the row's dates, if known */
export function shownRegistrant(row: Registrant, isSimple: boolean, zone: Zone | undefined): Registrant {
	return inOrder(isSimple ? simplified(row, zone) : row, FIRST, LAST);
}

/** Returns a row with values that a workflow can compare. A value in another form than documented stays as it is. */
function simplified(row: Registrant, zone: Zone | undefined): Registrant {
	const values: Record<string, Json> = {};
	for (const [name, value] of Object.entries(withLinkFields(row))) {
		if (value !== undefined) values[name] = simplifiedValue(name, value);
	}
	const start = zone && sessionStart(row, zone);
	return {
		...values,
		purchased: hasPurchased(row) ?? null,
		starts_at: start === undefined ? null : utcText(start),
		// The names that Register uses, so that one email template works after both.
		live_room_url: values.live_room ?? null,
		replay_room_url: values.replay_room ?? null,
	};
}

/** Returns the row with its links as fields of its own. A link that the row itself has wins. */
function withLinkFields({ links, ...row }: Registrant): Registrant {
	if (links === undefined) return row;
	if (typeof links !== 'object' || links === null || Array.isArray(links)) return { ...row, links };
	const fields: Record<string, Json | undefined> = { ...links };
	for (const [name, value] of Object.entries(row)) {
		if (isBlank(fields[name]) || !isBlank(value)) fields[name] = value;
	}
	return fields;
}

/** Whether the person bought in the live room or the replay; undefined if the row does not say. */
export function hasPurchased({ purchased_live, purchased_replay }: Registrant): boolean | undefined {
	const flags = [readFlag(purchased_live), readFlag(purchased_replay)];
	if (flags.includes(true)) return true;
	return flags.includes(false) ? false : undefined;
}

/** The last zone in which a date begins: what is over there is over everywhere. */
export const LAST_ZONE = FixedOffsetZone.instance(-12 * 60);

/** The start of the row's session, in milliseconds since 1970; undefined if the row has no readable date. */
export function sessionStart({ event, schedule }: Registrant, zone: Zone): number | undefined {
	return momentOf(event, zone) ?? momentOf(schedule, zone);
}

function simplifiedValue(name: string, value: Json): Json {
	if (isBlank(value) || isEmptyObject(value)) return null;
	if (FLAGS.includes(name)) return readFlag(value) ?? value;
	if (REVENUES.includes(name)) return readAmount(value) ?? value;
	if (DURATIONS.includes(name)) return readSeconds(value) ?? value;
	return value;
}

function isEmptyObject(value: Json): boolean {
	return typeof value === 'object' && Object.keys(value ?? {}).length === 0;
}

/** Reads "49.00". An amount with a currency or a comma stays as it is. */
function readAmount(value: Json): number | undefined {
	return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/** Reads "01:02:03", "02:03" or a number of seconds; undefined for anything else. */
export function readSeconds(value: unknown): number | undefined {
	if (typeof value === 'number') return value >= 0 ? value : undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^(?:(?:\d+:)?[0-5]?\d:[0-5]\d|\d+)$/.test(text)) return undefined;
	return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
