import type { INodeProperties } from 'n8n-workflow';

import { InputError, MissingError } from '../service/errors';
import { quoted } from '../utils/text';
import { isBlank, isRecord, isScalar } from '../utils/values';
import { type Field, type Fields, propertiesOf, readFields, type Sibling, type Values } from './field';

/** The kinds of fields, by n8n's types. */

/** What n8n shows besides what follows from the kind of field. */
type Look = Omit<Partial<INodeProperties>, 'name' | 'displayName' | 'type' | 'options'>;

/** A text, which may be empty. @param parameter the service's name, if a call sends it as it is */
export function text(label: string, parameter: string | undefined, look: Look): Field<string> {
	return {
		label,
		shown: { type: 'string', default: '', ...look },
		read: (given) => asText(label, given),
		...sentAs(parameter),
	};
}

export function requiredText(
	label: string,
	parameter: string | undefined,
	look: Look,
	reader = (value: string) => value,
): Field<string> {
	const read = (given: unknown) => {
		const value = asText(label, given);
		if (value === '') throw new MissingError([label]);
		return reader(value);
	};
	return { ...text(label, parameter, { required: true, ...look }), read };
}

/** A switch. */
export function flag(label: string, look: Look & { default: boolean }): Field<boolean> {
	return {
		label,
		shown: { type: 'boolean', ...look },
		read: (given) => (given === undefined ? look.default : asFlag(label, filled(label, given))),
	};
}

/** Values by the names that n8n shows; a value can have a description. */
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
	const values = options.map(({ value }) => String(value));
	return {
		label,
		shown: { type: 'options', options, ...look },
		read: (given) => (given === undefined ? '' : asOption(label, values, given)),
		...sentAs(parameter),
	};
}

/** A whole number from 1. */
export function count(label: string, look: Look & { default: number }): Field<number> {
	return {
		label,
		shown: { type: 'number', typeOptions: { minValue: 1 }, ...look },
		read(given) {
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
			return readFields(entries, (name) => (Object.hasOwn(given, name) ? (given[name] ?? null) : undefined));
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
		read: (given, sibling: Sibling) =>
			values.includes(String(sibling(name))) ? field.read(given, sibling) : undefined,
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
		throw new InputError(
			`${label} is not a number`,
			`The expression in ${label} uses a value that does not exist.`,
		);
	}
	if (isScalar(value)) return String(value).trim();
	throw new InputError(
		`${label} is not a text`,
		`The expression in ${label} returns a list or an object. Use one value of it.`,
	);
}

export function asOption(label: string, values: readonly string[], value: unknown): string {
	const chosen = asText(label, filled(label, value));
	if (values.includes(chosen)) return chosen;
	throw new InputError(
		`${quoted(chosen)} is not an option of ${label}`,
		`Choose one from the list, or use one of these values: ${values.join(', ')}.`,
		[`${label} is not a choice`],
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** Reads true or false, also as text (a value mapped from a table often is); empty is false, anything else an error. */
export function asFlag(label: string, value: unknown): boolean {
	const trimmed = isBlank(value) ? '' : isScalar(value) ? String(value).trim() : undefined;
	if (trimmed !== undefined && YES.test(trimmed)) return true;
	if (trimmed !== undefined && NO.test(trimmed)) return false;
	throw new InputError(
		`${label} is neither yes nor no`,
		`Map a value that is true or false to ${label}, e.g. {{ $json.consent === 'I agree' }}.`,
	);
}
