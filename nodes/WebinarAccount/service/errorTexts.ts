import type { z } from 'zod/v4';

import { type Account, API_KEY_LENGTH, APPROVAL, KEY_PLACE } from './account';
import { type EndpointName, endpoints } from './endpoints';
import { type Problem, ServiceError, type ServiceErrorDetails } from './errors';
import { quoted } from '../utils/text';

/** The errors of a call that the service rejects, or whose answer cannot be read. */

const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';

/** For answers of the service that are not as this package expects. */
export const COMPARE =
	'If the service has changed, the probe in the repository of this package shows what is different (docs/probe.md).';

/** A failure after which the service may have acted; for a call with a side effect, the message begins with that. */
export function unclearFailure(
	name: EndpointName,
	reason: string,
	details: ServiceErrorDetails,
): ServiceError {
	const { purpose, sideEffect } = endpoints[name];
	if (sideEffect === undefined) return new ServiceError(`Could not ${purpose}: ${reason}`, details);
	return new ServiceError(`${sideEffect}, but ${reason}`, {
		...details,
		description: `Look it up in the webinar account before you run this item again. ${details.description}`,
	});
}

/** @param excess what is too much, e.g. "is larger than 10 MB" */
export function tooLarge(name: EndpointName, excess: string): ServiceError {
	return unclearFailure(name, `the service's answer ${excess}`, {
		description:
			'No answer of the service is that long, so it was not read to its end. Check the service and its paths in the credential.',
	});
}

export function rejectedKey(httpCode: number, { apiKey }: Account): ServiceError {
	return new ServiceError('The service does not accept the API key', {
		httpCode,
		description:
			`The key has ${apiKey.length} characters (documented: ${API_KEY_LENGTH}). ${APPROVAL} ` +
			`You find the key ${KEY_PLACE}. Creating a new key disables the old one.`,
	});
}

export function serviceFailed(
	name: EndpointName,
	httpCode: number,
	problems: readonly Problem[],
): ServiceError {
	const reason = httpCode === 408 ? 'did not receive the call in time' : 'failed';
	return unclearFailure(name, `the service ${reason} (HTTP ${httpCode})`, {
		httpCode,
		description: 'The cause is on the side of the service. Try again later.',
		problems,
		repeat: 'ifReadOnly',
	});
}

export function redirected(name: EndpointName, httpCode: number): ServiceError {
	return unclearFailure(name, `the service answered with a redirect (HTTP ${httpCode})`, {
		httpCode,
		description: `A redirect is not followed, because the API key would go to another address. ${CHECK_ADDRESSES}`,
	});
}

/** The host does not have the endpoint: it answers with a page instead of JSON. */
export function absentPath(absence: string): ServiceError {
	return new ServiceError(absence, {
		httpCode: 404,
		description:
			"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
	});
}

export function rejected(
	name: EndpointName,
	httpCode: number,
	problems: readonly Problem[],
	isJson: boolean,
): ServiceError {
	const { purpose, advice, takesCustomFields = false } = endpoints[name];
	const hasReason = problems.length > 0;
	const reason = hasReason ? '' : `: the service gave no reason (HTTP ${httpCode})`;
	return new ServiceError(`Could not ${purpose}${reason}`, {
		httpCode,
		description: httpCode === 403 ? APPROVAL : isJson || hasReason ? advice : CHECK_ADDRESSES,
		problems,
		mayNameCustomFields: takesCustomFields,
	});
}

export function notJson(name: EndpointName, httpCode: number, body: string): ServiceError {
	const kind = body.trimStart().startsWith('<') ? 'It is a web page.' : 'It is cut off or damaged.';
	return unclearFailure(name, "the service's answer is not JSON", {
		httpCode,
		description: `${body.trim() === '' ? 'It is empty.' : kind} ${CHECK_ADDRESSES}`,
	});
}

/** @param issue of the schema library; its message is not shown, because it is written for programmers */
export function unexpectedForm(
	name: EndpointName,
	httpCode: number,
	issue: Issue = { path: [], input: undefined },
): ServiceError {
	const { path, input } = issue;
	const problem = `${quoted(path.join('.'))} ${input === undefined ? 'is missing' : 'is not as documented'}.`;
	const expected = EXPECTED[issue.expected ?? ''];
	return unclearFailure(name, "the service's answer has an unexpected form", {
		httpCode,
		description: [
			path.length === 0 ? 'It is not an object.' : problem,
			...(expected === undefined || path.length === 0 ? [] : [`Expected: ${expected}.`]),
			CHECK_ADDRESSES,
			COMPARE,
		].join(' '),
	});
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'input'> & { expected?: string };

/** The schema library's names of types, in words. */
const EXPECTED: Readonly<Record<string, string>> = {
	array: 'a list',
	object: 'an object',
	string: 'a text',
	number: 'a number',
	int: 'a number',
};
