import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PAGE = join(ROOT, 'docs/developers/architecture.md');

const page = readFileSync(PAGE, 'utf8');

const sourcesIn = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

describe('the architecture page', () => {
	it('names only source files that exist', () => {
		const files = ['nodes', 'credentials', 'sandbox', 'tools', 'test'].flatMap((folder) =>
			sourcesIn(join(ROOT, folder)),
		);
		const names = [...page.matchAll(/`([\w/]+(?:\.test)?\.ts)`/g)].map(([, name = '']) => name);
		expect(names.length).toBeGreaterThan(15);
		expect(names.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
	});
});
