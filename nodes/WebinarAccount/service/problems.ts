import { isRecord, shortened } from '../utils/values';
import type { Problem } from './errors';

const MAX_PROBLEMS = 10;

/** Members of a response that say what is wrong, the most specific first. */
const PROBLEM_MEMBERS = ['errors', 'error', 'message'];

/** Keys that are not parameters: positions in a list, and general words. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?)$/i;

/**
 * Finds the problems in the body of an error response: `errors` as an object of texts or lists by parameter, as a
 * text, a list or `{ message }`, or else a bare `error` or `message`.
 */
export function readProblems(json: unknown): Problem[] {
	const members = isRecord(json) ? PROBLEM_MEMBERS.map((name) => json[name]) : [json];
	for (const member of members) {
		const problems: Problem[] = [];
		// Without reading further, because a response can hold very many.
		for (const problem of problemsIn(member)) if (problems.push(problem) === MAX_PROBLEMS) break;
		if (problems.length > 0) return problems;
	}
	return [];
}

function* problemsIn(value: unknown, parameter?: string): Iterable<Problem> {
	if (typeof value === 'string') {
		const text = oneLine(value);
		if (text !== '') yield parameter === undefined ? { text } : { parameter, text };
	} else if (Array.isArray(value)) {
		for (const entry of value) yield* problemsIn(entry, parameter);
	} else if (isRecord(value) && typeof value.message === 'string') {
		yield* problemsIn(value.message, parameter);
	} else if (isRecord(value)) {
		// Keys below a parameter (a rule's name, a position) mean nothing to a user.
		for (const key of Object.keys(value)) yield* problemsIn(value[key], parameter ?? parameterIn(key));
	}
}

/** Removes the position of a value: "topics.0" becomes "topics". */
function parameterIn(key: string): string | undefined {
	const name = shortened(key).replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

/** The problem in a body that is a sentence, and not a page, broken JSON or bytes of another kind. */
export function readPlainText(body: string): Problem[] {
	return /^\s*[<{[]/.test(body) ? [] : readWhole(body);
}

/** A whole body as it is, in one line; nothing if it has no words, or bytes of another kind. */
export function readWhole(body: string): Problem[] {
	const text = oneLine(body);
	return /[\p{L}\d]/u.test(text) && !/\p{C}|\uFFFD/u.test(text) ? [{ text }] : [];
}

/** More than is shown, so that the key is whole when it is taken out. */
function oneLine(text: string): string {
	return text.slice(0, 10_000).replace(/\s+/g, ' ').trim();
}
