import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = (main: string, ...args: string[]) =>
	promisify(execFile)(process.execPath, ['--import', 'tsx', main, ...args]);

describe('The help of a command', () => {
	it.each([
		['sandbox/main.ts', 'npm run sandbox -- [options]'],
		['test/fuzz/main.ts', 'npm run test:more -- fuzz [options]'],
	])('in %s says what to type', async (main, usage) => {
		expect((await run(main, '--help')).stdout).toContain(`Usage: ${usage}\n`);
	});
});

describe('The simulation', () => {
	it.each([
		[
			'a picture that cannot be written',
			['--picture', 'missing/limit.svg'],
			'error: the picture cannot be written to missing/limit.svg: there is no such folder.\n',
		],
		[
			'a picture together with JSON',
			['--json', '--picture', 'missing/limit.svg'],
			"error: option '--picture <file>' cannot be used with option '--json'\n",
		],
	])('ends with one sentence on %s', async (_name, options, stderr) => {
		await expect(run('tools/bench/main.ts', 'simulate', ...options)).rejects.toMatchObject({
			code: 1,
			stdout: '',
			stderr,
		});
	});
});
