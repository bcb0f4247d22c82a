import { type INodeProperties, isResourceLocatorValue } from 'n8n-workflow';

import { InputError, MissingError, rethrowUnless } from '../service/errors';
import { isBlank, isRecord, isScalar, quoted, scalarText, sentences } from '../utils/values';
import { type Expressions, shownExpression } from './expressions';

/** The values of parameters, by the parameters' names. An expression that returned nothing has the value null. */
export type Parameters = Readonly<Record<string, unknown>>;

/** A field of the node: how n8n shows it, how its value is read, and how its value is sent to the service. */
export interface Field<Value = unknown> {
	label: string;
	/**
	 * n8n's description of the parameter. The parameter's name is the key in `Fields`. If n8n shows the field only with certain
	 * values of fields above, the field is read only with them. With other values, it is undefined.
	 */
	property: Omit<INodeProperties, 'name' | 'displayName'>;
	/**
	 * Checks and converts the value of the parameter.
	 * @param given the value: null if an expression returned nothing
	 * @param above the values of the fields above
	 * @throws InputError
	 */
	read(given: unknown, above: Parameters): Value;
	/** The request parameter in which the value is sent. Absent if the operation adds the value to the request itself. */
	parameter?: string | undefined;
	/** The service's names for a field without `parameter`, in errors. */
	serviceNames?: readonly string[];
	/** The fields inside a collection. */
	entries?: Fields;
}

/** Fields, by the names of their n8n parameters. */
export type Fields = Readonly<Record<string, Field>>;

/** The values of fields, as their `read` returns them. */
export type Values<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/**
 * Reads the values of several fields.
 * @param given the values of the parameters, as `withNullForEmptyResults` returns them
 * @param expressions the node's expressions, which errors name
 * @throws InputError that lists all problems
 */
export function readFields<F extends Fields>(
	fields: F,
	given: Parameters,
	expressions: Expressions,
): Values<F> {
	try {
		return readEach(fields, given);
	} catch (error) {
		throw error instanceof InvalidFields ? combinedError(error.problems, expressions) : error;
	}
}

function readEach<F extends Fields>(fields: F, given: Parameters): Values<F>;
/**
 * Reads the values of the fields that n8n shows. The other fields are absent from the result. A field that decides whether
 * others are shown must come before them.
 * @throws InvalidFields with the problems of all fields
 */
function readEach(fields: Fields, given: Parameters): Record<string, unknown> {
	const results: Record<string, unknown> = {};
	const problems: FieldProblem[] = [];
	for (const [name, field] of Object.entries(fields)) {
		const value = given[name];
		// The user did not add this entry to the collection. Outside of collections, parameters always have a value.
		if (value === undefined) continue;
		// The results lack invalid values, so that no field is read which depends on one.
		if (!isShownWith(results, field, fields)) continue;
		try {
			results[name] = field.read(typeof value === 'string' ? value.trim() : value, results);
		} catch (error) {
			rethrowUnless(error instanceof InputError || error instanceof InvalidFields, error);
			problems.push(...problemsOf(error, field.label, name));
		}
	}
	if (problems.length > 0) throw new InvalidFields(problems);
	return results;
}

/** Whether n8n shows a field, as far as this depends on other fields in the same list. */
function isShownWith(results: Parameters, { property }: Field, fields: Fields): boolean {
	const conditions = Object.entries(property.displayOptions?.show ?? {});
	const inSameList = conditions.filter(([name]) => name in fields);
	return inSameList.every(([name, wanted = []]) => wanted.some((value) => value === results[name]));
}

/** A problem with the value of a field. */
interface FieldProblem {
	error: InputError;
	label: string;
	/** The path of the field's parameter, e.g. `additionalFields.phone`. */
	path: string;
}

/** The problems of several fields, while the fields are being read. */
class InvalidFields extends Error {
	constructor(readonly problems: readonly FieldProblem[]) {
		super('Fields are invalid');
	}
}

/** Returns the problems that reading a field caused. InvalidFields has those of the fields inside a collection. */
function problemsOf(error: InputError | InvalidFields, label: string, name: string): FieldProblem[] {
	if (error instanceof InputError) return [{ error, label, path: name }];
	return error.problems.map((inside) => ({ ...inside, path: `${name}.${inside.path}` }));
}

/** Returns one error for the problems of several fields. For a value that came from an expression, it names the expression. */
function combinedError(problems: readonly FieldProblem[], expressions: Expressions): InputError {
	const advice = problems.flatMap(({ error, label, path }) => {
		const expression = shownExpression(expressions, path);
		if (expression === undefined) return error.description;
		const source = `expression ${expression} in ${label}`;
		// A user who entered an expression has no field to fill in.
		if (error instanceof MissingError) return `The ${source} returned no value.`;
		return [error.description, `Check the ${source}.`];
	});
	// Phone and Phone Country Code report the same problem, which `sentences` lists once.
	return new InputError(sentences(problems.map(({ error }) => error.message)), sentences(advice));
}

/**
 * Returns the request parameters of the fields that have one, including those inside collections. Leaves out empty values.
 */
