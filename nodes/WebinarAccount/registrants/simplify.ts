import { FixedOffsetZone, type Zone } from 'luxon';

import type { Json, Registrant } from '../service/schemas';
import { inOrder } from '../utils/outputOrder';
import { isBlank, readFlag } from '../utils/values';
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
const DURATIONS = ['time_live', 'time_replay'];
const REVENUES = ['revenue_live', 'revenue_replay'];

/** What people look for first; the rest follows in the service's order, and then the IDs. */
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
	'live_room',
	'replay_room',
	'unsubscribe',
	'links',
];
const LAST = ['id', 'lead_id', 'user_id', 'schedule_id', 'event_id'];

export function shownRegistrant(row: Registrant, isSimple: boolean, zone: Zone | undefined): Registrant {
	return inOrder(isSimple ? simplified(row, zone) : row, FIRST, LAST);
}

/** For comparisons in a workflow. Values in another format than documented stay; the links become members of the row. */
function simplified({ links, ...row }: Registrant, zone: Zone | undefined): Registrant {
	const start = zone && sessionStart(row, zone);
	const isObject = typeof links === 'object' && links !== null && !Array.isArray(links);
	const linked: Registrant = isObject ? { ...links } : { links };
	const own = Object.entries(row).filter(([name, value]) => !isBlank(value) || !(name in linked));
	const simple = Object.entries({ ...linked, ...Object.fromEntries(own) }).flatMap(([name, value]) =>
		value === undefined ? [] : [[name, simplifiedValue(name, value)] as const],
	);
	return {
		...Object.fromEntries(simple),
		purchased: hasPurchased(row) ?? null,
		starts_at: start === undefined ? null : utcText(start),
	};
}

export function hasPurchased({ purchased_live, purchased_replay }: Registrant): boolean | undefined {
	const flags = [purchased_live, purchased_replay].map(readFlag);
	return flags.find((flag) => flag) ?? flags.find((flag) => flag === false);
}

/** The last zone in which a date begins: what is over there is over everywhere. */
export const LAST_ZONE = FixedOffsetZone.instance(-12 * 60);

/** The start of the row's session, in milliseconds since 1970; undefined if the row does not state it. */
export function sessionStart({ event, schedule }: Registrant, zone: Zone): number | undefined {
	return momentOf(event, zone) ?? momentOf(schedule, zone);
}

function simplifiedValue(name: string, value: Json): Json {
	if (isBlank(value) || (typeof value === 'object' && Object.keys(value).length === 0)) return null;
	if (FLAGS.includes(name)) return readFlag(value) ?? value;
	if (REVENUES.includes(name)) return readAmount(value) ?? value;
	return DURATIONS.includes(name) ? (readSeconds(value) ?? value) : value;
}

/** Reads "49.00"; an amount with a currency or a comma is left to the user. */
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
