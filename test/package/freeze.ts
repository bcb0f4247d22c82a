import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { TestEngine } from '../support/engine';
import { losses } from './compatibility';
import { surface, surfaceOf } from './surface';

/**
 * `npm run test:freeze`: adds what is new in the package to the frozen surface of version 1, so that from now on it
 * must stay. Fails when something disappeared or changed.
 */

const FILE = join(__dirname, 'version1.json');

async function freeze(): Promise<void> {
	const now = surfaceOf(await TestEngine.load());
	const frozen = existsSync(FILE) ? surface.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : {};
	const lost = losses(frozen, now);
	if (lost.length > 0) {
		console.error(`Saved workflows would break:\n${lost.join('\n')}\nSee docs/versioning.md.`);
		process.exitCode = 1;
		return;
	}
	writeFileSync(FILE, JSON.stringify(now));
	console.log(`${FILE} holds the package as it is now.`);
}

void freeze();
