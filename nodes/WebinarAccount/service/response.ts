import type { Account } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import type { Problem } from './errors';
import { failureIn, unexpectedForm } from './failures';
import { redactSecret, textRedactor } from './redactSecret';
import { exceedsJsonBounds } from '../utils/jsonBounds';
import { shortened } from '../utils/text';
import { isRecord } from '../utils/values';

/** More of a body that is no JSON is not read. */
const MAX_PLAIN_LENGTH = 20_000;

/** An unchecked HTTP response. */
export interface RawResponse {
	statusCode: number;
	body: string;
}

/**
 * Reads a response: its typed members on success.
 * @throws ServiceError with the service's own texts, also when the `status` in the body of a 200 is not `success`
 */
export function readResponse<Name extends EndpointName>(
	name: Name,
	{ statusCode: status, body }: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
): Answer<Name> {
	const { answer, mayBeEmpty } = endpoints[name];
	if (status === 204 && mayBeEmpty) return answer.parse(undefined);
	const excess = exceedsJsonBounds(body);
	const json = excess === undefined ? redactSecret(parseJson(body), apiKey) : undefined;
	const problems =
		json === undefined
			? readPlainText(textRedactor(apiKey)(body.slice(0, MAX_PLAIN_LENGTH)))
			: readProblems(json);
	const failure = failureIn(name, { status, body, json, excess, problems }, { apiKey });
	if (failure) throw failure;
	const parsed = answer.safeParse(json, { reportInput: true });
	if (!parsed.success) throw unexpectedForm(name, status, parsed.error.issues[0]);
	return parsed.data;
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** Longer texts are cut: they are pages or dumps, not sentences for a user. */
const MAX_TEXT_LENGTH = 300;

/** More is not looked at, because white space may be folded. */
const MAX_LENGTH_READ = 10_000;

const MAX_PROBLEMS = 10;

/** Members of a response that say what is wrong, the most specific first. */
const PROBLEM_MEMBERS = ['errors', 'error', 'message'];

/** Keys that are not parameters: positions in a list, and general words. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?)$/i;

/**
 * Finds the problems in the body of an error response: `errors` as an object of texts or lists by parameter, as a
 * text, a list or `{ message }`, or else a bare `error` or `message`. Other forms were not seen.
 * @param json the parsed body
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
		const text = tidy(value);
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
	const text = tidy(body);
	return text === '' || /^[<{[]|\p{C}|\uFFFD/u.test(text) ? [] : [{ text }];
}

function tidy(text: string): string {
	return shortened(text.slice(0, MAX_LENGTH_READ).replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}
