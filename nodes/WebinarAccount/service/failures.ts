import type { UserError } from 'n8n-workflow';

import { sentences } from '../utils/values';
import { API_KEY_LENGTH, APPROVAL, KEY_PLACE } from './account';
import { endpoints } from './endpoints';
import { ServiceError } from './errors';
import type { EndpointName } from './schemas';

/** What a failed request means for the user, and whether it can be repeated. */
export interface Cause {
	/** Follows "Could not list the webinars: ", or "The person may have been registered, but ". */
	reason?: string;
	/** The whole message, in place of a sentence with the reason. */
	message?: string;
	advice: string;
	/** Whether the service may have acted on the request. */
	isUnclear?: boolean;
	isTransient?: boolean;
	rejects?: ServiceError['rejects'];
}

const notDone = (reason: string, advice: string) => ({ reason, advice });
const unclear = (reason: string, advice: string) => ({ reason, advice, isUnclear: true });
const transient = (cause: Cause) => ({ ...cause, isTransient: true });

export const CHECK_SERVICE =
	'Try again later. If this happens every time, check the service and its paths in the credential.';
const STATUS_PAGE = 'The vendor announces outages at status.webinarjam.com.';
const CHECK_NETWORK = `Check the network of this n8n, and try again later. ${STATUS_PAGE}`;

export const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/developers/probe.md).';

export const causes = {
	// The service did not receive the request …
	notSent: ({ message, description }: UserError) =>
		notDone('n8n did not send the request', sentences([message, description ?? ''])),
	notConnected: (advice: string) =>
		transient(notDone('no connection to the service', `${advice} ${STATUS_PAGE}`)),
	notSecure: notDone(
		'no secure connection to the service',
		'Check the service in the credential. The API key was not sent, because the host has no TLS or n8n does not accept its certificate.',
	),
	blocked: (status: number) =>
		notDone(
			`a proxy or firewall blocked the request (HTTP ${status})`,
			'Ask the operator of the network of this n8n, and check the service in the credential. If nothing there blocks the request, the firewall of the service may: ask the support of the service.',
		),
	absent: (message: string) => ({
		message,
		advice:
			"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
	}),

	// … or did not act on it …
	throttled: (minutes: number) => ({
		message: `The service throttled requests for ${minutes} minutes`,
		advice:
			'Run the failed items again: nothing was done for them. Other software may use up the limit of this account, so pause it or slow it down first.',
	}),
	rejectedKey: (keyLength: number) => ({
		message: 'The service rejected the API key',
		advice: sentences([
			'A newer key may have replaced it, because generating a key ends the old one.',
			`Copy the current key from ${KEY_PLACE}.`,
			APPROVAL,
			keyLength === API_KEY_LENGTH
				? ''
				: `The key in the credential has ${keyLength} characters instead of the documented ${API_KEY_LENGTH}.`,
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

	// … or it is unknown whether it acted.
	canceled: unclear('the execution was canceled', 'n8n did not wait for the response.'),
	timedOut: (milliseconds: number) =>
		transient(unclear(`the service did not respond within ${milliseconds / 1000} seconds`, CHECK_NETWORK)),
	brokenOff: transient(unclear('the connection broke off', CHECK_NETWORK)),
	// A proxy also sends 408 when the service itself is late.
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
			`${CHECK_SERVICE} Redirects are not followed, because the API key would go to another URL.`,
		),
	notJson: (found: string) => unclear("the service's response is not JSON", `${found} ${CHECK_SERVICE}`),
	unexpectedForm: (found: string) =>
		unclear("the service's response has an unexpected form", `${found} ${CHECK_SERVICE} ${COMPARE}`),
} satisfies Record<string, Cause | ((...facts: never[]) => Cause)>;

/** Makes the error of a failed request. @param details of its response, if there is one */
export function failure(
	name: EndpointName,
	{ reason, message, advice, isUnclear = false, isTransient = false, rejects }: Cause,
	details: Partial<ServiceError> = {},
): ServiceError {
	const { purpose, sideEffect } = endpoints[name];
	const mayHaveActed = isUnclear && sideEffect !== undefined;
	const colon = reason === undefined ? '' : ':';
	const start = mayHaveActed ? `${sideEffect}, but` : `Could not ${purpose}${colon}`;
	const lookUp = mayHaveActed ? 'Look it up in the webinar account before you run this item again. ' : '';
	return new ServiceError(message ?? [start, reason].filter(Boolean).join(' '), {
		...details,
		description: `${lookUp}${advice}`,
		mayHaveActed,
		isTransient,
		rejects,
	});
}

/** Makes the error of a request that was throttled for too long. @param retryAfterMs of the last 429 */
export function throttled(minutes: number, retryAfterMs: number): ServiceError {
	const { message, advice } = causes.throttled(minutes);
	return new ServiceError(message, { httpCode: 429, description: advice, retryAfterMs });
}
