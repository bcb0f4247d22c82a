import { type Failure, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InputError, PartError, ServiceError } from '../service/errors';
import { sentences, shortened, withoutMarkup } from '../utils/values';
import { type Expressions, findExpressions, shownExpression } from './expressions';
import type { Fields } from './field';

// Converts errors to n8n's error classes. The messages use the labels of the node's fields instead of the service's
// parameter names.

export type NodeError = NodeApiError | NodeOperationError;

/**
 * Converts an error to one of n8n's errors.
 * @param fields the operation's fields, whose labels the texts use
 * @param itemIndex the item that failed; undefined if the error is not about one item
 */
export function toNodeError(node: INode, error: unknown, fields: Fields, itemIndex?: number): NodeError {
	const position = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof PartError) {
		const nodeError = toNodeError(node, error.reason, fields, itemIndex);
		return withExactMessage(`${error.part}: ${nodeError.message}`, nodeError);
	}
	if (error instanceof InputError) {
		const { message, description } = textsOf(error, fields, findExpressions(node.parameters));
		return withExactMessage(message, new NodeOperationError(node, message, { description, ...position }));
	}
	if (error instanceof ServiceError) return serviceNodeError(node, error, fields, position);
	// An error of n8n itself, or an error that was converted before.
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		// Several items can have the same error, such as one about the credential. n8n then shows it at the first of them.
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	// A cancellation, or an unexpected error, such as a bug.
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), position);
}

function serviceNodeError(
	node: INode,
	error: ServiceError,
	fields: Fields,
	position: { itemIndex?: number },
): NodeError {
	const texts = textsOf(error, fields, findExpressions(node.parameters));
	const { httpCode } = error;
	const failure = declaredFailure(error);
	// The response is empty here, because the texts already say what the user can do about it.
	const response = {};
	const nodeError = new NodeApiError(node, response, {
		...texts,
		...position,
		...(httpCode !== undefined && { httpCode: String(httpCode) }),
		// By this, n8n decides how long a trigger waits before its next poll.
		...(failure && { failure }),
	});
	return withExactMessage(texts.message, nodeError);
}

/**
 * Returns the cause of a failure in the form that n8n 2.41 and later understands, if durable cursors are on. Otherwise, n8n
 * ignores it.
 * @returns undefined if the cause is none that n8n knows
 */
function declaredFailure({ httpCode, rejectedPart, isTransient }: ServiceError): Failure | undefined {
	if (httpCode === 429) return { cause: 'rate-limited' };
	if (rejectedPart === 'apiKey') return { cause: 'credential-invalid' };
	return isTransient ? { cause: 'temporarily-unavailable' } : undefined;
}

/** Converts an error to one that a drop-down list can show. The editor shows a description only for a NodeApiError. */
export function toListError(node: INode, error: unknown, fields: Fields): NodeError {
	if (!(error instanceof InputError)) return toNodeError(node, error, fields);
	const texts = textsOf(error, fields);
	return withExactMessage(texts.message, new NodeApiError(node, {}, texts));
}

/** Converts an error to one string for the credential test, which shows no description. */
export function toTestMessage(error: unknown): string {
	if (!(error instanceof InputError || error instanceof ServiceError)) return String(error);
	const { message, description } = textsOf(error, {});
	return sentences([message, description]);
}

/**
 * Sets the message of an error. n8n's constructors replace a message that contains the name of a system error, even within a
 * word, such as EPERM in "sleeperman@example.com". They keep the original one in `messages`.
 */
export function withExactMessage<AnyError extends NodeError>(message: string, error: AnyError): AnyError {
	error.message = message;
	error.messages = [];
	return error;
}

type Texts = Record<'message' | 'description', string>;

/**
 * Returns an error's message and description. Removes markup from them, because they may contain values from the user
 * or the service.
 * @param expressions the node's expressions, which the description names
 */
function textsOf(
	error: InputError | ServiceError,
	fields: Fields,
	expressions: Expressions = new Map(),
): Texts {
	const known = new Map(fieldsByName(fields, expressions));
	const isInput = error instanceof InputError;
	const message = isInput ? error.message : messageWithProblems(error, known);
	// Undefined for a problem that is not about one field.
	const names = isInput ? [error.field] : error.problems.map(({ parameter }) => parameter);
	const blamed = names.flatMap((name) => (name !== undefined && known.get(name)) || []);
	const advice = blamed.flatMap((field) =>
		field.expressions.map((expression) => `Check the expression ${expression} in ${field.label}.`),
	);
	const description = sentences([error.description, ...advice]);
	return { message: withoutMarkup(message), description: withoutMarkup(description) };
}

/** Returns the message with the problems that the service reported, and with the labels of the fields that they are about. */
function messageWithProblems(
	{ message, problems }: ServiceError,
	known: ReadonlyMap<string, BlamedField>,
): string {
	const reason = sentences(
		problems.map(({ parameter = '', text }) => {
			// A custom field has no field of the node. Its name is its label.
			const label = known.get(parameter)?.label ?? parameter;
			return label === '' ? text : `${shortened(label)}: ${text}`;
		}),
	);
	return reason === '' ? message : `${message}: ${reason}`;
}

/** The field that an error is about. */
interface BlamedField {
	label: string;
	/** The field's expressions. Custom Fields can have several. */
	expressions: readonly string[];
}

/**
 * Returns pairs of a name and its field, including the fields inside collections. An error can name a field as the node's
 * parameter is named (`firstName`), or as the service's parameter is (`first_name`).
 * @param pathBefore the path of the collection that contains the fields, with a dot at its end; empty for the node's own fields
 */
function fieldsByName(
	fields: Fields,
	expressions: Expressions,
	pathBefore = '',
): Array<[name: string, field: BlamedField]> {
	return Object.entries(fields).flatMap(([name, { label, entries = {}, parameter, serviceNames = [] }]) => {
		const path = `${pathBefore}${name}`;
		// A collection also has the expressions of the fields inside.
		const paths = [...expressions.keys()].filter((each) => each === path || each.startsWith(`${path}.`));
		const field = { label, expressions: paths.flatMap((each) => shownExpression(expressions, each) ?? []) };
		const names = [name, ...serviceNames, ...(parameter === undefined ? [] : [parameter])];
		return [
			...fieldsByName(entries, expressions, `${path}.`),
			...names.map((each): [string, BlamedField] => [each, field]),
		];
	});
}
