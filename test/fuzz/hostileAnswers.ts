import fc, { type Arbitrary } from 'fast-check';

import { change, type Change, changed, hostileJson, ITEM_NUMBER, jsonText } from './hostileJson';

/** What an answer holds: a valid one with changes, JSON of any kind, or bytes. */
type Content =
	| { changes: Change[] }
	| { json: unknown }
	| { member: unknown }
	| { errors: unknown; under: string }
	| { another: true }
	| { bytes: Uint8Array };

export interface HostileAnswer {
	status: number;
	content: Content;
	/** Bytes put in place of all that follows, at a part of the whole. */
	damage?: { at: number; bytes: Uint8Array } | undefined;
}

/** No item has such a number. */
const ANOTHER = 1_000_000;

const bytes = fc.uint8Array({ maxLength: 60 });

const under = fc.constantFrom('errors', 'error', 'message');
const content: Arbitrary<Content> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ changes: fc.array(change, { maxLength: 3 }) }) },
	{ weight: 2, arbitrary: fc.record({ json: hostileJson }) },
	{ weight: 2, arbitrary: fc.record({ member: hostileJson }) },
	{ weight: 1, arbitrary: fc.record({ errors: hostileJson, under }) },
	{ weight: 1, arbitrary: fc.record({ another: fc.constant<true>(true) }) },
	{ weight: 1, arbitrary: fc.record({ bytes }) },
);
const damage = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bytes });
/** A value, and in one case of ten another one. */
const mostly = <T, U>(value: T, other: Arbitrary<U>) =>
	fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });

/** An answer of any kind. @param failures statuses beside 200 */
export function hostileAnswer(failures: readonly number[]): Arbitrary<HostileAnswer> {
	const status = mostly(200, fc.constantFrom(...failures));
	return fc.record({ status, content, damage: mostly(undefined, damage) });
}

/** Whether an answer is the valid one. */
export function isValid({ status, content, damage }: HostileAnswer): boolean {
	return status === 200 && 'changes' in content && content.changes.length === 0 && damage === undefined;
}

/**
 * The body of an answer.
 * @param valid a valid answer's JSON, whose last member is the one beside `status`
 * @param item the number of the item that it is for
 */
export function bodyOf({ content, damage }: HostileAnswer, valid: object, item: number): Buffer {
	// A list of webinars is for no item, which is the number 0.
	const isFor = 'another' in content && item > 0 ? item + ANOTHER : item;
	const body =
		'bytes' in content ? Buffer.from(content.bytes) : Buffer.from(jsonText(treeOf(content, valid), isFor));
	if (!damage) return body;
	return Buffer.concat([body.subarray(0, damage.at * body.length), damage.bytes]);
}

function treeOf(content: Exclude<Content, { bytes: Uint8Array }>, valid: object): unknown {
	if ('changes' in content) return content.changes.reduce<unknown>(changed, valid);
	if ('json' in content) return content.json;
	// Only an answer that says what it is for can be known to be for another.
	if ('another' in content) return JSON.stringify(valid).includes(ITEM_NUMBER) ? valid : {};
	if ('errors' in content) return { status: 'error', [content.under]: content.errors };
	return { status: 'success', [Object.keys(valid).at(-1) ?? '']: content.member };
}
