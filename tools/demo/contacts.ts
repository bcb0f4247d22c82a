import { readFile } from 'node:fs/promises';

import { CsvError, parse } from 'csv-parse/sync';

import { UserError } from '../cli/userError';

const REQUIRED = ['first_name', 'email'];
/** Sent if the file has these columns. All names are those of the service. */
const OPTIONAL = ['last_name', 'phone_country_code', 'phone'];

/** A row of the file, by column. */
export type Contact = Readonly<Record<string, string>>;

export interface Contacts {
	contacts: Contact[];
	/** Columns of the file that the demo does not send. */
	unusedColumns: string[];
}

/**
 * Reads contacts from a CSV file in UTF-8, separated by commas.
 * @throws UserError with a sentence that names the file
 */
export async function readContacts(path: string): Promise<Contacts> {
	try {
		return parseContacts(await readFile(path, 'utf8'));
	} catch (error) {
		const isSystemError = error instanceof Error && 'syscall' in error;
		const isKnown = error instanceof UserError || error instanceof CsvError || isSystemError;
		throw isKnown ? new UserError(`Could not read the contacts in ${path}: ${error.message}`) : error;
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
	const duplicate = columns.find((name, index) => columns.indexOf(name) < index);
	if (duplicate !== undefined) throw new UserError(`two columns have the name ${duplicate}.`);
	if (contacts.length === 0) throw new UserError('there is no contact below the column names.');
	return { contacts, unusedColumns: columns.filter((name) => ![...REQUIRED, ...OPTIONAL].includes(name)) };
}
