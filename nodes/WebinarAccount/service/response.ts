import type { z } from 'zod/v4';

import { quoted } from '../utils/values';
import type { Account } from './account';
import { classify, parseReceived } from './classify';
import { type CallParameters, endpoints } from './endpoints';
import type { ServiceError } from './errors';
import { causes, failure } from './failures';
import { type Responses, responseSchemas, type EndpointName } from './schemas';

/** A response that has not been checked yet. */
export interface RawResponse {
	statusCode: number;
	body: string;
}

/**
 * Returns the checked and normalized content of a response.
 * @throws ServiceError if the response reports a failure or does not have the documented format
 */
export function readResponse<Name extends EndpointName>(
	name: Name,
	{ statusCode, body }: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
	{ webinar_id }: CallParameters = {},
): Responses[Name] {
	const schema = responseSchemas[name];
	if (statusCode === 204 && endpoints[name].mayBeEmpty) return schema.parse(undefined);
	const response = parseReceived(redactKey(body, apiKey), {
		name,
		status: statusCode,
		webinarId: webinar_id === undefined ? undefined : String(webinar_id),
		keyLength: apiKey.length,
	});
	const failed = classify(response);
	if (failed) {
		const { cause, ...details } = failed;
		throw failure(name, cause, { httpCode: statusCode, ...details });
	}
	const parsed = schema.safeParse(response.json, { reportInput: true });
	if (!parsed.success) throw unexpectedFormat(name, statusCode, parsed.error.issues[0]);
	return parsed.data;
}

const REPLACEMENT = '[redacted]';

/** Replaces the API key in a response body, in every encoding. Call this before the body is parsed or shortened. */
export function redactKey(body: string, key: string): string {
	return encodingsOf(key).reduce((redacted, encoded) => redacted.replaceAll(encoded, REPLACEMENT), body);
}

/** Returns the API key as it may appear in a response: plain, in JSON, in a URL and in form data. */
function encodingsOf(key: string): string[] {
	const inJson = JSON.stringify(key).slice(1, -1);
	const inForm = new URLSearchParams({ '': key }).toString().slice(1);
	return [
		key,
		inJson,
		// PHP escapes slashes in JSON.
		inJson.replaceAll('/', '\\/'),
		encodeURIComponent(key),
		inForm,
	];
}

/** zod's type names, each with a description that users understand. */
const TYPES: Readonly<Record<string, string>> = {
	array: 'a list',
	object: 'an object',
	string: 'a string',
	number: 'a number',
	int: 'a number',
};

type Issue = Pick<z.core.$ZodIssue, 'path' | 'input'> & { expected?: string };

/** Creates the error for a response that does not match its schema. @param issue the first issue that zod found */
function unexpectedFormat(name: EndpointName, httpCode: number, issue?: Issue): ServiceError {
	return failure(name, causes.unexpectedFormat(describeIssue(issue)), { httpCode });
}

/** Describes a zod issue in words that users understand. */
function describeIssue({ path, input, expected = '' }: Issue = { path: [], input: undefined }): string {
	if (path.length === 0) return 'The response is not an object.';
	const problem = input === undefined ? 'missing' : 'not as documented';
	const text = `The field ${quoted(path.join('.'))} is ${problem}.`;
	const type = TYPES[expected];
	return type === undefined ? text : `${text} Expected: ${type}.`;
}
