import type { Zone } from 'luxon';

import type { Json, Registrant } from '../service/schemas';
import { inOrder, REGISTRANT_FIRST, REGISTRANT_LAST } from '../utils/outputOrder';
import { isBlank, readFlag, readSeconds } from '../utils/values';
import { utcText } from '../webinars/dates';
import { hasPurchased, sessionStart } from './registrantRow';

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

/** Returns a row as an output item. @param zone of the row's dates, if known */
export function toRegistrantOutput(row: Registrant, isSimple: boolean, zone: Zone | undefined): Registrant {
	return inOrder(isSimple ? simplified(row, zone) : row, REGISTRANT_FIRST, REGISTRANT_LAST);
}

/** Returns a row with values that a workflow can compare. A value in an undocumented form is not changed. */
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

/** Moves the links out of `links` into the row. If the row has the same link, the row's own one is kept. */
function withLinkFields({ links, ...row }: Registrant): Registrant {
	if (links === undefined) return row;
	if (typeof links !== 'object' || links === null || Array.isArray(links)) return { ...row, links };
	const fields: Record<string, Json | undefined> = { ...links };
	for (const [name, value] of Object.entries(row)) {
		if (isBlank(fields[name]) || !isBlank(value)) fields[name] = value;
	}
	return fields;
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

/** Reads "49.00"; undefined for an amount with a currency or a comma. */
function readAmount(value: Json): number | undefined {
	return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}
