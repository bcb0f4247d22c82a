import fc, { type Arbitrary } from 'fast-check';

import {
	applyChange,
	type Change,
	fillPlaceholders,
	ITEM_NUMBER,
	randomChange,
	randomJson,
} from './randomJson';

type Content =
	/** The valid response with some changes, or unchanged without any. */
	| { kind: 'changed'; changes: Change[] }
	/** Any JSON in place of the response. */
	| { kind: 'anything'; json: unknown }
	/** A success with any JSON in the documented field. */
	| { kind: 'success'; json: unknown }
	/** An error with any JSON as its reason. */
	| { kind: 'error'; json: unknown; field: string }
	/** The valid response of another item. */
	| { kind: 'otherItem' };

export interface RandomResponse {
	status: number;
	content: Content;
	/** The part of the body that arrives, from 0 to 1. Undefined for the whole body. */
	cutOffAt?: number | undefined;
}

/** Added to an item's number, gives the number of an item that is not in the run. */
const OTHER_ITEM = 1_000_000;

const randomContent: Arbitrary<Content> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('changed'),
			changes: fc.array(randomChange, { maxLength: 3 }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('anything'), json: randomJson }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('success'), json: randomJson }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('error'),
			json: randomJson,
			field: fc.constantFrom('errors', 'error', 'message'),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('otherItem') }) },
);

/** Generates a value nine times out of ten, and else another one. */
const mostly = <Usual, Other>(usual: Usual, other: Arbitrary<Other>) =>
	fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** Generates responses, most of them with HTTP 200 and a whole body. @param otherStatuses statuses beside 200 */
export function randomResponse(otherStatuses: readonly number[]): Arbitrary<RandomResponse> {
	return fc.record({
		status: mostly(200, fc.constantFrom(...otherStatuses)),
		content: randomContent,
		cutOffAt: mostly(undefined, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
	});
}

/** Whether a response is the valid one, unchanged. */
export function isValid({ status, content, cutOffAt }: RandomResponse): boolean {
	const isUnchanged = content.kind === 'changed' && content.changes.length === 0;
	return status === 200 && isUnchanged && cutOffAt === undefined;
}

/**
 * Returns the body of a response.
 * @param valid the valid response, in which the documented field comes last
 * @param item the number of the item that sent the request, or 0 for a request without a webinar
 */
export function bodyOf({ content, cutOffAt = 1 }: RandomResponse, valid: object, item: number): Buffer {
	const belongsTo = content.kind === 'otherItem' && item > 0 ? item + OTHER_ITEM : item;
	const body = Buffer.from(fillPlaceholders(jsonOf(content, valid), belongsTo));
	return body.subarray(0, cutOffAt * body.length);
}

function jsonOf(content: Content, valid: object): unknown {
	switch (content.kind) {
		case 'changed':
			return content.changes.reduce<unknown>(applyChange, valid);
		case 'anything':
			return content.json;
		case 'success':
			return { status: 'success', [Object.keys(valid).at(-1) ?? '']: content.json };
		case 'error':
			return { status: 'error', [content.field]: content.json };
		case 'otherItem':
			// A response that does not name its item cannot be recognized as that of another one.
			return JSON.stringify(valid).includes(ITEM_NUMBER) ? valid : {};
	}
}
