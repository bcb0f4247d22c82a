import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';

import { CancelledError } from '../utils/async';
import { isRecord, sentences } from '../utils/values';
import { API_KEY_LENGTH, APPROVAL, KEY_PLACE } from './account';
import { endpoints } from './endpoints';
import { InputError, ServiceError } from './errors';
import type { EndpointName } from './schemas';

/** What a user is told of a failed call, and what follows from it. */
export interface Cause {
	/** Follows "Could not list the webinars: ", or "The person may have been registered, but ". */
	reason?: string;
	/** In place of a sentence with the reason. */
	message?: string;
	advice: string;
	isUnclear?: boolean;
	isTransient?: boolean;
	rejects?: ServiceError['rejects'];
}

const notDone = (reason: string, advice: string) => ({ reason, advice });
const unclear = (reason: string, advice: string) => ({ reason, advice, isUnclear: true });
const transient = (cause: Cause) => ({ ...cause, isTransient: true });

export const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';
const STATUS_PAGE = 'Outages of the service are announced at status.webinarjam.com.';
const CHECK_NETWORK = `Check the network of this n8n, and try again later. ${STATUS_PAGE}`;

export const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/probe.md).';

export const causes = {
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
			rejects: 'apiKey' as const,
		};
	},
	unknownWebinar: (webinarId: string) => ({
		message: `Webinar ${webinarId} is not in this account`,
		advice: endpoints.webinar.advice,
		rejects: 'webinar' as const,
	}),
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

/** @param responded what is known of the response */
export function failure(
	name: EndpointName,
	{ reason, message, advice, isUnclear = false, isTransient = false, rejects }: Cause,
	responded: Partial<ServiceError> = {},
): ServiceError {
	const { purpose, sideEffect } = endpoints[name];
	const mayHaveActed = isUnclear && sideEffect !== undefined;
	const colon = reason === undefined ? '' : ':';
	const start = mayHaveActed ? `${sideEffect}, but` : `Could not ${purpose}${colon}`;
	const lookUp = mayHaveActed ? 'Look it up in the webinar account before you run this item again. ' : '';
	return new ServiceError(message ?? [start, reason].filter(Boolean).join(' '), {
		...responded,
		description: `${lookUp}${advice}`,
		mayHaveActed,
		isTransient,
		rejects,
	});
}

export function throttled(how: 'long' | 'alone', figure: number): ServiceError {
	const { message, advice } = how === 'long' ? causes.throttledLong(figure) : causes.throttledAlone(figure);
	return new ServiceError(message, { httpCode: 429, description: advice });
}

/** An error of n8n's request helper, which wraps that of the HTTP client. n8n 1.x loses the cause. */
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

/** Keeps nothing of the error that n8n's request helper threw, which contains the request and with it the API key. */
export function failureWithoutResponse(
	error: unknown,
	name: EndpointName,
	timeoutMs: number,
	timedOut = false,
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
