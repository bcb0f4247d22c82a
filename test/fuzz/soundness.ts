import type { INodeExecutionData } from 'n8n-workflow';
import { stringify } from 'flatted';

import type { RunResult } from '../../tools/engine';
import { indexOf } from '../../tools/engine/parameters';
import { marksIn } from './randomJson';

/** Maximum length of a message in characters. */
const LONGEST_TEXT = 2500;

/** Technical text that must not be in messages for users. */
const TECHNICAL =
	/\[object |\bundefined\b|\bNaN\b|\n\s+at |is not a function|is not iterable|Cannot (?:read|convert)|call stack|ZodError|n8n-workflow/;

/** How the hint that summarizes a run describes a failure of the node's own code. */
const UNKNOWN_FAILURE = 'an error in an expression or a setting of the node';

/** How n8n's own rejection of a parameter begins. */
const REJECTED_BY_N8N = 'Invalid input for';

interface Expected {
	/** The number of input items. */
	items: number;
	/** Whether each input item results in exactly one output item. */
	hasOneOutputPerItem: boolean;
	/** Returns the number in the mark of an input item. */
	numberOf: (index: number) => number;
	/** Whether n8n may reject a parameter before the node reads it. */
	mayBeRejectedByN8n?: boolean;
}

/**
 * Expects that n8n can store a run with On Error set to Continue, that each item has its own output, in order, and
 * that errors are readable.
 */
export function expectSound(
	{ output, hints, run }: RunResult,
	{ items, hasOneOutputPerItem, numberOf, mayBeRejectedByN8n = false }: Expected,
): void {
	expect(run.data.resultData.error).toBeUndefined();
	expect(typeof stringify(run.data)).toBe('string');
	const rejectedByN8n = output.filter((each) => errorOf(each)?.startsWith(REJECTED_BY_N8N)).length;
	if (!mayBeRejectedByN8n || rejectedByN8n === 0) {
		expect(hints.filter((hint) => hint.includes(UNKNOWN_FAILURE))).toEqual([]);
	}
	const indexes = output.map(indexOf);
	expect([...indexes].sort((one, other) => one - other)).toEqual(indexes);
	if (hasOneOutputPerItem) expect(indexes).toEqual(Array.from({ length: items }, (_, index) => index));
	for (const each of output) {
		const foreign = marksIn(JSON.stringify(each)).filter((mark) => mark !== numberOf(indexOf(each)));
		expect(foreign).toEqual([]);
		const error = errorOf(each);
		if (error !== undefined) expectReadable(error);
	}
}

/** Expects a short message without technical text. */
export function expectReadable(text: string): void {
	expect(text.trim()).not.toBe('');
	expect(text).not.toMatch(TECHNICAL);
	expect(text.length).toBeLessThan(LONGEST_TEXT);
}

/** Returns the error of a failed item. */
export function errorOf({ json }: INodeExecutionData): string | undefined {
	return Object.keys(json).length === 1 && typeof json.error === 'string' ? json.error : undefined;
}

/** Expects that the prototypes of all objects are unchanged. */
export function expectUntouchedPrototypes(): void {
	expect(Object.keys(Object.prototype)).toEqual([]);
	expect({}).not.toHaveProperty('polluted');
}
