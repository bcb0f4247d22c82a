import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');

/** Also those that `npx jest` ignores. */
const ALL_FOLDERS = '--testPathIgnorePatterns=/node_modules/';

interface JestOptions {
	/** Added to the environment of this process. */
	env?: Readonly<Record<string, string | undefined>>;
	/** Stops Jest. */
	signal?: AbortSignal;
}

/** Runs Jest. @returns its exit code, or 1 if a signal ended it */
export async function runJest(
	args: readonly string[],
	{ env = {}, signal: stop }: JestOptions = {},
): Promise<number> {
	const child = spawn(process.execPath, [JEST, ...args, ALL_FOLDERS], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	stop?.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
	await once(child, 'exit');
	const { exitCode, signalCode } = child;
	if (exitCode !== null) return exitCode;
	console.error(`error: Jest was ended by ${signalCode}`);
	return 1;
}
