import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { UserError } from '../cli/failure';

export interface Program {
	/** Possible names of the executable. */
	names: readonly string[];
	/** The Debian package that contains it. */
	debian: string;
	/** Environment variable with its path. */
	variable?: string;
	/** Other folders besides the PATH. */
	folders?: () => string[];
}

export const chromium: Program = {
	names: ['chromium', 'chromium-browser', 'google-chrome'],
	debian: 'chromium',
	variable: 'CHROMIUM',
};

/** The programs that build n8n's database driver. */
export const buildTools = ['python3', 'make', 'g++'].map((name): Program => ({
	names: [name],
	debian: name,
}));

export const redis: Program = { names: ['redis-server'], debian: 'redis-server' };

const POSTGRES = '/usr/lib/postgresql';

/** Debian does not have these in the PATH. */
const ofPostgres = (name: string): Program => ({
	names: [name],
	debian: 'postgresql',
	folders: () =>
		existsSync(POSTGRES) ? readdirSync(POSTGRES).map((version) => join(POSTGRES, version, 'bin')) : [],
});
export const postgres = ofPostgres('postgres');
export const initdb = ofPostgres('initdb');

/** The path of a program, or undefined. */
export function findProgram({ names, variable, folders }: Program): string | undefined {
	const named = variable === undefined ? undefined : process.env[variable];
	if (named) return named;
	const places = [...(process.env.PATH ?? '').split(delimiter), ...(folders?.() ?? [])];
	return places.flatMap((place) => names.map((name) => join(place, name))).find(existsSync);
}

/** @throws UserError with the missing programs and how to install them */
export function needPrograms(programs: readonly Program[]): void {
	const missing = programs.filter((program) => findProgram(program) === undefined);
	if (missing.length === 0) return;
	const names = missing.map(({ names: [name] }) => name).join(', ');
	const packages = [...new Set(missing.map(({ debian }) => debian))].join(' ');
	throw new UserError(`Not found on this machine: ${names}.\nOn Debian: apt-get install ${packages}`);
}

/** @throws UserError on a platform without the Node.js of these n8n installations */
export function needLinux(): void {
	const machine = `${process.platform} ${process.arch}`;
	if (machine === 'linux x64') return;
	throw new UserError(
		`The real n8n needs Linux on x64, and this is ${machine}. Use such a machine or container.`,
	);
}
