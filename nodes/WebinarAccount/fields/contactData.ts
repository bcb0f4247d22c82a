import { z } from 'zod/v4';

import { InputError, MissingError } from '../service/errors';
import { type Hint, quoted, withoutInvisibleEnds } from '../utils/values';
import { MERGE_FIELDS_IN_NAMES } from '../webinars/emailTools';

// Rules for a person's data as forms, spreadsheets and CRMs contain it.

/**
 * Matches an HTML entity such as `&#039;`, `&amp;` or `&eacute;`. It lists the names that occur in people's data, because
 * "AT&T; Inc" contains no entity.
 */
const HTML_ENTITY =
	/&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[nm]dash|[a-z](?:acute|grave|circ|uml|tilde|cedil|caron|ring|slash)|(?:ae|oe|sz)lig|eth|thorn);/i;

/** Something that an email address must not contain, and the text for the error. */
type EmailMistake = readonly [pattern: RegExp, problem: string];

/** Mistakes that no registrant's email address has. `\p{C}` matches control and format characters. */
const MISTAKES: readonly EmailMistake[] = [
	[/[<>]/, 'it contains an angle bracket'],
	[/^mailto:/i, 'it begins with mailto'],
	[/[;,]$/, 'it ends with a semicolon or comma'],
	[/\p{C}/u, 'it contains an invisible character'],
];

/**
 * Mistakes in an email address to which mail servers deliver nothing. They are less strict than `z.email()`, which takes
 * no letters other than A to Z, and stricter than `z.regexes.unicodeEmail`, which takes "sam@example.c".
 */
const UNDELIVERABLE: readonly EmailMistake[] = [
	// The first one, so that the other patterns see only short texts.
	[/^.{255}/s, 'it is longer than 254 characters'],
	[HTML_ENTITY, 'it contains an HTML entity such as &amp;'],
	[/[,;]/, 'it contains a comma or a semicolon'],
	[/:/, 'it contains a colon'],
	[/[()[\]]/, 'it contains a bracket'],
	[/[\\"]/, 'it contains a backslash or a double quote'],
	[/\.\./, 'it contains two dots in a row'],
	[/^\.|\.@/, 'the part before the @ begins or ends with a dot'],
	[/@\.|\.$/, 'the part after the @ begins or ends with a dot'],
	[
		/@.*[^\p{L}\p{M}\p{Nd}.@-]/u,
		'the part after the @ contains a character other than letters, digits, dots and hyphens',
	],
	[/@(?:.*\.)?-|@.*-(?:\.|$)/, 'a part of its domain begins or ends with a hyphen'],
	[/@.*\.(?!(?:[\p{L}\p{M}]{2,}|xn--[a-z\d-]+)$)[^.]*$/iu, 'it does not end like .com or .co.uk'],
];

/** Matches text without spaces that has one @, with a dot after it. */
const EMAIL_SHAPE = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/**
 * Reads the email address of a person to register. Returns it without spaces around it.
 * @throws InputError if it is empty, or if mail servers deliver nothing to it
 */
export function readEmail(text: string): string {
	return emailWithout([...MISTAKES, ...UNDELIVERABLE], text);
}

/**
 * Reads an email address to find in the registrant list, which may contain undeliverable ones. Returns it without spaces
 * around it.
 * @throws InputError if it is empty or not an email address
 */
export function readListedEmail(text: string): string {
	return emailWithout(MISTAKES, text);
}

/** Reads an email address that has none of the mistakes. @throws InputError that names the first mistake */
function emailWithout(mistakes: readonly EmailMistake[], text: string): string {
	const email = withoutInvisibleEnds(text);
	if (email === '') throw new MissingError('Email');
	const [, problem] = mistakes.find(([pattern]) => pattern.test(email)) ?? [];
	if (problem === undefined && EMAIL_SHAPE.test(email)) return email;
	// A text without the shape of an email address needs no further reason.
	const reason = problem === undefined ? '' : `: ${problem}`;
	throw new InputError(
		`${quoted(email)} is not an email address${reason}`,
		'Use an email address such as name@example.com.',
	);
}

/** The two parts of a phone number. A part is empty if it is not known. */
interface Phone {
	/** The country code with a leading "+". */
	countryCode: string;
	/** The number within the country. */
	digits: string;
}

/**
 * Maximum digits of a phone number with its country code (ITU-T E.164). The service rejects the registration of a person
 * with a longer one.
 */
const MAX_PHONE_DIGITS = 15;

/** Matches the country code at the start of an international number (ITU-T E.164). */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}|\d+)/;

