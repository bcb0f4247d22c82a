import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { UserError } from '../cli/failure';

/** A program of the machine. */
export interface Program {
	/** The names it goes by. */
	names: readonly string[];
	/** The Debian package that brings it. */
	debian: string;
	/** Environment variable that may hold its path. */
	variable?: string;
	/** Where it may be apart from the PATH. */
	folders?: () => string[];
}

export const chromium: Program = {
	names: ['chromium', 'chromium-browser', 'google-chrome'],
	debian: 'chromium',
	variable: 'CHROMIUM',
};

/** What n8n's database driver is built with. */
export const buildTools = ['python3', 'make', 'g++'].map((name): Program => ({
	names: [name],
	debian: name,
}));

export const redis: Program = { names: ['redis-server'], debian: 'redis-server' };

const POSTGRES = '/usr/lib/postgresql';

/** Debian leaves these out of the PATH. */
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

/** @throws UserError that names the programs that are missing, and how to install them */
export function needPrograms(programs: readonly Program[]): void {
	const missing = programs.filter((program) => findProgram(program) === undefined);
	if (missing.length === 0) return;
	const names = missing.map(({ names: [name] }) => name).join(', ');
	const packages = [...new Set(missing.map(({ debian }) => debian))].join(' ');
	throw new UserError(
		`Needed, and not found on this machine: ${names}.\nOn Debian: apt-get install ${packages}`,
	);
}

/** @throws UserError where the Node.js that comes with n8n here does not run */
export function needLinux(): void {
	const machine = `${process.platform} ${process.arch}`;
	if (machine === 'linux x64') return;
	throw new UserError(
		`The real n8n runs here on Linux on x64 only, and this is ${machine}. Use a Linux machine or container.`,
	);
}
