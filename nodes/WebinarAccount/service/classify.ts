import { isRecord } from '../utils/values';
import { APPROVAL } from './account';
import { endpoints } from './endpoints';
import type { Problem } from './errors';
import { type Cause, causes, CHECK_SERVICE } from './failures';
import { readPlainText, readProblems, readWhole } from './problems';
import type { EndpointName } from './schemas';

export interface ReceivedResponse {
	name: EndpointName;
	status: number;
	/** Without the API key. */
	body: string;
	/** Undefined if the body is not JSON. */
	json: unknown;
	/** What the service says is wrong. */
	problems: readonly Problem[];
	/** The `webinar_id` of the request. */
	webinarId: string | undefined;
	keyLength: number;
}

/** What a failed response means for the user. */
export interface ResponseFailure {
	cause: Cause;
	/** The service's words that the user sees. */
	problems?: readonly Problem[];
	/** Whether the problems may be about custom fields of a registration form. */
	mayNameCustomFields?: boolean;
}

interface FailureKind {
	applies: (response: ReceivedResponse) => boolean;
	failure: (response: ReceivedResponse) => ResponseFailure;
}

/**
 * The failures that a response can report. The first one that applies counts.
 *
 * | Response                                               | Failure                           |
 * | ------------------------------------------------------ | --------------------------------- |
 * | 401, or the words "API access is not allowed"          | the key is rejected               |
 * | 5xx, 408                                               | the service failed                |
 * | 3xx                                                    | a redirect, which is not followed |
 * | 404 without JSON, at an endpoint that a host may lack  | the endpoint is absent            |
 * | a rejection that is about the key                      | the key is rejected               |
 * | a rejection that does not find the request's webinar   | the webinar is unknown            |
 * | 403 without a JSON object                              | a firewall blocked the request    |
 * | another rejection                                      | rejected, in the service's words  |
 * | no JSON                                                | unreadable                        |
 * | an object without `status`                             | not as documented                 |
 *
 * A rejection is a 4xx, or a 200 whose `status` is not success.
 */
const failureKinds: readonly FailureKind[] = [
	{
		applies: (response) => response.status === 401 || deniesAccess(response),
		failure: rejectedKey,
	},
	{
		applies: ({ status }) => status >= 500 || status === 408,
		failure: ({ status, problems }) => ({ cause: causes.failed(status), problems }),
	},
	{
		applies: ({ status }) => status >= 300 && status < 400,
		failure: ({ status }) => ({ cause: causes.redirected(status) }),
	},
	{
		applies: ({ status, json, name }) =>
			status === 404 && json === undefined && endpoints[name].absence !== undefined,
		failure: ({ name }) => ({ cause: causes.absent(endpoints[name].absence ?? '') }),
	},
	{
		applies: (response) => isRejection(response) && response.problems.some(isAboutInvalidKey),
		failure: rejectedKey,
	},
	{
		applies: (response) =>
			isRejection(response) &&
			response.webinarId !== undefined &&
			response.problems.some(isAboutUnknownWebinar),
		failure: ({ webinarId = '' }) => ({ cause: causes.unknownWebinar(webinarId) }),
	},
	{
		applies: ({ status, json }) => status === 403 && !isRecord(json),
		failure: ({ status, problems }) => ({ cause: causes.blocked(status), problems }),
	},
	{
		applies: isRejection,
		failure: rejection,
	},
	{
		applies: ({ json }) => json === undefined,
		failure: ({ body }) => ({ cause: causes.notJson(describeBody(body)) }),
	},
	{
		applies: ({ json }) => isRecord(json) && typeof json.status !== 'string',
		failure: () => ({ cause: causes.unexpectedForm('"status" is missing.') }),
	},
];

/** Returns the failure that a response reports; undefined for a success. Its schema is checked later. */
export function classify(response: ReceivedResponse): ResponseFailure | undefined {
	return failureKinds.find(({ applies }) => applies(response))?.failure(response);
}

/** @param body without the API key */
export function received(
	body: string,
	details: Omit<ReceivedResponse, 'body' | 'json' | 'problems'>,
): ReceivedResponse {
	const json = parseJson(body);
	const problems = json === undefined ? readPlainText(body) : readProblems(json);
	return { ...details, body, json, problems };
}

function parseJson(body: string): unknown {
	try {
		const json: unknown = JSON.parse(body);
		return json;
	} catch {
		return undefined;
	}
}

function statusIn({ json }: ReceivedResponse): string | undefined {
	return isRecord(json) && typeof json.status === 'string' ? json.status.toLowerCase() : undefined;
}

function reportsSuccess(response: ReceivedResponse): boolean {
	return response.status < 300 && statusIn(response) === 'success';
}

/** Whether the service rejects the request: by HTTP status, by `status` in the body or, without that, by stating problems. */
function isRejection(response: ReceivedResponse): boolean {
	if (response.status >= 400) return true;
	const status = statusIn(response);
	return status === undefined
		? isRecord(response.json) && response.problems.length > 0
		: status !== 'success';
}

/** The service's words for a replaced key. It is not known which field of the response contains them. */
const ACCESS_NOT_ALLOWED = /\bAPI access is not allowed\b/i;

function deniesAccess(response: ReceivedResponse): boolean {
	return !reportsSuccess(response) && ACCESS_NOT_ALLOWED.test(response.body);
}

function rejectedKey({ keyLength }: ReceivedResponse): ResponseFailure {
	return { cause: causes.rejectedKey(keyLength) };
}

/** Whether a problem means that the key is invalid. A key that did not arrive is a different problem. */
function isAboutInvalidKey({ parameter, text }: Problem): boolean {
	const isAboutKey = parameter === undefined ? /\bapi[ _-]?key\b/i.test(text) : parameter === 'api_key';
	const didNotArrive = /required|missing/i.test(text) && !/valid/i.test(text);
	return isAboutKey && !didNotArrive;
}

/** Recognizes "The selected webinar id is invalid" and "Webinar 5 was not found", for the webinar of the request. */
function isAboutUnknownWebinar({ parameter, text }: Problem): boolean {
	const isOfRequest = parameter === undefined || parameter === 'webinar_id';
	return (
		isOfRequest &&
		/\bwebinar(?: (?:id|\d+))* (?:is |was |does )?(?:invalid|not found|not exist)\b/i.test(text)
	);
}

/** Explains a rejection in the service's words, or with the whole body if no words are found in it. */
function rejection({ name, status, body, json, problems }: ReceivedResponse): ResponseFailure {
	const { advice, takesCustomFields = false } = endpoints[name];
	const words = problems.length > 0 ? problems : readWhole(body);
	const isOfService = json !== undefined || problems.length > 0;
	const whatToDo = isOfService ? advice : CHECK_SERVICE;
	const fix = status === 403 ? APPROVAL : whatToDo;
	return {
		cause: words.length > 0 ? { advice: fix } : causes.rejectedWithoutReason(fix, status),
		problems: words,
		mayNameCustomFields: takesCustomFields,
	};
}

function describeBody(body: string): string {
	if (body === '') return 'It is empty.';
	return body.trimStart().startsWith('<') ? 'It is a web page.' : 'It is cut off or damaged.';
}
