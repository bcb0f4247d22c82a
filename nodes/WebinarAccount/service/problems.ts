import { isRecord, shortened } from '../utils/values';
import type { Problem } from './errors';

/** Maximum problems that an error shows. */
const MAX_PROBLEMS = 10;

/** Maximum characters of a problem. Longer text is a page or a dump. */
const MAX_TEXT_LENGTH = 300;

/** Fields of a response that describe an error, the most specific first. */
const ERROR_FIELDS = ['errors', 'error', 'message'];

/** Keys that are not parameters: positions in a list, and general words. */
const NO_PARAMETER = /^(?:\d+|errors?|messages?)$/i;

/**
 * Finds the problems in the JSON of an error response: `errors` as an object with a string or a list for each parameter,
 * as a string, a list or `{ message }`, or else a plain `error` or `message`.
 */
export function readProblems(json: unknown): Problem[] {
	const candidates = isRecord(json) ? ERROR_FIELDS.map((name) => json[name]) : [json];
	const found = candidates.map((candidate) => problemsIn(candidate)).find(({ length }) => length > 0);
	return found?.slice(0, MAX_PROBLEMS) ?? [];
}

function problemsIn(value: unknown, parameter?: string): Problem[] {
	if (typeof value === 'string') {
		const text = oneLine(value);
		return text === '' ? [] : [{ ...(parameter !== undefined && { parameter }), text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => problemsIn(entry, parameter));
	if (!isRecord(value)) return [];
	if (typeof value.message === 'string') return problemsIn(value.message, parameter);
	// Keys below a parameter are the names of rules or positions, which mean nothing to a user.
	return Object.entries(value).flatMap(([key, entry]) => problemsIn(entry, parameter ?? parameterIn(key)));
}

/** Removes the position of a value: "topics.0" becomes "topics". */
function parameterIn(key: string): string | undefined {
	const name = shortened(key).replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

/** Reads a body that is plain text. Returns nothing for a page, damaged JSON or binary data. */
export function readPlainText(body: string): Problem[] {
	return /^\s*[<{[]/.test(body) ? [] : readWhole(body);
}

/** Reads a whole body as one line. Returns nothing if it has no words or is binary data. */
export function readWhole(body: string): Problem[] {
	const text = oneLine(body);
	return /[\p{L}\d]/u.test(text) && !/\p{C}|\uFFFD/u.test(text) ? [{ text }] : [];
}

function oneLine(text: string): string {
	return shortened(text.replace(/\s+/g, ' ').trim(), MAX_TEXT_LENGTH);
}
