import type { Registrant, Json } from '../schemas';
import { isBlank, isScalar } from '../../utils/values';

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

/**
 * Simplifies a registrant for comparisons in a workflow: "Yes" and "No" become booleans, times in the room become
 * seconds, and empty values become null. Values in another format stay as they are.
 */
export function simplified(row: Registrant): Registrant {
	return Object.fromEntries(
		Object.entries(row).map(([name, value = null]) => [name, simplifiedValue(name, value)]),
	);
}

function simplifiedValue(name: string, value: Json): Json {
	if (isEmpty(value)) return null;
	if (FLAGS.includes(name)) return flag(value);
	return DURATIONS.includes(name) ? (readSeconds(value) ?? value) : value;
}

/** Reads "Yes" or "No", or the spellings of other hosts; undefined for anything else. */
export function readFlag(value: unknown): boolean | undefined {
	const text = isScalar(value) ? String(value).trim().toLowerCase() : '';
	if (['yes', 'true', '1'].includes(text)) return true;
	return ['no', 'false', '0'].includes(text) ? false : undefined;
}

function flag(value: Json): Json {
	return readFlag(value) ?? value;
}

/** Reads "01:02:03" as 3723; undefined for anything else. */
export function readSeconds(value: unknown): number | undefined {
	const [, hours, minutes, rest] =
		/^(\d+):([0-5]\d):([0-5]\d)$/.exec(typeof value === 'string' ? value : '') ?? [];
	return hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

function isEmpty(value: Json): boolean {
	if (isBlank(value)) return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}
