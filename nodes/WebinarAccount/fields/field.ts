import type { INodeProperties } from 'n8n-workflow';

import type { CallParameters } from '../service/endpoints';
import { InputError, MissingError } from '../service/errors';
import { isBlank, isRecord, isScalar, quoted, scalarText, sentences } from '../utils/values';

export type Sibling = (name: string) => unknown;

/** A field of the node: what n8n shows, how its value is read, and what the service calls it. */
export interface Field<Value = unknown> {
	label: string;
	/** Without the name, which is that of the field's place. */
	shown: Omit<INodeProperties, 'name' | 'displayName'>;
	/**
	 * @param given undefined for an entry that was not added to its collection, null for an expression without a value
	 * @throws InputError
	 */
	read(given: unknown, sibling: Sibling): Value;
	/** The service's names for it, in calls and in errors. */
	parameters?: readonly string[];
	/** Absent for a value that the operation itself puts into a call. */
	send?(this: void, value: Value): CallParameters;
	entries?: Fields;
	/** Whether it sends values under names of the user's, as custom fields do. */
	takesAnyName?: boolean;
	offers?: readonly Offer[];
}

/** What a field that chooses a session offers besides the IDs of schedules. `dates`: if the product takes them. */
export type Offer = 'all' | 'next' | 'justInTime' | 'instantReplay' | 'dates';

export type Fields = Readonly<Record<string, Field>>;

export type Values<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/**
 * @param parameter its value by its name, with expressions resolved
 * @throws InputError that lists all problems, and names all missing values at once: "First Name and Email are missing"
 */
export function readFields<F extends Fields>(fields: F, parameter: Sibling): Values<F>;
export function readFields(fields: Fields, parameter: Sibling): Record<string, unknown> {
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
	const missing = problems.flatMap((error) => (error instanceof MissingError ? error.labels : []));
	const told = problems.filter((error) => !(error instanceof MissingError));
	if (missing.length > 0) told.unshift(new MissingError([...new Set(missing)]));
	if (told.length === 0) return values;
	throw new InputError(
		sentences(told.map(({ message }) => message)),
		sentences(told.map(({ description }) => description)),
	);
}

/** What a call sends; without empty texts. */
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

/** A text, which may be empty. @param parameter the service's name, if a call sends it as it is */
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

/** One of several values. An empty text if a collection does not have the field. */
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

/** @param absent the value if a collection does not have the field */
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
			throw new InputError(`${label} must be a whole number, ${min} or more`, `Correct ${label}.`);
		},
	};
}

export function noticeField(label: string, shown: Shown = {}): Field<undefined> {
	return { label, shown: { type: 'notice', default: '', ...shown }, read: () => undefined };
}

/** Its entries are in the alphabetical order that n8n asks for. */
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
		read(given) {
			// A collection that an expression replaces must still be one: an empty one would mean the defaults.
			if (!isRecord(given)) throw wrongType(label, 'a collection', 'Add its entries one by one instead.');
			const entry = (name: string) => (Object.hasOwn(given, name) ? (given[name] ?? null) : undefined);
			return readFields(entries, entry);
		},
	};
}

export function onlyWith<Value>(
	name: string,
	values: string[],
	field: Field<Value>,
): Field<Value | undefined> {
	const read = (given: unknown, sibling: Sibling) =>
		values.includes(scalarText(sibling(name))) ? field.read(given, sibling) : undefined;
	return { ...shownWith(name, values, field), read };
}

/** Shown only with some values of another parameter; within a collection, its name begins with "/". */
export function shownWith<Value>(name: string, values: string[], field: Field<Value>): Field<Value> {
	const show = { ...field.shown.displayOptions?.show, [name]: values };
	return { ...field, shown: { ...field.shown, displayOptions: { show } } };
}

function sentAs(parameter: string | undefined): Pick<Field<string>, 'parameters' | 'send'> {
	if (parameter === undefined) return {};
	return { parameters: [parameter], send: (value) => ({ [parameter]: value }) };
}

/** An expression that gives nothing never means a default. */
export function filled(label: string, value: unknown): unknown {
	if (!isBlank(value)) return value;
	const advice = `The expression in ${label} has no value. Correct it, or remove the entry.`;
	throw new InputError(`${label} is empty`, advice);
}

export function wrongType(label: string, what: string, advice: string): InputError {
	const description = `The expression in ${label} returns something else. ${advice}`;
	return new InputError(`${label} is not ${what}`, description);
}

/** So that whole files reach no pattern, no store and no call. */
const MAX_TEXT_LENGTH = 10_000;

/** An empty result of an expression is an empty text. */
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

/** Also from a text, as values of tables often are; empty is false. A list is what was ticked in a checkbox of n8n's form. */
export function asFlag(label: string, value: unknown): boolean {
	if (Array.isArray(value)) return value.some((ticked) => !isBlank(ticked));
	const given = isBlank(value) ? '' : isScalar(value) ? String(value).trim() : value;
	if (typeof given === 'string' && YES.test(given)) return true;
	if (typeof given === 'string' && NO.test(given)) return false;
	throw new InputError(
		`${label} is neither yes nor no: ${quoted(Number.isNaN(value) ? value : given)}`,
		`Map a value that is true or false to ${label}, e.g. {{ $json.consent === 'I agree' }}.`,
	);
}
