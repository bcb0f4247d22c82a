/** An identifier as a text. Up to 15 digits are exact as a number too. */
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

/** Empty for a list or an object, which may not be a text. */
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

/** A text as a URL, if it is one. `URL.canParse` of Node 20 says false of texts with umlauts once it has run often. */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** A value as shown in a message; the type of one that is not a text. */
export function quoted(value: unknown): string {
	return `"${shortened(typeof value === 'string' ? value : typeof value)}"`;
}

/** Cuts a text that is too long for a message (a value can be a whole file), and no emoji in half. */
export function shortened(text: string, length = 100): string {
	if (text.length <= length) return text;
	return `${text
		.slice(0, length)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trimEnd()}…`;
}

/** n8n shows messages as HTML in toasts and hints, and as they are elsewhere. These brackets look right in both. */
export function withoutMarkup(text: string): string {
	return text.replaceAll('<', '‹').replaceAll('>', '›');
}

/** Joins texts as sentences, without empty and duplicate ones. The last one keeps its ending. */
export function sentences(texts: readonly string[]): string {
	return [...new Set(texts)]
		.filter(Boolean)
		.join('. ')
		.replace(/([.!?])\. /g, '$1 ');
}

/** "A", "A and B", "A, B and C". */
export function enumerated(names: readonly string[]): string {
	return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

/** Trims whitespace and control characters without quadratic backtracking. */
export function withoutInvisibleEnds(text: string): string {
	return text.replace(/^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$/gu, '');
}
