import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..');
const SHARES = 4;

/**
 * Runs a quarter of the workflow tests as one file. Jest loads n8n anew for each file, which takes a second, so `npm test`
 * runs them in four; each of them can also be run alone.
 */
export function runTogether(share: 0 | 1 | 2 | 3): void {
	const files = readdirSync(FOLDER).filter((name) => name.endsWith('.test.ts'));
	for (const name of files.filter((_, index) => index % SHARES === share)) {
		describe(name, () => {
			jest.requireActual(join(FOLDER, name));
		});
	}
}
