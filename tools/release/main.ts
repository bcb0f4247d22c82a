import { join } from 'node:path';

import { placeholders } from './placeholders';

// npm runs this file before it publishes the package.
const found = placeholders(join(__dirname, '../..'));
if (found.length > 0) {
	console.error(
		`Not ready to be published; see docs/developers/release.md:\n${found.map((line) => `  ${line}`).join('\n')}`,
	);
	process.exitCode = 1;
}
