import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(__dirname, '..');

/**
 * Runs all test files in folders as one file, so that Jest loads n8n or the sandbox only once for them.
 * @param isWanted selects some of the files by their name
 */
export function runGroup(folders: string[], isWanted: (file: string) => boolean = () => true): void {
	for (const folder of folders) {
		const files = readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' });
		for (const file of files.filter((name) => name.endsWith('.test.ts') && isWanted(name)).sort()) {
			const name = join(folder, file);
			describe(name, () => {
				jest.requireActual(join(TESTS, name));
			});
		}
	}
}
