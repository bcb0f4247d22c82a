import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import envPaths from 'env-paths';

/** `$XDG_CACHE_HOME/n8n-nodes-webinarjam-everwebinar`, which is in `~/.cache` by default. */
const cacheFolder = envPaths('n8n-nodes-webinarjam-everwebinar', { suffix: '' }).cache;

/** Returns a name that changes if any file in the folder changes. */
export function contentKey(folder: string): string {
	const hash = createHash('sha256');
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
	for (const file of files) hash.update(file.slice(folder.length)).update(readFileSync(file));
	return `${basename(folder)}-${hash.digest('hex').slice(0, 12)}`;
}

/**
 * Returns the cache folder with this name, after filling it if it does not exist. A new folder is filled under another
 * name and then renamed, so that a folder with its final name is complete.
 */
export async function cached(
	name: string,
	fill: (folder: string) => Promise<void>,
	cache = cacheFolder,
): Promise<string> {
	const folder = join(cache, name);
	if (existsSync(folder)) return folder;
	const unfinished = `${folder}.unfinished`;
	await rm(unfinished, { recursive: true, force: true });
	await mkdir(unfinished, { recursive: true });
	await fill(unfinished);
	await rename(unfinished, folder);
	return folder;
}
