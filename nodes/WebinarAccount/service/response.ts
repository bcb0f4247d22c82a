import type { z } from 'zod/v4';

import { isRecord, quoted, shortened } from '../utils/values';
import { type Account, APPROVAL } from './account';
import { type CallParameters, endpoints } from './endpoints';
import { type Problem, ServiceError } from './errors';
import { type Cause, causes, CHECK_ADDRESSES, failure } from './failures';
import { type Responses, responseSchemas, type EndpointName } from './schemas';

export interface RawResponse {
	statusCode: number;
	body: string;
}

/** @throws ServiceError with the service's own texts, also when the `status` in the body of a 200 is not `success` */
export function readResponse<Name extends EndpointName>(
	name: Name,
	response: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
	parameters: CallParameters = {},
): Responses[Name] {
	const answer = responseSchemas[name];
	if (response.statusCode === 204 && endpoints[name].mayBeEmpty) return answer.parse(undefined);
	const redacted = keyRedactor(apiKey);
	const json = readJson(response.body);
	// Judged by the service's own words; users see them without the key.
	const failed = failureIn(name, response, json, apiKey, parameters);
	if (failed) {
		const problems = failed.problems.map(({ parameter, text }) => ({
			...(parameter !== undefined && { parameter: redacted(parameter) }),
			text: shortened(redacted(text), MAX_TEXT_LENGTH),
		}));
		throw new ServiceError(failed.message, { ...failed, problems });
	}
	const parsed = answer.safeParse(redactedIn(json, redacted), { reportInput: true });
	if (!parsed.success) throw unexpectedForm(name, response.statusCode, parsed.error.issues[0]);
	return parsed.data;
}

/** Longer texts are cut: they are pages or dumps, not sentences for a user. */
const MAX_TEXT_LENGTH = 300;

/** Far more than any answer has, and little enough for recursion, here and in n8n. */
const MAX_DEPTH = 50;

function readJson(body: string): unknown {
	try {
		const json: unknown = JSON.parse(body);
		return isNestedWithin(json, MAX_DEPTH) ? json : undefined;
	} catch {
		return undefined;
	}
}

function isNestedWithin(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return true;
	return levels > 0 && Object.values(value).every((member) => isNestedWithin(member, levels - 1));
}

/** The error that a response means, whatever the schema of its endpoint; undefined if its content decides. */
function failureIn(
	name: EndpointName,
	{ statusCode: status, body }: RawResponse,
	json: unknown,
	apiKey: string,
	{ webinar_id }: CallParameters,
): ServiceError | undefined {
	const { absence, advice, takesCustomFields = false } = endpoints[name];
	const isJson = json !== undefined;
	const problems = isJson ? readProblems(json) : readPlainText(body);
	const error = (cause: Cause, more: Partial<ServiceError> = {}) =>
		failure(name, cause, { httpCode: status, ...more });
	if (status === 401) return error(causes.rejectedKey(apiKey));
	if (status >= 500 || status === 408) return error(causes.failed(status), { problems });
	if (status >= 300 && status < 400) return error(causes.redirected(status));
	if (status === 404 && !isJson && absence !== undefined) return error(causes.absent(absence));
	if (status >= 400 || statesFailure(json, problems)) {
		if (problems.some(isRejectionOfKey)) return error(causes.rejectedKey(apiKey));
		if (webinar_id !== undefined && problems.some(isUnknownWebinar))
			return error(causes.unknownWebinar(String(webinar_id)));
		if (status === 403 && !isRecord(json)) return error(causes.blocked(status), { problems });
		const said = problems.length > 0 ? problems : readWhole(isJson ? JSON.stringify(json) : body);
		const whatToDo = status === 403 ? APPROVAL : isJson || problems.length > 0 ? advice : CHECK_ADDRESSES;
		return error(said.length > 0 ? { advice: whatToDo } : causes.rejectedWithoutReason(whatToDo, status), {
			problems: said,
			mayNameCustomFields: takesCustomFields,
		});
	}
	if (!isJson) return error(causes.notJson(kindOf(body)));
	const isWithoutStatus = isRecord(json) && typeof json.status !== 'string';
	return isWithoutStatus ? unexpectedForm(name, status, { path: ['status'], input: undefined }) : undefined;
}

/** Whether the body's status is not "success"; without a status, whether it reports problems. */
function statesFailure(json: unknown, problems: readonly Problem[]): boolean {
	if (!isRecord(json)) return false;
	return typeof json.status === 'string' ? json.status.toLowerCase() !== 'success' : problems.length > 0;
}

