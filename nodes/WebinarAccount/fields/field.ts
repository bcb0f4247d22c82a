import type { INodeProperties } from 'n8n-workflow';

import type { CallParameters } from '../service/endpoints';
import { asInputError, InputError, missingMessage, MissingError } from '../service/errors';
import { isBlank, isRecord, isScalar, quoted, scalarText, sentences, shortened } from '../utils/values';
import { expressionIn, listFieldIn, noValue } from './expression';

/** Returns the value of another parameter, or its stored form. */
export type Sibling = (name: string) => unknown;

/** A field of the node: its property in n8n, the reader of its value, and its names in requests. */
export interface Field<Value = unknown> {
	label: string;
	/** The properties for n8n. The name is the key in `Fields`. */
	shown: Omit<INodeProperties, 'name' | 'displayName'>;
	/**
	 * @param given undefined for an entry that was not added to its collection, null for an expression without a value
	 * @param stored the parameter as the workflow stores it, with its expressions
	 * @throws InputError
	 */
	read(given: unknown, sibling: Sibling, stored?: unknown): Value;
	/** The service's names of the field, in requests and in errors. */
	parameters?: readonly string[];
	/** Returns the request parameters of a value. Absent if the operation adds the value to the request itself. */
	send?(this: void, value: Value): CallParameters;
	/** The fields of a collection. */
	entries?: Fields;
	/** Whether the user chooses the names under which its values are sent, as in custom fields. */
	takesAnyName?: boolean;
	offers?: readonly Offer[];
}

/** The choices that a session field offers besides schedule IDs. `dates` only if the product accepts them. */
export type Offer = 'all' | 'next' | 'justInTime' | 'instantReplay' | 'dates';

export type Fields = Readonly<Record<string, Field>>;

export type Values<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/**
 * An invalid value. The advice depends on the expression that returned it, if there is one.
 * @param advise returns the description; without an expression the value is fixed, or its source is unknown
 */
export class InvalidValue extends InputError {
	constructor(
		message: string,
		readonly label: string,
		readonly advise: (expression?: string) => string,
	) {
		super(message, advise());
	}
}

/**
 * Reads the values of several fields.
 * @param parameter returns a value, with its expressions resolved
 * @param stored returns a parameter as the workflow stores it, so that errors can name the expression
 * @throws InputError that lists all problems, and names all missing values at once: "First Name and Email are missing"
 */
export function readFields<F extends Fields>(fields: F, parameter: Sibling, stored?: Sibling): Values<F>;
export function readFields(
	fields: Fields,
	parameter: Sibling,
	stored: Sibling = () => undefined,
): Record<string, unknown> {
	// Trimmed here, so that a field and the fields that depend on it see the same value.
	const trimmed = (name: string) => {
		const value = parameter(name);
		return typeof value === 'string' ? value.trim() : value;
	};
	const values: Record<string, unknown> = {};
	const missingValues = new Map<string, string | undefined>();
	const invalid: InputError[] = [];
	for (const [name, field] of Object.entries(fields)) {
		try {
			values[name] = field.read(trimmed(name), trimmed, stored(name));
		} catch (thrown) {
			// An error of n8n itself, such as one in an expression, is thrown on.
			const error = asInputError(thrown);
			const expression = expressionIn(stored(name));
			if (error instanceof MissingError) {
				for (const label of error.labels) missingValues.set(label, expression);
			} else if (!invalid.some(({ message }) => message === error.message)) {
				// A problem is reported once. Phone and Phone Country Code are read together, so each finds problems of both.
				invalid.push(withAdvice(error, field.label, expression));
			}
		}
	}
	const problems = missingValues.size === 0 ? invalid : [missingError(missingValues), ...invalid];
	if (problems.length === 0) return values;
	throw new InputError(
		sentences(problems.map(({ message }) => message)),
		sentences(problems.map(({ description }) => description)),
	);
}

/** Adds advice about the expression. @param label of the field with the expression: the error may be about another one */
function withAdvice(error: InputError, label: string, expression: string | undefined): InputError {
	const isAboutExpression = error instanceof InvalidValue && error.label === label;
	return isAboutExpression ? new InputError(error.message, error.advise(expression)) : error;
}

/** @param expressions by the label of each field without a value; undefined for a field without an expression */
function missingError(expressions: ReadonlyMap<string, string | undefined>): InputError {
	const labels = [...expressions.keys()];
	const areFixed = labels.every((label) => expressions.get(label) === undefined);
	if (areFixed) return new MissingError(labels);
	const advice = labels.map((label) => {
		const expression = expressions.get(label);
		return expression === undefined ? `Fill in ${label}.` : noValue(label, expression);
	});
	return new InputError(missingMessage(labels), sentences(advice));
}

