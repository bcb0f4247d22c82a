import type { INodeProperties } from 'n8n-workflow';

import type { CallParameters } from '../service/endpoints';
import { InputError, MissingError } from '../service/errors';
import { isBlank, isRecord, isScalar, quoted, scalarText, sentences } from '../utils/values';

export type Sibling = (name: string) => unknown;

/** A field of the node: what n8n shows, how its value is read, and what the service calls it. */
export interface Field<Value = unknown> {
	label: string;
	/** What n8n shows, without the name, which is that of the field's place. */
	shown: Omit<INodeProperties, 'name' | 'displayName'>;
	/**
	 * Reads the value. An expression can give any type.
	 * @param given undefined for an entry that was not added to its collection, null for an expression without a value
	 * @throws InputError
	 */
	read(given: unknown, sibling: Sibling): Value;
	/** The service's names for it, in calls and in errors. */
	parameters?: readonly string[];
	/** What a call sends for the value; absent for a value that the operation itself puts into a call. */
	send?(this: void, value: Value): CallParameters;
	entries?: Fields;
	/** Whether it takes values under any other name, as custom fields do. */
	takesOthers?: boolean;
}

export type Fields = Readonly<Record<string, Field>>;

type Readable = Readonly<Record<string, Pick<Field, 'read'>>>;

export type Values<F extends Readable> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/**
 * Reads the values of fields.
 * @param given a parameter's value by its name, with expressions resolved
 * @throws InputError that lists all problems, and names all missing values at once: "First Name and Email are missing"
 */
export function readFields<F extends Readable>(fields: F, given: Sibling): Values<F>;
export function readFields(fields: Readable, parameter: Sibling): Record<string, unknown> {
	// All that depends on a value has to see the same one: a choice from a sheet may be "one ".
	const given = (name: string) => {
		const value = parameter(name);
		return typeof value === 'string' ? value.trim() : value;
	};
	const values: Record<string, unknown> = {};
	const problems: InputError[] = [];
	const others: unknown[] = [];
	for (const [name, field] of Object.entries(fields)) {
		try {
			values[name] = field.read(given(name), given);
		} catch (error) {
			if (error instanceof InputError) problems.push(error);
			else others.push(error);
		}
	}
	// An error of n8n itself, as about an expression, comes first.
	for (const error of others) throw error;
	const missing = new Set(problems.flatMap((error) => (error instanceof MissingError ? error.labels : [])));
	const told = problems.filter((error) => !(error instanceof MissingError));
	if (missing.size > 0) told.unshift(new MissingError([...missing]));
	const [only] = told;
	if (!only) return values;
	if (told.length === 1) throw only;
	throw new InputError(
		sentences(told.map(({ message }) => message)),
		sentences(told.map(({ description }) => description)),
	);
}

/** What a call sends for the values of fields, under the service's names; without empty texts. */
export function sentValues<F extends Fields>(fields: F, values: Values<F>): CallParameters;
export function sentValues(fields: Fields, values: Readonly<Record<string, unknown>>): CallParameters {
	const sent = Object.entries(fields).flatMap(([name, field]) => {
		const value = values[name];
		if (field.entries) return isRecord(value) ? Object.entries(sentValues<Fields>(field.entries, value)) : [];
		return value === undefined ? [] : Object.entries(field.send?.(value) ?? {});
	});
	return Object.fromEntries(sent.filter(([, value]) => value !== ''));
}

export function propertiesOf(fields: Fields): INodeProperties[] {
	return Object.entries(fields).map(([name, { label, shown }]) => ({ displayName: label, name, ...shown }));
}

/** What n8n shows besides what follows from the kind of field. */
type Look = Omit<Partial<INodeProperties>, 'name' | 'displayName' | 'type' | 'options'>;

/** A text that is read in its own way. */
export function textAs<Value>(label: string, look: Look, read: Field<Value>['read']): Field<Value> {
	return { label, shown: { type: 'string', default: '', ...look }, read };
}

/** A text, which may be empty. @param parameter the service's name, if a call sends it as it is */
export function text(label: string, parameter: string | undefined, look: Look): Field<string> {
	return { ...textAs(label, look, (given) => asText(label, given)), ...sentAs(parameter) };
}

export function requiredText(
	label: string,
	parameter: string,
	look: Look,
	reader = (value: string) => value,
): Field<string> {
	const read = (given: unknown) => {
		const value = asText(label, given);
		if (value === '') throw new MissingError([label]);
		return reader(value);
	};
	return { ...textAs(label, { required: true, ...look }, read), ...sentAs(parameter) };
}

export function flag(label: string, look: Look & { default: boolean }): Field<boolean> {
	return {
		label,
		shown: { type: 'boolean', ...look },
		read: (given) => (given === undefined ? look.default : asFlag(label, filled(label, given))),
	};
}

