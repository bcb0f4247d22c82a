import { InputError } from '../service/errors';
import { isBlank, isScalar, quoted } from '../utils/values';

/** Functions that read the value of one parameter: as text, an option, or true or false. */

/** Creates an error such as "Options must be a collection", for an expression that returned something else. */
export function wrongType(label: string, expectedType: string, advice: string): InputError {
	return new InputError(`${label} must be ${expectedType}`, `Its value is something else. ${advice}`);
}

/**
 * Returns the value if it is not empty.
 * @throws InputError if it is empty, because an expression without a result must not select the default
 */
export function filled(label: string, value: unknown): unknown {
	if (!isBlank(value)) return value;
	throw emptyValue(label);
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

/** Returns a value as a trimmed string; empty if there is no value. @throws InputError for a list or an object */
export function asText(label: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
		throw new InputError(
			`${label} is longer than ${MAX_TEXT_LENGTH} characters`,
			'The value may be a whole file or page.',
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new InputError(
			`${label} is not a number`,
			'The value was calculated from something that does not exist.',
		);
	}
	if (isScalar(value)) return String(value).trim();
	throw new InputError(
		`${label} must be text`,
		'The value is a list or an object. Use a single value from it.',
	);
}

/** Returns a value as a trimmed string. @throws InputError if there is no value */
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

/** Returns a value as true or false. @throws InputError for anything else */
export function asFlag(label: string, value: unknown): boolean {
	const flag = readTruth(value);
	if (flag !== undefined) return flag;
	throw notTrueOrFalse(label, value, 'Use an input field that contains true or false, or yes or no.');
}

/** Returns a consent as true or false. The advice in its error fits checkboxes in n8n forms. @throws InputError */
export function asConsent(label: string, value: unknown): boolean {
	const flag = readTruth(value);
	if (flag !== undefined) return flag;
	throw notTrueOrFalse(
		label,
		value,
		"Use an input field that contains true or false, or yes or no. For a checkbox in an n8n form, drag the checkbox itself, not an entry below it. For other text, use a comparison such as {{ $json.consent === 'I agree' }}.",
	);
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

function notTrueOrFalse(label: string, value: unknown, advice: string): InputError {
	return new InputError(`${label} must be true or false, not ${shownInMessage(value)}`, advice);
}

/** Formats a value for display in a message. */
function shownInMessage(value: unknown): string {
	if (Number.isNaN(value)) return 'an invalid number';
	return isScalar(value) ? quoted(String(value)) : 'a list or an object';
}
