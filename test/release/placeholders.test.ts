import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FILES_WITH_LINKS, placeholders, PLACEHOLDER_URL } from '../../tools/release/placeholders';

const ROOT = join(__dirname, '../..');
const REPOSITORY = 'https://git.example.org/webinar-account';
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

it('names each file with a help link that leads to npm instead of the repository', () => {
	writeFileSync(join(copy, 'package.json'), JSON.stringify(FILLED_IN));
	expect(placeholders(copy)).toEqual(
		FILES_WITH_LINKS.map((file) => `${file}: a help link leads to npm's page instead of the repository`),
	);
});

/** Writes a package.json, and lets all help links lead to the repository. */
function writePackage(json: object): void {
	writeFileSync(join(copy, 'package.json'), JSON.stringify(json));
	for (const file of FILES_WITH_LINKS) {
		const text = readFileSync(join(copy, file), 'utf8');
		writeFileSync(join(copy, file), text.replaceAll(`https://www.${PLACEHOLDER_URL}`, REPOSITORY));
	}
}

it('finds no placeholder if everything is filled in', () => {
	writePackage(FILLED_IN);
	expect(placeholders(copy)).toEqual([]);
});

it.each([
	{ changes: { repository: undefined }, problem: '"repository" is missing' },
	{ changes: { bugs: undefined }, problem: '"bugs" is missing' },
	{ changes: { homepage: undefined }, problem: '"homepage" is not the repository' },
	{
		changes: { author: { name: 'M', email: 'm@users.example' } },
		problem: '"author" has an invented email address',
	},
])('reports in package.json: $problem', ({ changes, problem }) => {
	writePackage({ ...FILLED_IN, ...changes });
	expect(placeholders(copy)).toEqual([`package.json: ${problem}`]);
});
