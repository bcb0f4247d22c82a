import {
	type Failure,
	type INode,
	type INodeParameters,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { credentialLabels } from '../service/account';
import { InputError, missingMessage, ServiceError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { enumerated, isRecord, sentences, shortened, withoutMarkup } from '../utils/values';
import { optionalContactFields } from './contactFields';
import type { Fields } from './field';
import { bookedSession, timezone, webinarId } from './webinarFields';

/**
 * Converts errors to n8n's error classes. The messages use the labels of the node's fields instead of the service's
 * parameter names.
 */

export type NodeError = NodeApiError | NodeOperationError;

/**
 * Returns the cause of a failure in the form that n8n 2.41 and later understands. If durable cursors are on, n8n uses
 * it to decide how long a trigger waits before its next poll. Older versions ignore it.
 */
function declaredFailure({
	httpCode,
	rejects,
	isTransient,
	retryAfterMs,
}: ServiceError): Failure | undefined {
	if (httpCode === 429) return { cause: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) };
	if (rejects === 'apiKey') return { cause: 'credential-invalid' };
	if (rejects === 'webinar') return { cause: 'configuration-invalid' };
	return isTransient ? { cause: 'temporarily-unavailable' } : undefined;
}

/** The index of the item that an error is about. Empty for an error about the whole run. */
interface ItemPosition {
	itemIndex?: number;
}

/** Converts an error to one of n8n's errors. @param fields the operation's fields, whose labels the texts use */
export function toNodeError(node: INode, error: unknown, fields: Fields, itemIndex?: number): NodeError {
	const position: ItemPosition = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		const { message, description } = textsOf(error, fields);
		return withMessage(message, new NodeOperationError(node, message, { description, ...position }));
	}
	if (error instanceof ServiceError) return toApiError(node, error, fields, position);
	if (error instanceof CancelledError) return new NodeOperationError(node, error.message, position);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		return copyForItem(node, error, position);
	}
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), position);
}

/** Converts a service error to one of n8n's errors, with the HTTP status and the cause of the failure. */
function toApiError(node: INode, error: ServiceError, fields: Fields, position: ItemPosition): NodeApiError {
	const texts = textsOf(error, fields, node.parameters);
	const code = error.httpCode === undefined ? {} : { httpCode: String(error.httpCode) };
	const failure = declaredFailure(error);
	const options = { ...texts, ...code, ...(failure && { failure }), ...position };
	return withMessage(texts.message, new NodeApiError(node, {}, options));
}

/** Copies an error that n8n threw, because n8n may throw the same object for several items. */
function copyForItem(node: INode, error: NodeError, position: ItemPosition): NodeError {
	const { message } = error;
	const texts = { message, description: error.description ?? '' };
	const copy =
		error instanceof NodeApiError
			? new NodeApiError(node, {}, { ...texts, httpCode: error.httpCode ?? '' })
			: new NodeOperationError(node, message, texts);
	copy.context = { ...error.context, ...position };
	if (error.failure) copy.failure = error.failure;
	return withMessage(message, copy);
}

/**
 * Converts an error that concerns only part of an item, such as one of several webinars.
 * @param part e.g. "Webinar 6"
 */
export function toPartError(node: INode, error: unknown, fields: Fields, part: string): NodeError {
	const nodeError = toNodeError(node, error, fields);
	return withMessage(`${part}: ${nodeError.message}`, nodeError);
}

const ON_ERROR_ADVICE =
	'On the Settings tab, set On Error to Continue (using error output) to process the remaining items.';

/** Adds advice to an error that stops a run with several items. */
export function withOnErrorAdvice(error: NodeError): NodeError {
	const description = error.description ?? '';
	if (!description.includes(ON_ERROR_ADVICE)) error.description = sentences([description, ON_ERROR_ADVICE]);
	return error;
}

