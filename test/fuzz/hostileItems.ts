import fc, { type Arbitrary } from 'fast-check';
import { DateTime } from 'luxon';
import type { GenericValue, IDataObject } from 'n8n-workflow';

import { words } from '../support/words';

const PROTOTYPE_NAMES = words('__proto__ constructor prototype toString valueOf hasOwnProperty then');
const ODD_TEXTS = [
	'',
	' ',
	'\0',
	'a\0b',
	'\ud800',
	'a\udc00b',
	'\u202e',
	'={{ 1 }}',
	'{{ $json }}',
	'$&',
	'%',
	'&a=b',
];

/** Texts that no user would type. */
const hostileText = fc.oneof(
	fc.constantFrom(...PROTOTYPE_NAMES, ...ODD_TEXTS),
	fc.string({ unit: 'binary' }),
	fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
);

function parsed(json: string): IDataObject {
	return JSON.parse(json) as IDataObject;
}

const ODD_VALUES: GenericValue[] = [
	null,
	undefined,
	true,
	false,
	0,
	-1,
	1.5,
	NaN,
	Infinity,
	1e21,
	[],
	{},
	[[]],
	[null],
	new Date(0),
	new Date(NaN),
	DateTime.utc(2026),
	parsed('{"__proto__":{"polluted":true}}'),
	{ toString: null, valueOf: null },
	{ __rl: true, mode: 'list' },
	{ __rl: true, mode: 'url', value: { a: 1 } },
	{ field: [null, 'x', { label: null, value: [1] }] },
];

/** What an expression can give where a text is expected. */
const hostileValue: Arbitrary<GenericValue> = fc.oneof(
	{ weight: 30, arbitrary: hostileText },
	{ weight: 30, arbitrary: fc.constantFrom(...ODD_VALUES) },
	{ weight: 10, arbitrary: fc.integer() },
	{ weight: 20, arbitrary: fc.object({ maxDepth: 2, key: hostileText }) },
	{ weight: 10, arbitrary: fc.array(hostileText, { maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.constantFrom(...['x', '@', ' 1'].map((text) => text.repeat(1_000_000))) },
);

/** The values of an item's fields; the ones of its own carry its mark. */
export type Values = Record<string, GenericValue>;

/** What is filled in where nothing is wrong, for one item. */
export type ValidValues = (item: number) => Values;

/**
 * Items that are valid but for a few values.
 * @param fields names of the fields that can be wrong
 */
export function hostileItem(fields: readonly string[]): Arbitrary<Values> {
	const wrong = fc.record(Object.fromEntries(fields.map((field) => [field, hostileValue])), {
		requiredKeys: [],
	});
	return fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 5, arbitrary: wrong });
}

/** The JSON of an input item; members whose names an object has by itself are there too. */
export function itemOf(valid: Values, wrong: Values): IDataObject {
	const item = parsed('{"__proto__":{"polluted":true},"constructor":1,"toString":"text","length":-1}');
	return Object.assign(item, valid, wrong);
}
