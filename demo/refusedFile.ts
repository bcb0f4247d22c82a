import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { REASON_COLUMN } from './columns';
import type { Contact, ContactsFile } from './contacts';
import { writeCsv } from './csv';
import { codeOf, DemoError } from './demoError';

export interface Refused {
	contact: Contact;
	reason: string;
}

/** Makes sure, before anybody is registered, that the file can be written. */
export async function checkRefusedPath(path: string): Promise<void> {
	const existing = await stat(path).catch(() => undefined);
	if (existing?.isDirectory()) {
		throw new DemoError(`Refused contacts cannot be written to ${path}: it is a folder, not a file.`);
	}
	await access(existing ? path : dirname(resolve(path)), constants.W_OK).catch((error: unknown) => {
		const reason = codeOf(error) === 'ENOENT' ? 'there is no such folder' : 'writing there is not allowed';
		throw new DemoError(`Refused contacts cannot be written to ${path}: ${reason}.`);
	});
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
): Promise<void> {
	if (refused.length === 0) return;
	await writeFile(path, refusedCsv(file, refused)).catch((error: Error) => {
		throw new DemoError(`The refused contacts could not be written: ${error.message}`);
	});
}
