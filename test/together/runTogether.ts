import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(__dirname, '..');

/**
 * Runs the tests in folders as one file, or every second file of them. Jest loads n8n anew for each file, which takes
 * seconds, so `npm test` runs them so; each file can also be run alone.
 */
export function runTogether(folders: string[], half?: 0 | 1): void {
	const files = folders.flatMap((folder) =>
		readdirSync(join(TESTS, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.test.ts'))
			.sort()
			.map((name) => join(folder, name)),
	);
	for (const name of files.filter((_, index) => half === undefined || index % 2 === half)) {
		describe(name, () => {
			jest.requireActual(join(TESTS, name));
		});
	}
}

/** The folders whose tests load n8n's engine, in two halves for two processor cores. */
export const WITH_ENGINE = ['workflow', 'faults', 'longRuns', 'fuzz', 'demo', 'package', 'outputSchemas'];
