import { open, stat, unlink } from 'node:fs/promises';

import { codeOf } from './demoError';

const reasons: Readonly<Record<string, string>> = {
	ENOENT: 'there is no such folder',
	ENOTDIR: 'what should be its folder is a file',
	EEXIST: 'it is a link that leads nowhere',
	EISDIR: 'it is a folder, not a file',
	ENAMETOOLONG: 'the name is too long',
	EACCES: 'writing there is not allowed',
	EPERM: 'writing there is not allowed',
	EROFS: 'writing there is not allowed',
};

/**
 * Finds out, before the work whose result it is to hold, whether a file can be written. Nothing is changed.
 * @returns the reason if it cannot
 */
export async function whyNotWritable(path: string): Promise<string | undefined> {
	const existing = await stat(path).catch(() => undefined);
	if (existing?.isDirectory()) return reasons.EISDIR;
	// A device or a pipe keeps nothing, and opening a pipe could wait forever.
	if (existing && !existing.isFile()) return 'it is not an ordinary file';
	try {
		// Only opening it shows everything that can be wrong with a path.
		await (await open(path, existing ? 'a' : 'ax')).close();
		if (!existing) await unlink(path);
		return undefined;
	} catch (error) {
		return reasonOf(error);
	}
}

/** Why a file could not be written, in words. */
export function reasonOf(error: unknown): string {
	return reasons[codeOf(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
