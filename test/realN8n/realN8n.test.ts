import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
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

// The end-to-end tests, which it is for, need Linux too.
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('A program in the background', () => {
	/** A shell that says its own ID and that of a program it started, and waits for that. */
	const SCRIPT = 'sleep 1000 & echo "$$ $!"; wait';
	const optionsFor = (script: string) => ({
		...{ name: 'It', command: 'sh', args: ['-c', script], env: { PATH: process.env.PATH ?? '' } },
		logFile: join(folder, 'log'),
	});
	const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '');
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
		const program = BackgroundProgram.start(optionsFor(SCRIPT));
		const ids = await processIds();
		await waitFor(() => ids.every(isRunning));
		await program.stop();
		await allGone(ids);
		expect(program.isRunning).toBe(false);
	});

	it('is killed with all that it started', async () => {
		const program = BackgroundProgram.start(optionsFor(SCRIPT));
		const ids = await processIds();
		await program.kill();
		await allGone(ids);
	});

	it('shows the end of its log when it does not start', async () => {
		const program = BackgroundProgram.start(optionsFor('echo out of memory; exit 3'));
		await expect(program.ready(() => Promise.resolve(false))).rejects.toThrow(
			'It did not start. The end of its log:\nout of memory',
		);
	});
});

describe('The cache of installations', () => {
	const fill = (text: string) => async (unfinished: string) =>
		Promise.resolve(writeFileSync(join(unfinished, 'content'), text));
	const content = () => readFileSync(join(folder, 'a', 'content'), 'utf8');

	it('fills a folder once, and tries again if that failed', async () => {
		const fail = () => Promise.reject(new Error('no network'));
		await expect(cached('a', fail, folder)).rejects.toThrow('no network');
		await cached('a', fill('first'), folder);
		await expect(cached('a', fill('second'), folder)).resolves.toBe(join(folder, 'a'));
		expect(content()).toBe('first');
	});

	it('removes what an interrupted run left', async () => {
		mkdirSync(join(folder, 'a.unfinished'));
		writeFileSync(join(folder, 'a.unfinished/rest'), '');
		await cached('a', fill('new'), folder);
		expect(readdirSync(folder)).toEqual(['a']);
		expect(readdirSync(join(folder, 'a'))).toEqual(['content']);
	});
});
