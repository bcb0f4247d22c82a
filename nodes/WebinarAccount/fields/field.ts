import type { INodeProperties } from 'n8n-workflow';

import type { CallParameters } from '../service/endpoints';
import { InputError, MissingError } from '../service/errors';
import { sentences } from '../utils/text';
import { isRecord } from '../utils/values';

/** Another parameter's value, as it is given, by its name. */
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
	/** The entries of a collection. */
	entries?: Fields;
	/** Whether it takes values under any other name, as custom fields do. */
	takesOthers?: boolean;
}

/** Fields by the names of their parameters. */
export type Fields = Readonly<Record<string, Field>>;

export type Values<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer V> ? V : never };

/**
 * Reads the values of fields.
 * @param given a parameter's value by its name, with expressions resolved
 * @throws InputError that lists all problems
 */
export function readFields<F extends Fields>(fields: F, given: Sibling): Values<F>;
export function readFields(fields: Fields, given: Sibling): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	const failures: unknown[] = [];
	for (const [name, field] of Object.entries(fields)) {
		try {
			values[name] = field.read(given(name), given);
		} catch (error) {
			failures.push(error);
		}
	}
	// An error of n8n itself, as about an expression, comes first.
	const isOther = (error: unknown): error is Error =>
		error instanceof Error && !(error instanceof InputError);
	const other = failures.find(isOther);
	if (other) throw other;
	const problems = failures.filter((error) => error instanceof InputError);
	if (problems.length > 0) {
		throw together(problems.flatMap((error) => (error instanceof InputErrors ? error.errors : [error])));
	}
	return values;
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

/** All names that the service has for values of these fields. */
export function parametersOf(fields: Fields): string[] {
	return Object.values(fields).flatMap(({ parameters = [], entries = {} }) => [
		...parameters,
		...parametersOf(entries),
	]);
}

/** Several problems of one item. */
class InputErrors extends InputError {
	constructor(readonly errors: readonly InputError[]) {
		super(
			sentences(errors.map(({ message }) => message)),
			sentences(errors.map(({ description }) => description)),
			[...new Set(errors.flatMap(({ reasons }) => reasons))],
		);
	}
}

/** Names all missing values in one error: "First Name and Email are required". */
function together(errors: readonly InputError[]): InputError {
	const labels = new Set(errors.flatMap((error) => (error instanceof MissingError ? error.labels : [])));
	const others = errors.filter((error) => !(error instanceof MissingError));
	const all = labels.size > 0 ? [new MissingError([...labels]), ...others] : others;
	const [only] = all;
	return only && all.length === 1 ? only : new InputErrors(all);
}
