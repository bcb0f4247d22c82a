import { readFile } from 'node:fs/promises';

import { CsvError, parse } from 'csv-parse/sync';

import { UserError } from '../cli/userError';

const FIELDS = ['first_name', 'last_name', 'email', 'phone_country_code', 'phone'] as const;
type Field = (typeof FIELDS)[number];

/** The headings of a column for each field, without case, accents, spaces and signs. The names are those of the service. */
const HEADINGS: Readonly<Record<Field, readonly string[]>> = {
	first_name: ['firstname', 'forename', 'givenname', 'vorname', 'prenom', 'nombre'],
	last_name: [
		'lastname',
		'surname',
		'familyname',
		'nachname',
		'familienname',
		'nom',
		'apellido',
		'apellidos',
	],
	email: [
		'email',
		'emailaddress',
		'emailadresse',
		'mail',
		'mailaddress',
		'adresseemail',
		'adressemail',
		'correoelectronico',
		'email1value',
	],
	phone_country_code: ['phonecountrycode', 'countrycode', 'landervorwahl'],
	phone: [
		'phone',
		'phonenumber',
		'telephone',
		'telefon',
		'telefonnummer',
		'telefono',
		'mobile',
		'mobilephone',
		'mobilephonenumber',
		'handy',
		'phone1value',
	],
};
const REQUIRED = ['first_name', 'email'] as const;

const DELIMITERS = [',', ';', '\t'];

/** Stands for bytes that are no character of the file's encoding. */
const UNREADABLE = '\uFFFD';

export type Contact = Readonly<Partial<Record<Field, string>>>;

export interface Contacts {
	contacts: Contact[];
	/** Columns of the file that the demo does not send. */
	unusedColumns: string[];
}

/**
 * Reads contacts from a CSV file as CRMs and spreadsheets export it.
 *
 * @throws UserError with a sentence that names the file
 */
export async function readContacts(path: string): Promise<Contacts> {
	try {
		return parseContacts(decode(await readFile(path)));
	} catch (error) {
		const isSystemError = error instanceof Error && 'syscall' in error;
		const isKnown = error instanceof UserError || error instanceof CsvError || isSystemError;
		throw isKnown ? new UserError(`Could not read the contacts in ${path}: ${error.message}`) : error;
	}
}

/** Decodes UTF-8 and UTF-16, both with and without a byte order mark. @throws UserError for another encoding */
function decode(bytes: Buffer): string {
	const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
	const lines = text.split(/\r\n|\r|\n/);
	const unreadable = lines.findIndex((line) => line.includes(UNREADABLE)) + 1;
	if (unreadable === 0) return text;
	throw new UserError(
		`line ${unreadable} is not in UTF-8. Save the file as "CSV UTF-8", or export it again in this encoding.`,
	);
}

function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
	// The mark, or a heading that begins with an ASCII character.
	if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
	if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
	return 'utf-8';
}

function parseContacts(text: string): Contacts {
	const [headings = [], ...rows] = parse(text, {
		delimiter: delimiterOf(text),
		trim: true,
		skip_empty_lines: true,
		skip_records_with_empty_values: true,
	});
	const fields = headings.map(fieldOf);
	checkFields(fields, headings);
	const contacts = rows.map((row) => {
		const contact: Partial<Record<Field, string>> = {};
		for (const [index, field] of fields.entries()) if (field) contact[field] = row[index] ?? '';
		return contact;
	});
	if (contacts.length === 0) throw new UserError('there is no contact below the column names.');
	return { contacts, unusedColumns: headings.filter((_, index) => !fields[index]) };
}

/** Returns the delimiter that finds the most fields in the first line. */
function delimiterOf(text: string): string {
	const [headings = ''] = text.trimStart().split(/[\r\n]/);
	const countFields = (delimiter: string) => headings.split(delimiter).filter(fieldOf).length;
	return DELIMITERS.reduce((best, each) => (countFields(each) > countFields(best) ? each : best));
}

/** Returns the field of a column, or undefined if the demo does not use the column. */
function fieldOf(heading: string): Field | undefined {
	const name = heading
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
	return FIELDS.find((field) => HEADINGS[field].includes(name));
}

/** @throws UserError if a required field has no column, or if a field has several */
function checkFields(fields: ReadonlyArray<Field | undefined>, headings: readonly string[]): void {
	for (const field of FIELDS) {
		const columns = headings.filter((_, index) => fields[index] === field).map((column) => `"${column}"`);
		if (columns.length < 2) continue;
		throw new UserError(
			`the columns ${columns.join(' and ')} are for the same field, ${field}. Rename or remove all but one of them.`,
		);
	}
	const missing = REQUIRED.filter((field) => !fields.includes(field));
	if (missing.length === 0) return;
	throw new UserError(
		`there is no column for ${missing.join(' and ')}. Name the columns First Name and Email and, if you have them, ` +
			'Last Name, Phone Country Code and Phone. Separate them by commas, semicolons or tabs.',
	);
}
