import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';

import { REASON_COLUMN } from './columns';
import type { Contact, ContactsFile } from './contacts';
import { writeCsv } from './csv';
import { DemoError } from './demoError';
import { reasonOf, whyNotWritable } from './writableFile';

export interface Refused {
	contact: Contact;
	reason: string;
}

/** What became of the file for refused contacts; `earlier`: it was there before, and nobody was refused. */
export interface RefusedFile {
	path: string;
	state: 'written' | 'none' | 'earlier';
}

/**
 * Makes sure, before anybody is registered, that refused contacts can be written.
 * @returns where to write them: as wanted, but never over the contacts, most of whom will not be among them
 */
export async function chooseRefusedPath(wanted: string, contacts: string): Promise<string> {
	const path = (await isSameFile(wanted, contacts)) ? nextFreeName(wanted) : wanted;
	const reason = await whyNotWritable(path);
	if (reason === undefined) return path;
	throw new DemoError(`Refused contacts cannot be written to ${path}: ${reason}.`);
}

/** The refused contacts as they came and in that order, each with its reason: to be corrected and read again. */
export function refusedCsv({ header, form }: ContactsFile, refused: readonly Refused[]): string {
	const sorted = [...refused].sort((one, other) => one.contact.number - other.contact.number);
	const rows = sorted.map(({ contact, reason }) => [...contact.cells, reason]);
	return writeCsv([[...header, REASON_COLUMN], ...rows], form);
}

/** Writes the refused contacts, so that nobody is lost; no file if there are none. */
export async function writeRefused(
	path: string,
	file: ContactsFile,
	refused: readonly Refused[],
): Promise<RefusedFile['state']> {
	if (refused.length === 0) return existsSync(path) ? 'earlier' : 'none';
	await writeFile(path, refusedCsv(file, refused)).catch((error: unknown) => {
		throw new DemoError(`The refused contacts could not be written to ${path}: ${reasonOf(error)}.`);
	});
	return 'written';
}

/** Whether two paths lead to one file, over links and in whatever capitals the file system takes. */
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
