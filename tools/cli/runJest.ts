import { join } from 'node:path';

import { execa } from 'execa';

const ROOT = join(__dirname, '../..');

/** Runs Jest. @returns its exit code, or 1 if a signal ended it */
export async function runJest(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
	const { exitCode = 1, signal } = await execa('jest', args, {
		cwd: ROOT,
		env,
		preferLocal: true,
		localDir: ROOT,
		stdio: 'inherit',
		reject: false,
	});
	if (signal !== undefined) console.error(`error: Jest was ended by ${signal}`);
	return exitCode;
}
