import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod/v4';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

const manifest = z.object({ name: z.string(), version: z.string() });

/** Packs the built package into a tarball. @returns its path */
export async function packPackage(destination: string): Promise<string> {
	const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: ROOT });
	return join(destination, stdout.trim());
}

/** Installs a tarball as a community package. It has no dependencies, so n8n's own installer does no more than this. */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', 'n8n-nodes-webinarjam-everwebinar');
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['--extract', '--file', tarball, '--strip-components=1', '--directory', target]);
	const { name, version } = manifest.parse(JSON.parse(await readFile(join(target, 'package.json'), 'utf8')));
	const installed = { name: 'installed-nodes', private: true, dependencies: { [name]: version } };
	await writeFile(join(nodes, 'package.json'), JSON.stringify(installed));
}
