import type { Problem } from './errors';
import { shortened } from '../utils/text';
import { isRecord } from '../utils/values';

/** A text longer than this is not a sentence for a user (a page, a dump); it is cut. */
const MAX_TEXT_LENGTH = 300;

/** Keys that name no parameter: places in a list, and words for what is below them. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?)$/i;

/** Nobody reads more. */
const MAX_PROBLEMS = 10;

/**
 * Finds what the service says went wrong in the body of an error answer. The shape of such a body is not
 * documented ("Errors"); seen are `errors` as an object of texts or lists by parameter, as a text, as a list and
 * as `{ message }`, and a bare `message` or `error`.
 * @param body the parsed JSON body
 */
export function readProblems(body: unknown): Problem[] {
	if (!isRecord(body)) return [];
	for (const member of [body.errors, body.error, body.message]) {
		const problems = problemsOf(member);
		if (problems.length > 0) return problems.slice(0, MAX_PROBLEMS);
	}
	return [];
}

function problemsOf(value: unknown, parameter?: string): Problem[] {
	if (typeof value === 'string') {
		const text = tidy(value);
		return text === '' ? [] : [parameter === undefined ? { text } : { parameter, text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => problemsOf(entry, parameter));
	if (!isRecord(value)) return [];
	if (typeof value.message === 'string') return problemsOf(value.message, parameter);
	// Below a parameter, deeper keys (a rule's name, a position) say nothing to a user.
	return Object.entries(value).flatMap(([key, entry]) => problemsOf(entry, parameter ?? parameterIn(key)));
}

/** One value of several is told under the name of all: "topics" of "topics.0". */
function parameterIn(key: string): string | undefined {
	const name = key.replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

function tidy(text: string): string {
	return shortened(text.replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}