/** Converts an error to one that a drop-down list can show. The editor shows a description only for a NodeApiError. */
export function toListError(node: INode, error: unknown, fields: Fields): NodeError {
	if (!(error instanceof InputError)) return toNodeError(node, error, fields);
	const texts = textsOf(error, fields);
	return withMessage(texts.message, new NodeApiError(node, {}, texts));
}

/** Converts an error to one string for the credential test, which shows no description. */
export function toTestMessage(error: unknown): string {
	if (!(error instanceof InputError || error instanceof ServiceError)) return String(error);
	const { message, description } = textsOf(error, {});
	return sentences([message, description]);
}

/**
 * Sets the message of an error again. n8n replaces a message in which it finds the name of a system error, even within a
 * word, such as EPERM in "sleeperman@example.com".
 */
function withMessage<Failure extends NodeError>(message: string, error: Failure): Failure {
	error.message = message;
	error.messages = [];
	return error;
}

type Texts = Record<'message' | 'description', string>;

/**
 * Returns an error's message and description. Removes markup from them, because they may contain values from the user
 * or the service.
 */
function textsOf(error: InputError | ServiceError, fields: Fields, parameters?: INodeParameters): Texts {
	const { message, description } =
		error instanceof ServiceError ? serviceErrorTexts(error, fields, parameters) : error;
	return { message: withoutMarkup(message), description: withoutMarkup(description) };
}

/** The field that a problem reported by the service is about, with what an error says about the field. */
interface ReportedField {
	/** The field's label. If the node has no such field, the service's name for the parameter. */
	name: string;
	/** The collection that contains the field; undefined for a field outside collections. */
	place: string | undefined;
	/**
	 * Whether the node shows the field. It does if the field is outside collections, or if the user added it to its
	 * collection.
	 */
	isAdded: boolean;
	/** Whether the node has no field for the parameter. */
	isUnknown?: boolean;
}

/**
 * Maps each API parameter name to the field that sets the parameter.
 * @param given the stored values of the fields: the node's parameters, or the value of a collection
 * @param place the label of the collection that contains the fields; undefined for fields outside collections
 */
function fieldsByParameter(
	fields: Fields,
	given?: unknown,
	place?: string,
): Array<[parameter: string, field: ReportedField]> {
	return Object.entries(fields).flatMap(([name, { label, entries = {}, parameters = [] }]) => {
		const value = isRecord(given) ? given[name] : undefined;
		const isAdded = place === undefined || value !== undefined;
		return [
			...fieldsByParameter(entries, value, label),
			...parameters.map((parameter): [string, ReportedField] => [parameter, { name: label, place, isAdded }]),
		];
	});
}

/** The fields of the parameters that any error of the service may mention. */
const COMMON_FIELDS: Array<[parameter: string, field: ReportedField]> = [
	...fieldsByParameter({ webinarId, bookedSession, timezone }),
	['api_key', { name: credentialLabels.apiKey, place: 'the credential', isAdded: true }],
];

/**
 * Returns where the user can add a parameter for which the node has no field, e.g. "Custom Fields of Additional
 * Fields". Returns undefined if the failed request cannot contain such parameters.
 */
function placeForUnknownFields({ mayNameCustomFields }: ServiceError, fields: Fields): string | undefined {
	const places = Object.values(fields).flatMap(({ label, entries = {} }) =>
		Object.values(entries).flatMap((entry) => (entry.takesAnyName ? `${entry.label} of ${label}` : [])),
	);
	return mayNameCustomFields ? places[0] : undefined;
}

/**
 * Returns the problems that the service reported, each with the field that it is about and with `isMissing`, which says
 * whether the field's value is missing.
 */
function problemsByField(error: ServiceError, fields: Fields, parameters?: INodeParameters) {
	const known = new Map([...COMMON_FIELDS, ...fieldsByParameter(fields, parameters)]);
	const place = placeForUnknownFields(error, fields);
	return error.problems.map(({ parameter, text }) => {
		if (parameter === undefined) return { text };
		const unknown = { name: shortened(parameter), place, isAdded: false, isUnknown: true };
		const isMissing = parameter !== 'api_key' && /\brequired\b/i.test(text);
		return { text, field: known.get(parameter) ?? unknown, isMissing };
	});
}

