import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod/v4';

const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

/** Fields that n8n's installer removes from the manifest. */
const NOT_INSTALLED = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

const manifest = z.looseObject({ name: z.string(), version: z.string() });

/** Packs the built package into a tarball. @returns its path */
export async function packPackage(destination: string): Promise<string> {
	const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: ROOT });
	return join(destination, stdout.trim());
}

/** Installs a tarball as a community package, with the steps of n8n's own installer. */
export async function installTarball(tarball: string, userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n/nodes');
	const target = join(nodes, 'node_modules', 'n8n-nodes-webinarjam-everwebinar');
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	await run('tar', ['--extract', '--file', tarball, '--strip-components=1', '--directory', target]);

	const file = join(target, 'package.json');
	const all = manifest.parse(JSON.parse(await readFile(file, 'utf8')));
	const kept = Object.entries(all).filter(([name]) => !NOT_INSTALLED.includes(name));
	await writeFile(file, JSON.stringify(Object.fromEntries(kept), null, 2));
	const options = ['--bin-links=false', '--install-strategy=shallow', '--package-lock=false'];
	await run('npm', ['install', '--audit=false', '--fund=false', '--ignore-scripts=true', ...options], {
		cwd: target,
	});
	const dependencies = { [all.name]: all.version };
	await writeFile(
		join(nodes, 'package.json'),
		JSON.stringify({ name: 'installed-nodes', private: true, dependencies }),
	);
}
