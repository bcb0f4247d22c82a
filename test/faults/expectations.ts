import type { RequestTexts } from './requestTexts';

/** The result of the item whose request meets the fault. */
export interface ItemResult {
	/** The error, as the user reads it. Absent if the item succeeds. */
	error?: { message: string; description: string } | undefined;
	/** The number of requests that arrive for the item, or "many" above ten, because the number varies. */
	requests: number | 'many';
}

/** Returns the expected result for a request, with its texts. */
export type Expectation = (texts: RequestTexts) => ItemResult;

/** How often a read is sent at most: once, and three more times after transient failures. */
export const ATTEMPTS_OF_A_READ = 4;

/** The reason for a failure after the timeout of an execution. */
export const TIMED_OUT = 'the service did not respond within 30 seconds';

const CHECK_SERVICE =
	'Try again later. If this happens every time, check Service and the paths in the credential.';

const USE_THE_PROBE =
	"Run the probe from this package's repository to see whether the service has changed (docs/developers/probe.md).";

export const STATUS_PAGE = 'The vendor announces outages at status.webinarjam.com.';

/** The item succeeds. @param requests the number of requests, including throttled ones */
export function succeeds({ requests }: { requests: number }): Expectation {
	return () => ({ requests });
}

/** The item fails with the same error whatever the request is for. */
export function failsWith(error: { message: string; description: string }): Expectation {
	return () => ({ error, requests: 1 });
}

/**
 * The item fails because the service rejects the request. Nothing was done, and a retry would be rejected too.
 * @param description the description; by default the one for the endpoint
 */
export function isRejected(reason: string, description?: string): Expectation {
	return ({ purpose, advice }) => ({
		error: { message: `Could not ${purpose}: ${reason}`, description: description ?? advice },
		requests: 1,
	});
}

interface Uncertainty {
	reason: string;
	description: string;
	/** The number of requests for a read. A write is sent once. */
	requestsForRead: number;
}

/** The item fails, and it is unknown whether the service acted. The error of a write warns of it. */
export function isUncertain({ reason, description, requestsForRead }: Uncertainty): Expectation {
	return ({ purpose, warning, adviceAfterWarning }) => {
		if (warning === undefined) {
			const message = `Could not ${purpose}: ${reason}`;
			return { error: { message, description }, requests: requestsForRead };
		}
		return {
			error: { message: `${warning}, but ${reason}`, description: `${adviceAfterWarning} ${description}` },
			requests: 1,
		};
	};
}

const ASK_ADMINISTRATOR = `${CHECK_SERVICE} If a proxy or firewall in your network sent the response, ask its administrator.`;

/** The item fails because the response with HTTP 200 is not JSON. @param kind "not JSON" or "a web page" */
export function isNotJson(kind: string): Expectation {
	return isUncertain({
		reason: `the response is ${kind} (HTTP 200)`,
		description: ASK_ADMINISTRATOR,
		requestsForRead: 1,
	});
}

/** The item fails because the response has an HTTP error status, and is not JSON. @param response how the error describes it */
export function isRejectedWithoutJson(response: string): Expectation {
	return isRejected(`the response is ${response}`, ASK_ADMINISTRATOR);
}

/** The item fails because the response is JSON, but not as documented. */
export function hasUnexpectedForm(problem: string): Expectation {
	return isUncertain({
		reason: "the service's response has an unexpected format",
		description: `${problem} ${CHECK_SERVICE} ${USE_THE_PROBE}`,
		requestsForRead: 1,
	});
}

/** The item fails because no connection was made. Reads and writes are retried, and no request arrives. */
export const isNotConnected: Expectation = ({ purpose }) => ({
	error: {
		message: `Could not ${purpose}: no connection to the service`,
		description: `Check Service in the credential, whether the host is running, and the network connection of your n8n instance. ${STATUS_PAGE}`,
	},
	requests: 0,
});

/** The item fails because the connection would not be secure. No request arrives. */
export const isNotSecure: Expectation = ({ purpose }) => ({
	error: {
		message: `Could not ${purpose}: no secure connection to the service`,
		description:
			'Check Service in the credential. The API key was not sent, because the host does not support TLS or n8n does not accept its certificate.',
	},
	requests: 0,
});

/** The item fails because of a redirect. The service may have acted before it sent the redirect. */
export function isRedirected(status: number): Expectation {
	return isUncertain({
		reason: `the service responded with a redirect (HTTP ${status})`,
		description: `${CHECK_SERVICE} n8n did not follow the redirect, because it would have sent the API key to another URL.`,
		requestsForRead: 1,
	});
}

/** The error of a list in the editor that gave up. */
export const LIST_WITHOUT_RESPONSE = {
	message: 'The list did not load within 14 seconds',
	description:
		'The service does not answer, or other software uses up the 20 requests per second of the account. Open the list again later, or enter the value without the list. The vendor announces outages at status.webinarjam.com.',
};
