import type { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { isRecord, quoted, sentences, shortened } from '../utils/values';
import { type Account, ACCESS_REQUIREMENTS, API_KEY_LENGTH, KEY_PLACE } from './account';
import { type EndpointName, endpoints, type Responses, USER_AGENT } from './endpoints';
import { type Problem, ServiceError } from './errors';

/** A response that has not been checked yet. */
export interface RawResponse {
	statusCode: number;
	body: string;
}

/** Accepts a body that reports success. */
const successfulBody = z.object({ status: z.string().regex(/^success$/i) });

/**
 * Returns the checked and normalized content of a response.
 * @throws ServiceError if the response reports a failure or does not have the documented format
 */
export function readResponse<Name extends EndpointName>(
	name: Name,
	{ statusCode, body: rawBody }: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
): Responses[Name] {
	const { schema } = endpoints[name];
	if (statusCode === 204) {
		// The response to `unsubscribe` has no body. From any other endpoint, it is an error below.
		const withoutBody = schema.safeParse(undefined);
		if (withoutBody.success) return withoutBody.data;
	}
	const body = redactKey(rawBody, apiKey);
	const json = parseJson(body);
	if (statusCode >= 300 || !successfulBody.safeParse(json).success) {
		// The length of the key is all that an error says about it.
		throw failure(name, causeOfFailure(name, apiKey.length, { statusCode, body }), statusCode);
	}
	const { data, error } = schema.safeParse(json, { reportInput: true });
	if (!error) return data;
	const { path = [], input } = error.issues[0] ?? {};
	const problem = input === undefined ? 'missing' : 'not as documented';
	const cause = causes.unexpectedFormat(`The field ${quoted(path.join('.'))} is ${problem}.`);
	throw failure(name, cause, statusCode);
}

/**
 * Matches what the service says about a key that a newer one replaced. It is not known with which status, and in which field
 * of the body. The words are therefore searched for in the whole body of each failure.
 */
const ACCESS_NOT_ALLOWED = /\bAPI access is not allowed\b/i;

/**
 * Returns why a request failed whose response has an HTTP error status, or not the status "success" in its body. The first
 * condition that applies decides. The words about a replaced key are certain. Apart from them, a failing server or firewall can
 * send any text, so the status comes before what the body says.
 * @param keyLength the length of the API key, which the advice for a rejected key may name
 */
function causeOfFailure(name: EndpointName, keyLength: number, { statusCode, body }: RawResponse): Cause {
	const json = parseJson(body);
	const problems = readProblems(json);
	if (statusCode === 401 || ACCESS_NOT_ALLOWED.test(body)) return causes.rejectedKey(keyLength);
	if (statusCode >= 500 || statusCode === 408) return causes.failed(statusCode, problems);
	if (statusCode >= 300 && statusCode < 400) return causes.redirected(statusCode);
	if (statusCode === 403 && FIREWALL.test(body)) return causes.refusedByFirewall(firewallError(body));
	if (problems.some(isAboutInvalidKey)) return causes.rejectedKey(keyLength);
	if (json === undefined) return causes.notJson(statusCode, body);
	// With a successful HTTP status, only the field "status" or a reported problem shows that the service rejected the request.
	const isRejection = statusCode >= 400 || (isRecord(json) && ('status' in json || problems.length > 0));
	if (!isRejection) return causes.unexpectedFormat('The field "status" is missing.');
	return {
		// A response that reports no problem is quoted as a whole.
		problems: problems.length > 0 ? problems : [{ text: oneLine(body) }],
		// No source shows how the service responds to an account without API access. A 403 is assumed to mean this.
		advice: statusCode === 403 ? ACCESS_REQUIREMENTS : endpoints[name].advice,
	};
}

/** Matches a response of the firewall in front of the service: JSON, a page, or the text "error code: 1010". */
const FIREWALL = /cloudflare|^\s*error code: \d+\s*$/i;

/** Returns the firewall's error, such as "Cloudflare error 1010", or "Cloudflare" if its page names none. */
function firewallError(body: string): string {
	// In a page, tags can stand between the word and the number.
	const [, code] = /\berror(?:[\s_]code)?"?:?\s*(1\d{3})\b/i.exec(body.replace(/<[^<>]*>/g, ' ')) ?? [];
	return code === undefined ? 'Cloudflare' : `Cloudflare error ${code}`;
}

/** The cause of a failed request: how the error explains it, and whether the request can be repeated. */
export interface Cause {
	/** The end of the message, after "Could not list the webinars: " or "The person may have been registered, but ". */
	reason?: string;
	/** The complete message, used when `reason` is not set. */
	message?: string;
	/** The errors that the response reports. */
	problems?: readonly Problem[];
	/** Tells the user what to do. */
	advice: string;
	/** Whether the service may have acted on the request. */
	isOutcomeUnknown?: boolean;
	/** Whether the same request may succeed later. */
	isTransient?: boolean;
	/** The part of the request that the service rejects. */
	rejectedPart?: ServiceError['rejectedPart'];
}

/** Describes a failure after which the service certainly did not act on the request. */
const notDone = (reason: string, advice: string) => ({ reason, advice });
/** Describes a failure after which it is unknown whether the service acted on the request. */
const unclear = (reason: string, advice: string) => ({ reason, advice, isOutcomeUnknown: true });
/** Marks a cause as transient: the same request may succeed later. */
const transient = (cause: Cause) => ({ ...cause, isTransient: true });

const CHECK_SERVICE =
	'Try again later. If this happens every time, check Service and the paths in the credential.';
const STATUS_PAGE = 'The vendor announces outages at status.webinarjam.com.';
const CHECK_NETWORK = `Check the network connection of your n8n instance, and try again later. ${STATUS_PAGE}`;

/** The length of the keys that are in use, in characters. They are UUIDs, although the vendor documents longer keys. */
const UUID_LENGTH = 36;

/** Matches text that an error may quote. Web pages, damaged JSON and binary data tell the user nothing. */
const PLAIN_TEXT = /^[^<{[\p{C}\uFFFD][^\p{C}\uFFFD]*$/u;

/** Advice on how to find out whether the service's responses have changed. */
export const ADVICE_TO_PROBE =
	"Run the probe from this package's repository to see whether the service has changed (docs/developers/probe.md).";

/** The known causes of a failed request. */
export const causes = {
	// Causes that kept the request from reaching the service.
	notSent: ({ message, description }: UserError) =>
		notDone('n8n did not send the request', sentences([message, description ?? ''])),
	notConnected: transient(
		notDone(
			'no connection to the service',
			`Check Service in the credential, whether the host is running, and the network connection of your n8n instance. ${STATUS_PAGE}`,
		),
	),
	notSecure: notDone(
		'no secure connection to the service',
		'Check Service in the credential. The API key was not sent, because the host does not support TLS or n8n does not accept its certificate.',
	),
	refusedByFirewall: (error: string) => ({
		...notDone(
			`the service's firewall refused the request (${error})`,
			`The API key is not the reason. Ask the service's support to allow requests from your n8n instance. Tell them this error, the public IP address of the instance, and its user agent "${USER_AGENT}".`,
		),
		rejectedPart: 'sender' as const,
	}),
	// Causes after which the service has received the request, but has not acted on it.
	rejectedKey: (keyLength: number) => ({
		message: 'The service rejected the API key',
		advice: sentences([
			keyLength === API_KEY_LENGTH || keyLength === UUID_LENGTH
				? 'A newer key may have replaced this one, because generating a key disables the old one.'
				: `The key in the credential has ${keyLength} characters instead of ${API_KEY_LENGTH} or ${UUID_LENGTH}, or a newer key has replaced it.`,
			`Copy the current key from ${KEY_PLACE}.`,
			ACCESS_REQUIREMENTS,
		]),
		rejectedPart: 'apiKey' as const,
	}),
	// Causes after which it is not known whether the service has acted on the request.
	canceled: unclear('the execution was canceled', 'n8n did not wait for the response.'),
	timedOut: (milliseconds: number) =>
		transient(unclear(`the service did not respond within ${milliseconds / 1000} seconds`, CHECK_NETWORK)),
	brokenOff: transient(unclear('the connection broke off', CHECK_NETWORK)),
	// 408 is included, because a proxy also sends it when the service responds too late.
	failed: (status: number, problems: readonly Problem[]) => {
		const reason =
			status === 408
				? 'the service did not receive the request in time (HTTP 408)'
				: `the service failed (HTTP ${status})`;
		return { ...transient(unclear(reason, `Try again later. ${STATUS_PAGE}`)), problems };
	},
	redirected: (status: number) =>
		unclear(
			`the service responded with a redirect (HTTP ${status})`,
			`${CHECK_SERVICE} n8n did not follow the redirect, because it would have sent the API key to another URL.`,
		),
	/** The response comes from a server in front of the service, or is damaged. */
	notJson: (status: number, body: string) => {
		const text = oneLine(body);
		const quote = PLAIN_TEXT.test(text) ? `: ${quoted(text)}` : '';
		const kind = text.startsWith('<') ? 'a web page' : 'not JSON';
		const describe = status < 400 ? unclear : notDone;
		return describe(
			`the response is ${kind} (HTTP ${status})${quote}`,
			`${CHECK_SERVICE} If a proxy or firewall in your network sent the response, ask its administrator.`,
		);
	},
	unexpectedFormat: (found: string) =>
		unclear(
			"the service's response has an unexpected format",
			`${found} ${CHECK_SERVICE} ${ADVICE_TO_PROBE}`,
		),
} satisfies Record<string, Cause | ((...facts: never[]) => Cause)>;

/**
 * Creates the error for a failed request. The message says what the request was for, and warns the user if the service
 * may have acted on it.
 * @param httpCode the status of the response, if there is one
 */
export function failure(name: EndpointName, cause: Cause, httpCode?: number): ServiceError {
	const { problems = [], advice, isOutcomeUnknown = false, isTransient = false, rejectedPart } = cause;
	const possibleEffect = isOutcomeUnknown ? endpoints[name].sideEffect : undefined;
	return new ServiceError(messageOf(name, cause, possibleEffect?.warning), {
		description: sentences([possibleEffect?.advice ?? '', advice]),
		...(httpCode !== undefined && { httpCode }),
		problems,
		mayHaveActed: possibleEffect !== undefined,
		isTransient,
		rejectedPart,
	});
}

/** Returns the message of a failure. @param warning e.g. "The person may have been registered", if the outcome is unknown */
function messageOf(name: EndpointName, { message, reason }: Cause, warning: string | undefined): string {
	// A complete message is about a request on which the service did not act, so it needs no warning.
	if (message !== undefined) return message;
	const failed = `Could not ${endpoints[name].purpose}`;
	// The service rejected the request. The problems that it reported are added where the error is shown.
	if (reason === undefined) return failed;
	return warning ? `${warning}, but ${reason}` : `${failed}: ${reason}`;
}

/** Replaces the API key in a response body, in every encoding. Call this before the body is parsed or shortened. */
export function redactKey(body: string, key: string): string {
	const inJson = JSON.stringify(key).slice(1, -1);
	const inForm = new URLSearchParams({ '': key }).toString().slice(1);
	// PHP escapes slashes in JSON.
	const encodings = [key, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(key), inForm];
	return encodings.reduce((redacted, encoded) => redacted.replaceAll(encoded, '[redacted]'), body);
}

/** Parses JSON. Returns undefined if the text is not JSON. */
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
	return candidates.map((candidate) => problemsIn(candidate)).find(({ length }) => length > 0) ?? [];
}

/** Returns the problems in a value and in the values inside it. @param parameter the parameter that they are about */
function problemsIn(value: unknown, parameter?: string): Problem[] {
	if (typeof value === 'string') {
		const text = oneLine(value);
		return text === '' ? [] : [{ ...(parameter !== undefined && { parameter }), text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => problemsIn(entry, parameter));
	if (!isRecord(value)) return [];
	// The other keys, such as a code, mean nothing to users.
	if (typeof value.message === 'string') return problemsIn(value.message, parameter);
	// Keys inside the value of a parameter are no parameters, but names of validation rules or list positions.
	return Object.entries(value).flatMap(([key, entry]) => problemsIn(entry, parameter ?? parameterIn(key)));
}

/** Returns the parameter that a key names, e.g. "topics" for "topics.0"; undefined if it names none. */
function parameterIn(key: string): string | undefined {
	const name = shortened(key).replace(/(?:\.\d+)+$/, '');
	return NO_PARAMETER.test(name) ? undefined : name;
}

function oneLine(text: string): string {
	return shortened(text.replace(/\s+/g, ' ').trim(), MAX_PROBLEM_LENGTH);
}
