import { readFile } from 'node:fs/promises';

import { CsvError, parse } from 'csv-parse/sync';

import { UserError } from '../cli/failure';

const REQUIRED = ['first_name', 'email'];
/** Used if the file has them. All names are the service's own. */
const OPTIONAL = ['last_name', 'phone_country_code', 'phone'];

/** A row of the file by its columns. */
export type Contact = Readonly<Record<string, string>>;

export interface Contacts {
	contacts: Contact[];
	/** Columns that the demo does not send. */
	unused: string[];
}

/**
 * Reads contacts from a CSV file in UTF-8, separated by commas.
 * @throws UserError with one sentence that contains the file's path
 */
export async function readContacts(path: string): Promise<Contacts> {
	try {
		return parseContacts(await readFile(path, 'utf8'));
	} catch (error) {
		const isSystemError = error instanceof Error && 'syscall' in error;
		const isKnown = error instanceof UserError || error instanceof CsvError || isSystemError;
		throw isKnown ? new UserError(`The contacts in ${path} cannot be read: ${error.message}`) : error;
	}
}

function parseContacts(text: string): Contacts {
	let columns: string[] = [];
	const contacts = parse<Contact>(text, {
		bom: true,
		trim: true,
		skip_empty_lines: true,
		columns: (names: string[]) => (columns = names),
	});
	const missing = REQUIRED.filter((name) => !columns.includes(name));
	if (missing.length > 0) {
		throw new UserError(
			`the column ${missing.join(' and ')} is missing. The columns, separated by commas, are ` +
				`${REQUIRED.join(', ')} and, if you have them, ${OPTIONAL.join(', ')}.`,
		);
	}
	const twice = columns.find((name, index) => columns.indexOf(name) < index);
	if (twice !== undefined) throw new UserError(`two columns have the name ${twice}.`);
	if (contacts.length === 0) throw new UserError('there is no contact below the names of the columns.');
	return { contacts, unused: columns.filter((name) => ![...REQUIRED, ...OPTIONAL].includes(name)) };
}
