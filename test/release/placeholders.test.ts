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

beforeEach(() => {
	copy = mkdtempSync(join(tmpdir(), 'release-'));
	for (const file of ['package.json', ...LINKING]) cpSync(join(ROOT, file), join(copy, file));
});
afterEach(() => rmSync(copy, { recursive: true }));

const edit = (file: string, change: (text: string) => string) =>
	writeFileSync(join(copy, file), change(readFileSync(join(copy, file), 'utf8')));
const setInManifest = (members: object) =>
	edit('package.json', (text) => JSON.stringify({ ...JSON.parse(text), ...members }));

function complete(): void {
	setInManifest({
		repository: { type: 'git', url: `git+${REPOSITORY}.git` },
		bugs: { url: `${REPOSITORY}/issues` },
		homepage: REPOSITORY,
		author: { name: 'Maintainers', email: 'maintainers@example.org' },
	});
	for (const file of LINKING) {
		edit(file, (text) =>
			text.replaceAll('https://www.npmjs.com/package/n8n-nodes-webinar-account', REPOSITORY),
		);
	}
}

test('nothing is left when the repository, the author and the help links are set', () => {
	complete();
	expect(placeholders(copy)).toEqual([]);
});

test.each([
	[
		'a missing repository',
		() => setInManifest({ repository: undefined }),
		'package.json: "repository" is missing',
	],
	['missing bugs', () => setInManifest({ bugs: undefined }), 'package.json: "bugs" is missing'],
	[
		'no homepage',
		() => setInManifest({ homepage: undefined }),
		'package.json: "homepage" is not the repository',
	],
	[
		'an invented author',
		() => setInManifest({ author: { name: 'M', email: 'm@users.example' } }),
		'package.json: "author" has an invented address',
	],
	...LINKING.map((file): [string, () => void, string] => [
		`help links in ${file}`,
		() => cpSync(join(ROOT, file), join(copy, file)),
		`${file}: a help link leads to npm's page instead of the repository`,
	]),
])('%s is a placeholder', (_name, spoil, line) => {
	complete();
	spoil();
	expect(placeholders(copy)).toEqual([line]);
});
