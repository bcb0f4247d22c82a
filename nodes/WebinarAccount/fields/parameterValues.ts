import { InputError } from '../service/errors';
import { isBlank, isScalar, quoted, shortened } from '../utils/values';
import { listFieldIn, noValue } from './expression';

/** Functions that read the value of one parameter: as text, an option, or true or false. */

/**
 * An error about an invalid value. Its advice names the expression that returned the value, if there is one.
 * @param advise returns the description. Its argument is the expression; undefined if there is none, or if it is
 * unknown.
 */
export class InvalidValue extends InputError {
	constructor(
		message: string,
		readonly label: string,
		readonly advise: (expression?: string) => string,
	) {
		super(message, advise());
	}
}

/** Creates an error such as "Options must be a collection", for an expression that returned something else. */
export function wrongType(label: string, expectedType: string, advice: string): InputError {
	return new InvalidValue(
		`${label} must be ${expectedType}`,
		label,
		(expression) => `${expressionText(label, expression)} returns something else. ${advice}`,
	);
}

/** Returns "The expression {{ … }} in Email", as the subject of a sentence. */
function expressionText(label: string, expression: string | undefined): string {
	return expression === undefined
		? `The expression in ${label}`
		: `The expression ${shortened(expression)} in ${label}`;
}

/**
 * Returns the value if it is not empty.
 * @throws InvalidValue if it is empty, because an expression without a result must not select the default
 */
export function filled(label: string, value: unknown): unknown {
	if (!isBlank(value)) return value;
	throw emptyValue(label);
}

/** Creates the error for a field that was added, but is empty. */
export function emptyValue(label: string): InvalidValue {
	return new InvalidValue(`${label} is empty`, label, (expression) =>
		expression === undefined
			? `Fill in ${label}, or remove the field.`
			: `${noValue(label, expression)} You can also remove the field.`,
	);
}

/**
 * Maximum length of a value in characters. A longer value is probably a whole file or page, on which regular
 * expressions would be slow.
 */
const MAX_TEXT_LENGTH = 10_000;

/** Returns a value as a trimmed string; empty if there is no value. @throws InvalidValue for a list or an object */
export function asText(label: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
		throw new InvalidValue(
			`${label} is longer than ${MAX_TEXT_LENGTH} characters`,
			label,
			() => `Check the expression in ${label}. It may return a whole file or page.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InvalidValue(
			`${label} is not a number`,
			label,
			(expression) =>
				`${expressionText(label, expression)} calculates with a value that does not exist. Correct the expression.`,
		);
	}
	if (isScalar(value)) return String(value).trim();
	throw new InvalidValue(
		`${label} must be text`,
		label,
		(expression) =>
			`${expressionText(label, expression)} returns a list or an object. Use a single value from it.`,
	);
}

/** Returns a value as a trimmed string. @throws InvalidValue if there is no value */
export function filledText(label: string, value: unknown): string {
	return asText(label, filled(label, value));
}

/**
 * Returns the meaning of the option that a value selects.
 * @param options the meaning of each option, by the option's value
 * @throws InputError if the value is not an option
 */
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
		`Choose an option from the list, or use one of these values: ${Object.keys(options).join(', ')}.`,
	);
}

const YES = /^(?:true|yes|y|on|1)$/i;
const NO = /^(?:false|no|n|off|0|)$/i;

/** Returns a value as true or false. @throws InvalidValue for anything else */
export function asFlag(label: string, value: unknown): boolean {
	const flag = readTruth(value);
	if (flag !== undefined) return flag;
	throw notTrueOrFalse(label, value, () => 'Use an input field that contains true or false, or yes or no.');
}

/** Returns a consent as true or false. The advice in its error fits checkboxes in n8n forms. @throws InvalidValue */
export function asConsent(label: string, value: unknown): boolean {
	const flag = readTruth(value);
	if (flag !== undefined) return flag;
	throw notTrueOrFalse(label, value, (expression = '') => {
		// A checkbox field contains the list of ticked boxes. The input panel shows each of them as an entry below it.
		const checkbox = listFieldIn(expression);
		if (checkbox !== undefined) {
			return `In the input panel, drag ${quoted(checkbox)} itself to ${label}, not an entry below it.`;
		}
		return "Use an input field that contains true or false, or yes or no. For a checkbox in an n8n form, drag the checkbox itself, not an entry below it. For other text, use a comparison such as {{ $json.consent === 'I agree' }}.";
	});
}

/**
 * Reads true or false, in all spellings that are common in spreadsheets. Returns undefined for anything else. An empty
 * value is false. A list is true if at least one of its entries does not mean "no", because a checkbox in an n8n form
 * returns the list of ticked boxes.
 */
function readTruth(value: unknown): boolean | undefined {
	if (Array.isArray(value) && value.every((entry) => isBlank(entry) || isScalar(entry))) {
		return value.some((tickedBox) => !meansNo(tickedBox));
	}
	if (meansNo(value)) return false;
	return isScalar(value) && YES.test(String(value).trim()) ? true : undefined;
}

function meansNo(value: unknown): boolean {
	return isBlank(value) || (isScalar(value) && NO.test(String(value).trim()));
}

function notTrueOrFalse(label: string, value: unknown, advise: InvalidValue['advise']): InvalidValue {
	return new InvalidValue(`${label} must be true or false, not ${shownInMessage(value)}`, label, advise);
}

/** Formats a value for display in a message. */
function shownInMessage(value: unknown): string {
	if (Number.isNaN(value)) return 'an invalid number';
	return isScalar(value) ? quoted(String(value)) : 'a list or an object';
}
