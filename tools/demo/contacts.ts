import { readFile } from 'node:fs/promises';

import { UserError } from '../cli/failure';
import { reasonOf } from '../cli/writableFile';
import { type Person, personReader, REASON_COLUMN } from './columns';
import { type CsvForm, readCsv } from './csv';

export interface Contact {
	/** The unchanged row, by the columns of the file. */
	cells: string[];
	person: Person;
	/** Its position in the file, from 1. */
	number: number;
}

export interface ContactsFile {
	form: CsvForm;
	header: string[];
	contacts: Contact[];
}

/**
 * Reads a file of contacts.
 * @throws UserError with one sentence that contains the file's path
 */
export async function readContacts(path: string): Promise<ContactsFile> {
	const complain = (reason: string) => new UserError(`The contacts in ${path} cannot be read: ${reason}.`);
	const bytes = await readFile(path).catch((error: unknown) => {
		throw complain(reasonOf(error, 'file'));
	});
	try {
		return parseContacts(bytes);
	} catch (error) {
		throw error instanceof UserError ? complain(error.message) : error;
	}
}

/** Reads contacts from the bytes of a CSV file, without the reasons of an earlier run. */
export function parseContacts(bytes: Uint8Array): ContactsFile {
	const { form, rows } = readCsv(bytes);
	const [names, ...records] = rows;
	if (!names) throw new UserError('it is empty');
	const withoutReason = (cells: string[]) => cells.filter((_cell, place) => names[place] !== REASON_COLUMN);
	const header = withoutReason(names);
	const personIn = personReader(header);
	if (records.length === 0) throw new UserError('it has a header row but no contacts');
	const contacts = records.map(withoutReason).map((cells, index) => ({
		cells: header.map((_name, place) => cells[place] ?? ''),
		person: personIn(cells),
		number: index + 1,
	}));
	return { form, header, contacts };
}
