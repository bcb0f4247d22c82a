/** An identifier as a text. Up to 15 digits are exact as a number too. */
export const ID = /^\d{1,15}$/;

/** Whether a value is an object, but not null or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

export function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A text as a URL, if it is one. `URL.canParse` of Node 20 says false of texts with umlauts once it has run often. */
export function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

/** Leaves out members that are an empty text. */
export function withoutEmpty<Value>(members: Readonly<Record<string, Value>>): Record<string, Value> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}
