import { readFile } from 'node:fs/promises';

import { type Person, personReader, REASON_COLUMN } from './columns';
import { type CsvForm, readCsv } from './csv';
import { codeOf, DemoError } from './demoError';

export interface Contact {
	/** The row as it came, in the columns of the file. */
	cells: string[];
	person: Person;
	/** Its place in the file, from 1. */
	number: number;
}

export interface ContactsFile {
	form: CsvForm;
	header: string[];
	contacts: Contact[];
}

const unreadable: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such file',
	ENOTDIR: 'what should be its folder is a file',
	ENAMETOOLONG: 'the name is too long',
	EISDIR: 'it is a folder, not a file',
	EACCES: 'it may not be read',
};

/**
 * Reads a file of contacts.
 * @throws DemoError in one sentence that names the file
 */
export async function readContacts(path: string): Promise<ContactsFile> {
	try {
		return parseContacts(await readFile(path));
	} catch (error) {
		const reason = error instanceof DemoError ? error.message : unreadable[codeOf(error) ?? ''];
		throw reason === undefined ? error : new DemoError(`The contacts in ${path} cannot be read: ${reason}.`);
	}
}

/** Reads contacts from the bytes of a CSV file; the reasons of an earlier run are left out. */
export function parseContacts(bytes: Uint8Array): ContactsFile {
	const { form, rows } = readCsv(bytes);
	const [names, ...records] = rows;
	if (!names) throw new DemoError('it is empty');
	const withoutReason = (cells: string[]) => cells.filter((_cell, place) => names[place] !== REASON_COLUMN);
	const header = withoutReason(names);
	const personIn = personReader(header);
	if (records.length === 0) throw new DemoError('it has a header row but no contacts');
	const contacts = records.map(withoutReason).map((cells, index) => ({
		cells: header.map((_name, place) => cells[place] ?? ''),
		person: personIn(cells),
		number: index + 1,
	}));
	return { form, header, contacts };
}
