import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { UserError } from '../cli/userError';

export interface Program {
	/** Possible names of the executable. */
	names: readonly string[];
	/** The Debian package that contains it. */
	debian: string;
}

export const chromium: Program = {
	names: ['chromium', 'chromium-browser', 'google-chrome'],
	debian: 'chromium',
};
export const redis: Program = { names: ['redis-server'], debian: 'redis-server' };
export const postgres: Program = { names: ['postgres'], debian: 'postgresql' };
export const initdb: Program = { names: ['initdb'], debian: 'postgresql' };

/** The programs that build n8n's database driver. */
export const buildTools: readonly Program[] = [
	{ names: ['python3'], debian: 'python3' },
	{ names: ['make'], debian: 'make' },
	{ names: ['g++'], debian: 'g++' },
];

/** Debian's folder of PostgreSQL's programs, which are not in the PATH. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Returns the paths of programs. @throws UserError that names the first missing program and its Debian package */
export function requirePrograms(programs: readonly Program[]): string[] {
	const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...versions.map((version) => join(POSTGRES_FOLDER, version, 'bin')),
	];
	return programs.map(({ names, debian }) => {
		const path = folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
		if (path === undefined) {
			throw new UserError(`Not found: ${names.join(' or ')}. On Debian: apt-get install ${debian}`);
		}
		return path;
	});
}

/** @throws UserError on another platform than that of the Node.js in these n8n installations */
export function requireLinux(): void {
	const machine = `${process.platform} ${process.arch}`;
	if (machine === 'linux x64') return;
	throw new UserError(
		`The real n8n needs Linux on x64, and this is ${machine}. Use such a machine or container.`,
	);
}
