import type { z } from 'zod/v4';

import { quoted } from '../utils/values';
import type { Account } from './account';
import { classify, received } from './classify';
import { type CallParameters, endpoints } from './endpoints';
import type { ServiceError } from './errors';
import { causes, failure } from './failures';
import { redactKey } from './redactKey';
import { type Responses, responseSchemas, type EndpointName } from './schemas';

export interface RawResponse {
	statusCode: number;
	body: string;
}

/** Reads and checks a response. @throws ServiceError if it reports a failure, or does not match the schema */
export function readResponse<Name extends EndpointName>(
	name: Name,
	{ statusCode, body }: RawResponse,
	{ apiKey }: Pick<Account, 'apiKey'>,
	{ webinar_id }: CallParameters = {},
): Responses[Name] {
	const schema = responseSchemas[name];
	if (statusCode === 204 && endpoints[name].mayBeEmpty) return schema.parse(undefined);
	const response = received(redactKey(body, apiKey), {
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
	if (!parsed.success) throw unexpectedForm(name, statusCode, parsed.error.issues[0]);
	return parsed.data;
}

/** The names of types in zod's issues, in words for users. */
const TYPES: Readonly<Record<string, string>> = {
	array: 'a list',
	object: 'an object',
	string: 'a string',
	number: 'a number',
	int: 'a number',
};

type Issue = Pick<z.core.$ZodIssue, 'path' | 'input'> & { expected?: string };

/** Describes an issue of zod in words for users. */
function unexpectedForm(
	name: EndpointName,
	httpCode: number,
	{ path, input, expected = '' }: Issue = { path: [], input: undefined },
): ServiceError {
	const problem = `${quoted(path.join('.'))} is ${input === undefined ? 'missing' : 'not as documented'}.`;
	const type = TYPES[expected];
	const found = type === undefined ? problem : `${problem} Expected: ${type}.`;
	const sentence = path.length === 0 ? 'It is not an object.' : found;
	return failure(name, causes.unexpectedForm(sentence), { httpCode });
}