export function sentValues(fields: Fields, values: Parameters): Record<string, string> {
	const sent: Record<string, string> = {};
	for (const [name, { entries, parameter }] of Object.entries(fields)) {
		const value = values[name];
		if (entries && isRecord(value)) Object.assign(sent, sentValues(entries, value));
		else if (parameter !== undefined && !isBlank(value)) sent[parameter] = scalarText(value);
	}
	return sent;
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

/** How a field looks, and the request parameter in which it is sent. Without `parameter`, the field is not sent. */
export type FieldSettings = Look & Pick<Field, 'parameter'>;

/** Creates a text field that may be empty. */
export function text(label: string, { parameter, ...look }: FieldSettings): Field<string> {
	return {
		label,
		property: { type: 'string', default: '', ...look },
		read: (given) => asText(label, given),
		parameter,
	};
}

/** Creates a required text field. @param convert checks and converts the text, unless it is empty */
export function requiredText(
	label: string,
	settings: FieldSettings,
	convert = (value: string) => value,
): Field<string> {
	return {
		...text(label, { required: true, ...settings }),
		read(given) {
			const value = asText(label, given);
			if (value === '') throw new MissingError(label);
			return convert(value);
		},
	};
}

/** The value of a resource locator. */
export interface LocatorValue {
	/** How the user chose the value, e.g. `list` or `id`. */
	mode: string;
	value: string;
}

/**
 * Creates a resource locator, a field with several modes of choosing its value.
 * @param serviceNames the names by which errors of the service call the value
 * @param look n8n's settings, with the modes and the default
 * @param convert checks and converts the value
 */
export function locator<Value>(
	label: string,
	serviceNames: readonly string[],
	look: Look & Required<Pick<INodeProperties, 'default'>>,
	convert: (given: LocatorValue) => Value,
): Field<Value> {
	return {
		label,
		property: { type: 'resourceLocator', ...look },
		serviceNames,
		read(given) {
			// An expression without a result must not mean the default.
			if (given === null) throw new MissingError(label);
			return convert(asLocator(label, given));
		},
	};
}

/** Returns the value of a resource locator. A plain value counts as an ID, because an expression can replace the locator. */
export function asLocator(label: string, given: unknown): LocatorValue {
	if (!isResourceLocatorValue(given)) return { mode: 'id', value: asText(label, given) };
	return { mode: given.mode, value: asText(label, given.value) };
}

/** Creates a field whose value is true or false. */
export function flag(label: string, look: Look & { default: boolean }): Field<boolean> {
	return {
		label,
		property: { type: 'boolean', ...look },
		read(given) {
			// Only an expression without a result is empty. `asFlag` would read it as false.
			if (isBlank(given)) throw emptyValue(label);
			return asFlag(label, given, 'Use an input field that contains true or false, or yes or no.');
		},
	};
}

/** An option of a drop-down: a value, or a value and a description. */
type Choice<Value> = Value | readonly [value: Value, description: string];

/** Creates a drop-down. @param choices the options by name */
export function choice<Value extends string | number>(
	label: string,
	choices: Readonly<Record<string, Choice<Value>>>,
	{ parameter, ...look }: FieldSettings & Required<Pick<INodeProperties, 'default'>>,
): Field<Value> {
	const options = Object.entries(choices).map(([name, option]) => {
		if (typeof option !== 'object') return { name, value: option };
		const [value, description] = option;
		return { name, value, description };
	});
	return {
		label,
		property: { type: 'options', options, ...look },
		read: (given) => asOption(label, options, given).value,
		parameter,
	};
}

/** Creates a field for a whole number of at least `minimum`. */
export function count(
	label: string,
	{ minimum = 1, ...look }: Look & { default: number; minimum?: number },
): Field<number> {
	return {
		label,
		property: { type: 'number', typeOptions: { minValue: minimum }, ...look },
		read(given) {
			// An expression often returns a number as text. An empty text is no number, although `Number` would return 0.
			const isText = typeof given === 'string' && given !== '';
			const value = isText ? Number(given) : given;
			if (typeof value === 'number' && Number.isInteger(value) && value >= minimum) return value;
			throw new InputError(
				`${label} must be a whole number, ${minimum} or more`,
				`Enter a whole number in ${label}.`,
			);
		},
	};
}

/** Creates a text box that only informs the user. */
export function noticeField(notice: string): Field<undefined> {
	return { label: notice, property: { type: 'notice', default: '' }, read: () => undefined };
}

/**
 * Creates a collection of optional fields. Those that the user did not add have the value undefined. In the editor, they are
 * sorted by label, as n8n's guidelines require.
 */
export function collection<Entries extends Fields>(
	label: string,
	entries: Entries,
	look: Look = {},
): Collection<Entries, Partial<Values<Entries>>> {
	const options = propertiesOf(entries).sort((one, other) =>
		one.displayName.localeCompare(other.displayName),
	);
	return {
		label,
		property: {
			type: 'collection',
			default: {},
			builderHint: {
				propertyHint: 'Set each field by itself. n8n ignores an expression for the whole collection.',
			},
			...look,
			options,
		},
		entries,
		read(given) {
			// As in a workflow that was edited by hand. An expression for the whole collection becomes an empty collection in n8n.
			if (!isRecord(given)) throw wrongType(label, 'a collection');
			return readEach(entries, given);
		},
	};
}

type Collection<Entries extends Fields, Value> = Field<Value> & { entries: Entries };

/**
 * Makes a collection convert the values of its entries into one value, after all entries were read.
 * @param blamed the names of the entries that an InputError of `combine` is about
 * @param combine returns the collection's value. Gets the values that were read from all entries, and from the fields above
 * the collection in the form.
 */
export function combining<Entries extends Fields, Value>(
	field: Collection<Entries, Partial<Values<Entries>>>,
	blamed: ReadonlyArray<keyof Entries & string>,
	combine: (values: Partial<Values<Entries>>, above: Parameters) => Value,
): Collection<Entries, Value> {
	return {
		...field,
		read(given, above) {
			const values = field.read(given, above);
			try {
				return combine(values, above);
			} catch (error) {
				rethrowUnless(error instanceof InputError, error);
				throw invalidEntries(error, field.entries, blamed);
			}
		},
	};
}

/** Creates the error for entries that cannot be combined. It reports the same problem for each of them. */
function invalidEntries(error: InputError, entries: Fields, blamed: readonly string[]): InvalidFields {
	return new InvalidFields(
		blamed.map((name) => ({ error, label: entries[name]?.label ?? name, path: name })),
	);
}

/**
 * Shows a field in the editor only if another parameter has one of these values. With other values, `isShownWith` keeps the
 * field from being read.
 * @param name the other parameter's name. For one outside of the field's collection, such as "/event", the field is always read.
 */
export function onlyWith<Value>(
	name: string,
	values: Array<string | boolean>,
	field: Field<Value>,
): Field<Value | undefined> {
	const show = { ...field.property.displayOptions?.show, [name]: values };
	return { ...field, property: { ...field.property, displayOptions: { show } } };
}

/** Creates an error such as "Custom Fields must be a list of fields", for an expression that returned another type. */
export function wrongType(label: string, expectedType: string): InputError {
	return new InputError(
		`${label} must be ${expectedType}`,
		'The expression returned something else. Remove it, and add the fields one by one.',
	);
}

/** Creates the error for a field that was added, but is empty. */
export function emptyValue(label: string): InputError {
	return new InputError(`${label} is empty`, `Fill in ${label}, or remove the field.`);
}

/**
 * Maximum length of a value in characters. A longer value is probably a whole file or page, on which regular
 * expressions would be slow.
 */
const MAX_TEXT_LENGTH = 10_000;

/**
 * Returns a value as a trimmed string; empty if there is no value.
 * @throws InputError for a list, an object, a long text, or a calculation without a result
 */
export function asText(label: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string') {
		if (value.length <= MAX_TEXT_LENGTH) return value.trim();
		throw new InputError(
			`${label} is longer than ${MAX_TEXT_LENGTH} characters`,
			'The value may be a whole file or page.',
		);
	}
	// NaN or Infinity, the results of calculations such as "abc" * 2 and 1 / 0.
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InputError(
			`${label} is not a number`,
			'The value was calculated from something that does not exist.',
		);
	}
	if (isScalar(value)) return String(value);
	throw new InputError(
		`${label} must be text`,
		'The value is a list or an object. Use a single value from it.',
	);
}

