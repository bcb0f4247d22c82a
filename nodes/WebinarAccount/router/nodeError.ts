import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { CancelledError, InputError, ServiceError } from '../service/errors';
import { describeProblems, locateProblems } from '../operations/parameterLabels';

/**
 * Turns any failure into n8n's error: message, description and item index, built once. Errors of n8n itself (an
 * expression, a missing credential) keep their text.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		const { message, description } = error;
		return inOwnWords(message, new NodeOperationError(node, message, { description, ...at }));
	}
	if (error instanceof ServiceError) {
		const { message, description, httpCode } = error;
		const said = describeProblems(error);
		const texts = {
			message: said === '' ? message : `${message}: ${said}`,
			description: [locateProblems(error), description].filter((text) => text !== '').join(' '),
		};
		const code = httpCode === undefined ? {} : { httpCode: String(httpCode) };
		return inOwnWords(texts.message, new NodeApiError(node, {}, { ...texts, ...code, ...at }));
	}
	if (error instanceof CancelledError) return new NodeOperationError(node, error.message, at);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context = { ...error.context, ...at };
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), at);
}

/** The same for a list of the editor, which shows the description of errors of this class only. */
export function toListError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (!(error instanceof InputError)) return toNodeError(node, error);
	const { message, description } = error;
	return inOwnWords(message, new NodeApiError(node, {}, { message, description }));
}

/**
 * n8n replaces any message that holds the letters of a system error somewhere ("sleeperman@" holds EPERM) by that
 * error's text. What is quoted here is the user's or the service's.
 */
function inOwnWords<Failure extends NodeApiError | NodeOperationError>(
	message: string,
	error: Failure,
): Failure {
	error.message = message;
	error.messages = [];
	return error;
}
