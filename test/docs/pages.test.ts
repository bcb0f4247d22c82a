import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { emailTools } from '../../nodes/WebinarAccount/service/links/emailTools';

const ROOT = join(__dirname, '../..');
const pagesIn = (folder: string) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => join(folder, name));

describe.each(['.', 'docs', 'examples', 'test/e2e'].flatMap(pagesIn))('the page %s', (page) => {
	it('links only to files that are there', () => {
		const text = readFileSync(join(ROOT, page), 'utf8');
		const found = [...text.matchAll(/\]\(([^)\s]+)\)/g), ...text.matchAll(/^\[.*\]: (\S+)$/gm)];
		const links = found.map(([, link = '']) => link.replace(/#.*$/, ''));
		const files = links.filter((link) => link !== '' && !/^\w+:/.test(link));
		expect(files.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
	});
});

describe('the page about one-click links', () => {
	const page = readFileSync(join(__dirname, '../../docs/one-click-links.md'), 'utf8').replaceAll('\\|', '|');

	it.each(Object.values(emailTools))('lists the merge fields of $name as the node has them', (preset) => {
		const row = page.split('\n').find((line) => line.startsWith(`| ${preset.name} `));
		for (const tag of [preset.firstName, preset.lastName, preset.email]) expect(row).toContain(`\`${tag}\``);
	});
});
