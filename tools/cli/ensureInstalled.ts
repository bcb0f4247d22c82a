import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from './userError';

/**
 * Installs the dependencies of a folder, unless they were installed since its lockfile changed. Such a folder has programs
 * that few people need, so that `npm ci` in the root is quick.
 */
export function ensureInstalled(folder: string): void {
	// npm writes this file last.
	const installedFile = join(folder, 'node_modules/.package-lock.json');
	if (changedAt(installedFile) > changedAt(join(folder, 'package-lock.json'))) return;
	console.log(`Installing ${folder}, once; this takes some seconds`);
	const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
		cwd: folder,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (status !== 0) throw new UserError(`Could not install ${folder}.`);
}

function changedAt(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
