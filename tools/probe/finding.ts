import { type Evidence, type Step, undescribed } from './evidence';

/** What the probe saw of an assumption: the form of values, never a value. */
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
	describe: string | ((value: Value) => string) = shapeOf,
): Finding | undefined {
	if (values.length === 0) return undefined;
	const other = values.find((value) => !isAsAssumed(value));
	return other === undefined
		? { holds: true, seen: values.length === 1 ? 'once' : `${values.length} times` }
		: { holds: false, seen: typeof describe === 'string' ? describe : describe(other) };
}

/** Whether a member is as docs/openapi.yaml has it, in the answers of these steps that tell. */
export function described(member: string, ...wanted: readonly Step[]): Check {
	const isOfMember = new RegExp(`/${member}(?:/\\*)? |'${member}'`);
	return (evidence) => {
		const answers = evidence.good(...wanted).map((answer) => ({
			problems: undescribed(answer).filter((problem) => isOfMember.test(problem)),
			hasMember: JSON.stringify(answer.body).includes(`"${member}":`),
		}));
		return every(
			answers.filter(({ problems, hasMember }) => hasMember || problems.length > 0),
			({ problems }) => problems.length === 0,
			({ problems }) => problems.join('; '),
		);
	};
}

/** A value without its content: its type, and the form of a text. */
export function shapeOf(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === 'string') return `the text "${formOf(value)}"`;
	if (typeof value === 'object') return 'an object';
	return typeof value === 'number' && Number.isInteger(value) ? 'an integer' : `a ${typeof value}`;
}

/** `Just in time, 01 PM` becomes `x x x, 00 x`. */
function formOf(text: string): string {
	return text
		.replace(/[\p{L}\p{M}]+/gu, 'x')
		.replace(/\p{N}/gu, '0')
		.slice(0, 60);
}
