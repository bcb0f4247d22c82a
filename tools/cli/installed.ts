import { statSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';

const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs a folder that has a manifest, unless that was done since its lockfile changed. Such folders hold what
 * few people need, so that `npm ci` in the root is quick.
 */
export async function installed(folder: string): Promise<void> {
	// npm writes it last.
	const done = join(folder, 'node_modules/.package-lock.json');
	if (changedAt(done) > changedAt(join(folder, 'package-lock.json'))) return;
	console.log(`Installing ${folder}: once, takes some seconds`);
	await execa('npm', ['ci', '--loglevel=error'], { cwd: folder, stdin: 'ignore', stdout: 'inherit' });
}
