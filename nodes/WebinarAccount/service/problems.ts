import { shortened } from '../utils/text';
import { isRecord } from '../utils/values';
import type { Problem } from './errors';

/** Longer texts are cut: they are pages or dumps, not sentences for a user. */
const MAX_TEXT_LENGTH = 300;

/** More is not looked at, because white space may be folded. */
const MAX_LENGTH_READ = 10_000;

/** Longer names of parameters are cut. */
const MAX_NAME_LENGTH = 100;

const MAX_PROBLEMS = 10;

/** Members of an answer that hold what is wrong, the most specific first. */
const PROBLEM_MEMBERS = [
	'errors',
	'error_description',
	'error',
	'message',
	'msg',
	'detail',
	'details',
	'reason',
	'title',
];

/** Members that hold the text of one problem. */
const TEXT_MEMBERS = ['message', 'msg', 'detail'];

/** Members that hold the name of a problem's parameter. */
const NAME_MEMBERS = ['field', 'param', 'parameter'];

/** Keys that are not parameters: positions in a list, and general words. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?|msg)$/i;

/**
 * Finds the problems in the body of an error answer. Its shape is not documented ("Errors"); known shapes are `errors`
 * as an object of texts or lists by parameter, as a text, as a list and as `{ message }`, a bare `message` or `error`,
 * and those of common frameworks (`msg`, `detail`, a list of `{ field, message }`).
 * @param json the parsed body
 */
export function readProblems(json: unknown): Problem[] {
	const members = isRecord(json) ? PROBLEM_MEMBERS.map((name) => json[name]) : [json];
	for (const member of members) {
		const problems = firstOf(problemsIn(member));
		if (problems.length > 0) return problems;
	}
	return [];
}

/** Without reading further, because an answer can hold very many. */
function firstOf(problems: Iterable<Problem>): Problem[] {
	const first: Problem[] = [];
	for (const problem of problems) {
		if (first.push(problem) === MAX_PROBLEMS) break;
	}
	return first;
}

function* problemsIn(value: unknown, parameter?: string): Iterable<Problem> {
	if (typeof value === 'string') {
		const text = tidy(value);
		if (text !== '') yield parameter === undefined ? { text } : { parameter, text };
	} else if (Array.isArray(value)) {
		for (const entry of value) yield* problemsIn(entry, parameter);
	} else if (isRecord(value)) {
		const text = textMember(value, TEXT_MEMBERS);
		const name = parameter ?? textMember(value, NAME_MEMBERS);
		if (text !== undefined) yield* problemsIn(text, name);
		// Keys below a parameter (a rule's name, a position) mean nothing to a user.
		else for (const key of Object.keys(value)) yield* problemsIn(value[key], parameter ?? parameterIn(key));
	}
}

function textMember(value: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
	return names.map((name) => value[name]).find((member) => typeof member === 'string');
}

/** Removes the position of a value: "topics.0" becomes "topics". */
function parameterIn(key: string): string | undefined {
	const name = shortened(key, MAX_NAME_LENGTH).replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

/** The problem in a body that is a sentence, and not a page, broken JSON or bytes of another kind. */
export function readPlainText(body: string): Problem[] {
	const text = tidy(body);
	return text === '' || /^[<{[]|\p{C}|\uFFFD/u.test(text) ? [] : [{ text }];
}

function tidy(text: string): string {
	return shortened(text.slice(0, MAX_LENGTH_READ).replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}
