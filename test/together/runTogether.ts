import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(__dirname, '..');

/**
 * Runs the tests in folders as one file, or a share of them. Jest loads n8n anew for each file, which takes a second or
 * more, so `npm test` runs them so; each file can also be run alone.
 */
export function runTogether(folders: string[], share = { index: 0, of: 1 }): void {
	const files = folders.flatMap((folder) =>
		readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.test.ts'))
			.map((name) => join(folder, name)),
	);
	for (const name of files.filter((_, index) => index % share.of === share.index)) {
		describe(name, () => {
			jest.requireActual(join(TESTS, name));
		});
	}
}
