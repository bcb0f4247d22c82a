import { type INodeProperties, isExpression, isResourceLocatorValue } from 'n8n-workflow';

import type { CallParameters } from '../service/endpoints';
import { asInputError, InputError, missingMessage, MissingError, webinarNameIn } from '../service/errors';
import { enumerated, isRecord, scalarText, sentences, shortened } from '../utils/values';
import { asFlag, asOption, asText, filled, wrongType } from './parameterValues';

/**
 * Reads one of the node's parameters by its name. Some functions of this type return its value, and others return the
 * parameter as the workflow stores it, with unresolved expressions.
 */
export type ReadParameter = (name: string) => unknown;

/** A field of the node: how n8n shows it, how its value is read, and how its value is sent to the service. */
export interface Field<Value = unknown> {
	label: string;
	/** n8n's description of the parameter. The parameter's name is the key in `Fields`. */
	property: Omit<INodeProperties, 'name' | 'displayName'>;
	/**
	 * Checks and converts the value of the parameter.
	 * @param given the value: undefined if the field was not added to its collection, null if an expression returned
	 * nothing
	 * @param readParameter reads another parameter, on which the value depends
	 * @param stored the parameter as the workflow stores it, with unresolved expressions
	 * @throws InputError
	 */
	read(given: unknown, readParameter: ReadParameter, stored?: unknown): Value;
	/** The service's names for the field, in requests and in errors. */
	parameters?: readonly string[];
	/** Returns the request parameters for a value. Absent if the operation adds the value to the request itself. */
	send?(this: void, value: Value): CallParameters;
	/** The fields inside a collection. */
	entries?: Fields;
	/** Whether the user enters the names of request parameters in this field, as in Custom Fields. */
	takesAnyName?: boolean;
	/** Only for a session field: what users can choose in it besides a schedule. */
	generalChoices?: readonly GeneralChoice[];
}

/**
 * What users can choose in a session field besides a schedule: all sessions, the next session, or a kind of session.
 */
export type GeneralChoice = 'all' | 'next' | 'justInTime' | 'instantReplay';

/** Fields, by the names of their n8n parameters. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of fields, as their `read` returns them. */
export type Values<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/**
 * Reads the values of several fields.
 * @param readParameter returns the value of a parameter, with its expressions resolved
 * @param readStored returns a parameter as the workflow stores it, so that errors can name its expression
 * @throws InputError that lists all problems. One sentence names all missing values: "First Name and Email are missing"
 */
export function readFields<F extends Fields>(
	fields: F,
	readParameter: ReadParameter,
	readStored?: ReadParameter,
): Values<F>;
export function readFields(
	fields: Fields,
	readParameter: ReadParameter,
	readStored: ReadParameter = () => undefined,
): Record<string, unknown> {
	// Trimmed here, so that a field and the fields that depend on it see the same value.
	const readTrimmed = (name: string) => {
		const value = readParameter(name);
		return typeof value === 'string' ? value.trim() : value;
	};
	const values: Record<string, unknown> = {};
	const problems: FieldProblem[] = [];
	for (const [name, field] of Object.entries(fields)) {
		try {
			values[name] = field.read(readTrimmed(name), readTrimmed, readStored(name));
		} catch (error) {
			// Other errors are n8n's own, such as one in an expression. They are rethrown.
			const inputError = asInputError(error);
			problems.push({ error: inputError, label: field.label, expression: expressionIn(readStored(name)) });
		}
	}
	if (problems.length > 0) throw combinedError(problems);
	return values;
}

/** The error of one field, with the field's label and its expression, if it has one. */
interface FieldProblem {
	error: InputError;
	label: string;
	expression: string | undefined;
}

/** Returns one error for the problems of several fields. Missing values come first. */
function combinedError(problems: readonly FieldProblem[]): InputError {
	const missing = problems.flatMap(({ error }) => (error instanceof MissingError ? error.labels : []));
	const invalid = problems.filter(({ error }) => !(error instanceof MissingError));
	const checks = problems.flatMap(({ error, label, expression }) => {
		if (expression === undefined) return [];
		const source = `expression ${shortened(expression)} in ${label}`;
		return error instanceof MissingError ? `The ${source} returned no value.` : `Check the ${source}.`;
	});
	if (invalid.length === 0 && checks.length === 0) return new MissingError(missing);
	const toFillIn = problems.flatMap(({ error, expression }) =>
		error instanceof MissingError && expression === undefined ? error.labels : [],
	);
	// Phone and Phone Country Code are read together, so both report the same problem, which `sentences` lists once.
	return new InputError(
		sentences([
			...(missing.length > 0 ? [missingMessage(missing)] : []),
			...invalid.map(({ error }) => error.message),
		]),
		sentences([
			...(toFillIn.length > 0 ? [`Fill in ${enumerated(toFillIn)}.`] : []),
			...invalid.map(({ error }) => error.description),
			...checks,
		]),
		webinarNameIn(invalid),
	);
}

/**
 * Returns the text of an expression, e.g. `{{ $json.email }}`; undefined for a fixed value. A parameter that an AI agent
 * fills in counts as fixed, because the agent cannot correct an expression.
 * @param stored the parameter as the workflow stores it
 */
export function expressionIn(stored: unknown): string | undefined {
	const text = isResourceLocatorValue(stored) ? stored.value : stored;
	if (!isExpression(text) || text.includes('$fromAI(')) return undefined;
	return text.slice(1).trim();
}

/** Converts field values to request parameters, and omits empty values. */
export function sentValues(fields: Fields, values: Readonly<Record<string, unknown>>): CallParameters {
	const sent = Object.entries(fields).flatMap(([name, field]) => {
		const value = values[name];
		if (field.entries) return isRecord(value) ? Object.entries(sentValues(field.entries, value)) : [];
		return value === undefined ? [] : Object.entries(field.send?.(value) ?? {});
	});
	return Object.fromEntries(sent.filter(([, value]) => value !== ''));
}