/**
 * Splits a phone number, as CRMs write it, into the country code and the rest. If `code` is empty, the country code is
 * taken from a number that begins with `+` or `00`. A code without a number is returned too, because the service
 * accepts it as a separate parameter.
 * @param number the value of Phone
 * @param code the value of Phone Country Code
 * @throws InputError if the value is not a phone number, begins with a different country code, or is too long
 */
export function readPhone(number: string, code: string): Phone {
	const givenCode = readCountryCode(code);
	if (number === '') return { countryCode: withPlus(givenCode), digits: '' };

	// As it is dialed: only digits, perhaps with a leading "+".
	const written = withAsciiCharacters(number)
		.replace(SPREADSHEET_APOSTROPHE, '')
		.replace(TEL, '')
		.replace(EXTENSION, '');
	const dialed = withoutSeparators(written);
	if (!/^\+?\d+$/.test(dialed)) throw notPhone(number);
	// The digits after "+" or "00", which begin with a country code; undefined for a number without "+" and "00".
	const [, international] = INTERNATIONAL.exec(dialed) ?? [];
	// No country code begins with 0.
	if (international?.startsWith('0')) throw notPhone(number);

	const [callingCode = ''] = CALLING_CODE.exec(international ?? '') ?? [];
	const countryCode = givenCode || callingCode;
	const national = withoutCountryCode(dialed, international, countryCode);
	if (national === undefined) throw notWithCountryCode(number, countryCode);
	// The 0 in `+44 (0)20 …` is not dialed after a country code.
	const digits = countryCode !== '' && hasTrunkZero(written, countryCode) ? national.slice(1) : national;
	if (digits === '') throw notPhone(number);
	const length = countryCode.length + digits.length;
	if (length > MAX_PHONE_DIGITS) throw tooLongPhone(number, length);
	return { countryCode: withPlus(countryCode), digits };
}

/** Creates the error for a value of Phone that is not a phone number. */
function notPhone(number: string): InputError {
	return new InputError(
		`Phone ${quoted(number)} is not a number`,
		'Use digits, e.g. +44 20 7946 0000. For a person without a phone number, leave Phone empty.',
	);
}

function notWithCountryCode(number: string, countryCode: string): InputError {
	return new InputError(
		`Phone ${quoted(number)} is not a number with the country code +${countryCode}`,
		'Use the same country code in Phone Country Code and in Phone, or remove it from one of the two fields.',
	);
}

function tooLongPhone(number: string, length: number): InputError {
	return new InputError(
		`Phone ${quoted(number)} has ${length} digits, but at most ${MAX_PHONE_DIGITS} are possible, including the country code`,
		'Check whether the field contains two numbers, or the country code twice.',
	);
}

/**
 * Returns the digits of a country code, without a leading "+" or "00"; empty if there is none.
 * @throws InputError for anything but a number of up to four digits
 */
function readCountryCode(code: string): string {
	const dialed = withoutSeparators(withAsciiCharacters(code).replace(SPREADSHEET_APOSTROPHE, ''));
	const digits = INTERNATIONAL.exec(dialed)?.[1] ?? dialed;
	if (/^(?:[1-9]\d{0,3})?$/.test(digits)) return digits;
	throw new InputError(
		`Phone Country Code ${quoted(code)} is not a country code`,
		'Use the code with a leading +, e.g. +44.',
	);
}

/** Returns a country code with a leading "+". An empty one stays empty. */
function withPlus(countryCode: string): string {
	return countryCode === '' ? '' : `+${countryCode}`;
}

