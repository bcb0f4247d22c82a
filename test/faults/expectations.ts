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

/** The item fails because the service rejects a named value. */
export function isRejectedFor(field: string, problem: string): Expectation {
	return (texts) => isRejected(`${field}: ${problem}`, texts.advice)(texts);
}

/**
 * The item fails because the service rejects the request. Nothing was done, and a retry would be rejected too.
 * @param description the description; by default the one for a response that names no value
 */
export function isRejected(reason: string, description?: string): Expectation {
	return ({ purpose, advice, adviceWithoutNames = advice }) => ({
		error: { message: `Could not ${purpose}: ${reason}`, description: description ?? adviceWithoutNames },
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

/** The item fails because the response is not JSON. */
export function isNotJson(problem: string): Expectation {
	return isUncertain({
		reason: "the service's response is not JSON",
		description: `${problem} ${CHECK_SERVICE}`,
		requestsForRead: 1,
	});
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
export function isNotConnected(advice: string): Expectation {
	return ({ purpose }) => ({
		error: {
			message: `Could not ${purpose}: no connection to the service`,
			description: `${advice} ${STATUS_PAGE}`,
		},
		requests: 0,
	});
}

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

/** The item fails because the host does not have the path, and responds with a web page. */
export const hasMissingPath: Expectation = (texts) => {
	if (texts.missingPath === undefined) {
		return isRejected('the service responded with a web page (HTTP 404)', CHECK_SERVICE)(texts);
	}
	const description =
		'WebinarJam and EverWebinar have this function. For another host, check its paths in the credential, or ask the operator of the host.';
	return failsWith({ message: texts.missingPath, description })(texts);
};

/** The error of a list in the editor that gave up. */
export const LIST_WITHOUT_RESPONSE = {
	message: 'The list did not load within 14 seconds',
	description:
		'The service does not answer, or other software uses up the 20 requests per second of the account. Open the list again later, or enter the value without the list. The vendor announces outages at status.webinarjam.com.',
};
