import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

import { UserError } from '../cli/failure';
import { reasonOf, whyNotWritable } from '../cli/writableFile';
import { REASON_COLUMN } from './columns';
import type { Contact, ContactsFile } from './contacts';
import { writeCsv } from './csv';

/** A contact that was not registered. */
export interface InvalidContact {
	contact: Contact;
	reason: string;
}

/** The file for invalid contacts. `earlier`: there is a file of an earlier run, and no contact is invalid. */
export interface InvalidFile {
	path: string;
	state: 'written' | 'none' | 'earlier';
}

/**
 * Checks, before anybody is registered, that invalid contacts can be written.
 * @returns the path for them: the requested one, unless this is the file of contacts
 */
export async function chooseInvalidPath(wanted: string, contacts: string): Promise<string> {
	const path = (await isSameFile(wanted, contacts)) ? nextFreeName(wanted) : wanted;
	const reason = await whyNotWritable(path);
	if (reason === undefined) return path;
	throw new UserError(`Invalid contacts cannot be written to ${path}: ${reason}.`);
}

/** The unchanged rows of the invalid contacts in their order, each with its reason, to be corrected and read again. */
export function invalidCsv({ header, form }: ContactsFile, invalid: readonly InvalidContact[]): string {
	const sorted = [...invalid].sort((one, other) => one.contact.number - other.contact.number);
	const rows = sorted.map(({ contact, reason }) => [...contact.cells, reason]);
	return writeCsv([[...header, REASON_COLUMN], ...rows], form);
}

/** Writes the invalid contacts; no file if there are none. */
export async function writeInvalid(
	path: string,
	file: ContactsFile,
	invalid: readonly InvalidContact[],
): Promise<InvalidFile['state']> {
	if (invalid.length === 0) return existsSync(path) ? 'earlier' : 'none';
	await writeFile(path, invalidCsv(file, invalid)).catch((error: unknown) => {
		throw new UserError(`The invalid contacts could not be written to ${path}: ${reasonOf(error)}.`);
	});
	return 'written';
}

/** Whether two paths are the same file, also through links or on a file system that ignores case. */
async function isSameFile(path: string, other: string): Promise<boolean> {
	const [one, two] = await Promise.all(
		[path, other].map((file) => stat(file, { bigint: true }).catch(() => undefined)),
	);
	return one !== undefined && one.dev === two?.dev && one.ino === two.ino;
}

function nextFreeName(path: string): string {
	const { dir, name, ext } = parse(path);
	let number = 2;
	const numbered = () => join(dir, `${name}-${number}${ext}`);
	while (existsSync(numbered())) number++;
	return numbered();
}
