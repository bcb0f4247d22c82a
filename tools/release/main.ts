import { join } from 'node:path';

import { placeholders } from './placeholders';

// The workflow that publishes the package runs this file. npm itself runs no script, because .npmrc has ignore-scripts.
const found = placeholders(join(__dirname, '../..'));
if (found.length > 0) {
	console.error(
		`Not ready to be published; see docs/developers/release.md:\n${found.map((line) => `  ${line}`).join('\n')}`,
	);
	process.exitCode = 1;
}
