import { exitWith } from '../../tools/cli/userError';

export interface Ended {
	exitCode: number | null;
	stdout: string;
	stderr: string;
}

class Exit extends Error {
	constructor(readonly code: number) {
		super(`The command ended with ${code}`);
	}
}

/** Runs a command in this process, because starting another one takes much longer. */
export async function inProcess(
	command: () => Promise<number>,
	{ cwd, env = {} }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ended> {
	const ended: Ended = { exitCode: null, stdout: '', stderr: '' };
	const write = (to: 'stdout' | 'stderr') => (text: unknown) => {
		ended[to] += String(text);
		return true;
	};
	const spies = [
		jest.spyOn(process.stdout, 'write').mockImplementation(write('stdout')),
		jest.spyOn(process.stderr, 'write').mockImplementation(write('stderr')),
		jest.spyOn(console, 'log').mockImplementation((text) => write('stdout')(`${text}\n`)),
		jest.spyOn(console, 'error').mockImplementation((text) => write('stderr')(`${text}\n`)),
		jest.spyOn(process, 'exit').mockImplementation((code) => {
			throw new Exit(Number(code));
		}),
	];
	const environment = jest.replaceProperty(process, 'env', { ...process.env, ...env });
	const folder = process.cwd();
	process.chdir(cwd);
	try {
		ended.exitCode = await command().catch((error: unknown) => {
			if (error instanceof Exit) throw error;
			return exitWith(error);
		});
	} catch (error) {
		if (!(error instanceof Exit)) throw error;
		ended.exitCode = error.code;
	} finally {
		process.chdir(folder);
		environment.restore();
		spies.forEach((spy) => spy.mockRestore());
	}
	return ended;
}
