import type { UserError } from 'n8n-workflow';

import { sentences } from '../utils/values';
import { API_KEY_LENGTH, APPROVAL, KEY_PLACE } from './account';
import { endpoints } from './endpoints';
import { ServiceError } from './errors';
import type { EndpointName } from './schemas';

/** The cause of a failed request: how the error explains it, and whether the request can be repeated. */
export interface Cause {
	/** The end of the message, after "Could not list the webinars: " or "The person may have been registered, but ". */
	reason?: string;
	/** The complete message, used when `reason` is not set. */
	message?: string;
	/** Tells the user what to do. */
	advice: string;
	/** Whether the service may have acted on the request. */
	isUnclear?: boolean;
	/** Whether the same request may succeed later. */
	isTransient?: boolean;
	/** The part of the request that the service rejects. */
	rejects?: ServiceError['rejects'];
}

/** Describes a failure after which the service certainly did not act on the request. */
const notDone = (reason: string, advice: string) => ({ reason, advice });
/** Describes a failure after which it is unknown whether the service acted on the request. */
const unclear = (reason: string, advice: string) => ({ reason, advice, isUnclear: true });
/** Marks a cause as transient: the same request may succeed later. */
const transient = (cause: Cause) => ({ ...cause, isTransient: true });

export const CHECK_SERVICE =
	'Try again later. If this happens every time, check Service and the paths in the credential.';
const STATUS_PAGE = 'The vendor announces outages at status.webinarjam.com.';
const CHECK_NETWORK = `Check the network connection of your n8n instance, and try again later. ${STATUS_PAGE}`;

/** The length of the keys that are in use, in characters. They are UUIDs, although the vendor documents longer keys. */
const UUID_LENGTH = 36;

/** Advice on how to find out whether the service's responses have changed. */
export const COMPARE =
	"Run the probe from this package's repository to see whether the service has changed (docs/developers/probe.md).";

/** The known causes of a failed request. */
export const causes = {
	// Causes that kept the request from reaching the service.
	notSent: ({ message, description }: UserError) =>
		notDone('n8n did not send the request', sentences([message, description ?? ''])),
	notConnected: (advice: string) =>
		transient(notDone('no connection to the service', `${advice} ${STATUS_PAGE}`)),
	notSecure: notDone(
		'no secure connection to the service',
		'Check Service in the credential. The API key was not sent, because the host does not support TLS or n8n does not accept its certificate.',
	),
	blocked: (status: number) =>
		notDone(
			`a proxy or firewall blocked the request (HTTP ${status})`,
			"Check Service in the credential, and ask your network administrator whether the network blocks requests from n8n. If it does not, the service's firewall may be blocking them. Contact the service's support in this case.",
		),
	absent: (message: string) => ({
		message,
		advice:
			'WebinarJam and EverWebinar have this function. For another host, check its paths in the credential, or ask the operator of the host.',
	}),

	// Causes after which the service has received the request, but has not acted on it.
	rejectedKey: (keyLength: number) => ({
		message: 'The service rejected the API key',
		advice: sentences([
			keyLength === API_KEY_LENGTH || keyLength === UUID_LENGTH
				? 'A newer key may have replaced this one, because generating a key disables the old one.'
				: `The key in the credential has ${keyLength} characters instead of ${API_KEY_LENGTH} or ${UUID_LENGTH}, or a newer key has replaced it.`,
			`Copy the current key from ${KEY_PLACE}.`,
			APPROVAL,
		]),
		rejects: 'apiKey' as const,
	}),
	unknownWebinar: (webinarId: string) => ({
		message: `Webinar ${webinarId} is not in this account`,
		advice: endpoints.webinar.advice,
		rejects: 'webinar' as const,
	}),
	rejectedWithoutReason: (advice: string, status: number) =>
		notDone(`the service gave no reason (HTTP ${status})`, advice),

	rejectedWithPage: (status: number) =>
		notDone(`the service responded with a web page (HTTP ${status})`, CHECK_SERVICE),

	// Causes after which it is not known whether the service has acted on the request.
	canceled: unclear('the execution was canceled', 'n8n did not wait for the response.'),
	timedOut: (milliseconds: number) =>
		transient(unclear(`the service did not respond within ${milliseconds / 1000} seconds`, CHECK_NETWORK)),
	brokenOff: transient(unclear('the connection broke off', CHECK_NETWORK)),
	// 408 is included, because a proxy also sends it when the service responds too late.
	failed: (status: number) =>
		transient(
			unclear(
				status === 408
					? 'the service did not receive the request in time (HTTP 408)'
					: `the service failed (HTTP ${status})`,
				`Try again later. ${STATUS_PAGE}`,
			),
		),
	redirected: (status: number) =>
		unclear(
			`the service responded with a redirect (HTTP ${status})`,
			`${CHECK_SERVICE} n8n did not follow the redirect, because it would have sent the API key to another URL.`,
		),
	notJson: (found: string) => unclear("the service's response is not JSON", `${found} ${CHECK_SERVICE}`),
	unexpectedFormat: (found: string) =>
		unclear("the service's response has an unexpected format", `${found} ${CHECK_SERVICE} ${COMPARE}`),
} satisfies Record<string, Cause | ((...facts: never[]) => Cause)>;

/**
 * Creates the error for a failed request. The message says what the request was for, and warns the user if the service
 * may have acted on it.
 * @param details facts from the service's response, if there is one
 */
export function failure(
	name: EndpointName,
	{ reason, message, advice, isUnclear = false, isTransient = false, rejects }: Cause,
	details: Partial<ServiceError> = {},
): ServiceError {
	const { purpose, sideEffect } = endpoints[name];
	const mayHaveActed = isUnclear && sideEffect !== undefined;
	const colon = reason === undefined ? '' : ':';
	const start = mayHaveActed ? `${sideEffect}, but` : `Could not ${purpose}${colon}`;
	const lookUp = mayHaveActed ? 'Check the webinar account before you run this item again. ' : '';
	return new ServiceError(message ?? [start, reason].filter(Boolean).join(' '), {
		...details,
		description: `${lookUp}${advice}`,
		mayHaveActed,
		isTransient,
		rejects,
	});
}

/**
 * Returns the error for a request that the service kept throttling for this many minutes.
 * @param retryAfterMs the remaining wait that the last 429 asked for
 */
export function throttled(minutes: number, retryAfterMs: number): ServiceError {
	return new ServiceError(`The service throttled requests for ${minutes} minutes`, {
		httpCode: 429,
		description:
			"Other software may be using up this account's limit. Pause it or slow it down, then run the failed items again. The service did not act on them.",
		retryAfterMs,
	});
}
