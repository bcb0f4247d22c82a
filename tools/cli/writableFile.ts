import { open, stat, unlink } from 'node:fs/promises';

const reasons: Readonly<Record<string, string>> = {
	ENOTDIR: 'its folder is a file',
	EEXIST: 'it is a broken link',
	EISDIR: 'it is a folder, not a file',
	ENAMETOOLONG: 'the name is too long',
	EACCES: 'access is not allowed',
	EPERM: 'access is not allowed',
	EROFS: 'access is not allowed',
};

/**
 * Checks whether a file can be written, before the work that creates its content. Changes nothing.
 * @returns the reason if it cannot
 */
export async function whyNotWritable(path: string): Promise<string | undefined> {
	const existing = await stat(path).catch(() => undefined);
	if (existing?.isDirectory()) return reasons.EISDIR;
	// A device or a pipe does not store the text, and opening a pipe could wait forever.
	if (existing && !existing.isFile()) return 'it is not an ordinary file';
	try {
		// Only opening the file detects every problem of a path.
		await (await open(path, existing ? 'a' : 'ax')).close();
		if (!existing) await unlink(path);
		return undefined;
	} catch (error) {
		return reasonOf(error);
	}
}

/** The reason why a file could not be opened. @param missing what ENOENT means, e.g. "file" */
export function reasonOf(error: unknown, missing: 'file' | 'folder' = 'folder'): string {
	const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
	if (code === 'ENOENT') return `there is no such ${missing}`;
	return reasons[code] ?? String(error);
}
