import { isRecord } from '../utils/values';
import { APPROVAL } from './account';
import { endpoints } from './endpoints';
import type { Problem } from './errors';
import { type Cause, causes, CHECK_SERVICE } from './failures';
import { isWebPage, readPlainText, readProblems, readWholeBody } from './problems';
import type { EndpointName } from './schemas';

/** A response of the service, with the facts about its request that errors need. */
export interface ReceivedResponse {
	/** The endpoint of the request. */
	name: EndpointName;
	/** The HTTP status. */
	status: number;
	/** The body, in which the API key is already redacted. */
	body: string;
	/** The parsed body; undefined if it is not JSON. */
	json: unknown;
	/** The errors that the body reports, in the service's words. */
	problems: readonly Problem[];
	/** The `webinar_id` in the request. */
	webinarId: string | undefined;
	/** The length of the API key in the credential. */
	keyLength: number;
}

/** The failure that a response reports. */
export interface ResponseFailure {
	cause: Cause;
	/** The service's words that the error shows to the user. */
	problems?: readonly Problem[];
}

/** One row of the table below: a condition, and the failure that a response reports if the condition applies to it. */
interface FailureKind {
	applies: (response: ReceivedResponse) => boolean;
	failure: (response: ReceivedResponse) => ResponseFailure;
}

/**
 * The failures that a response can report. The first row that applies to a response decides.
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
 * | a JSON object without `status`                           | the response has an unexpected format  |
 *
 * A rejection is a 4xx, or a 200 in which `status` is not "success".
 */
const failureKinds: readonly FailureKind[] = [
	{
		applies: (response) => response.status === 401 || deniesApiAccess(response),
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
		applies: (response) => isRejection(response) && isWebPage(response.body),
		failure: ({ status }) => ({ cause: causes.rejectedWithPage(status) }),
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
		failure: () => ({ cause: causes.unexpectedFormat('The field "status" is missing.') }),
	},
];

/** Returns the failure that a response reports; undefined for a success, whose fields are not checked yet. */
export function classify(response: ReceivedResponse): ResponseFailure | undefined {
	return failureKinds.find(({ applies }) => applies(response))?.failure(response);
}

/** Parses the body of a response and finds the errors in it. @param body in which the API key is already redacted */
export function parseReceived(
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

/**
 * Whether the service rejects the request. It does so by the HTTP status, or by the `status` in the body. If the body has
 * no `status`, any reported error counts.
 */
function isRejection(response: ReceivedResponse): boolean {
	if (response.status >= 400) return true;
	const status = statusIn(response);
	if (status !== undefined) return status !== 'success';
	return isRecord(response.json) && response.problems.length > 0;
}

/**
 * What the service says about a key that a newer one replaced. It is not known which field of the body contains them.
 */
const ACCESS_NOT_ALLOWED = /\bAPI access is not allowed\b/i;

function deniesApiAccess(response: ReceivedResponse): boolean {
	return !reportsSuccess(response) && ACCESS_NOT_ALLOWED.test(response.body);
}

function rejectedKey({ keyLength }: ReceivedResponse): ResponseFailure {
	return { cause: causes.rejectedKey(keyLength) };
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

/**
 * Returns the failure for a rejection. Its reasons are the errors that the response reports. If there are none, the
 * whole body is the reason.
 */
function rejection(response: ReceivedResponse): ResponseFailure {
	const { status, body, problems } = response;
	const reasons = problems.length > 0 ? problems : readWholeBody(body);
	const advice = rejectionAdvice(response);
	return {
		cause: reasons.length > 0 ? { advice } : causes.rejectedWithoutReason(advice, status),
		problems: reasons,
	};
}

/** Tells the user what to do about a rejection. */
function rejectionAdvice({ name, status, json, problems }: ReceivedResponse): string {
	if (status === 403) return APPROVAL;
	// A page without JSON and without an error text may come from another server.
	const isFromService = json !== undefined || problems.length > 0;
	return isFromService ? endpoints[name].advice : CHECK_SERVICE;
}

/** Describes a response that is not JSON. */
function describeBody(body: string): string {
	if (body === '') return 'The response is empty.';
	return isWebPage(body) ? 'The response is a web page.' : 'The response is cut off or damaged.';
}
