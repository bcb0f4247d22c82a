import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { placeholders } from '../../tools/release/placeholders';

const ROOT = join(__dirname, '../..');
const REPOSITORY = 'https://git.example.org/webinar-account';
const LINKING = [
	'credentials/WebinarAccountApi.credentials.ts',
	'nodes/WebinarAccount/WebinarAccount.node.json',
	'nodes/WebinarAccount/WebinarAccountTrigger.node.json',
];

let copy: string;

const edit = (file: string, change: (text: string) => string) =>
	writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
const set = (members: object) =>
	edit('package.json', (text) => JSON.stringify({ ...JSON.parse(text), ...members }));

/** With nothing left to fill in. */
beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of ['package.json', ...LINKING]) cpSync(join(ROOT, file), join(copy, file));
	for (const file of LINKING) {
		edit(file, (text) =>
			text.replaceAll('https://www.npmjs.com/package/n8n-nodes-webinar-account', REPOSITORY),
		);
	}
	set({
		...{ repository: { type: 'git', url: `git+${REPOSITORY}.git` }, bugs: { url: `${REPOSITORY}/issues` } },
		...{ homepage: REPOSITORY, author: { name: 'Maintainers', email: 'maintainers@example.org' } },
	});
});
afterEach(() => rmSync(copy, { recursive: true }));

test('nothing is said when the repository, the author and the help links are set', () => {
	expect(placeholders(copy)).toEqual([]);
});

test.each([
	['"repository" is missing', { repository: undefined }],
	['"bugs" is missing', { bugs: undefined }],
	['"homepage" is not the repository', { homepage: undefined }],
	['"author" has an invented address', { author: { name: 'M', email: 'm@users.example' } }],
])('is said of package.json: %s', (line, members) => {
	set(members);
	expect(placeholders(copy)).toEqual([`package.json: ${line}`]);
});

test.each(LINKING)("is said of npm's page in %s", (file) => {
	cpSync(join(ROOT, file), join(copy, file));
	expect(placeholders(copy)).toEqual([`${file}: a help link leads to npm's page instead of the repository`]);
});