/** Returns a value as a trimmed string. @throws InputError if there is no value, and like `asText` */
export function filledText(label: string, value: unknown): string {
	const text = asText(label, value);
	if (text !== '') return text;
	throw emptyValue(label);
}

/** Returns the option with a value, which may be given as text. @throws InputError if there is no such option */
export function asOption<Option extends { name: string; value: string | number }>(
	label: string,
	options: readonly Option[],
	given: unknown,
): Option {
	const chosen = filledText(label, given);
	const option = options.find(({ value }) => String(value) === chosen);
	if (option) return option;
	const values = options.map(({ name, value }) => `${value} (${name})`).join(', ');
	throw new InputError(
		`${quoted(chosen)} is not an option of ${label}`,
		`Choose an option from the list, or use one of these values: ${values}.`,
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/**
 * Returns a value as true or false, in all spellings that are common in spreadsheets. An empty value is false. A list is
 * true if at least one of its entries does not mean "no", because a checkbox in an n8n form returns the list of ticked
 * boxes.
 * @throws InputError with the advice for anything else
 */
export function asFlag(label: string, value: unknown, advice: string): boolean {
	const isListOfPlainValues =
		Array.isArray(value) && value.every((entry) => isBlank(entry) || isScalar(entry));
	if (isListOfPlainValues) return value.some((tickedBox) => !meansNo(tickedBox));
	if (meansNo(value)) return false;
	if (YES.test(scalarText(value).trim())) return true;
	throw new InputError(`${label} must be true or false, not ${shownValue(value)}`, advice);
}

function meansNo(value: unknown): boolean {
	return isBlank(value) || (isScalar(value) && NO.test(String(value).trim()));
}

function shownValue(value: unknown): string {
	return isScalar(value) ? quoted(String(value)) : 'a list or an object';
}
