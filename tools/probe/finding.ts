import { type Evidence, record } from './evidence';
import { scrubbed, scrubbedText } from './scrub';

/** What the probe saw of an assumption, without data of a person. */
export interface Finding {
	holds: boolean;
	seen: string;
}

/** @returns undefined when nothing in the answers can tell */
export type Check = (evidence: Evidence) => Finding | undefined;

/** Whether all values are as assumed; the first that is not is described. */
export function every<Value>(
	values: readonly Value[],
	isAsAssumed: (value: Value) => boolean,
	describe: (value: Value) => string = shapeOf,
): Finding | undefined {
	if (values.length === 0) return undefined;
	const other = values.find((value) => !isAsAssumed(value));
	return other === undefined
		? { holds: true, seen: values.length === 1 ? 'once' : `${values.length} times` }
		: { holds: false, seen: describe(other) };
}

/** A value without its content: its type, and the form of a text. */
export function shapeOf(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === 'string') return `the text "${scrubbedText(value, { keepWords: true }).slice(0, 60)}"`;
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' && Number.isInteger(value) ? 'an integer' : `a ${typeof value}`;
}

/** The names of an object's members, without those that are named after somebody. */
export function membersOf(value: unknown): string {
	return `members ${Object.keys(record(scrubbed(value))).join(', ')}`;
}
