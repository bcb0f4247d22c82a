import { type Failure, type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { credentialLabels } from '../service/account';
import { InputError, missingMessage, PartError, ServiceError } from '../service/errors';
import { sentences, shortened, withoutMarkup } from '../utils/values';
import { optionalContactFields } from './contactFields';
import { type Expressions, findExpressions, shownExpression } from './expressions';
import type { Field, Fields } from './field';

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
		const { message, description } = textsOf(error, fields);
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
	// Unlike an InputError, a ServiceError does not name the expressions of its fields yet.
	const texts = textsOf(error, fields, findExpressions(node.parameters));
	const { httpCode } = error;
	const failure = declaredFailure(error);
	const options = {
		...texts,
		...position,
		...(httpCode !== undefined && { httpCode: String(httpCode) }),
		...(failure && { failure }),
	};
	return withExactMessage(texts.message, new NodeApiError(node, {}, options));
}

/**
 * Returns the cause of a failure in the form that n8n 2.41 and later understands. If durable cursors are on, n8n uses
 * it to decide how long a trigger waits before its next poll. Older versions ignore it.
 * @returns undefined if the cause is none that n8n knows
 */
function declaredFailure({
	httpCode,
	rejectedPart,
	isTransient,
	retryAfterMs,
}: ServiceError): Failure | undefined {
	if (httpCode === 429) {
		const cause = 'rate-limited';
		return retryAfterMs === undefined ? { cause } : { cause, retryAfterMs };
	}
	if (rejectedPart === 'apiKey') return { cause: 'credential-invalid' };
	if (rejectedPart === 'webinar') return { cause: 'configuration-invalid' };
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
 * @param expressions the node's expressions, which the texts name
 */
function textsOf(
	error: InputError | ServiceError,
	fields: Fields,
	expressions: Expressions = new Map(),
): Texts {
	const { message, description } =
		error instanceof ServiceError ? serviceErrorTexts(error, fields, expressions) : error;
	return { message: withoutMarkup(message), description: withoutMarkup(description) };
}

/** Returns the message and description of a service error, in the user's terms. */
function serviceErrorTexts(error: ServiceError, fields: Fields, expressions: Expressions): Texts {
	const problems = problemsWithFields(error, fields, expressions);
	const expressionAdvice = problems.flatMap(({ shownName, expression }) =>
		expression === undefined ? [] : `Check the expression ${expression} in ${shownName}.`,
	);
	const place = placeForMissing(problems, fields);
	if (place) return requiredFieldsTexts(problems, place.label, expressionAdvice);
	const reasons = sentences(
		problems.map(({ text, shownName }) => (shownName === undefined ? text : `${shownName}: ${text}`)),
	);
	return {
		message: reasons === '' ? error.message : `${error.message}: ${reasons}`,
		description: sentences([error.description, ...expressionAdvice]),
	};
}

/**
 * Returns the collection in which the user can fill in everything that the service misses; undefined if nothing is missing, or
 * if the service also reports other problems.
 */
function placeForMissing(problems: readonly ProblemWithField[], fields: Fields): Field | undefined {
	const isOnlyMissing = problems.length > 0 && problems.every(({ isMissing }) => isMissing);
	const place = Object.values(fields).find(({ takesRequiredValues }) => takesRequiredValues);
	const labels = Object.values(place?.entries ?? {}).map(({ label }) => label);
	// A value without a field may be one of the collection's custom fields.
	const canTakeAll = problems.every(
		({ fieldLabel }) => fieldLabel === undefined || labels.includes(fieldLabel),
	);
	return isOnlyMissing && canTakeAll ? place : undefined;
}

/**
 * Returns the texts for a registration that lacks values which the webinar requires.
 * @param placeLabel the label of the collection in which the user can fill them in
 */
function requiredFieldsTexts(
	problems: readonly ProblemWithField[],
	placeLabel: string,
	expressionAdvice: readonly string[],
): Texts {
	const names = [...new Set(problems.flatMap(({ shownName }) => shownName ?? []))];
	const labels = problems.map(({ fieldLabel }) => fieldLabel);
	const pronoun = names.length === 1 ? 'it' : 'them';
	const mayBeCustomField = labels.includes(undefined);
	const needsCountryCode = labels.includes(optionalContactFields.phoneCountryCode.label);
	return {
		message: missingMessage(names),
		description: sentences([
			`This webinar requires ${pronoun}`,
			`Fill ${pronoun} in under ${placeLabel}.`,
			mayBeCustomField ? 'A name that is not in the form belongs to a custom field.' : '',
			needsCountryCode
				? 'A phone number that begins with + and the country code needs no Phone Country Code.'
				: '',
			...expressionAdvice,
		]),
	};
}

/** A problem that the service reported, with the field that it is about. */
interface ProblemWithField {
	/** The service's words. */
	text: string;
	/** The name in texts: the field's label, or else the service's name. Undefined for a problem with the whole request. */
	shownName?: string;
	/** The field's label. Undefined if the node has no field for the value, e.g. because it belongs to a custom field. */
	fieldLabel?: string | undefined;
	/** The field's expression, if its value came from one. */
	expression?: string | undefined;
	/** Whether the value is missing, so that the user has to fill in a field. */
	isMissing?: boolean;
}

/** Returns the problems that the service reported, each with the field that it is about. */
function problemsWithFields(
	error: ServiceError,
	fields: Fields,
	expressions: Expressions = new Map(),
): ProblemWithField[] {
	const fieldsOfParameters = new Map<string, SourceField>([
		// A field of the credential, not of the node.
		['api_key', { label: credentialLabels.apiKey }],
		...fieldsByParameter(fields, expressions),
	]);
	return error.problems.map(({ parameter, text }) => {
		if (parameter === undefined) return { text };
		// The API key is never missing, because the credential requires it.
		const isMissing = parameter !== 'api_key' && /\brequired\b/i.test(text);
		const { label, expression } = fieldsOfParameters.get(parameter) ?? {};
		return { text, shownName: label ?? shortened(parameter), fieldLabel: label, expression, isMissing };
	});
}

/** The field that sets a parameter of the API. */
interface SourceField {
	label: string;
	/** The field's expression, if its value came from one. */
	expression?: string | undefined;
}

/**
 * Returns pairs of an API parameter's name and the field that sets the parameter. Of a collection, includes the fields
 * inside.
 * @param path the path of the collection that contains the fields, with a dot at its end; empty for the node's own fields
 */
function fieldsByParameter(
	fields: Fields,
	expressions: Expressions,
	path = '',
): Array<[parameter: string, field: SourceField]> {
	return Object.entries(fields).flatMap(([name, { label, entries = {}, parameter, serviceNames = [] }]) => {
		const field: SourceField = { label, expression: shownExpression(expressions, `${path}${name}`) };
		// Without `parameter`, the operation itself adds the field's value to the request, under the `serviceNames`.
		const names = parameter === undefined ? serviceNames : [parameter];
		return [
			...fieldsByParameter(entries, expressions, `${path}${name}.`),
			...names.map((each): [string, SourceField] => [each, field]),
		];
	});
}