/** Matches the apostrophe that people write before a number in a spreadsheet, so that it is stored as text. */
const SPREADSHEET_APOSTROPHE = /^['’]/;
/** Matches the "tel:" in front of a number. */
const TEL = /^tel:/i;
/** Matches an extension such as "ext. 12", "x12" or ";ext=12". The look-behind avoids quadratic backtracking. */
const EXTENSION = /(?<![\s,;])[\s,;]*(?:extension|extn?|x|#)[\s.:=]*\d+$/i;
/** Matches a dialed number with its country code. In front of the code is "+", "00" or both. */
const INTERNATIONAL = /^(?:\+(?:00)?|00)(\d*)$/;

/** Returns a text with full-width characters, and with the digits of all writing systems, as ASCII characters. */
function withAsciiCharacters(text: string): string {
	// In Unicode, each full-width character is 0xFEE0 after its ASCII character.
	const narrow = text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
	return narrow.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
}

/** Returns the value of a digit. In Unicode, the digits 0 to 9 of a writing system follow each other. */
function digitValue(digit: string): number {
	const position = digit.codePointAt(0) ?? 0;
	let zero = position;
	while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
	// Some writing systems follow each other without a gap, so `zero` may be the zero of an earlier one.
	return (position - zero) % 10;
}

/** Removes spaces, brackets, hyphens and invisible characters (\p{Cf}), which are not dialed. */
function withoutSeparators(number: string): string {
	return number.replace(/[\s().\-/\u2010-\u2015\p{Cf}]/gu, '');
}

/**
 * Returns a number without its country code; undefined if it begins with a different one.
 * @param dialed the whole number
 * @param international the digits after "+" or "00"; undefined if it begins with neither
 * @param countryCode only digits; empty if it is not known
 */
function withoutCountryCode(
	dialed: string,
	international: string | undefined,
	countryCode: string,
): string | undefined {
	if (international !== undefined) {
		return international.startsWith(countryCode) ? international.slice(countryCode.length) : undefined;
	}
	// The 1 of `1 555 123 4567` is the country code, because North American numbers have ten digits and never begin with 1.
	// Codes such as 1242 are North American too. In other countries, a number can begin with the digits of its country code.
	const beginsWithCode =
		countryCode.startsWith('1') && dialed.length === 11 && dialed.startsWith(countryCode);
	return beginsWithCode ? dialed.slice(countryCode.length) : dialed;
}

/** Whether the number within the country begins with a zero in brackets. */
function hasTrunkZero(written: string, countryCode: string): boolean {
	const [beforeZero = '', afterZero] = written.split(/\(\s*0\s*\)/, 2);
	if (afterZero === undefined) return false;
	// Only the country code, or nothing, can be in front of this zero.
	return ['', `+${countryCode}`, `00${countryCode}`].includes(withoutSeparators(beforeZero));
}

/**
 * Returns the first IP address in a list such as `203.0.113.7, 10.0.0.1`, which web servers write after a proxy. The first
 * one is the visitor's. Returns it without its port and brackets, or an empty string if there is none.
 */
export function firstIpAddress(text: string): string {
	const entries = text.split(/[\s,;]+/).map((entry) => {
		// `[2001:db8::1]:443`, `[2001:db8::1]` or `203.0.113.7:443`
		// An IPv6 address contains colons, so only brackets can separate it from a port.
		const [, bracketed, beforePort] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
		return bracketed ?? beforePort ?? entry;
	});
	return entries.find((entry) => ipAddress.safeParse(entry).success) ?? '';
}

// `z.ipv6()` alone takes other characters after a bracket.
const ipAddress = z.union([z.ipv4(), z.ipv6().regex(/^[\da-f:.]+$/i)]);

/**
 * Returns the part of a name which shows that a program wrote it: an HTML entity, a character that could not be decoded
 * (U+FFFD), a merge field, or the whole name if it is "undefined" or "null". Returns undefined for any other name.
 */
export function machineWrittenPiece(name: string): string | undefined {
	const patterns = [HTML_ENTITY, /\uFFFD/, /^(?:undefined|null)$/, ...MERGE_FIELDS_IN_NAMES];
	return patterns.map((pattern) => pattern.exec(name)?.[0]).find((piece) => piece !== undefined);
}

/**
 * Returns the hints about a contact's data. Each value may be undefined. A hint contains no data of the person, only the piece
 * of a name that a program wrote, such as "&amp;".
 */
export function contactHints({
	firstName = '',
	lastName = '',
	phone,
	phoneCountryCode,
}: Partial<Record<'firstName' | 'lastName' | 'phone' | 'phoneCountryCode', string | undefined>>): Hint[] {
	const piece = machineWrittenPiece(firstName) ?? machineWrittenPiece(lastName);
	return [
		[
			piece !== undefined,
			`First Name or Last Name contains ${quoted(piece)}, which a program wrote, not the person. The name was not changed. Correct the name before this node.`,
		],
		[
			// The code of a number is empty, not undefined, if there is none.
			Boolean(phone) && phoneCountryCode === '',
			'The phone number has no country code. If the webinar asks for a phone number, the service may reject the registration.',
		],
	];
}
