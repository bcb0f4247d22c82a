import fc, { type Arbitrary } from 'fast-check';

/** Placeholder for the number of the item that a response belongs to. */
export const ITEM_NUMBER = '@item@';

/** Placeholder within strings for the mark of the item that a response belongs to. See `markOf`. */
export const ITEM_MARK = '§';

/** A number that JavaScript cannot represent exactly, such as an ID of 64 bits. */
const UNSAFE_INTEGER = 2 ** 60;

/** Does not contain the word "undefined", because errors quote the service, and must not contain it. */
const ODD_STRINGS = [
	'',
	'null',
	'Yes',
	'0',
	'-1',
	'1e3',
	'2026-13-45 25:61',
	'Europe/London',
	'12:60:00',
	'\0',
	'\ud800',
];

/** Generates any JSON value. Some of its strings are placeholders. */
export const randomJson: Arbitrary<unknown> = fc.oneof(
	{ weight: 6, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
	{ weight: 1, arbitrary: fc.constantFrom(ITEM_MARK, ITEM_NUMBER, ...ODD_STRINGS) },
	{ weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, UNSAFE_INTEGER, [], {}) },
);

/** Returns the JSON text of a value, with the item's number and mark in place of the placeholders. */
export function fillPlaceholders(json: unknown, item: number): string {
	return (JSON.stringify(json) ?? '')
		.replaceAll(`"${ITEM_NUMBER}"`, String(item))
		.replaceAll(ITEM_MARK, markOf(item));
}

/** Returns a word that is unique to an item. In the output of another item, it shows that items were swapped. */
export function markOf(item: number): string {
	return `mark${item}mark`;
}

/** Returns the numbers of the items whose marks a text contains. */
export function marksIn(text: string): number[] {
	return [...text.matchAll(/mark(\d+)mark/g)].map(([, item]) => Number(item));
}

/** A change of one field or entry of a JSON value. */
export interface Change {
	/** Chooses the field or entry: its number, counted through all levels, modulo their count. */
	at: number;
	/** The new value. Undefined removes a field, and turns an entry into null. */
	value: unknown;
}

export const randomChange: Arbitrary<Change> = fc.record({
	at: fc.nat(1000),
	value: fc.option(randomJson, { nil: undefined, freq: 4 }),
});

/** Returns a copy of a JSON value with one field or entry changed. */
export function applyChange(json: unknown, { at, value }: Change): unknown {
	const copy = { root: structuredClone(json) };
	const fields = fieldsIn(copy);
	const field = fields[at % fields.length];
	if (!field) return value;
	Reflect.set(field.parent, field.key, value);
	return copy.root;
}

interface Field {
	parent: object;
	key: string;
}

/** Returns the fields and entries of a JSON value on all levels. */
function fieldsIn(value: unknown): Field[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, child]) => [{ parent: value, key }, ...fieldsIn(child)]);
}
