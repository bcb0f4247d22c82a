import { isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { isBlank, shortened } from '../utils/values';

/**
 * The expressions in a node's parameters: the text of each one, by its path in the parameters, e.g.
 * `additionalFields.phone`. An expression in a resource locator has the path of the locator.
 */
export type Expressions = ReadonlyMap<string, string>;

/** Returns the expressions in the parameters, as the workflow stores them, by their paths. */
export function findExpressions(parameters: object): Expressions {
	const found = new Map<string, string>();
	const visit = (value: unknown, path: string) => {
		// In a resource locator, the expression is its value.
		const text = locatedValue(value);
		// n8n evaluates an expression as a whole, so it contains no further ones.
		if (isExpression(text)) found.set(path, text);
		else if (isObject(value)) {
			for (const [name, entry] of Object.entries(value)) visit(entry, path === '' ? name : `${path}.${name}`);
		}
	};
	visit(parameters, '');
	return found;
}

/**
 * Returns an expression as messages show it, e.g. `{{ $json.email }}`. Returns undefined for a fixed value, and for a
 * parameter that an AI agent fills in, because the agent cannot correct an expression.
 */
export function shownExpression(expressions: Expressions, path: string): string | undefined {
	const text = expressions.get(path);
	if (text === undefined || text.includes('$fromAI(')) return undefined;
	// n8n stores an expression with a leading "=".
	return shortened(text.slice(1).trim());
}

/**
 * Returns the value of a parameter. An empty result of an expression becomes null, because '' means that the user left a
 * field empty. Changes objects in place, because n8n creates new ones for each item.
 * @param path the parameter's name, or the path of an entry in it
 */
export function withNullForEmptyResults(path: string, value: unknown, expressions: Expressions): unknown {
	if (expressions.has(path)) return nullIfEmpty(value);
	if (isObject(value)) {
		for (const [name, entry] of Object.entries(value)) {
			value[name] = withNullForEmptyResults(`${path}.${name}`, entry, expressions);
		}
	}
	return value;
}

/** Returns the result of an expression; null if it is empty. */
function nullIfEmpty(result: unknown): unknown {
	if (isResourceLocatorValue(result)) {
		const value = nullIfEmpty(result.value);
		// The editor keeps the mode "From List" for an expression, although its result was not chosen from the list.
		return value === null ? null : { ...result, mode: result.mode === 'list' ? 'id' : result.mode, value };
	}
	return isBlank(typeof result === 'string' ? result.trim() : result) ? null : result;
}

/** Returns the value in a resource locator. Any other value stays unchanged, because an expression can replace the locator. */
export function locatedValue(parameter: unknown): unknown {
	return isResourceLocatorValue(parameter) ? parameter.value : parameter;
}

/** Whether a value is an object or a list, whose entries are parameters. */
function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