/** Returns the parameters of a request. Empty strings are left out. */
export function sentValues(fields: Fields, values: Readonly<Record<string, unknown>>): CallParameters {
	const sent = Object.entries(fields).flatMap(([name, field]) => {
		const value = values[name];
		if (field.entries) return isRecord(value) ? Object.entries(sentValues(field.entries, value)) : [];
		return value === undefined ? [] : Object.entries(field.send?.(value) ?? {});
	});
	return Object.fromEntries(sent.filter(([, value]) => value !== ''));
}

export function propertiesOf(fields: Fields): INodeProperties[] {
	return Object.entries(fields).map(([name, { label, shown }]) => ({ displayName: label, name, ...shown }));
}

export type Shown = Omit<Partial<INodeProperties>, 'name' | 'displayName' | 'type' | 'options'>;

export function textAs<Value>(label: string, shown: Shown, read: Field<Value>['read']): Field<Value> {
	return { label, shown: { type: 'string', default: '', ...shown }, read };
}

/** Makes a field for a string, which may be empty. @param parameter the service's name; without it, nothing is sent */
export function text(label: string, parameter: string | undefined, shown: Shown): Field<string> {
	return { ...textAs(label, shown, (given) => asText(label, given)), ...sentAs(parameter) };
}

export function requiredText(
	label: string,
	parameter: string,
	shown: Shown,
	reader = (value: string) => value,
): Field<string> {
	const read = (given: unknown) => {
		const value = asText(label, given);
		if (value !== '') return reader(value);
		throw new MissingError([label]);
	};
	return { ...textAs(label, { required: true, ...shown }, read), ...sentAs(parameter) };
}

export function flag(label: string, shown: Shown & { default: boolean }): Field<boolean> {
	return {
		label,
		shown: { type: 'boolean', ...shown },
		read: (given) => (given === undefined ? shown.default : asFlag(label, filled(label, given))),
	};
}

type Choices = Readonly<Record<string, string | number | readonly [value: string, description: string]>>;

/** Makes a field with several options. Its value is an empty string if it was not added to its collection. */
export function choice(
	label: string,
	parameter: string | undefined,
	choices: Choices,
	shown: Shown & Required<Pick<INodeProperties, 'default'>>,
): Field<string> {
	const options = Object.entries(choices).map(([name, each]) =>
		typeof each === 'object' ? { name, value: each[0], description: each[1] } : { name, value: each },
	);
	const values = Object.fromEntries(options.map(({ value }) => [value, String(value)]));
	return {
		label,
		shown: { type: 'options', options, ...shown },
		read: (given) => (given === undefined ? '' : asOption(label, values, given)),
		...sentAs(parameter),
	};
}

/** Makes a field for a whole number. @param absent the value if the field was not added to its collection */
export function count(
	label: string,
	shown: Shown & { default: number },
	{ absent, min = 1 }: { absent?: number; min?: number } = {},
): Field<number> {
	return {
		label,
		shown: { type: 'number', typeOptions: { minValue: min }, ...shown },
		read(given) {
			if (given === undefined && absent !== undefined) return absent;
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			if (typeof value === 'number' && Number.isInteger(value) && value >= min) return value;
			throw new InvalidValue(`${label} must be a whole number, ${min} or more`, label, (expression) =>
				expression === undefined ? `Enter a whole number in ${label}.` : `Correct ${shortened(expression)}.`,
			);
		},
	};
}

export function noticeField(label: string, shown: Shown = {}): Field<undefined> {
	return { label, shown: { type: 'notice', default: '', ...shown }, read: () => undefined };
}

/** Makes a collection. Its entries are shown in alphabetical order, as n8n's guidelines require. */
export function collection<Entries extends Fields>(
	label: string,
	entries: Entries,
	shown: Shown = {},
): Field<Values<Entries>> & { entries: Entries } {
	const options = propertiesOf(entries).sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
	return {
		label,
		shown: { type: 'collection', default: {}, ...shown, options },
		entries,
		read(given, _sibling, stored) {
			// An expression can replace the whole collection. Without this check, a wrong value would mean the defaults.
			if (!isRecord(given)) throw wrongType(label, 'a collection', 'Add its entries one by one instead.');
			const entry = (name: string) => (Object.hasOwn(given, name) ? (given[name] ?? null) : undefined);
			const storedEntry = (name: string) => (isRecord(stored) ? stored[name] : undefined);
			return readFields(entries, entry, storedEntry);
		},
	};
}

/** Shows and reads a field only with some values of another parameter. Otherwise its value is undefined. */
export function onlyWith<Value>(
	name: string,
	values: string[],
	field: Field<Value>,
): Field<Value | undefined> {
	const read = (given: unknown, sibling: Sibling, stored?: unknown) =>
		values.includes(scalarText(sibling(name))) ? field.read(given, sibling, stored) : undefined;
	return { ...shownWith(name, values, field), read };
}

