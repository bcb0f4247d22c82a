import { type Evidence, type Exchange, type Step, undescribed } from './evidence';

/** What the probe saw of an assumption: the form of values, never a value. */
export interface Finding {
	holds: boolean;
	seen: string;
}

/** @returns undefined when nothing in the answers can tell */
export type Check = (evidence: Evidence) => Finding | undefined;

type Select<Value> = (evidence: Evidence) => readonly Value[];

/** All answers to these steps. */
export const all =
	(...steps: readonly Step[]): Select<Exchange> =>
	(evidence) =>
		evidence.of(...steps);

/** Whether all values are as assumed; the first that is not is described. */
export function every<Value>(
	select: Select<Value>,
	isAsAssumed: (value: Value) => boolean,
	describe: string | ((value: Value) => string) = shapeOf,
): Check {
	return (evidence) => {
		const values = select(evidence);
		if (values.length === 0) return undefined;
		const other = values.find((value) => !isAsAssumed(value));
		if (other === undefined)
			return { holds: true, seen: values.length === 1 ? 'once' : `${values.length} times` };
		return { holds: false, seen: typeof describe === 'string' ? describe : describe(other) };
	};
}

/** Whether a member is as docs/openapi.yaml has it, in the answers of these steps that tell. @param member a pattern */
export function described(member: string, ...steps: readonly Step[]): Check {
	const isOfMember = new RegExp(`/(?:${member})(?:/\\*)? |'(?:${member})'`);
	const hasMember = new RegExp(`"(?:${member})":`);
	return every(
		(evidence) =>
			evidence
				.good(...steps)
				.map((answer) => ({ answer, problems: undescribed(answer).filter((text) => isOfMember.test(text)) }))
				.filter(({ answer, problems }) => problems.length > 0 || hasMember.test(JSON.stringify(answer.body))),
		({ problems }) => problems.length === 0,
		({ problems }) => problems.join('; '),
	);
}

/** A value without its content: its type, and the form of a text, such as `x x x, 00 x`. */
export function shapeOf(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === 'object') return 'an object';
	if (typeof value !== 'string') return Number.isInteger(value) ? 'an integer' : `a ${typeof value}`;
	const form = value.replace(/[\p{L}\p{M}]+/gu, 'x').replace(/\p{N}/gu, '0');
	return `the text "${form.slice(0, 60)}"`;
}