/**
 * Returns short reasons for the summary of a run, such as "Phone is missing". They contain no values, and no names of custom
 * fields, so that equal reasons of several items can be counted.
 */
export function shortReasons(error: ServiceError, fields: Fields): string[] {
	const nameOfUnknown = placeForUnknownFields(error, fields) === undefined ? 'a value' : 'a custom field';
	const reasons = problemsByField(error, fields).flatMap(({ field, isMissing }) => {
		if (!field) return [];
		const name = field.isUnknown ? nameOfUnknown : field.name;
		return isMissing ? missingMessage([name]) : `the service rejected ${name}`;
	});
	return [...new Set(reasons)];
}

/**
 * Returns the message and description of a service error, in the user's terms. If the service rejected a registration
 * only because of missing values, the texts name the fields and where to fill them in.
 * @param parameters the node's parameters as the workflow stores them
 */
function serviceErrorTexts(error: ServiceError, fields: Fields, parameters?: INodeParameters): Texts {
	const problems = problemsByField(error, fields, parameters);
	const reportedFields = problems.flatMap(({ field }) => field ?? []);
	const isRegistration = placeForUnknownFields(error, fields) !== undefined;
	const isOnlyMissing = problems.length > 0 && problems.every(({ isMissing }) => isMissing);
	if (isRegistration && isOnlyMissing) return missingFieldsTexts(reportedFields);

	const texts = sentences(problems.map(({ text, field }) => (field ? `${field.name}: ${text}` : text)));
	const advice = placesText(reportedFields, 'Fill in', 'in');
	return {
		message: texts === '' ? error.message : `${error.message}: ${texts}`,
		description: [advice, error.description].filter(Boolean).join(' '),
	};
}

/** Returns the texts for an error about required fields that are empty, or that the user did not add. */
function missingFieldsTexts(fields: readonly ReportedField[]): Texts {
	const names = [...new Set(fields.map(({ name }) => name))];
	const pronoun = names.length === 1 ? 'it' : 'them';
	return {
		message: missingMessage(names),
		description: sentences([
			`This webinar requires ${pronoun}`,
			...fillInTexts(fields, pronoun),
			names.includes(optionalContactFields.phoneCountryCode.label) ? PLUS_ADVICE : '',
		]),
	};
}

const PLUS_ADVICE = 'A phone number that begins with + and the country code needs no Phone Country Code.';

/** Returns where to fill in the fields. The message names them, so only fields in different places are named again. */
function fillInTexts(fields: readonly ReportedField[], pronoun: string): string[] {
	const [first] = fields;
	const isOnePlace = fields.every(
		({ place, isAdded }) => place === first?.place && isAdded === first?.isAdded,
	);
	if (!isOnePlace) {
		const added = fields.filter(({ isAdded }) => isAdded);
		const notAdded = fields.filter(({ isAdded }) => !isAdded);
		return [placesText(added, 'Fill in', 'under'), placesText(notAdded, 'Add', 'under')];
	}
	if (first?.place === undefined) return [];
	return [`${first.isAdded ? `Fill ${pronoun} in` : `Add ${pronoun}`} under ${first.place}.`];
}

/** Returns a sentence for each collection with fields to correct, e.g. "Fill in Phone under Additional Fields." */
function placesText(fields: readonly ReportedField[], verb: string, preposition: string): string {
	const places = new Set(fields.flatMap(({ place }) => place ?? []));
	const texts = [...places].map((place) => {
		const names = new Set(fields.filter((field) => field.place === place).map(({ name }) => name));
		return `${verb} ${enumerated([...names])} ${preposition} ${place}.`;
	});
	return texts.join(' ');
}
