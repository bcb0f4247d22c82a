import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { whyNotWritable } from '../../tools/cli/writableFile';

describe('Whether a file can be written', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'webinar-writable-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	it('is found out without leaving an empty file behind', async () => {
		const path = join(folder, 'new.csv');
		await expect(whyNotWritable(path)).resolves.toBeUndefined();
		expect(existsSync(path)).toBe(false);
	});

	it('is found out without a change to a file that is there', async () => {
		const path = join(folder, 'there.csv');
		await writeFile(path, 'first_name\n');
		await expect(whyNotWritable(path)).resolves.toBeUndefined();
		await expect(readFile(path, 'utf8')).resolves.toBe('first_name\n');
	});

	it.each([
		['a name that is too long', 'n'.repeat(300), 'the name is too long'],
		['a link to nowhere', 'link.csv', 'it is a broken link'],
	])('is denied with the reason for %s', async (_name, path, reason) => {
		await symlink('missing.csv', join(folder, 'link.csv'));
		await expect(whyNotWritable(join(folder, path))).resolves.toBe(reason);
	});
});
