import type { z } from 'zod/v4';

import { type Account, API_KEY_LENGTH, APPROVAL, KEY_PLACE } from './account';
import { type Answer, type EndpointName, endpoints } from './endpoints';
import { type Problem, ServiceError, type ServiceErrorDetails } from './errors';
import { readProblems } from './problems';
import { isRecord } from '../utils/record';

/** An HTTP answer as it came, before anything is believed of it. */
export interface RawAnswer {
	statusCode: number;
	body: string;
}

/** Documented answers have four levels. One that never ends would be the end of whatever walks through it, n8n included. */
const MAX_DEPTH = 50;

const UNEXPECTED_FORM = "the service's answer has an unexpected form";

const CHECK_ADDRESSES =
	'If this happens every time, check the service and its paths in the credential. Otherwise try again later.';

/**
 * Reads an answer: the typed members on success, else a ServiceError that says what the service said.
 * A body whose `status` is not `success` is a refusal whatever its HTTP status.
 */
export function readAnswer<Name extends EndpointName>(
	name: Name,
	{ statusCode, body }: RawAnswer,
	account: Account,
): Answer<Name> {
	const { answer, purpose, absence, mayBeEmpty } = endpoints[name];
	const failed = `Could not ${purpose}`;
	if (statusCode === 204 && mayBeEmpty) return answer.parse(undefined);
	if (statusCode === 401) throw rejectedKey(statusCode, account);
	if (statusCode >= 500) {
		throw unclearFailure(name, `the service failed (HTTP ${statusCode})`, {
			httpCode: statusCode,
			description: 'The cause is on the side of the service. Try again later.',
			problems: readProblems(parseJson(body)),
			repeat: 'ifReadOnly',
		});
	}
	if (statusCode >= 300 && statusCode < 400) {
		throw new ServiceError(`${failed}: the service answered with a redirect (HTTP ${statusCode})`, {
			httpCode: statusCode,
			description: `A redirect is not followed, because the API key would go to another address. ${CHECK_ADDRESSES}`,
		});
	}

	const json = parseJson(body);
	if (statusCode === 404 && json === undefined && absence !== undefined) throw absent(absence);
	if (statusCode >= 400 || statesFailure(json)) throw refusal(name, statusCode, json, account);
	if (isRecord(json) && typeof json.status !== 'string') {
		throw unclearFailure(name, UNEXPECTED_FORM, {
			httpCode: statusCode,
			description: `"status" is missing. ${CHECK_ADDRESSES}`,
		});
	}
	if (json === undefined) {
		throw unclearFailure(name, "the service's answer is not JSON", {
			httpCode: statusCode,
			description: `${describeBody(body)} ${CHECK_ADDRESSES}`,
		});
	}

	const parsed = answer.safeParse(json, { reportInput: true });
	if (!parsed.success) throw unexpectedShape(name, statusCode, parsed.error);
	return parsed.data;
}

/** A failure that leaves open whether the service acted; where it may have, the message begins with that. */
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

function rejectedKey(httpCode: number, { apiKey }: Account): ServiceError {
	return new ServiceError('The service does not accept the API key', {
		httpCode,
		description:
			`The key has ${apiKey.length} characters (documented: ${API_KEY_LENGTH}). ${APPROVAL} ` +
			`The key is found ${KEY_PLACE}; a new one ends the old one.`,
	});
}

function refusal(name: EndpointName, statusCode: number, json: unknown, account: Account): ServiceError {
	const { purpose, advice, takesCustomFields = false } = endpoints[name];
	const problems = readProblems(json);
	if (problems.some(isRejectionOfKey)) return rejectedKey(statusCode, account);
	const reason = problems.length > 0 ? '' : `: the service gave no reason (HTTP ${statusCode})`;
	return new ServiceError(`Could not ${purpose}${reason}`, {
		httpCode: statusCode,
		description: statusCode === 403 ? APPROVAL : json === undefined ? CHECK_ADDRESSES : advice,
		problems,
		mayNameCustomFields: takesCustomFields,
	});
}

/** Not every host says it with a 401, nor names the parameter. A key that did not even arrive is another fault. */
function isRejectionOfKey({ parameter, text }: Problem): boolean {
	const isAboutKey = parameter === undefined ? /\bapi[ _-]?key\b/i.test(text) : parameter === 'api_key';
	const didNotArrive = /required|missing/i.test(text) && !/valid/i.test(text);
	return isAboutKey && !didNotArrive;
}

/** A path that the host does not know is answered with a page, not with JSON. */
function absent(absence: string): ServiceError {
	return new ServiceError(absence, {
		httpCode: 404,
		description:
			"WebinarJam and EverWebinar have it. For another host, check its paths in the credential and ask the host's operator.",
	});
}

function unexpectedShape(name: EndpointName, httpCode: number, { issues }: z.ZodError): ServiceError {
	const [fault = ''] = issues.map(describeIssue);
	return unclearFailure(name, UNEXPECTED_FORM, {
		httpCode,
		description: `${fault} ${CHECK_ADDRESSES}`,
	});
}

/** Not in the words of the schema library, which are for programmers. */
function describeIssue({ path, input }: z.core.$ZodIssue): string {
	if (path.length === 0) return 'It is not an object.';
	return `"${path.join('.')}" ${input === undefined ? 'is missing' : 'is not as documented'}.`;
}

/** By another status than "success"; an answer without a status may still say what is wrong. */
function statesFailure(json: unknown): boolean {
	if (!isRecord(json)) return false;
	return typeof json.status === 'string'
		? json.status.toLowerCase() !== 'success'
		: readProblems(json).length > 0;
}

function describeBody(body: string): string {
	if (body.trim() === '') return 'It is empty.';
	return /^\s*</.test(body) ? 'It is a web page.' : 'It is cut off or damaged.';
}

function parseJson(body: string): unknown {
	try {
		const json: unknown = JSON.parse(body);
		return isDeeperThan(MAX_DEPTH, json) ? undefined : json;
	} catch {
		return undefined;
	}
}

function isDeeperThan(levels: number, json: unknown): boolean {
	if (typeof json !== 'object' || json === null) return false;
	return levels === 0 || Object.values(json).some((member) => isDeeperThan(levels - 1, member));
}
