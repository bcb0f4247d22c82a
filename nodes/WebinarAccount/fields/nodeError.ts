import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InputError, ServiceError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { sentences, withoutMarkup } from '../utils/text';
import { explain } from './explain';
import type { Fields } from './field';

type NodeError = NodeApiError | NodeOperationError;

/**
 * Turns any error into n8n's error, with message, description and item index. Errors of n8n itself (an expression, a
 * missing credential) keep their text.
 * @param fields of the operation or of the trigger, whose labels stand for the service's parameters
 */
export function toNodeError(node: INode, error: unknown, fields: Fields, itemIndex?: number): NodeError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		const { message, description } = textsOf(error, fields);
		return withMessage(message, new NodeOperationError(node, message, { description, ...at }));
	}
	if (error instanceof ServiceError) {
		const texts = textsOf(error, fields);
		const code = error.httpCode === undefined ? {} : { httpCode: String(error.httpCode) };
		return withMessage(texts.message, new NodeApiError(node, {}, { ...texts, ...code, ...at }));
	}
	if (error instanceof CancelledError) return new NodeOperationError(node, error.message, at);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return copyAt(node, error, at);
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), at);
}

/** A copy, because an error of n8n itself, as about the credential, is one object for all items. */
function copyAt(node: INode, error: NodeError, at: { itemIndex?: number }): NodeError {
	const { message } = error;
	const description = error.description ?? '';
	const copy =
		error instanceof NodeApiError
			? new NodeApiError(node, {}, { message, description, httpCode: error.httpCode ?? '' })
			: new NodeOperationError(node, message, { description });
	copy.context = { ...error.context, ...at };
	return withMessage(message, copy);
}

/** The same for a part of an item, whose other parts could be returned. @param part e.g. "Webinar 6" */
export function toPartError(node: INode, error: unknown, fields: Fields, part: string): NodeError {
	const nodeError = toNodeError(node, error, fields);
	nodeError.description = sentences([
		nodeError.description ?? '',
		'To get the rest, set On Error to "Continue" in the settings of the node.',
	]);
	return withMessage(`${part}: ${nodeError.message}`, nodeError);
}

/** The same for a list of the editor, which shows a description only for a NodeApiError. */
export function toListError(node: INode, error: unknown, fields: Fields): NodeError {
	if (!(error instanceof InputError)) return toNodeError(node, error, fields);
	const { message, description } = textsOf(error, fields);
	return withMessage(message, new NodeApiError(node, {}, { message, description }));
}

/** The same for the credential's test, which shows one text. */
export function toTestMessage(error: unknown): string {
	if (!(error instanceof InputError || error instanceof ServiceError)) return String(error);
	const { message, description } = textsOf(error, {});
	return sentences([message, description]);
}

/** With the words of the service. They and values of users can contain markup. */
function textsOf(error: InputError | ServiceError, fields: Fields): { message: string; description: string } {
	const { message, description } = error instanceof ServiceError ? explain(error, fields) : error;
	return { message: withoutMarkup(message), description: withoutMarkup(description) };
}

/**
 * Sets the message again: n8n replaces a message that contains the letters of a system error, such as EPERM in
 * "sleeperman@", with that error's text.
 */
function withMessage<Failure extends NodeError>(message: string, error: Failure): Failure {
	error.message = message;
	error.messages = [];
	return error;
}
