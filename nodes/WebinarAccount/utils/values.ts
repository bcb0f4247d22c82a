/** Matches an ID of the service. JavaScript represents integers of up to 15 digits exactly. */
export const ID = /^\d{1,15}$/;

/** Whether a text that a user entered can be an ID of the service. The service has no ID 0. */
export function isId(text: string): boolean {
	return ID.test(text) && Number(text) > 0;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

export function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns a string, number or boolean as a string, and an empty string for any other value. */
export function scalarText(value: unknown): string {
	return isScalar(value) ? String(value) : '';
}

/** Reads "Yes" or "No", also as true, false, 1 or 0, which some hosts send. Returns undefined for anything else. */
export function readFlag(value: unknown): boolean | undefined {
	const text = scalarText(value).trim().toLowerCase();
	if (['yes', 'true', '1'].includes(text)) return true;
	return ['no', 'false', '0'].includes(text) ? false : undefined;
}

/** Returns the seconds in "01:02:03", "02:03" or a number of seconds. Returns undefined for anything else. */
export function readSeconds(value: unknown): number | undefined {
	if (typeof value === 'number') return value >= 0 ? value : undefined;
	const text = scalarText(value).trim();
	if (!/^(?:(?:\d+:)?[0-5]?\d:[0-5]\d|\d+)$/.test(text)) return undefined;
	// Each part counts 60 times as much as the part after it.
	return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/**
 * Parses a URL. Returns undefined if it is not one. `URL.canParse` is not used, because on Node 20 it returns wrong results
 * for umlauts after many calls.
 */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Returns a value in quotes for a message. A string is shortened. For any other value, only the type is shown. */
export function quoted(value: unknown): string {
	return `"${shortened(typeof value === 'string' ? value : typeof value)}"`;
}

/** Shortens a string for a message, because a value can be as long as a file. Does not cut an emoji in half. */
export function shortened(text: string, length = 100): string {
	if (text.length <= length) return text;
	// The first half of a surrogate pair at the end would be half an emoji.
	const start = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
	return `${start.trimEnd()}…`;
}

/** A hint for the user, with the condition under which it is shown. */
export type Hint = readonly [applies: boolean, text: string];

/**
 * Replaces angle brackets with similar characters. n8n shows toasts and hints as HTML, but other messages as plain text, so
 * escaped brackets would be visible.
 */
export function withoutMarkup(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/**
 * Joins sentences into one string, and omits empty and duplicate ones. Adds a full stop between two sentences if the
 * first has none. The last sentence stays as given.
 */
export function sentences(texts: readonly string[]): string {
	return [...new Set(texts)]
		.filter(Boolean)
		.join('. ')
		.replace(/([.!?])\. /g, '$1 ');
}

/** Joins names into "A", "A and B" or "A, B and C". If there are more than `max` names, "A, B and 3 more". */
export function enumerated(names: readonly string[], max = Infinity): string {
	const more = names.length > max ? [`${names.length - max} more`] : [];
	// British English has no comma before "and".
	return new Intl.ListFormat('en-GB').format([...names.slice(0, max), ...more]);
}

/** Trims whitespace and control characters without quadratic backtracking. */
export function withoutInvisibleEnds(text: string): string {
	return text.replace(/^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$/gu, '');
}

/** Returns a parameter's name with the brackets of a list: "label" and "label[]" become "label[]". */
export function withBrackets(name: string): string {
	return name.endsWith('[]') ? name : `${name}[]`;
}

/** Returns a parameter's name without the brackets of a list: "label[]" and "label[0]" become "label". */
export function withoutBrackets(name: string): string {
	return name.replace(/\[\d*\]$/, '');
}

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
