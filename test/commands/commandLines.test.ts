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
