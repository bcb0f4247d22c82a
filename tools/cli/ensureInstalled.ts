import { statSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';

const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Installs the dependencies of a folder, unless they were installed since its lockfile changed. Such a folder has programs
 * that few people need, so that `npm ci` in the root is quick.
 */
export async function ensureInstalled(folder: string): Promise<void> {
	// npm writes this file last.
	const installedFile = join(folder, 'node_modules/.package-lock.json');
	if (changedAt(installedFile) > changedAt(join(folder, 'package-lock.json'))) return;
	console.log(`Installing ${folder}, once; this takes some seconds`);
	await execa('npm', ['ci', '--loglevel=error'], { cwd: folder, stdin: 'ignore', stdout: 'inherit' });
}
