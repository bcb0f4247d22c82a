import type { RequestWords } from './words';

/** The result of the item whose request meets the fault. */
export interface Outcome {
	/** The error, as the user reads it; absent if the item succeeds. */
	error?: { message: string; description: string } | undefined;
	/** The number of requests that arrive for the item; "many" above ten, because the number varies. */
	requests: number | 'many';
}

/** Returns the outcome for a request, in words that fit its purpose. */
export type OutcomeOf = (words: RequestWords) => Outcome;

/** The number of requests for a failing read: one and three retries. */
export const TRIES = 4;

const CHECK_SERVICE =
	'Try again later. If this happens every time, check the service and its paths in the credential.';

const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/developers/probe.md).';

export const STATUS_PAGE = 'The vendor announces outages at status.webinarjam.com.';

/** The item succeeds. @param requests the number of requests, including throttled ones */
export function succeeds(requests = 1): OutcomeOf {
	return () => ({ requests });
}

/** The item fails with the same error for all requests. */
export function explains(message: string, description: string, requests: Outcome['requests'] = 1): OutcomeOf {
	return () => ({ error: { message, description }, requests });
}

/** The service rejects the request. It did not act, and a retry would be rejected too. */
export function rejected(reason: string, description?: string): OutcomeOf {
	return ({ purpose, advice }) => ({
		error: { message: `Could not ${purpose}: ${reason}`, description: description ?? advice },
		requests: 1,
	});
}

/** It is unknown whether the service acted. Only reads are retried, and the error of a write warns of it. */
export function unclear(reason: string, description: string, requests = 1): OutcomeOf {
	return ({ purpose, doubt }) => {
		if (doubt === undefined)
			return { error: { message: `Could not ${purpose}: ${reason}`, description }, requests };
		const lookUp = 'Look it up in the webinar account before you run this item again.';
		return {
			error: { message: `${doubt}, but ${reason}`, description: `${lookUp} ${description}` },
			requests: 1,
		};
	};
}

/** The response is not JSON. */
export function unreadable(what: string): OutcomeOf {
	return unclear("the service's response is not JSON", `${what} ${CHECK_SERVICE}`);
}

/** The response is JSON, but not as documented. */
export function unexpectedForm(what: string): OutcomeOf {
	return unclear("the service's response has an unexpected form", `${what} ${CHECK_SERVICE} ${COMPARE}`);
}

/** No request arrives, so that reads and writes can be retried. */
export function unreachable(description: string): OutcomeOf {
	return ({ purpose }) => ({
		error: {
			message: `Could not ${purpose}: no connection to the service`,
			description: `${description} ${STATUS_PAGE}`,
		},
		requests: 0,
	});
}

export const notSecure: OutcomeOf = ({ purpose }) => ({
	error: {
		message: `Could not ${purpose}: no secure connection to the service`,
		description:
			'Check the service in the credential. The API key was not sent, because the host has no TLS or n8n does not accept its certificate.',
	},
	requests: 0,
});

/** The service may have acted before it sent the redirect. */
export function redirected(status: number): OutcomeOf {
	return unclear(
		`the service responded with a redirect (HTTP ${status})`,
		`${CHECK_SERVICE} Redirects are not followed, because the API key would go to another URL.`,
	);
}

/** The host responds with a page, because it does not have the path. */
export const absent: OutcomeOf = (words) => {
	const { absence: message } = words;
	if (message === undefined)
		return rejected('‹!doctype html›‹title›Not here‹/title›‹h1›Not here‹/h1›', CHECK_SERVICE)(words);
	const description =
		"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.";
	return { error: { message, description }, requests: 1 };
};
