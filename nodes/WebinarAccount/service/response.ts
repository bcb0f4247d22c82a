import { isRecord, shortened } from '../utils/values';
import type { Account } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import type { Problem } from './errors';
import { failureIn, unexpectedForm } from './failures';
import { textRedactor } from './key';

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
	const inText = textRedactor(apiKey);
	const { json, tooMany = '' } = readJson(body, inText);
	const problems = json === undefined ? readPlainText(body, inText) : readProblems(json);
	const failure = failureIn(name, { status, body, json, tooMany, problems }, { apiKey });
	if (failure) throw failure;
	const parsed = answer.safeParse(json, { reportInput: true });
	if (!parsed.success) throw unexpectedForm(name, status, parsed.error.issues[0]);
	return parsed.data;
}

/**
 * How much an answer may hold. Checking and copying take time and memory by entry rather than by byte: each registrant
 * or session takes ten times what its JSON takes. `npm run bench -- answers` shows the effect.
 */
export const MAX_DEPTH = 50;
/** In one list or object. The service's pages have 25 entries; an account may have some hundred webinars. */
export const MAX_ENTRIES = 2500;
/** In all lists and objects together: 1500 registrants with all their members. */
export const MAX_VALUES = 50_000;

const TOO_MANY = `has more than ${MAX_VALUES} values, or ${MAX_ENTRIES} in one list, or ${MAX_DEPTH} levels`;

class BoundsError extends Error {}

/**
 * The JSON of a body with all its texts and member names rewritten, so that escapes are decoded before; undefined if it
 * is none, or too much.
 */
function readJson(body: string, inText: (text: string) => string): { json?: unknown; tooMany?: string } {
	let values = 0;
	const rewritten = (value: unknown, depth: number): unknown => {
		if (typeof value === 'string') return inText(value);
		if (typeof value !== 'object' || value === null) return value;
		// Counted before the members are copied: a list may have millions.
		const { length } = Array.isArray(value) ? value : Object.keys(value);
		values += length;
		if (length > MAX_ENTRIES || values > MAX_VALUES || depth > MAX_DEPTH) throw new BoundsError();
		const inMember = (member: unknown) => rewritten(member, depth + 1);
		if (Array.isArray(value)) return value.map(inMember);
		return Object.fromEntries(
			Object.entries(value).map(([name, member]) => [inText(name), inMember(member)]),
		);
	};
	try {
		return { json: rewritten(JSON.parse(body), 1) };
	} catch (error) {
		return error instanceof BoundsError ? { tooMany: TOO_MANY } : {};
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
export function readPlainText(body: string, redacted = (text: string) => text): Problem[] {
	const text = tidy(redacted(body.slice(0, 2 * MAX_LENGTH_READ)));
	return text === '' || /^[<{[]|\p{C}|\uFFFD/u.test(text) ? [] : [{ text }];
}

function tidy(text: string): string {
	return shortened(text.slice(0, MAX_LENGTH_READ).replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}