type Choices = Readonly<Record<string, string | number | readonly [value: string, description: string]>>;

/** One of several values. An empty text if a collection does not have the field. */
export function choice(
	label: string,
	parameter: string | undefined,
	choices: Choices,
	look: Look & Required<Pick<INodeProperties, 'default'>>,
): Field<string> {
	const options = Object.entries(choices).map(([name, each]) =>
		typeof each === 'object' ? { name, value: each[0], description: each[1] } : { name, value: each },
	);
	const values = Object.fromEntries(options.map(({ value }) => [value, String(value)]));
	return {
		label,
		shown: { type: 'options', options, ...look },
		read: (given) => (given === undefined ? '' : asOption(label, values, given)),
		...sentAs(parameter),
	};
}

/** A whole number from 1. @param absent the value if a collection does not have the field */
export function count(label: string, look: Look & { default: number }, absent?: number): Field<number> {
	return {
		label,
		shown: { type: 'number', typeOptions: { minValue: 1 }, ...look },
		read(given) {
			if (given === undefined && absent !== undefined) return absent;
			const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
			if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
			throw new InputError(`${label} must be a whole number, 1 or more`, `Correct ${label}.`);
		},
	};
}

/** A text for the user; not a value. */
export function notice(label: string, look: Look = {}): Field<undefined> {
	return { label, shown: { type: 'notice', default: '', ...look }, read: () => undefined };
}

/** A collection of entries that a user adds, in the alphabetical order that n8n asks for. */
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
		shown: { type: 'collection', default: {}, ...look, options },
		entries,
		read(given) {
			// A collection that an expression replaces must still be one: an empty one would mean the defaults.
			if (!isRecord(given)) throw wrongType(label, 'a collection', 'Add its entries one by one instead.');
			const entry = (name: string) => (Object.hasOwn(given, name) ? (given[name] ?? null) : undefined);
			return readFields(entries, entry);
		},
	};
}

/** The same field, shown and read only with some values of another parameter. */
export function onlyWith<Value>(
	name: string,
	values: string[],
	field: Field<Value>,
): Field<Value | undefined> {
	const show = { ...field.shown.displayOptions?.show, [name]: values };
	return {
		...field,
		shown: { ...field.shown, displayOptions: { show } },
		read: (given, sibling) =>
			values.includes(scalarText(sibling(name))) ? field.read(given, sibling) : undefined,
	};
}

function sentAs(parameter: string | undefined): Pick<Field<string>, 'parameters' | 'send'> {
	return parameter === undefined
		? {}
		: { parameters: [parameter], send: (value) => ({ [parameter]: value }) };
}

/** A value that must be there: an expression that gives nothing never means a default. */
export function filled(label: string, value: unknown): unknown {
	if (!isBlank(value)) return value;
	const advice = `The expression in ${label} has no value. Correct it, or remove the entry.`;
	throw new InputError(`${label} is empty`, advice);
}

/** The error for a value of another type, which an expression can give for a whole field. */
export function wrongType(label: string, what: string, advice: string): InputError {
	return new InputError(
		`${label} is not ${what}`,
		`The expression in ${label} returns something else. ${advice}`,
	);
}

/** Maximum length of a text, so that whole files reach no pattern, no store and no call. */
const MAX_TEXT_LENGTH = 10_000;

/** A trimmed text. Numbers are converted; an empty result of an expression is an empty text. */
export function asText(label: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
		throw new InputError(
			`${label} is longer than ${MAX_TEXT_LENGTH} characters`,
			`Check the expression in ${label}: it may use a whole file or page.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		const advice = `The expression in ${label} uses a value that does not exist.`;
		throw new InputError(`${label} is not a number`, advice);
	}
	if (isScalar(value)) return String(value).trim();
	throw new InputError(
		`${label} is not a text`,
		`The expression in ${label} returns a list or an object. Use one value of it.`,
	);
}

export function asOption<Meaning>(
	label: string,
	options: Readonly<Record<string, Meaning>>,
	value: unknown,
): Meaning {
	const chosen = asText(label, filled(label, value));
	const meaning = Object.hasOwn(options, chosen) ? options[chosen] : undefined;
	if (meaning !== undefined) return meaning;
	throw new InputError(
		`${quoted(chosen)} is not an option of ${label}`,
		`Choose one from the list, or use one of these values: ${Object.keys(options).join(', ')}.`,
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** Reads true or false, also as text (a value mapped from a table often is); empty is false, anything else an error. */
export function asFlag(label: string, value: unknown): boolean {
	const trimmed = isBlank(value) ? '' : isScalar(value) ? String(value).trim() : 'neither';
	if (YES.test(trimmed)) return true;
	if (NO.test(trimmed)) return false;
	throw new InputError(
		`${label} is neither yes nor no`,
		`Map a value that is true or false to ${label}, e.g. {{ $json.consent === 'I agree' }}.`,
	);
}
