import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { type EndpointName, endpoints } from '../../nodes/WebinarAccount/service/endpoints';
import { readResponse } from '../../nodes/WebinarAccount/service/response';
import { problemsOfRequest, problemsOfResponse } from '../../tools/probe/openApi';
import type { ExampleResponse } from './publicExample';

const account = readAccount({ apiKey: 'a-key-of-the-account' });

/**
 * Returns what is wrong with a response: how it or its request differs from docs/openapi.yaml, and why the node cannot
 * read it. If the service rejected the request, the request and the node are not checked.
 */
export function problemsOfExample(response: ExampleResponse): string[] {
	const { about, path, form, status, body } = response;
	const problems = problemsOfResponse(path, { status, body });
	if (status < 300) problems.push(...problemsOfRequest(path, form), ...readingProblems(response));
	return problems.map((problem) => `${about}: ${problem}`);
}

/** Returns the message of the node's error about a successful response, if there is one. */
function readingProblems({ operation, status, body }: ExampleResponse): string[] {
	if (operation === undefined || !isEndpoint(operation)) return [];
	try {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		readResponse(operation, { statusCode: status, body: text }, account);
		return [];
	} catch (error) {
		return [String(error)];
	}
}

function isEndpoint(operation: string): operation is EndpointName {
	return operation in endpoints;
}
