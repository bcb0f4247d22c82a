import { isRecord, shortened } from '../utils/values';
import type { Problem } from './errors';

/** Maximum problems that are read from one response. */
const MAX_PROBLEMS = 10;

/** Maximum characters of one problem. A longer text is not a message, but a page or a dump. */
const MAX_TEXT_LENGTH = 300;

/** The fields of a response that may contain problems. The first one that does is read. */
const ERROR_FIELDS = ['errors', 'error', 'message'];

/** Matches keys that cannot be the name of a parameter: positions in a list, and general words. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?)$/i;

/**
 * Returns the problems that the JSON of a response reports. The service uses several formats:
 * - `errors: { email: 'The email is invalid.' }`, with a string or a list of strings for each parameter
 * - `errors` as a string, a list of strings, or `{ message: '…' }`
 * - `error` or `message` as a string
 */
export function readProblems(json: unknown): Problem[] {
	const candidates = isRecord(json) ? ERROR_FIELDS.map((name) => json[name]) : [json];
	const found = candidates.map((candidate) => problemsIn(candidate)).find(({ length }) => length > 0);
	return found?.slice(0, MAX_PROBLEMS) ?? [];
}

/** Returns the problems in a value and in the values inside it. @param parameter the parameter that they are about */
function problemsIn(value: unknown, parameter?: string): Problem[] {
	if (typeof value === 'string') {
		const text = oneLine(value);
		return text === '' ? [] : [{ ...(parameter !== undefined && { parameter }), text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => problemsIn(entry, parameter));
	if (!isRecord(value)) return [];
	if (typeof value.message === 'string') return problemsIn(value.message, parameter);
	// Keys inside a parameter's value are names of validation rules or list positions, which mean nothing to users.
	return Object.entries(value).flatMap(([key, entry]) => problemsIn(entry, parameter ?? parameterIn(key)));
}

/** Whether a body that is not JSON is a web page or other markup. */
export function isWebPage(body: string): boolean {
	return body.trimStart().startsWith('<');
}

/** Returns the parameter that a key names, e.g. "topics" for "topics.0"; undefined if it names none. */
function parameterIn(key: string): string | undefined {
	const name = shortened(key).replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

/** Returns a plain-text body as one problem. Returns no problem for a web page, damaged JSON or binary data. */
export function readPlainText(body: string): Problem[] {
	const isMarkupOrJson = /^\s*[<{[]/.test(body);
	return isMarkupOrJson ? [] : readWholeBody(body);
}

/** Returns a whole body as one problem, on one line. Returns no problem for binary data and for a body without words. */
export function readWholeBody(body: string): Problem[] {
	const text = oneLine(body);
	const hasWords = /[\p{L}\d]/u.test(text);
	const isBinary = /\p{C}|\uFFFD/u.test(text);
	return hasWords && !isBinary ? [{ text }] : [];
}

function oneLine(text: string): string {
	return shortened(text.replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}
