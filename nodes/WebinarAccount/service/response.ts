import { isRecord, shortened } from '../utils/values';
import type { Account } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import type { Problem } from './errors';
import { failureIn, unexpectedForm } from './failures';
import { redactSecret, textRedactor } from './key';

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
	const problems = json === undefined ? readPlainText(body, textRedactor(apiKey)) : readProblems(json);
	const tooMany =
		excess === 'size' ? `has more than ${MAX_VALUES} values, or ${MAX_ENTRIES} in one list` : '';
	const failure = failureIn(name, { status, body, json, tooMany, problems }, { apiKey });
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

/**
 * How much structure an answer may have. Reading takes time and memory by entry rather than by byte: 10 MB of `[],`
 * keep the process busy for half a second and take 150 MB, and each registrant or session takes ten times that.
 * `npm run bench -- answers` shows the effect.
 */
export const MAX_DEPTH = 50;
/** In one list or object. The service's pages have 25 entries; an account may have some hundred webinars. */
export const MAX_ENTRIES = 2500;
/** In all lists and objects together: 1500 registrants with all their members. */
export const MAX_VALUES = 50_000;

/** Whether a text is too deep or too large to be read as JSON. It is not checked that it is JSON. */
export function exceedsJsonBounds(text: string): 'depth' | 'size' | undefined {
	// A web page, for example: reading it as JSON fails at its first character.
	if (!/^\s*[[{]/.test(text)) return undefined;
	/** Entries so far, of each list or object that is open. */
	const open: number[] = [];
	let values = 0;
	for (let place = 0; place < text.length; place++) {
		switch (text[place]) {
			case '"':
				place = endOfString(text, place);
				break;
			case '[':
			case '{':
				if (open.push(1) > MAX_DEPTH) return 'depth';
				if (++values > MAX_VALUES) return 'size';
				break;
			case ']':
			case '}':
				open.pop();
				break;
			case ',': {
				const entries = (open.pop() ?? 0) + 1;
				open.push(entries);
				if (entries > MAX_ENTRIES || ++values > MAX_VALUES) return 'size';
			}
		}
	}
	return undefined;
}

/** The place of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let backslashes = 0;
		while (text[end - 1 - backslashes] === '\\') backslashes++;
		if (backslashes % 2 === 0) return end;
	}
	return text.length;
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
