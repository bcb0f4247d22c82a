import { isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { enumerated, quoted, shortened } from '../utils/values';

/** Functions that find out, for error messages, which input fields an expression uses. */

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

/** Returns sentences that say that an expression returned no value, and which input fields to check. */
export function noValue(label: string, expression: string): string {
	const names = inputFieldsIn(expression).map(quoted);
	const advice =
		names.length === 0
			? 'Correct the expression.'
			: `Check that the input has a value in ${enumerated(names)}.`;
	return `The expression ${shortened(expression)} in ${label} returned no value. ${advice}`;
}

/** Matches `.email`, but not a method call such as `.trim()`. */
const DOT_STEP = String.raw`\??\.[\p{L}_$][\p{L}\d_$]*(?![\p{L}\d_$(])`;
/** Matches `["Your email"]` and `[0]`. */
const BRACKET_STEP = String.raw`(?:\?\.)?\[(?:"[^"]*"|'[^']*'|\d+)\]`;
/** Matches the path after `json` in `$json.email`, `$json["Your email"]` and `$("Form").item.json.email`. */
const INPUT_PATH = new RegExp(String.raw`[$.]json((?:${DOT_STEP}|${BRACKET_STEP})+)`, 'gu');
/** Matches each name or number in a path. */
const PATH_STEP_NAME = /[\p{L}_$][\p{L}\d_$]*|"[^"]*"|'[^']*'|\d+/gu;

/**
 * Returns the paths of the input fields that an expression uses. Each path is a list of names, e.g.
 * `["Your consent", "0"]` for `$json["Your consent"][0]`.
 */
function inputPathsIn(expression: string): string[][] {
	const paths = [...expression.matchAll(INPUT_PATH)].map(([, path = '']) => path.match(PATH_STEP_NAME) ?? []);
	return paths.map((names) => names.map((name) => name.replace(/^["']|["']$/g, '')));
}

/** Returns the input fields that an expression uses, without duplicates, e.g. `email` or `person.email`. */
export function inputFieldsIn(expression: string): string[] {
	return [...new Set(inputPathsIn(expression).map((names) => names.join('.')))];
}

/**
 * Returns the name of a list field of which an expression uses a single entry; undefined if it uses no list entry.
 * Example: "Your consent" for `{{ $json["Your consent"][0] }}`.
 */
export function listFieldIn(expression: string): string | undefined {
	const path = inputPathsIn(expression).find((names) => /^\d+$/.test(names.at(-1) ?? ''));
	return path?.slice(0, -1).join('.');
}
