import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(__dirname, '..');

/**
 * Runs the tests in folders as one file, or those of them that are wanted. Jest loads n8n anew for each file, which takes
 * seconds, so `npm test` runs them so, in halves for two processor cores; each file can also be run alone.
 */
export function runTogether(folders: string[], isWanted: (file: string) => boolean = () => true): void {
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
