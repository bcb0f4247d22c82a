import { isRecord, quoted, shortened } from '../utils/values';
import { type Account, APPROVAL } from './account';
import { type CallParameters, endpoints } from './endpoints';
import type { Problem } from './errors';
import { type Cause, causes, CHECK_SERVICE, failure } from './failures';
import { type Responses, responseSchemas, type EndpointName } from './schemas';

/** A response that has not been checked yet. */
export interface RawResponse {
	statusCode: number;
	body: string;
}

/** What the service says about a key that a newer one replaced. It is not known which field of the body contains these words. */
const ACCESS_NOT_ALLOWED = /\bAPI access is not allowed\b/i;

/**
 * Returns the checked and normalized content of a response.
 *
 * A response with a status below 300 and `status: "success"` is a success. For any other response, the first of these
 * conditions that applies decides about the failure:
 *
 * | Response                                                 | Failure                                |
 * | -------------------------------------------------------- | -------------------------------------- |
 * | 401, or the words "API access is not allowed"            | the API key is rejected                |
 * | 5xx, 408                                                 | the service failed                     |
 * | 3xx                                                      | a redirect, which is not followed      |
 * | 404 without JSON, from an endpoint that some hosts lack  | the host has no such endpoint          |
 * | a rejection because of the API key                       | the API key is rejected                |
 * | a rejection because of an unknown webinar                | the account has no such webinar        |
 * | 403 without a JSON object                                | a proxy or firewall blocked it         |
 * | a rejection with a web page                              | a web page, which is not quoted        |
 * | any other rejection                                      | the service rejected it for its reason |
 * | no JSON                                                  | the response is not JSON               |
 * | JSON without `status`                                    | the response has an unexpected format  |
 *
 * A rejection is a 4xx, or a 200 in which `status` is not "success". If the body has no `status`, any reported error
 * counts as a rejection.
 *
 * @throws ServiceError if the response reports a failure or does not have the documented format
 */
export function readResponse<Name extends EndpointName>(
	name: Name,
	{ statusCode, body: rawBody }: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
	{ webinar_id: webinarId }: CallParameters = {},
): Responses[Name] {
	const { absence, advice, mayBeEmpty } = endpoints[name];
	const schema = responseSchemas[name];
	if (statusCode === 204 && mayBeEmpty) return schema.parse(undefined);
	const body = redactKey(rawBody, apiKey);
	const json = parseJson(body);
	const status = isRecord(json) && typeof json.status === 'string' ? json.status.toLowerCase() : undefined;
	const failed = (cause: Cause, problems: readonly Problem[] = []) =>
		failure(name, cause, { httpCode: statusCode, problems });

	if (statusCode < 300 && status === 'success') {
		const { data, error } = schema.safeParse(json, { reportInput: true });
		if (!error) return data;
		const { path = [], input } = error.issues[0] ?? {};
		const problem = input === undefined ? 'missing' : 'not as documented';
		throw failed(causes.unexpectedFormat(`The field ${quoted(path.join('.'))} is ${problem}.`));
	}

	const problems = json === undefined ? readPlainText(body) : readProblems(json);
	const rejectedKey = causes.rejectedKey(apiKey.length);
	if (statusCode === 401 || ACCESS_NOT_ALLOWED.test(body)) throw failed(rejectedKey);
	if (statusCode >= 500 || statusCode === 408) throw failed(causes.failed(statusCode), problems);
	if (statusCode >= 300 && statusCode < 400) throw failed(causes.redirected(statusCode));
	if (statusCode === 404 && json === undefined && absence) throw failed(causes.absent(absence));

	const reportsFailure = status === undefined ? isRecord(json) && problems.length > 0 : status !== 'success';
	if (statusCode >= 400 || reportsFailure) {
		if (problems.some(isAboutInvalidKey)) throw failed(rejectedKey);
		if (webinarId !== undefined && problems.some(isAboutUnknownWebinar)) {
			throw failed(causes.unknownWebinar(String(webinarId)));
		}
		if (statusCode === 403 && !isRecord(json)) throw failed(causes.blocked(statusCode), problems);
		if (isWebPage(body)) throw failed(causes.rejectedWithPage(statusCode));
		const reasons = problems.length > 0 ? problems : readWholeBody(body);
		// A text without JSON and without a problem may come from another server.
		const otherAdvice = json !== undefined || problems.length > 0 ? advice : CHECK_SERVICE;
		const whatToDo = statusCode === 403 ? APPROVAL : otherAdvice;
		if (reasons.length === 0) throw failed(causes.rejectedWithoutReason(whatToDo, statusCode));
		throw failed({ advice: whatToDo }, reasons);
	}
	if (json === undefined) {
		const fault = isWebPage(body) ? 'a web page' : 'cut off or damaged';
		throw failed(causes.notJson(`The response is ${body === '' ? 'empty' : fault}.`));
	}
	const found = isRecord(json) ? 'The field "status" is missing.' : 'The response is not an object.';
	throw failed(causes.unexpectedFormat(found));
}

/** Replaces the API key in a response body, in every encoding. Call this before the body is parsed or shortened. */
export function redactKey(body: string, key: string): string {
	const inJson = JSON.stringify(key).slice(1, -1);
	const inForm = new URLSearchParams({ '': key }).toString().slice(1);
	// PHP escapes slashes in JSON.
	const encodings = [key, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(key), inForm];
	return encodings.reduce((redacted, encoded) => redacted.replaceAll(encoded, '[redacted]'), body);
}

function parseJson(body: string): unknown {
	try {
		const json: unknown = JSON.parse(body);
		return json;
	} catch {
		return undefined;
	}
}

/** Whether the service says that the API key is invalid. Does not apply if it says that the request had no key. */
function isAboutInvalidKey({ parameter, text }: Problem): boolean {
	const isAboutKey = parameter === undefined ? /\bapi[ _-]?key\b/i.test(text) : parameter === 'api_key';
	const isAboutMissingKey = /required|missing/i.test(text) && !/valid/i.test(text);
	return isAboutKey && !isAboutMissingKey;
}

/** Matches "The selected webinar id is invalid" and "Webinar 5 was not found". */
const UNKNOWN_WEBINAR = /\bwebinar(?: (?:id|\d+))* (?:is |was |does )?(?:invalid|not found|not exist)\b/i;

/** Whether the service says that it does not know the webinar in the request. */
function isAboutUnknownWebinar({ parameter, text }: Problem): boolean {
	const mayBeAboutWebinar = parameter === undefined || parameter === 'webinar_id';
	return mayBeAboutWebinar && UNKNOWN_WEBINAR.test(text);
}

/** Maximum problems that are read from one response. */
const MAX_PROBLEMS_READ = 10;

/** Maximum characters of one problem. A longer text is not a message, but a page or a dump. */
const MAX_PROBLEM_LENGTH = 300;

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
	return found?.slice(0, MAX_PROBLEMS_READ) ?? [];
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
function isWebPage(body: string): boolean {
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
function readWholeBody(body: string): Problem[] {
	const text = oneLine(body);
	const hasWords = /[\p{L}\d]/u.test(text);
	const isBinary = /\p{C}|\uFFFD/u.test(text);
	return hasWords && !isBinary ? [{ text }] : [];
}

function oneLine(text: string): string {
	return shortened(text.replace(/\s+/g, ' ').trim(), MAX_PROBLEM_LENGTH);
}
