import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import waitFor from 'p-wait-for';

import { BackgroundProgram } from '../../tools/realN8n/backgroundProgram';

const env = { PATH: process.env.PATH ?? '' };
/** A shell that says its own ID and that of a program it started, and waits for that. */
const SCRIPT = 'sleep 1000 & echo "$$ $!"; wait';

// The end-to-end tests, which it is for, need Linux too.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('A program in the background', () => {
	let folder: string;
	let logFile: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'background-test-'));
		logFile = join(folder, 'log');
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const start = (script: string) =>
		BackgroundProgram.start({ name: 'It', command: 'sh', args: ['-c', script], env, logFile });

	const log = () => {
		try {
			return readFileSync(logFile, 'utf8');
		} catch {
			return '';
		}
	};
	const processIds = async (): Promise<number[]> => {
		await waitFor(() => log().includes('\n'));
		return log().trim().split(' ').map(Number);
	};
	const isRunning = (pid: number) => {
		try {
			// Of a process that has ended, and that nobody has asked how, only this file is left empty.
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
		} catch {
			return false;
		}
	};
	const allGone = (ids: number[]) => waitFor(() => !ids.some(isRunning));

	it('ends with all that it started', async () => {
		const program = start(SCRIPT);
		const ids = await processIds();
		await waitFor(() => ids.every(isRunning));
		await program.stop();
		await allGone(ids);
		expect(program.isRunning).toBe(false);
	});

	it('ends with who started it, even if that was killed', async () => {
		const module = pathToFileURL(join(__dirname, '../../tools/realN8n/backgroundProgram.ts')).href;
		const options = { name: 'It', command: 'sh', args: ['-c', SCRIPT], env, logFile };
		const starter = spawn(process.execPath, [
			...['--import', pathToFileURL(require.resolve('tsx')).href, '--eval'],
			`import(${JSON.stringify(module)}).then(({ BackgroundProgram, default: module }) =>
				(BackgroundProgram ?? module.BackgroundProgram).start(${JSON.stringify(options)}))`,
		]);
		const ids = await processIds();
		starter.kill('SIGKILL');
		await once(starter, 'exit');
		await allGone(ids);
	});

	it('shows the end of its log when it does not start', async () => {
		const program = start('echo out of memory; exit 3');
		await expect(program.ready(() => Promise.resolve(false))).rejects.toThrow(
			'It did not start. The end of its log:\nout of memory',
		);
	});
});
