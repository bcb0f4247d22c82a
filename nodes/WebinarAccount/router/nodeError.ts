import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { CancelledError, InputError, ServiceError } from '../service/errors';
import { describeProblems, locateProblems } from '../operations/parameterLabels';
import { sentences, withoutMarkup } from '../utils/text';

/**
 * Turns any error into n8n's error, with message, description and item index. Errors of n8n itself (an expression, a
 * missing credential) keep their text.
 */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		const { message, description } = textsOf(error);
		return withMessage(message, new NodeOperationError(node, message, { description, ...at }));
	}
	if (error instanceof ServiceError) {
		const texts = textsOf(error);
		const code = error.httpCode === undefined ? {} : { httpCode: String(error.httpCode) };
		return withMessage(texts.message, new NodeApiError(node, {}, { ...texts, ...code, ...at }));
	}
	if (error instanceof CancelledError) return new NodeOperationError(node, error.message, at);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context = { ...error.context, ...at };
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), at);
}

/** The same for a part of an item, whose other parts could be returned. @param part e.g. "Webinar 6" */
export function toPartError(node: INode, error: unknown, part: string): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error);
	nodeError.description = sentences([
		nodeError.description ?? '',
		'To get the rest, set On Error to "Continue" in the settings of the node.',
	]);
	return withMessage(`${part}: ${nodeError.message}`, nodeError);
}

/** The same for a list of the editor, which shows a description only for a NodeApiError. */
export function toListError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (!(error instanceof InputError)) return toNodeError(node, error);
	const { message, description } = textsOf(error);
	return withMessage(message, new NodeApiError(node, {}, { message, description }));
}

/** The same for the credential's test, which shows one text. */
export function toTestMessage(error: unknown): string {
	if (!(error instanceof InputError || error instanceof ServiceError)) return String(error);
	const { message, description } = textsOf(error);
	return sentences([message, description]);
}

/** With the words of the service. They and values of users can contain markup. */
function textsOf(error: InputError | ServiceError): { message: string; description: string } {
	const [problems, places] =
		error instanceof ServiceError ? [describeProblems(error), locateProblems(error)] : ['', ''];
	return {
		message: withoutMarkup(problems === '' ? error.message : `${error.message}: ${problems}`),
		description: withoutMarkup(places === '' ? error.description : `${places} ${error.description}`),
	};
}

/**
 * Sets the message again: n8n replaces a message that contains the letters of a system error, such as EPERM in
 * "sleeperman@", with that error's text.
 */
function withMessage<Failure extends NodeApiError | NodeOperationError>(
	message: string,
	error: Failure,
): Failure {
	error.message = message;
	error.messages = [];
	return error;
}
