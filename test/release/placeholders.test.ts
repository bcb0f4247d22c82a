import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FILES_WITH_LINKS, placeholders } from '../../tools/release/placeholders';

const ROOT = join(__dirname, '../..');
const REPOSITORY = 'https://git.example.org/n8n-nodes-webinarjam-everwebinar';
/** A package.json without placeholders. */
const FILLED_IN = {
	repository: { type: 'git', url: `git+${REPOSITORY}.git` },
	bugs: { url: `${REPOSITORY}/issues` },
	homepage: REPOSITORY,
	author: { name: 'Maintainers', email: 'maintainers@example.org' },
};

let copy: string;
beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of FILES_WITH_LINKS) cpSync(join(ROOT, file), join(copy, file));
});
afterEach(() => rmSync(copy, { recursive: true }));

it('names what is missing in package.json, and each file whose help link leads to npm', () => {
	writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...FILLED_IN, bugs: undefined }));
	expect(placeholders(copy)).toEqual([
		'package.json: "bugs" is missing',
		...FILES_WITH_LINKS.map((file) => `${file}: a help link leads to npm's page instead of the repository`),
	]);
});
