import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LINKING, placeholders, STAND_IN } from '../../tools/release/placeholders';

const ROOT = join(__dirname, '../..');
const REPOSITORY = 'https://git.example.org/webinar-account';
/** With nothing left to fill in. */
const FILLED_IN = {
	repository: { type: 'git', url: `git+${REPOSITORY}.git` },
	bugs: { url: `${REPOSITORY}/issues` },
	homepage: REPOSITORY,
	author: { name: 'Maintainers', email: 'maintainers@example.org' },
};

let copy: string;
beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of LINKING) cpSync(join(ROOT, file), join(copy, file));
});
afterEach(() => rmSync(copy, { recursive: true }));

test('the help links that lead to the page at npm are named', () => {
	writeFileSync(join(copy, 'package.json'), JSON.stringify(FILLED_IN));
	expect(placeholders(copy)).toEqual(
		LINKING.map((file) => `${file}: a help link leads to npm's page instead of the repository`),
	);
});

test.each([
	{ lines: [], members: {} },
	{ lines: ['package.json: "repository" is missing'], members: { repository: undefined } },
	{ lines: ['package.json: "bugs" is missing'], members: { bugs: undefined } },
	{ lines: ['package.json: "homepage" is not the repository'], members: { homepage: undefined } },
	{
		lines: ['package.json: "author" has an invented address'],
		members: { author: { name: 'M', email: 'm@users.example' } },
	},
])('of package.json is said $lines', ({ lines, members }) => {
	writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...FILLED_IN, ...members }));
	for (const file of LINKING) {
		const text = readFileSync(join(copy, file), 'utf8');
		writeFileSync(join(copy, file), text.replaceAll(`https://www.${STAND_IN}`, REPOSITORY));
	}
	expect(placeholders(copy)).toEqual(lines);
});
