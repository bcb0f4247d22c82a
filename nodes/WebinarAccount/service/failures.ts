import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { type CallParameters, endpoints } from './endpoints';
import { InputError, type Problem, ServiceError } from './errors';
import { API_KEY_LENGTH, APPROVAL, KEY_PLACE } from './key';
import { readWhole } from './problems';
import type { EndpointName } from './schemas';
import { CancelledError } from '../utils/async';
import { isRecord, quoted, sentences } from '../utils/values';

/** What a user is told of a failed call, and what follows from it. */
interface Cause {
	/** Follows "Could not list the webinars: ", or "The person may have been registered, but ". */
	reason?: string;
	/** In place of a sentence with the reason. */
	message?: string;
	advice: string;
	isUnclear?: boolean;
	isTransient?: boolean;
}

const notDone = (reason: string, advice: string) => ({ reason, advice });
const unclear = (reason: string, advice: string) => ({ reason, advice, isUnclear: true });
const transient = (cause: Cause) => ({ ...cause, isTransient: true });

const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';
const STATUS_PAGE = 'Outages of the service are announced at status.webinarjam.com.';
const CHECK_NETWORK = `Check the network of this n8n, and try again later. ${STATUS_PAGE}`;

export const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/probe.md).';

const causes = {
	// The service did not get the call …
	notSent: ({ message, description }: UserError) =>
		notDone('n8n did not send the request', sentences([message, description ?? ''])),
	notConnected: (advice: string) =>
		transient(notDone('no connection to the service', `${advice} ${STATUS_PAGE}`)),
	notSecure: notDone(
		'no secure connection to the service',
		'The host has no TLS, or its certificate is not accepted, so the API key was not sent. Check the service in the credential.',
	),
	blocked: (status: number) =>
		notDone(
			`something between n8n and the service refused the call (HTTP ${status})`,
			'A proxy or a firewall answered in place of the service. Ask who runs the network of this n8n, and check the service in the credential.',
		),
	absent: (message: string) => ({
		message,
		advice:
			"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
	}),

	// … or did not act on it …
	throttledLong: (minutes: number) => ({
		message: `The service throttled every call for ${minutes} minutes: too many requests`,
		advice:
			'Other software uses up the calls of this account. Pause it or slow it down, then run the failed items again.',
	}),
	throttledAlone: (tries: number) => ({
		message: `The service throttled this call ${tries} times while it admitted others`,
		advice: 'Nothing was done for this item; the others continued. Run this item again later.',
	}),
	rejectedKey: ({ length }: string) => {
		const documented = length === API_KEY_LENGTH ? '' : ` (documented: ${API_KEY_LENGTH})`;
		return {
			message: 'The service does not accept the API key',
			advice: `The key has ${length} characters${documented}. ${APPROVAL} You find the key ${KEY_PLACE}. Creating a new key disables the old one.`,
		};
	},
	unknownWebinar: (webinarId: string) => ({
		message: `Webinar ${webinarId} is not in this account`,
		advice: endpoints.webinar.advice,
	}),
	rejected: (advice: string) => ({ advice }),
	rejectedWithoutReason: (advice: string, status: number) =>
		notDone(`the service gave no reason (HTTP ${status})`, advice),

	// … or nobody knows whether it acted.
	canceled: unclear('the execution was canceled', 'n8n did not wait for the answer.'),
	timedOut: (milliseconds: number) =>
		transient(unclear(`the service did not answer within ${milliseconds / 1000} seconds`, CHECK_NETWORK)),
	brokenOff: transient(unclear('the connection broke off', CHECK_NETWORK)),
	// A proxy also sends 408 when the service itself is late.
	failed: (status: number) =>
		transient(
			unclear(
				status === 408
					? 'the service did not receive the call in time (HTTP 408)'
					: `the service failed (HTTP ${status})`,
				`The cause is on the side of the service. Try again later. ${STATUS_PAGE}`,
			),
		),
	redirected: (status: number) =>
		unclear(
			`the service answered with a redirect (HTTP ${status})`,
			`A redirect is not followed, because the API key would go to another address. ${CHECK_ADDRESSES}`,
		),
	tooLarge: (maxMegabytes: number) =>
		unclear(
			`the service's answer is larger than ${maxMegabytes} MB`,
			'No answer of the service is that long, so it was not read to its end. Check the service and its paths in the credential.',
		),
	notJson: (found: string) => unclear("the service's answer is not JSON", `${found} ${CHECK_ADDRESSES}`),
	unexpectedForm: (found: string) =>
		unclear("the service's answer has an unexpected form", `${found} ${CHECK_ADDRESSES} ${COMPARE}`),
} satisfies Record<string, Cause | ((...facts: never[]) => Cause)>;

type Responded = Partial<Pick<ServiceError, 'httpCode' | 'problems' | 'mayNameCustomFields'>>;

function failure(
	name: EndpointName,
	{ reason, message, advice, isUnclear = false, isTransient = false }: Cause,
	responded: Responded = {},
): ServiceError {
	const { purpose, sideEffect } = endpoints[name];
	const mayHaveActed = isUnclear && sideEffect !== undefined;
	const start = mayHaveActed
		? `${sideEffect}, but`
		: `Could not ${purpose}${reason === undefined ? '' : ':'}`;
	const lookUp = mayHaveActed ? 'Look it up in the webinar account before you run this item again. ' : '';
	return new ServiceError(message ?? [start, reason].filter(Boolean).join(' '), {
		...responded,
		description: `${lookUp}${advice}`,
		mayHaveActed,
		isTransient,
	});
}

