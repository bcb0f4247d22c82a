import { InputError, MissingError } from '../service/errors';
import { quoted } from '../utils/text';

/** Calling codes of one and of two digits; all others have three (ITU-T E.164). */
const ONE_DIGIT_CODES = /^[17]/;
const TWO_DIGIT_CODES = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

export interface Phone {
	/** With a leading `+`; absent when it is not known. */
	countryCode?: string;
	/** Digits only; absent when there is no number. */
	digits?: string;
}

/** What CRMs add to addresses. \p{C}: control and invisible format characters. */
const EMAIL_PROBLEMS: ReadonlyArray<[pattern: RegExp, problem: string]> = [
	[/[<>]/, 'it contains "<" or ">"'],
	[/^mailto:/i, 'it begins with "mailto:"'],
	[/[;,]$/, 'it ends with ";" or ","'],
	[/\p{C}/u, 'it contains an invisible character'],
];

/** Invisible characters copied together with an address. The lookbehind avoids quadratic time on long runs inside it. */
const INVISIBLE_ENDS = /^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$/gu;

/** Trims an email address and checks its form; the service decides about the rest. */
export function readEmail(text: string): string {
	const email = text.replace(INVISIBLE_ENDS, '');
	if (email === '') throw new MissingError(['Email']);
	const problem = EMAIL_PROBLEMS.find(([pattern]) => pattern.test(email))?.[1];
	if (problem === undefined && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return email;
	throw new InputError(
		`${quoted(email)} is not an email address${problem === undefined ? '' : `: ${problem}`}`,
		'Use the form name@example.com.',
		['Email is not an address'],
	);
}

const compact = (number: string) => number.replace(/[\s().\-/\u2010-\u2015\p{Cf}]/gu, '');

/**
 * Reads a phone number as stored in a CRM. Removes spaces, dots, dashes, slashes, brackets and invisible characters
 * (\p{Cf}). Without a country code, a number that begins with `+` or `00` is split into country code and digits. A
 * country code without a number is kept: it is a parameter of its own ("Parameters of the register operations").
 */
export function readPhone(number: string, countryCode: string): Phone {
	const code = readCountryCode(countryCode);
	if (number === '') return code;
	const dialled = compact(number);
	if (!/^\+?\d+$/.test(dialled)) throw notPhone(number);
	const international = /^(?:\+|00)(\d+)$/.exec(dialled)?.[1];
	const ownCode = code.countryCode?.slice(1) ?? (international && callingCode(international));
	if (ownCode === undefined) return { digits: dialled };
	const whole = international ?? ownCode + dialled;
	const digits = whole.slice(ownCode.length + (hasTrunkZero(number, ownCode) ? 1 : 0));
	if (!whole.startsWith(ownCode) || digits === '') {
		throw new InputError(
			`Phone ${quoted(number.trim())} is not a number with the country code +${ownCode}`,
			'Use the same country code in Phone Country Code and in Phone, or remove one of them.',
			['Phone does not match its country code'],
		);
	}
	return { countryCode: `+${ownCode}`, digits };
}

export function notPhone(number: string): InputError {
	return new InputError(
		`Phone ${quoted(number.trim())} is not a number`,
		'Use digits, with the country code in its own field or at the beginning, e.g. +44 20 7946 0000.',
		['Phone is not a number'],
	);
}

/** Whether the number begins with a zero in brackets, as in `+44 (0)20 …`: it is not dialled after a country code. */
function hasTrunkZero(number: string, ownCode: string): boolean {
	const [before = '', after] = number.split(/\(\s*0\s*\)/, 2);
	return after !== undefined && ['', `+${ownCode}`, `00${ownCode}`].includes(compact(before));
}

function readCountryCode(text: string): Pick<Phone, 'countryCode'> {
	const digits = text.replace(/[\s().\-\p{Cf}]/gu, '').replace(/^(?:\+|00)/, '');
	if (digits === '') return {};
	if (!/^\d{1,4}$/.test(digits)) {
		throw new InputError(
			`Phone Country Code ${quoted(text.trim())} is not a country code`,
			'Use the code with a leading +, e.g. +44.',
			['Phone Country Code is not a country code'],
		);
	}
	return { countryCode: `+${digits}` };
}

function callingCode(international: string): string {
	const length = ONE_DIGIT_CODES.test(international) ? 1 : TWO_DIGIT_CODES.test(international) ? 2 : 3;
	return international.slice(0, length);
}
