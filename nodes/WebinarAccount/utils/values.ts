/** Matches an ID. Numbers of up to 15 digits are exact. */
export const ID = /^\d{1,15}$/;

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

export function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns a value as a string; empty for a list, an object, null and undefined. */
export function scalarText(value: unknown): string {
	return isScalar(value) ? String(value) : '';
}

/** Reads "Yes" or "No", or the spellings of other hosts; undefined for anything else. */
export function readFlag(value: unknown): boolean | undefined {
	const text = scalarText(value).trim().toLowerCase();
	if (['yes', 'true', '1'].includes(text)) return true;
	return ['no', 'false', '0'].includes(text) ? false : undefined;
}

/** Reads "01:02:03", "02:03" or a number of seconds; undefined for anything else. */
export function readSeconds(value: unknown): number | undefined {
	if (typeof value === 'number') return value >= 0 ? value : undefined;
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^(?:(?:\d+:)?[0-5]?\d:[0-5]\d|\d+)$/.test(text)) return undefined;
	return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

/** Parses a URL; undefined if it is not one. On Node 20, `URL.canParse` becomes wrong about umlauts after many calls. */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Returns a string in quotes for a message, or the type of a value that is not a string. */
export function quoted(value: unknown): string {
	return `"${shortened(typeof value === 'string' ? value : typeof value)}"`;
}

/** Cuts a string that is too long for a message, but does not cut an emoji in half. A value can be a whole file. */
export function shortened(text: string, length = 100): string {
	if (text.length <= length) return text;
	return `${text
		.slice(0, length)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trimEnd()}…`;
}

/** Replaces angle brackets. n8n shows messages as HTML in toasts and hints, and as plain text elsewhere. */
export function withoutMarkup(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/** Joins sentences, without empty and duplicate ones. A full stop is added where one is missing, except at the end. */
export function sentences(texts: readonly string[]): string {
	return [...new Set(texts)]
		.filter(Boolean)
		.join('. ')
		.replace(/([.!?])\. /g, '$1 ');
}

/** Joins names: "A", "A and B", "A, B and C". */
export function enumerated(names: readonly string[]): string {
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

/** Trims whitespace and control characters without quadratic backtracking. */
export function withoutInvisibleEnds(text: string): string {
	return text.replace(/^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$/gu, '');
}
