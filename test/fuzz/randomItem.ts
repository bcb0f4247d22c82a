import fc, { type Arbitrary } from 'fast-check';
import { DateTime } from 'luxon';
import type { GenericValue, IDataObject } from 'n8n-workflow';

const PROTOTYPE_NAMES = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'valueOf',
	'hasOwnProperty',
	'then',
];
const ODD_STRINGS = [
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

/** Generates strings that a person would not type. */
const randomString = fc.oneof(
	fc.constantFrom(...PROTOTYPE_NAMES, ...ODD_STRINGS),
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

/** Generates values that an expression can return where text is expected. */
const randomValue: Arbitrary<GenericValue> = fc.oneof(
	{ weight: 30, arbitrary: randomString },
	{ weight: 30, arbitrary: fc.constantFrom(...ODD_VALUES) },
	{ weight: 10, arbitrary: fc.integer() },
	{ weight: 20, arbitrary: fc.object({ maxDepth: 2, key: randomString }) },
	{ weight: 10, arbitrary: fc.array(randomString, { maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.constantFrom(...['x', '@', ' 1'].map((text) => text.repeat(1_000_000))) },
);

/** Values by the name of the field. */
export type Values = Record<string, GenericValue>;

/**
 * Generates new values for some fields of a valid item. One item in six has none, and stays valid.
 * @param fields the names of the fields that can change
 */
export function randomChanges(fields: readonly string[]): Arbitrary<Values> {
	const changes = fc.record(Object.fromEntries(fields.map((field) => [field, randomValue])), {
		requiredKeys: [],
	});
	return fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 5, arbitrary: changes });
}

/** Returns the JSON of an input item, which also has fields with the names of methods that every object has. */
export function itemOf(values: Values): IDataObject {
	const item = parsed('{"__proto__":{"polluted":true},"constructor":1,"toString":"text","length":-1}');
	return Object.assign(item, values);
}
