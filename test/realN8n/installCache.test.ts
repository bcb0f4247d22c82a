import { spawnSync } from 'node:child_process';
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

import { cached } from '../../tools/realN8n/cache';

describe('The cache of installations', () => {
	let folder: string;

	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'cache-test-'));
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	const fill = (text: string) => (unfinished: string) => {
		writeFileSync(join(unfinished, 'content'), text);
		return Promise.resolve();
	};
	const content = () => readFileSync(join(folder, 'a', 'content'), 'utf8');

	it('fills a folder once', async () => {
		await cached('a', fill('first'), folder);
		await expect(cached('a', fill('second'), folder)).resolves.toBe(join(folder, 'a'));
		expect(content()).toBe('first');
		expect(readdirSync(folder)).toEqual(['a']);
	});

	it('does not take a folder that could not be filled for a full one', async () => {
		await expect(cached('a', () => Promise.reject(new Error('no network')), folder)).rejects.toThrow(
			'no network',
		);
		expect(existsSync(join(folder, 'a'))).toBe(false);
		await cached('a', fill('again'), folder);
		expect(content()).toBe('again');
	});

	it('removes what a process left that was interrupted, and nothing of one that is at work', async () => {
		const { pid: gone } = spawnSync('true');
		const atWork = `b.${process.ppid}`;
		for (const name of [`a.${gone}`, atWork]) mkdirSync(join(folder, name));
		await cached('a', fill('new'), folder);
		expect(readdirSync(folder).sort()).toEqual(['a', atWork]);
	});
});
