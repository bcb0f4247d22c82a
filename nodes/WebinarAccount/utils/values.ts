/** Whether a value of an answer says nothing. */
export function isBlank(value: unknown): value is undefined | null | '' {
	return value === undefined || value === null || value === '';
}

/** Whether a value can be read as a text: no object, no list, and not nothing. */
export function isScalar(value: unknown): value is string | number | boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
