import { isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { enumerated, quoted, shortened } from '../utils/values';

/** Finds facts about an expression for error messages. */

/**
 * Returns the text of an expression, e.g. `{{ $json.email }}`; undefined for a fixed value. An expression that an AI
 * agent fills in counts as fixed, because the model cannot correct it.
 * @param stored the parameter as the workflow stores it
 */
export function expressionIn(stored: unknown): string | undefined {
	const text = isResourceLocatorValue(stored) ? stored.value : stored;
	if (!isExpression(text) || text.includes('$fromAI(')) return undefined;
	return text.slice(1).trim();
}

/** Returns a text that says that an expression has no value, and which input fields to check. */
export function noValue(label: string, expression: string): string {
	const names = inputFieldsIn(expression).map(quoted);
	const advice =
		names.length === 0 ? 'Correct it.' : `Check that the input has a value in ${enumerated(names)}.`;
	return `The expression ${shortened(expression)} in ${label} has no value. ${advice}`;
}

/** `.email`, but no method such as `.trim()`. */
const DOT_STEP = String.raw`\??\.[\p{L}_$][\p{L}\d_$]*(?![\p{L}\d_$(])`;
/** `["Your email"]` or `[0]`. */
const BRACKET_STEP = String.raw`(?:\?\.)?\[(?:"[^"]*"|'[^']*'|\d+)\]`;
/** The path in `$json.email`, `$json["Your email"]` and `$("Form").item.json.email`. */
const INPUT_PATH = new RegExp(String.raw`[$.]json((?:${DOT_STEP}|${BRACKET_STEP})+)`, 'gu');
const PATH_NAME = /[\p{L}_$][\p{L}\d_$]*|"[^"]*"|'[^']*'|\d+/gu;

/** Returns the names along each path into the input, without quotes, e.g. `["Your consent", "0"]`. */
function inputPathsIn(expression: string): string[][] {
	const paths = [...expression.matchAll(INPUT_PATH)].map(([, path = '']) => path.match(PATH_NAME) ?? []);
	return paths.map((names) => names.map((name) => name.replace(/^["']|["']$/g, '')));
}

/** Returns the input fields that an expression uses, each once, e.g. `email` or `person.email`. */
export function inputFieldsIn(expression: string): string[] {
	return [...new Set(inputPathsIn(expression).map((names) => names.join('.')))];
}

/** Returns the list field of which an expression uses one entry: "Your consent" in `{{ $json["Your consent"][0] }}`. */
export function listFieldIn(expression: string): string | undefined {
	const path = inputPathsIn(expression).find((names) => /^\d+$/.test(names.at(-1) ?? ''));
	return path?.slice(0, -1).join('.');
}
