import { type INodeProperties, isResourceLocatorValue } from 'n8n-workflow';
import { z } from 'zod/v4';

import { readEmail, readPhone, readRequired } from '../service/contact';
import { InputError, MissingError } from '../service/errors';
import { readSessionChoice } from '../service/sessions/choice';
import { readTimezone } from '../service/sessions/timezone';
import { readWebinarReference } from '../service/webinarReference';
import { quoted, sentences } from '../utils/text';
import { isBlank, isRecord, isScalar } from '../utils/values';
import { phone, phoneCountryCode } from './contactFields';
import { limit, returnAll, schedule, timezone, webinarId } from './fields';

/**
 * The input of an operation is a schema with one member per parameter, under the parameter's name. An expression can
 * return any type, so each schema converts what it accepts. All problems of an item are reported in one error.
 */

type Field = Pick<INodeProperties, 'displayName'>;

/**
 * Reads the parameters that a schema names.
 * @param value returns a parameter by its name, with expressions resolved
 * @throws InputError that lists all problems
 */
export function readInput<Shape extends z.ZodRawShape>(
	schema: z.ZodObject<Shape>,
	value: (name: string) => unknown,
): z.output<z.ZodObject<Shape>> {
	const values = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value(name) ?? null]));
	const result = schema.safeParse(values);
	if (result.success) return result.data;
	const errors = togetherMissing(
		result.error.issues.flatMap((issue) => {
			const error: unknown = issue.code === 'custom' ? issue.params?.error : undefined;
			return error instanceof InputError ? [error] : [];
		}),
	);
	const [first, ...others] = errors;
	if (first && others.length === 0) throw first;
	throw new InputError(
		sentences(errors.map(({ message }) => message)),
		sentences(errors.map(({ description }) => description)),
		errors.flatMap(({ reasons }) => reasons),
	);
}

/** Names all missing values in one error: "First Name and Email are required". */
function togetherMissing(errors: readonly InputError[]): InputError[] {
	const labels = new Set(errors.flatMap((error) => (error instanceof MissingError ? error.labels : [])));
	const others = errors.filter((error) => !(error instanceof MissingError));
	return labels.size > 0 ? [new MissingError([...labels]), ...others] : others;
}

/** Adds a reader to a schema; an InputError of the reader becomes one problem of the input. */
export function reading<Value, Result>(schema: z.ZodType<Value>, reader: (value: Value) => Result) {
	return schema.transform((value, context): Result => {
		try {
			return reader(value);
		} catch (error) {
			context.addIssue(problem(error));
			return z.NEVER;
		}
	});
}

function problem(error: unknown) {
	if (!(error instanceof InputError)) throw error;
	return { code: 'custom' as const, message: error.message, params: { error }, continue: false };
}

/** A trimmed text. Numbers are converted; an empty result of an expression is an empty text. */
export const text = (field: Field) => reading(z.unknown(), (value) => asText(field, value));

export const requiredText = (field: Field) =>
	reading(text(field), (value) => readRequired(field.displayName, value));

/** A flag, with the field's default where a collection does not have it; an empty result of an expression is a no. */
export const flag = (field: INodeProperties) =>
	reading(z.unknown(), (value) => asFlag(field, value === undefined ? field.default : value));

/** A whole number from 1. */
export const count = (field: Field) => reading(z.unknown(), (value) => asCount(field, value));

/** Return All and Limit; the latter is hidden with the former. */
export const paging = { returnAll: flag(returnAll), limit: z.unknown() };

/** Maximum number of results to return. */
export function limitOf(input: { returnAll: boolean; limit: unknown }): number {
	return input.returnAll ? Infinity : asCount(limit, input.limit);
}

/** One of the field's values as a text; a missing value means its default. */
export const option = (field: INodeProperties) => reading(z.unknown(), (value) => asOption(field, value));

/** Values of a multi-options field: a list, or a comma-separated text, which n8n accepts too. */
export const options = (field: INodeProperties) =>
	reading(z.unknown(), (value) => {
		const choices = Array.isArray(value) ? value : asText(field, value).split(',');
		return choices
			.map((choice: unknown) => asText(field, choice))
			.filter((choice) => choice !== '')
			.map((choice) => asOption(field, choice));
	});

const locator = (field: Field) => reading(z.unknown(), (value) => asLocator(field, value));

