import { InputError } from './errors';
import { quoted } from '../utils/text';

/** Calling codes of one and of two digits; all others have three (ITU-T E.164). */
const ONE_DIGIT_CODES = /^[17]/;
const TWO_DIGIT_CODES = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

export interface Phone {
	/** With a leading `+`; absent when the number did not say. */
	countryCode?: string;
	/** Digits only. */
	digits: string;
}

/** Trims a required text. */
export function readRequired(label: string, text: string): string {
	const value = text.trim();
	if (value === '') {
		throw new InputError(`${label} is empty`, `The service registers nobody without it. Fill in ${label}.`);
	}
	return value;
}

/** What CRMs leave around an address, or in it. \p{C}: control and invisible format characters. */
const EMAIL_FAULTS: ReadonlyArray<[pattern: RegExp, fault: string]> = [
	[/[<>]/, 'it contains "<" or ">"'],
	[/^mailto:/i, 'it begins with "mailto:"'],
	[/[;,]$/, 'it ends with ";" or ","'],
	[/\p{C}/u, 'it contains an invisible character'],
];

/** At the ends they come along when an address is copied. The lookbehind keeps long runs within from being read anew at each place. */
const INVISIBLE_ENDS = /^[\s\p{C}]+|(?<![\s\p{C}])[\s\p{C}]+$/gu;

/** Trims an email address and refuses what cannot be one; the service has the last word on the rest. */
export function readEmail(text: string): string {
	const email = readRequired('Email', text.replace(INVISIBLE_ENDS, ''));
	const fault = EMAIL_FAULTS.find(([pattern]) => pattern.test(email))?.[1];
	if (fault === undefined && /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return email;
	throw new InputError(
		`${quoted(email)} is not an email address${fault === undefined ? '' : `: ${fault}`}`,
		'An address has one @ and a domain behind it, e.g. ann@example.com.',
		['Email is not an address'],
	);
}

/**
 * Reads a phone number as a CRM holds it. Spaces, dots, dashes, slashes, brackets and invisible characters (\p{Cf}),
 * which come along when a number is copied, are dropped; a number that begins with `+` or `00` is split into country
 * code and digits when no country code is given.
 */
export function readPhone(number: string, countryCode: string): Phone {
	const code = readCountryCode(countryCode);
	const compact = number.replace(/[\s().\-/\u2010-\u2015\p{Cf}]/gu, '');
	if (!/^\+?\d+$/.test(compact)) {
		throw new InputError(
			`Phone ${quoted(number.trim())} is not a number`,
			'Use digits, with the country code in its own field or in front, e.g. +44 20 7946 0000.',
			['Phone is not a number'],
		);
	}
	const international = /^(?:\+|00)(\d+)$/.exec(compact)?.[1];
	if (international === undefined) return { ...code, digits: compact };
	const ownCode = code.countryCode?.slice(1) ?? callingCode(international);
	const digits = international.slice(ownCode.length);
	if (!international.startsWith(ownCode) || digits === '') {
		throw new InputError(
			`Phone ${quoted(number.trim())} is not a number in the country +${ownCode}`,
			'Make Phone Country Code and the code in Phone agree, or leave one of them out.',
			['Phone is not a number in the given country'],
		);
	}
	return { countryCode: `+${ownCode}`, digits };
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
