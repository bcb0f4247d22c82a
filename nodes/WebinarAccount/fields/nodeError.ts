import { type INode, type INodeParameters, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { credentialLabels } from '../service/account';
import { InputError, missing, ServiceError } from '../service/errors';
import { CancelledError } from '../utils/async';
import { enumerated, isRecord, sentences, shortened, withoutMarkup } from '../utils/values';
import type { Fields } from './field';
import { bookedSession, timezone, webinarId } from './webinarFields';

/** Errors as n8n shows them, in the words of the form: the service's parameters under the labels of the fields. */

export type NodeError = NodeApiError | NodeOperationError;

export function toNodeError(node: INode, error: unknown, fields: Fields, itemIndex?: number): NodeError {
	const at = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof InputError) {
		const { message, description } = textsOf(error, fields);
		return withMessage(message, new NodeOperationError(node, message, { description, ...at }));
	}
	if (error instanceof ServiceError) {
		const texts = textsOf(error, fields, node.parameters);
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
	const texts = { message, description: error.description ?? '' };
	const copy =
		error instanceof NodeApiError
			? new NodeApiError(node, {}, { ...texts, httpCode: error.httpCode ?? '' })
			: new NodeOperationError(node, message, texts);
	copy.context = { ...error.context, ...at };
	return withMessage(message, copy);
}

/** @param part of an item, whose other parts could be returned, e.g. "Webinar 6" */
export function toPartError(node: INode, error: unknown, fields: Fields, part: string): NodeError {
	const nodeError = toNodeError(node, error, fields);
	return withMessage(`${part}: ${nodeError.message}`, nodeError);
}

const ON_ERROR_ADVICE = 'To go on with the others: Settings → On Error → Continue (using error output).';

export function withOnErrorAdvice(error: NodeError): NodeError {
	const description = error.description ?? '';
	if (!description.includes(ON_ERROR_ADVICE)) error.description = sentences([description, ON_ERROR_ADVICE]);
	return error;
}

/** For a list of the editor, which shows a description only for a NodeApiError. */
export function toListError(node: INode, error: unknown, fields: Fields): NodeError {
	if (!(error instanceof InputError)) return toNodeError(node, error, fields);
	const texts = textsOf(error, fields);
	return withMessage(texts.message, new NodeApiError(node, {}, texts));
}

/** For the credential's test, which shows one text. */
export function toTestMessage(error: unknown): string {
	if (!(error instanceof InputError || error instanceof ServiceError)) return String(error);
	const { message, description } = textsOf(error, {});
	return sentences([message, description]);
}

/** Sets it again: n8n replaces a message with the letters of a system error, such as EPERM in "sleeperman@". */
function withMessage<Failure extends NodeError>(message: string, error: Failure): Failure {
	error.message = message;
	error.messages = [];
	return error;
}

type Texts = Record<'message' | 'description', string>;

/** With the words of the service. They and values of users can contain markup. */
function textsOf(error: InputError | ServiceError, fields: Fields, parameters?: INodeParameters): Texts {
	const { message, description } = error instanceof ServiceError ? explain(error, fields, parameters) : error;
	return { message: withoutMarkup(message), description: withoutMarkup(description) };
}

interface Label {
	name: string;
	/** Where the field is; undefined at the top. */
	place: string | undefined;
	/** Whether the node has the field already: it is at the top, or was added to its collection. */
	isAdded: boolean;
	/** Whether no field of the form has it, so that the name can be anything. */
	isOther?: boolean;
}

/** @param given the node's own parameters */
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

/** What the service may name in any call. */
const COMMON: Array<[string, Label]> = [
	...labelsOf({ webinarId, bookedSession, timezone }),
	['api_key', { name: credentialLabels.apiKey, place: 'the credential', isAdded: true }],
];

/** Where values under any other name are, e.g. "Custom Fields of Additional Fields", if the call takes them. */
function placeOfOthers({ mayNameCustomFields }: ServiceError, fields: Fields): string | undefined {
	const places = Object.values(fields).flatMap(({ label, entries = {} }) =>
		Object.values(entries).flatMap((entry) => (entry.takesAnyName ? `${entry.label} of ${label}` : [])),
	);
	return mayNameCustomFields ? places[0] : undefined;
}

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

/** What the service reported of which fields, for counts. Other names than those of fields are left out. */
export function reportedFields(error: ServiceError, fields: Fields): string[] {
	const other = placeOfOthers(error, fields) === undefined ? 'a value' : 'a custom field';
	const reports = complaintsOf(error, fields).flatMap(({ label, isMissing }) => {
		if (!label) return [];
		const name = label.isOther ? other : label.name;
		return isMissing ? missing([name]) : `the service rejected ${name}`;
	});
	return [...new Set(reports)];
}

/** @param parameters those of the node, as they are stored */
function explain(error: ServiceError, fields: Fields, parameters?: INodeParameters): Texts {
	const complaints = complaintsOf(error, fields, parameters);
	const labels = complaints.flatMap(({ label }) => label ?? []);
	const isOfForm = placeOfOthers(error, fields) !== undefined && complaints.length > 0;
	if (isOfForm && complaints.every(({ isMissing }) => isMissing)) {
		const names = [...new Set(labels.map(({ name }) => name))];
		const added = labels.filter(({ isAdded }) => isAdded);
		const others = labels.filter(({ isAdded }) => !isAdded);
		return {
			message: missing(names),
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

function located(labels: readonly Label[], verb: string, where: string): string {
	const places = new Set(labels.flatMap(({ place }) => place ?? []));
	const texts = [...places].map((place) => {
		const names = new Set(labels.filter((label) => label.place === place).map(({ name }) => name));
		return `${verb} ${enumerated([...names])} ${where} ${place}.`;
	});
	return texts.join(' ');
}