/** Shows a field only with some values of another parameter. Inside a collection, begin the parameter's name with "/". */
export function shownWith<Value>(name: string, values: string[], field: Field<Value>): Field<Value> {
	const show = { ...field.shown.displayOptions?.show, [name]: values };
	return { ...field, shown: { ...field.shown, displayOptions: { show } } };
}

function sentAs(parameter: string | undefined): Pick<Field<string>, 'parameters' | 'send'> {
	if (parameter === undefined) return {};
	return { parameters: [parameter], send: (value) => ({ [parameter]: value }) };
}

/** @throws InvalidValue if the value is empty: an expression without a value never means a default */
export function filled(label: string, value: unknown): unknown {
	if (!isBlank(value)) return value;
	throw new InvalidValue(`${label} is empty`, label, (expression) =>
		expression === undefined
			? `Fill in ${label}, or remove the entry.`
			: `${noValue(label, expression)} You can also remove the entry.`,
	);
}

export function wrongType(label: string, what: string, advice: string): InputError {
	return new InvalidValue(
		`${label} must be ${what}`,
		label,
		(expression) => `${source(label, expression)} returns something else. ${advice}`,
	);
}

/** Names the expression that returned a value, as the subject of a sentence. */
function source(label: string, expression: string | undefined): string {
	return expression === undefined
		? `The expression in ${label}`
		: `The expression ${shortened(expression)} in ${label}`;
}

/** Maximum characters. Longer values are whole files or pages, and regular expressions would be slow on them. */
const MAX_TEXT_LENGTH = 10_000;

/** Reads a string. An expression without a value is an empty string. */
export function asText(label: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
		throw new InvalidValue(
			`${label} is longer than ${MAX_TEXT_LENGTH} characters`,
			label,
			() => `Check the expression in ${label}: it may use a whole file or page.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InvalidValue(
			`${label} is not a number`,
			label,
			(expression) => `${source(label, expression)} calculates with a value that does not exist. Correct it.`,
		);
	}
	if (isScalar(value)) return String(value).trim();
	throw new InvalidValue(
		`${label} must be text`,
		label,
		(expression) => `${source(label, expression)} returns a list or an object. Use one value of it.`,
	);
}

export function filledText(label: string, value: unknown): string {
	return asText(label, filled(label, value));
}

export function asOption<Meaning>(
	label: string,
	options: Readonly<Record<string, Meaning>>,
	value: unknown,
): Meaning {
	const chosen = filledText(label, value);
	const meaning = Object.hasOwn(options, chosen) ? options[chosen] : undefined;
	if (meaning !== undefined) return meaning;
	throw new InputError(
		`${quoted(chosen)} is not an option of ${label}`,
		`Choose one from the list, or use one of these values: ${Object.keys(options).join(', ')}.`,
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** @throws InvalidValue */
function asFlag(label: string, value: unknown): boolean {
	const flag = flagIn(value);
	if (flag !== undefined) return flag;
	throw notFlag(label, value, () => 'Use a field that is true or false, or yes or no.');
}

/** Reads a consent, which often comes from a checkbox of an n8n form. @throws InvalidValue */
export function asConsent(label: string, value: unknown): boolean {
	const flag = flagIn(value);
	if (flag !== undefined) return flag;
	throw notFlag(label, value, (expression = '') => {
		// The editor shows the list of ticked boxes as a row, and each entry as a row below.
		const list = listFieldIn(expression);
		if (list !== undefined) return `Drag ${quoted(list)}, the row above, to ${label}.`;
		return "Use a field that is true or false, or yes or no. For a checkbox of an n8n form, drag the checkbox, not the row below it. Compare other text, e.g. {{ $json.consent === 'I agree' }}.";
	});
}

/**
 * Reads true or false, also in spellings of spreadsheets; undefined for anything else. An empty value is false. A list
 * contains the labels of the boxes that were ticked in an n8n form, so it is true if one of them does not mean "no".
 */
function flagIn(value: unknown): boolean | undefined {
	if (Array.isArray(value) && value.every((entry) => isBlank(entry) || isScalar(entry))) {
		return value.some((ticked) => !isNo(ticked));
	}
	if (isNo(value)) return false;
	return isScalar(value) && YES.test(String(value).trim()) ? true : undefined;
}

function isNo(value: unknown): boolean {
	return isBlank(value) || (isScalar(value) && NO.test(String(value).trim()));
}

function notFlag(label: string, value: unknown, advise: InvalidValue['advise']): InvalidValue {
	const given = Number.isFinite(value) ? String(value) : value;
	return new InvalidValue(`${label} must be true or false, not ${quoted(given)}`, label, advise);
}