/** Some hosts do not use a 401, or do not name the parameter. A key that did not arrive is a different problem. */
function isRejectionOfKey({ parameter, text }: Problem): boolean {
	const isAboutKey = parameter === undefined ? /\bapi[ _-]?key\b/i.test(text) : parameter === 'api_key';
	const didNotArrive = /required|missing/i.test(text) && !/valid/i.test(text);
	return isAboutKey && !didNotArrive;
}

/** Of the webinar of the call: "The selected webinar id is invalid", "Webinar 5 was not found". */
function isUnknownWebinar({ parameter, text }: Problem): boolean {
	const isOfCall = parameter === undefined || parameter === 'webinar_id';
	return (
		isOfCall && /\bwebinar(?: (?:id|\d+))* (?:is |was |does )?(?:invalid|not found|not exist)\b/i.test(text)
	);
}

function kindOf(body: string): string {
	if (body === '') return 'It is empty.';
	if (body.trimStart().startsWith('<')) return 'It is a web page.';
	return 'It is cut off, damaged or nested too deeply.';
}

/** zod's names of types, in words. */
const EXPECTED: Readonly<Record<string, string>> = {
	array: 'a list',
	object: 'an object',
	string: 'a text',
	number: 'a number',
	int: 'a number',
};

type Issue = Pick<z.core.$ZodIssue, 'path' | 'input'> & { expected?: string };

/** The message of zod's issue is not shown, because it is written for programmers. */
function unexpectedForm(
	name: EndpointName,
	httpCode: number,
	{ path, input, expected = '' }: Issue = { path: [], input: undefined },
): ServiceError {
	const problem = `${quoted(path.join('.'))} is ${input === undefined ? 'missing' : 'not as documented'}.`;
	const type = EXPECTED[expected];
	const found = type === undefined ? problem : `${problem} Expected: ${type}.`;
	const what = path.length === 0 ? 'It is not an object.' : found;
	return failure(name, causes.unexpectedForm(what), { httpCode });
}

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
	const found = members.map((member) => problemsIn(member)).find(({ length }) => length > 0);
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
	// Keys below a parameter (a rule's name, a position) mean nothing to a user.
	return Object.keys(value).flatMap((key) => problemsIn(value[key], parameter ?? parameterIn(key)));
}

/** Removes the position of a value: "topics.0" becomes "topics". */
function parameterIn(key: string): string | undefined {
	const name = shortened(key).replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

/** The problem in a body that is a sentence, and not a page, broken JSON or bytes of another kind. */
function readPlainText(body: string): Problem[] {
	return /^\s*[<{[]/.test(body) ? [] : readWhole(body);
}

/** A whole body as it is, in one line; nothing if it has no words, or bytes of another kind. */
function readWhole(body: string): Problem[] {
	const text = oneLine(body);
	return /[\p{L}\d]/u.test(text) && !/\p{C}|\uFFFD/u.test(text) ? [{ text }] : [];
}

/** More than is shown, so that the key is whole when it is taken out. */
function oneLine(text: string): string {
	return text.slice(0, 10_000).replace(/\s+/g, ' ').trim();
}

/** So many characters of the key in a row are replaced, because a host may cut what it repeats. */
const PART_LENGTH = 12;

/** A shorter key could be in an answer by chance. */
const SHORTEST_KEY = 8;

/** Removes the key, in any letter case, URL-encoded or cut, from texts that users see. */
export function keyRedactor(key: string): (text: string) => string {
	if (key.length < SHORTEST_KEY) return (text) => text;
	const length = Math.min(PART_LENGTH, key.length);
	const characters = [...key].map((character) =>
		/[a-z\d]/i.test(character) ? character : `(?:\\${character}|${percentEncoded(character)})`,
	);
	const parts = characters
		.slice(length - 1)
		.map((_, start) => characters.slice(start, start + length).join(''));
	const any = '(?:%[\\da-f]{2}|[^])';
	// All characters with which a part begins, and the rest of the last part.
	const pattern = new RegExp(`(?:(?=${parts.join('|')})${any})+${any}{${length - 1}}`, 'gi');
	return (text) => (text.length < length ? text : text.replace(pattern, '(API key)'));
}

function percentEncoded(character: string): string {
	return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function redactedIn(value: unknown, redacted: (text: string) => string): unknown {
	if (typeof value === 'string') return redacted(value);
	if (Array.isArray(value)) return value.map((entry) => redactedIn(entry, redacted));
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [redacted(name), redactedIn(member, redacted)]),
	);
}
