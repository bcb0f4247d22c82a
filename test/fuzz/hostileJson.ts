import fc, { type Arbitrary } from 'fast-check';

/** Stands for the number of the item that an answer is for, as a JSON number. */
export const ITEM_NUMBER = '@item@';

/** In a text: becomes a mark of the item that an answer is for, so that a swapped one is noticed. */
export const ITEM_MARK = '§';

/** JSON that no JavaScript value stands for. */
const RAW: readonly string[] = [
	'1e400',
	'-1e400',
	'-0',
	'1e21',
	'1E-400',
	'12345678901234567890',
	'-9007199254740993',
	'{"a":1,"a":2}',
	'"\\ud800"',
	'"\\u0000"',
	'{"toString":null,"valueOf":1}',
	'{"__proto__":{"polluted":true}}',
	'{"constructor":{"prototype":{"polluted":true}}}',
	nested('[', ']', 40),
	nested('{"a":', '}', 40),
	`[${'1,'.repeat(2400)}1]`,
	`[${'{},'.repeat(2400)}[]]`,
	`{${Array.from({ length: 2400 }, (_, index) => `"field ${index}":null`).join()}}`,
	`{"${'long name '.repeat(10_000)}":"${'long text '.repeat(10_000)}"}`,
	`"${'\\"<b>%41&amp;'.repeat(10_000)}"`,
];
/** Not the word "undefined": what the service says of itself is passed on. */
const ODD_TEXTS = ['null', 'Yes', '0', '-1', '1e3', '2026-13-45 25:61', 'Europe/London', '12:60:00'];

function nested(open: string, close: string, depth: number): string {
	return `${open.repeat(depth)}1${close.repeat(depth)}`;
}

/** Any JSON value, as a tree in which some texts stand for something else: see `jsonText`. */
export const hostileJson: Arbitrary<unknown> = fc.oneof(
	{ weight: 6, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
	{ weight: 1, arbitrary: fc.constantFrom(ITEM_MARK, ITEM_NUMBER, ...ODD_TEXTS) },
	{ weight: 1, arbitrary: fc.nat(RAW.length - 1).map((index) => `@raw ${index}@`) },
	{ weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1.5, '', [], {}) },
);

/** The text of a tree, for one item. */
export function jsonText(tree: unknown, item: number): string {
	return (JSON.stringify(tree) ?? '')
		.replaceAll(`"${ITEM_NUMBER}"`, String(item))
		.replaceAll(ITEM_MARK, markOf(item))
		.replace(/"@raw (\d+)@"/g, (_text, index: string) => RAW[Number(index)] ?? '');
}

export function markOf(item: number): string {
	return `mark${item}mark`;
}

/** The numbers of the items whose marks a text holds. */
export function marksIn(text: string): number[] {
	return [...text.matchAll(/mark(\d+)mark/g)].map(([, item]) => Number(item));
}

export interface Change {
	/** Which node of the tree, modulo their number. */
	at: number;
	kind: 'replace' | 'remove' | 'duplicate';
	value: unknown;
}

export const change: Arbitrary<Change> = fc.record({
	at: fc.nat(1000),
	kind: fc.constantFrom('replace', 'replace', 'remove', 'duplicate'),
	value: hostileJson,
});

/** A copy of a tree with one of its nodes changed. */
export function changed(tree: unknown, { at, kind, value }: Change): unknown {
	const copy = { root: structuredClone(tree) };
	const places = placesIn(copy);
	const place = places[at % places.length];
	if (!place) return value;
	const { parent, key } = place;
	const member: unknown = Reflect.get(parent, key);
	if (kind === 'replace') Reflect.set(parent, key, value);
	else if (Array.isArray(parent))
		parent.splice(Number(key), 1, ...(kind === 'remove' ? [] : [member, structuredClone(member)]));
	else if (kind === 'remove') Reflect.deleteProperty(parent, key);
	else Reflect.set(parent, `${key} again`, member);
	return copy.root;
}

function placesIn(value: unknown): Array<{ parent: object; key: string }> {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, member]) => [{ parent: value, key }, ...placesIn(member)]);
}
