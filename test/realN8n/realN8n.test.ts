import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import waitFor from 'p-wait-for';

import { BackgroundProgram } from '../../tools/realN8n/backgroundProgram';
import { cached } from '../../tools/realN8n/cache';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'real-n8n-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// Only the end-to-end tests start such programs, and they need Linux too.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a program in the background', () => {
	/** Starts a shell script, which is ready when its log contains a space. */
	const start = (script: string) =>
		BackgroundProgram.start({
			name: 'It',
			command: 'sh',
			args: ['-c', script],
			env: { PATH: process.env.PATH ?? '' },
			logFile: join(folder, 'log'),
			onEnd: () => {},
			isReady: () => Promise.resolve(readFileSync(join(folder, 'log'), 'utf8').includes(' ')),
		});
	const isRunning = (pid: number) => {
		try {
			// The file of a process is empty if it has ended, but its parent has not read its exit code.
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
		} catch {
			return false;
		}
	};

	it.each(['stop', 'kill'] as const)(
		'ends together with the programs that it started: %s',
		async (method) => {
			// The shell prints its ID and that of a program it started, and waits for that program.
			const program = await start('sleep 1000 & echo "$$ $!"; wait');
			const ids = readFileSync(join(folder, 'log'), 'utf8').trim().split(' ').map(Number);
			expect(ids.map(isRunning)).toEqual([true, true]);
			await program[method]();
			await waitFor(() => !ids.some(isRunning));
		},
	);

	it('shows the end of its log in the error if it does not start', async () => {
		await expect(start('echo broken; exit 3')).rejects.toThrow(
			'It did not start. The end of its log:\nbroken',
		);
	});
});

describe('the cache of installations', () => {
	/** Returns a function that fills the folder with one file. */
	const fill = (text: string) => async (unfinished: string) =>
		Promise.resolve(writeFileSync(join(unfinished, 'content'), text));

	it('fills a folder only once, but tries again after a failure', async () => {
		const fail = () => Promise.reject(new Error('no network'));
		await expect(cached('a', fail, folder)).rejects.toThrow('no network');
		await cached('a', fill('first'), folder);
		await expect(cached('a', fill('second'), folder)).resolves.toBe(join(folder, 'a'));
		expect(readFileSync(join(folder, 'a/content'), 'utf8')).toBe('first');
	});

	it('removes files that an interrupted run left behind', async () => {
		mkdirSync(join(folder, 'a.unfinished'));
		writeFileSync(join(folder, 'a.unfinished/rest'), '');
		await cached('a', fill('new'), folder);
		expect(readdirSync(folder)).toEqual(['a']);
		expect(readdirSync(join(folder, 'a'))).toEqual(['content']);
	});
});
