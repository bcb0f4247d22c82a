import type { Zone } from 'luxon';

import type { Json, Registrant } from '../service/endpoints';
import { inOutputOrder, isRecord, isScalar, readFlag, readSeconds, scalarText } from '../utils/values';
import { momentOf, normalizedDate, startText } from '../webinars/dates';

/** The first fields of a registrant's output, which users need most. */
const FIRST_REGISTRANT_FIELDS = [
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

/** The fields of a simplified registrant, in their order. Other fields are left out. */
const SIMPLE_FIELDS = [...FIRST_REGISTRANT_FIELDS, 'lead_id', 'webinar_id', 'schedule_id', 'event_id', 'id'];

/** Fields with "Yes" or "No", which become booleans. */
const FLAGS = ['attended_live', 'attended_replay', 'subscribed'];

/**
 * Fields with a duration, which become seconds. `entered_live` is the time from the session's start until the person
 * entered the room.
 */
const DURATIONS = ['entered_live', 'time_live', 'time_replay'];

/** Fields with an amount of money, which become numbers. */
const REVENUES = ['revenue_live', 'revenue_replay'];

/**
 * Returns a row of the registrant list as an output item.
 * @param isSimple whether to simplify the row (the Simplify option)
 * @param zone the time zone of the row's dates, if known
 */
export function toRegistrantOutput(row: Registrant, isSimple: boolean, zone: Zone | undefined): Registrant {
	return isSimple ? simplifiedRegistrant(row, zone) : inOutputOrder(row, FIRST_REGISTRANT_FIELDS);
}

/**
 * Returns a row with only the fields that users need, with values that a workflow can compare, such as booleans and numbers.
 * A value in an unexpected format stays unchanged.
 * @param zone the time zone of the row's dates, if known
 */
export function simplifiedRegistrant(row: Registrant, zone: Zone | undefined): Registrant {
	const fields: Registrant = {
		...row,
		purchased: hasPurchased(row) ?? null,
		starts_at: startText(zone && sessionStart(row, zone), zone),
		// These fields have the same names as in the output of the Register operation, so that one email template works for
		// both.
		live_room_url: roomLink(row, 'live_room'),
		replay_room_url: roomLink(row, 'replay_room'),
	};
	const values: Record<string, Json> = {};
	for (const name of SIMPLE_FIELDS) {
		const value = fields[name];
		if (value !== undefined) values[name] = simplifyValue(name, value);
	}
	return values;
}

/** Returns a row's link to a room from the row itself or from its field `links`, as it came; null if neither has it. */
export function roomLink(
	row: Registrant,
	room: 'live_room' | 'replay_room',
): string | number | boolean | null {
	// The vendor documents the links as fields of the row, but the service also returns them in `links`.
	const links = isRecord(row.links) ? row.links : {};
	return [row[room], links[room]].filter(isScalar).find((link) => link !== '') ?? null;
}

/**
 * Converts a value by the name of its field: to a boolean, a number or seconds. An empty string, object or list becomes
 * null. A value of another field, and a value in an unexpected format, stays unchanged.
 */
function simplifyValue(name: string, value: Json): Json {
	if (value === '' || value === null) return null;
	if (typeof value === 'object' && Object.keys(value).length === 0) return null;
	if (FLAGS.includes(name)) return readFlag(value) ?? value;
	if (REVENUES.includes(name)) return readAmount(value) ?? value;
	if (DURATIONS.includes(name)) return readSeconds(value) ?? value;
	return value;
}

/** Reads an amount of money from a string; undefined for anything else, such as a string with a currency or a comma. */
function readAmount(value: Json): number | undefined {
	return /^-?\d+(?:\.\d+)?$/.test(scalarText(value).trim()) ? Number(value) : undefined;
}

/** Whether the person bought something in the live room or the replay room; undefined if the row says so of neither room. */
export function hasPurchased({ purchased_live, purchased_replay }: Registrant): boolean | undefined {
	const flags = [readFlag(purchased_live), readFlag(purchased_replay)];
	if (flags.includes(true)) return true;
	return flags.includes(false) ? false : undefined;
}

/**
 * Returns the date of a row's session as YYYY-MM-DD HH:MM; undefined if the row has no readable date. The date is in `event`.
 * A row without it may have the date in `schedule`, which otherwise is a description, such as "Every day, 01:00 PM".
 */
export function sessionDate({ event, schedule }: Registrant): string | undefined {
	return normalizedDate(event) ?? normalizedDate(schedule);
}

/**
 * Returns the start of a row's session in milliseconds since 1970; undefined if the row has no readable date.
 * @param zone the time zone of the row's dates
 */
export function sessionStart({ event, schedule }: Registrant, zone: Zone): number | undefined {
	// The same date as in `sessionDate`. `momentOf` is quicker, because it keeps the dates that it has read.
	return momentOf(event, zone) ?? momentOf(schedule, zone);
}
