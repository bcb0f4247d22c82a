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
import type { Fields } from './field';
import { bookedSession, timezone, webinarId } from './webinarFields';

/** Converts errors to those of n8n. Their texts name the service's parameters by the labels of the node's fields. */

export type NodeError = NodeApiError | NodeOperationError;

/**
 * Causes that n8n 2.41 and later understands: a polling trigger then waits longer with some causes. Older versions ignore
 * them. The first one that applies counts.
 */
const FAILURE_CAUSES: ReadonlyArray<[Failure['cause'], applies: (error: ServiceError) => boolean]> = [
	['rate-limited', ({ httpCode }) => httpCode === 429],
	['credential-invalid', ({ rejects }) => rejects === 'apiKey'],
	['configuration-invalid', ({ rejects }) => rejects === 'webinar'],
	['temporarily-unavailable', ({ isTransient }) => isTransient],
];

export function toNodeError(node: INode, error: unknown, fields: Fields, itemIndex?: number): NodeError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		const { message, description } = textsOf(error, fields);
		return withMessage(message, new NodeOperationError(node, message, { description, ...at }));
	}
	if (error instanceof ServiceError) {
		const texts = textsOf(error, fields, node.parameters);
		const code = error.httpCode === undefined ? {} : { httpCode: String(error.httpCode) };
		const [cause] = FAILURE_CAUSES.find(([, applies]) => applies(error)) ?? [];
		const failure = cause === undefined ? {} : { failure: { cause } };
		return withMessage(texts.message, new NodeApiError(node, {}, { ...texts, ...code, ...failure, ...at }));
	}
	if (error instanceof CancelledError) return new NodeOperationError(node, error.message, at);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return copyAt(node, error, at);
	return new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), at);
}

/** Copies an error of n8n itself, because n8n may throw the same object for several items, e.g. about the credential. */
function copyAt(node: INode, error: NodeError, at: { itemIndex?: number }): NodeError {
	const { message } = error;
	const texts = { message, description: error.description ?? '' };
	const copy =
		error instanceof NodeApiError
			? new NodeApiError(node, {}, { ...texts, httpCode: error.httpCode ?? '' })
			: new NodeOperationError(node, message, texts);
	copy.context = { ...error.context, ...at };
	if (error.failure) copy.failure = error.failure;
	return withMessage(message, copy);
}

/** Makes the error of a part of an item. @param part the part that failed, e.g. "Webinar 6" */
export function toPartError(node: INode, error: unknown, fields: Fields, part: string): NodeError {
	const nodeError = toNodeError(node, error, fields);
	return withMessage(`${part}: ${nodeError.message}`, nodeError);
}

const ON_ERROR_ADVICE = 'To process the remaining items, set On Error to Continue (using error output).';

export function withOnErrorAdvice(error: NodeError): NodeError {
	const description = error.description ?? '';
	if (!description.includes(ON_ERROR_ADVICE)) error.description = sentences([description, ON_ERROR_ADVICE]);
	return error;
}

/** Returns the error for a list in the editor, which shows a description only for a NodeApiError. */
export function toListError(node: INode, error: unknown, fields: Fields): NodeError {
	if (!(error instanceof InputError)) return toNodeError(node, error, fields);
	const texts = textsOf(error, fields);
	return withMessage(texts.message, new NodeApiError(node, {}, texts));
}

/** Returns the text for the credential test, which shows one string. */
export function toTestMessage(error: unknown): string {
	if (!(error instanceof InputError || error instanceof ServiceError)) return String(error);
	const { message, description } = textsOf(error, {});
	return sentences([message, description]);
}

/** Restores the message. n8n replaces one with the name of a system error, such as EPERM in "sleeperman@example.com". */
function withMessage<Failure extends NodeError>(message: string, error: Failure): Failure {
	error.message = message;
	error.messages = [];
	return error;
}

type Texts = Record<'message' | 'description', string>;

/** Returns the texts of an error without markup. Values of users and the service's words may contain markup. */
function textsOf(error: InputError | ServiceError, fields: Fields, parameters?: INodeParameters): Texts {
	const { message, description } = error instanceof ServiceError ? explain(error, fields, parameters) : error;
	return { message: withoutMarkup(message), description: withoutMarkup(description) };
}