export function throttled(how: 'long' | 'alone', figure: number): ServiceError {
	const { message, advice } = how === 'long' ? causes.throttledLong(figure) : causes.throttledAlone(figure);
	return new ServiceError(message, { httpCode: 429, description: advice });
}

export function tooManyBytes(name: EndpointName, maxMegabytes: number): ServiceError {
	return failure(name, causes.tooLarge(maxMegabytes));
}

interface ReadResponse {
	status: number;
	body: string;
	json: unknown;
	problems: readonly Problem[];
}

/** The error that a response means, whatever the schema of its endpoint; undefined if its content decides. */
export function failureIn(
	name: EndpointName,
	{ status, body, json, problems }: ReadResponse,
	{ apiKey, parameters }: { apiKey: string; parameters: CallParameters },
): ServiceError | undefined {
	const { absence, advice, takesCustomFields = false } = endpoints[name];
	const isJson = json !== undefined;
	const error = (cause: Cause, more: Responded = {}) => failure(name, cause, { httpCode: status, ...more });
	if (status === 401) return error(causes.rejectedKey(apiKey));
	if (status >= 500 || status === 408) return error(causes.failed(status), { problems });
	if (status >= 300 && status < 400) return error(causes.redirected(status));
	if (status === 404 && !isJson && absence !== undefined) return error(causes.absent(absence));
	if (status >= 400 || statesFailure(json, problems)) {
		if (problems.some(isRejectionOfKey)) return error(causes.rejectedKey(apiKey));
		const { webinar_id } = parameters;
		if (webinar_id !== undefined && problems.some(isUnknownWebinar))
			return error(causes.unknownWebinar(String(webinar_id)));
		if (status === 403 && !isRecord(json)) return error(causes.blocked(status), { problems });
		const said = problems.length > 0 ? problems : readWhole(isJson ? JSON.stringify(json) : body);
		const whatToDo = status === 403 ? APPROVAL : isJson || problems.length > 0 ? advice : CHECK_ADDRESSES;
		return error(
			said.length > 0 ? causes.rejected(whatToDo) : causes.rejectedWithoutReason(whatToDo, status),
			{ problems: said, mayNameCustomFields: takesCustomFields },
		);
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

/** @param issue of the schema library; its message is not shown, because it is written for programmers */
export function unexpectedForm(
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

/**
 * An error of n8n's request helper, which wraps that of the HTTP client. The place of the code depends on the version
 * of n8n: 1.x loses the cause.
 */
const thrown = z.object({
	/** Set when a response breaks off while it is read. */
	code: z.string().catch(''),
	httpCode: z.string().catch(''),
	messages: z.array(z.string()).catch([]),
	cause: z.object({ code: z.string().catch('') }).catch({ code: '' }),
});

/** Codes which show that nothing reached the service, with advice. */
const NEVER_CONNECTED: Readonly<Record<string, string>> = {
	ECONNREFUSED:
		'The host refused the connection. Check the service in the credential, and that the host is up.',
	ENOTFOUND: 'The host name is not known. Check the service in the credential, and the network of this n8n.',
	EAI_AGAIN: 'The host name could not be looked up. Check the network of this n8n.',
};

/** Messages that show the same. Their codes, e.g. EHOSTUNREACH, also occur on an established connection. */
const NOT_CONNECTED = /^connect |before secure TLS connection was established/;

/** Messages of an error on a connection that was made. */
const ESTABLISHED = /^(?:read|write) E(?!PROTO)/;

/** Codes of a failed TLS handshake. After the handshake, Node.js gives a TLS failure a code that begins with ERR_SSL. */
const NOT_SECURE = /^(?!ERR_SSL).*(?:CERT|SIGNED|SIGNATURE)|^ERR_TLS|^EPROTO$/;

/**
 * The error of a call without a whole response. It keeps nothing of what was thrown, which contains the request and
 * with it the API key.
 * @param error what n8n's request helper threw
 */
export function failureWithoutResponse(
	error: unknown,
	name: EndpointName,
	{ timeoutMs, timedOut = false }: { timeoutMs: number; timedOut?: boolean },
): Error {
	if (error instanceof ServiceError) return error;
	// The credential's test gets the error itself, and a run a wrapped one.
	for (const each of [error, error instanceof Error ? error.cause : undefined]) {
		if (each instanceof InputError) return each;
		if (each instanceof UserError) return failure(name, causes.notSent(each));
	}
	const { code: ownCode, httpCode, messages, cause } = thrown.parse(isRecord(error) ? error : {});
	const code = cause.code || httpCode || ownCode;
	const said = [...messages, ...(error instanceof Error ? [error.message] : [])];
	const says = (pattern: RegExp) => said.some((message) => pattern.test(message));
	if (code === 'ERR_CANCELED')
		return endpoints[name].sideEffect === undefined ? new CancelledError() : failure(name, causes.canceled);
	if (NOT_SECURE.test(code)) return failure(name, causes.notSecure);
	const why = says(ESTABLISHED) ? undefined : NEVER_CONNECTED[code];
	if (why !== undefined || says(NOT_CONNECTED)) {
		const advice = why ?? 'The host does not answer. Check the network of this n8n.';
		return failure(name, causes.notConnected(advice));
	}
	const isLate = timedOut || code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return failure(name, isLate ? causes.timedOut(timeoutMs) : causes.brokenOff);
}