/** The entries of a collection: undefined if the user did not add the entry, null for an expression without a value. */
export const collection = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.preprocess((value) => {
		const entries = isRecord(value) ? value : {};
		const entry = (name: string) => (Object.hasOwn(entries, name) ? (entries[name] ?? null) : undefined);
		return Object.fromEntries(Object.keys(shape).map((name) => [name, entry(name)]));
	}, z.object(shape));

export const emailAddress = (field: Field) => reading(requiredText(field), readEmail);

const phoneWithCode = reading(
	z.tuple([text(phone), text(phoneCountryCode)]).default(['', '']),
	([number, code]) => readPhone(number, code),
);

/** A collection with the fields of a contact. `phone` is read together with `phoneCountryCode`. */
export const contactCollection = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.preprocess(
		(value) => (isRecord(value) ? { ...value, phone: [value.phone, value.phoneCountryCode] } : {}),
		collection({ phone: phoneWithCode, ...shape }),
	);

export const webinar = reading(locator(webinarId), ({ mode, value }) => readWebinarReference(mode, value));

/** In list mode, an empty field means its default. An expression must give a value. */
export const session = reading(locator(schedule), ({ mode, value }) =>
	readSessionChoice(mode === 'list' && value === '' ? 'next' : value),
);

/** A session to filter by; undefined for all, which is an empty field in list mode. An expression must give a value. */
export const sessionFilter = <Choice>(readChoice: (value: string) => Choice) =>
	reading(locator(schedule), ({ mode, value }) => {
		if (value !== '') return readChoice(value);
		if (mode === 'list') return undefined;
		throw new InputError(
			`${schedule.displayName} is empty`,
			'The expression has no value. For all sessions, choose All Sessions from the list.',
		);
	});

/** The attendee's zone; undefined when the field is empty. */
export const attendeeZone = reading(text(timezone), readTimezone);

function asCount({ displayName }: Field, given: unknown): number {
	const value = typeof given === 'string' ? Number(given) : given;
	if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
	throw new InputError(`${displayName} must be a whole number, 1 or more`, `Correct ${displayName}.`);
}

/** Maximum length of a text, so that whole files reach no pattern, no cache and no call. */
const MAX_TEXT_LENGTH = 10_000;

export function asText({ displayName }: Field, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
		throw new InputError(
			`${displayName} is longer than ${MAX_TEXT_LENGTH} characters`,
			`Check the expression in ${displayName}: it may use a whole file or page.`,
		);
	}
	if (typeof value === 'string') return value.trim();
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InputError(
			`${displayName} is not a number`,
			`The expression in ${displayName} uses a value that does not exist.`,
		);
	}
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	throw new InputError(
		`${displayName} is not a text`,
		`The expression in ${displayName} returns a list or an object. Use one value of it.`,
	);
}

/** The mode and value of a locator. An expression can replace the whole locator with a plain value, taken as an ID. */
export function asLocator(field: Field, value: unknown): { mode: string; value: string } {
	return isResourceLocatorValue(value)
		? { mode: value.mode, value: asText(field, value.value) }
		: { mode: 'id', value: asText(field, value) };
}

export function asOption(
	{ displayName, default: defaultValue, options = [] }: INodeProperties,
	value: unknown,
): string {
	const chosen = asText({ displayName }, value ?? defaultValue);
	const values = options.flatMap((choice) => ('value' in choice ? [String(choice.value)] : []));
	if (values.includes(chosen)) return chosen;
	throw new InputError(
		`${quoted(chosen)} is not an option of ${displayName}`,
		`Choose one from the list, or use one of these values: ${values.join(', ')}.`,
		[`${displayName} is not a choice`],
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** Reads true or false, also as text (a value mapped from a table often is); empty is false, anything else an error. */
export function asFlag({ displayName }: Field, value: unknown): boolean {
	if (isBlank(value)) return false;
	const trimmed = isScalar(value) ? String(value).trim() : undefined;
	if (trimmed !== undefined && YES.test(trimmed)) return true;
	if (trimmed !== undefined && NO.test(trimmed)) return false;
	throw new InputError(
		`${displayName} is neither yes nor no`,
		`Map a value that is true or false to ${displayName}, e.g. {{ $json.consent === 'I agree' }}.`,
	);
}