/** The label of a field that the service named in a response. */
interface Label {
	name: string;
	/** The collection that contains the field; undefined for a field outside collections. */
	place: string | undefined;
	/** Whether the user sees the field: it is outside collections, or was added to its collection. */
	isAdded: boolean;
	/** Whether the node has no such field. The name is then the service's own. */
	isOther?: boolean;
}

/** Lists the fields by the service's names. @param given the node's parameters, or those of a collection */
function labelsOf(fields: Fields, given?: unknown, place?: string): Array<[parameter: string, label: Label]> {
	return Object.entries(fields).flatMap(([name, { label, entries = {}, parameters = [] }]) => {
		const value = isRecord(given) ? given[name] : undefined;
		const isAdded = place === undefined || value !== undefined;
		return [
			...labelsOf(entries, value, label),
			...parameters.map((parameter): [string, Label] => [parameter, { name: label, place, isAdded }]),
		];
	});
}

/** Parameters that the service may name in the response to any request. */
const COMMON: Array<[string, Label]> = [
	...labelsOf({ webinarId, bookedSession, timezone }),
	['api_key', { name: credentialLabels.apiKey, place: 'the credential', isAdded: true }],
];

/** Returns where the user adds values under other names, e.g. "Custom Fields of Additional Fields". */
function placeOfOthers({ mayNameCustomFields }: ServiceError, fields: Fields): string | undefined {
	const places = Object.values(fields).flatMap(({ label, entries = {} }) =>
		Object.values(entries).flatMap((entry) => (entry.takesAnyName ? `${entry.label} of ${label}` : [])),
	);
	return mayNameCustomFields ? places[0] : undefined;
}

/** Returns the problems that the service reported, each with the field that it is about. */
function complaintsOf(error: ServiceError, fields: Fields, parameters?: INodeParameters) {
	const labels = new Map([...COMMON, ...labelsOf(fields, parameters)]);
	const place = placeOfOthers(error, fields);
	return error.problems.map(({ parameter, text }) => {
		if (parameter === undefined) return { text };
		const other = { name: shortened(parameter), place, isAdded: false, isOther: true };
		const isMissing = parameter !== 'api_key' && /\brequired\b/i.test(text);
		return { text, label: labels.get(parameter) ?? other, isMissing };
	});
}

/** Returns the service's problems for counting, without values and without the user's own names. */
export function reportedFields(error: ServiceError, fields: Fields): string[] {
	const other = placeOfOthers(error, fields) === undefined ? 'a value' : 'a custom field';
	const reports = complaintsOf(error, fields).flatMap(({ label, isMissing }) => {
		if (!label) return [];
		const name = label.isOther ? other : label.name;
		return isMissing ? missingMessage([name]) : `the service rejected ${name}`;
	});
	return [...new Set(reports)];
}

/** @param parameters the node's parameters as the workflow stores them */
function explain(error: ServiceError, fields: Fields, parameters?: INodeParameters): Texts {
	const complaints = complaintsOf(error, fields, parameters);
	const labels = complaints.flatMap(({ label }) => label ?? []);
	const isOfForm = placeOfOthers(error, fields) !== undefined && complaints.length > 0;
	if (isOfForm && complaints.every(({ isMissing }) => isMissing)) {
		const names = [...new Set(labels.map(({ name }) => name))];
		const added = labels.filter(({ isAdded }) => isAdded);
		const others = labels.filter(({ isAdded }) => !isAdded);
		return {
			message: missingMessage(names),
			description: sentences([
				`This webinar requires ${names.length === 1 ? 'it' : 'them'}`,
				located(added, 'Fill in', 'under'),
				located(others, 'Add', 'under'),
			]),
		};
	}
	const texts = sentences(complaints.map(({ text, label }) => (label ? `${label.name}: ${text}` : text)));
	return {
		message: texts === '' ? error.message : `${error.message}: ${texts}`,
		description: [located(labels, 'Fill in', 'in'), error.description].filter(Boolean).join(' '),
	};
}

/** Returns one sentence per place with the fields to correct, e.g. "Fill in Phone under Additional Fields." */
function located(labels: readonly Label[], verb: string, where: string): string {
	const places = new Set(labels.flatMap(({ place }) => place ?? []));
	const texts = [...places].map((place) => {
		const names = new Set(labels.filter((label) => label.place === place).map(({ name }) => name));
		return `${verb} ${enumerated([...names])} ${where} ${place}.`;
	});
	return texts.join(' ');
}