/** Returns n8n's descriptions of the fields. */
export function propertiesOf(fields: Fields): INodeProperties[] {
	return Object.entries(fields).map(([name, { label, property }]) => ({
		displayName: label,
		name,
		...property,
	}));
}

/** n8n's settings for how a field looks, such as its hint, placeholder and default. */
export type Look = Omit<Partial<INodeProperties>, 'name' | 'displayName' | 'type' | 'options'>;

/** Creates a text field whose value is read by `read`. */
export function textAs<Value>(label: string, look: Look, read: Field<Value>['read']): Field<Value> {
	return { label, property: { type: 'string', default: '', ...look }, read };
}

/**
 * Creates a text field that may be empty.
 * @param parameter the request parameter; if undefined, the text is not sent
 */
export function text(label: string, parameter: string | undefined, look: Look): Field<string> {
	return { ...textAs(label, look, (given) => asText(label, given)), ...sentAs(parameter) };
}

/** Creates a required text field. @param convert checks and converts the text, unless it is empty */
export function requiredText(
	label: string,
	parameter: string,
	look: Look,
	convert = (value: string) => value,
): Field<string> {
	const read = (given: unknown) => {
		const value = asText(label, given);
		if (value !== '') return convert(value);
		throw new MissingError([label]);
	};
	return { ...textAs(label, { required: true, ...look }, read), ...sentAs(parameter) };
}

/**
 * Creates a field whose value is true or false. Its default also applies if the field was not added to its collection.
 */
export function flag(label: string, look: Look & { default: boolean }): Field<boolean> {
	return {
		label,
		property: { type: 'boolean', ...look },
		read: (given) => (given === undefined ? look.default : asFlag(label, filled(label, given))),
	};
}

/** The options of a drop-down, by name. Each has a value, or a value and a description. */
type Choices = Readonly<Record<string, string | number | readonly [value: string, description: string]>>;

/** Creates a drop-down. Its value is an empty string if the field was not added to its collection. */
export function choice(
	label: string,
	parameter: string | undefined,
	choices: Choices,
	look: Look & Required<Pick<INodeProperties, 'default'>>,
): Field<string> {
	const options = Object.entries(choices).map(([name, option]) =>
		typeof option === 'object' ? { name, value: option[0], description: option[1] } : { name, value: option },
	);
	const values = Object.fromEntries(options.map(({ value }) => [value, String(value)]));
	return {
		label,
		property: { type: 'options', options, ...look },
		read: (given) => (given === undefined ? '' : asOption(label, values, given)),
		...sentAs(parameter),
	};
}

/** Creates a field for a whole number. @param absent the value if the field was not added to its collection */
export function count(
	label: string,
	look: Look & { default: number },
	{ absent, min = 1 }: { absent?: number; min?: number } = {},
): Field<number> {
	return {
		label,
		property: { type: 'number', typeOptions: { minValue: min }, ...look },
		read(given) {
			if (given === undefined && absent !== undefined) return absent;
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			if (typeof value === 'number' && Number.isInteger(value) && value >= min) return value;
			throw new InputError(
				`${label} must be a whole number, ${min} or more`,
				`Enter a whole number in ${label}.`,
			);
		},
	};
}

/** Creates a text box that only informs the user. */
export function noticeField(notice: string, look: Look = {}): Field<undefined> {
	return { label: notice, property: { type: 'notice', default: '', ...look }, read: () => undefined };
}

/** Creates a collection of optional fields. They are sorted by label, as n8n's guidelines require. */
export function collection<Entries extends Fields>(
	label: string,
	entries: Entries,
	look: Look = {},
): Field<Values<Entries>> & { entries: Entries } {
	const options = propertiesOf(entries).sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
	return {
		label,
		property: { type: 'collection', default: {}, ...look, options },
		entries,
		read(given, _readParameter, stored) {
			// An expression can replace the whole collection. Without this check, an invalid value would silently be replaced
			// by the defaults.
			if (!isRecord(given)) {
				const advice = 'Remove the expression, and add the fields one by one.';
				throw wrongType(label, 'a collection', advice);
			}
			const readEntry = (name: string) => (Object.hasOwn(given, name) ? (given[name] ?? null) : undefined);
			const readStoredEntry = (name: string) => (isRecord(stored) ? stored[name] : undefined);
			return readFields(entries, readEntry, readStoredEntry);
		},
	};
}

/** Shows and reads a field only if another parameter has one of these values. Otherwise, the field's value is undefined. */
export function onlyWith<Value>(
	name: string,
	values: string[],
	field: Field<Value>,
): Field<Value | undefined> {
	const read = (given: unknown, readParameter: ReadParameter, stored?: unknown) =>
		values.includes(scalarText(readParameter(name))) ? field.read(given, readParameter, stored) : undefined;
	return { ...shownWith(name, values, field), read };
}

/**
 * Shows a field only if another parameter has one of these values.
 * @param name the parameter's name. For a field inside a collection, it begins with "/".
 */
export function shownWith<Value>(name: string, values: string[], field: Field<Value>): Field<Value> {
	const show = { ...field.property.displayOptions?.show, [name]: values };
	return { ...field, property: { ...field.property, displayOptions: { show } } };
}

/**
 * Returns the properties of a text field that send its value.
 * @param parameter the request parameter; if undefined, nothing is sent
 */
function sentAs(parameter: string | undefined): Pick<Field<string>, 'parameters' | 'send'> {
	if (parameter === undefined) return {};
	return { parameters: [parameter], send: (value) => ({ [parameter]: value }) };
}
