/** An identifier as a text; of up to 15 digits, so that it is exact as a number, too. */
export const ID = /^\d{1,15}$/;

/** Whether a value is an object with members: not null, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value says nothing. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** Whether a value can be read as a text: no object, no list, and not nothing. */
export function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Leaves out the members that say nothing. */
export function withoutEmpty<Value>(members: Readonly<Record<string, Value>>): Record<string, Value> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));
}
