import { writeFile } from 'node:fs/promises';

import { REASON_COLUMN } from './columns';
import type { Contact, ContactsFile } from './contacts';
import { writeCsv } from './csv';
import { DemoError } from './demoError';
import { reasonOf, whyNotWritable } from './writableFile';

export interface Refused {
	contact: Contact;
	reason: string;
}

/** What became of the file for refused contacts. */
export interface RefusedFile {
	path: string;
	state: 'written' | 'none';
}

/** Makes sure, before anybody is registered, that the file can be written. */
export async function checkRefusedPath(path: string): Promise<void> {
	const reason = await whyNotWritable(path);
	if (reason !== undefined) {
		throw new DemoError(`Refused contacts cannot be written to ${path}: ${reason}.`);
	}
}

/** The refused contacts as they came and in that order, each with its reason: to be corrected and read again. */
export function refusedCsv({ header, form }: ContactsFile, refused: readonly Refused[]): string {
	const inOrder = [...refused].sort((one, other) => one.contact.number - other.contact.number);
	const rows = inOrder.map(({ contact, reason }) => [...contact.cells, reason]);
	return writeCsv([[...header, REASON_COLUMN], ...rows], form);
}

/** Writes the refused contacts, so that nobody is lost; no file if there are none. */
export async function writeRefused(
	path: string,
	file: ContactsFile,
	refused: readonly Refused[],
): Promise<RefusedFile['state']> {
	if (refused.length === 0) return 'none';
	await writeFile(path, refusedCsv(file, refused)).catch((error: unknown) => {
		throw new DemoError(`The refused contacts could not be written to ${path}: ${reasonOf(error)}.`);
	});
	return 'written';
}
