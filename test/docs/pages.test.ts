import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { lineNamed, lineNames } from '../../tools/realN8n/lines';
import { emailTools } from '../../nodes/WebinarAccount/webinars/emailTools';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** Returns the first group of each match. */
const matches = (text: string, expression: RegExp) =>
	[...text.matchAll(expression)].map(([, group = '']) => group);
const pagesIn = (folder: string) =>
	readdirSync(join(ROOT, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => join(folder, name));

/** Returns the anchors of a page's headings as GitHub and npm build them: lower case, dashes, no punctuation. */
const anchorsIn = (page: string) =>
	matches(read(page), /^#+ (.*)$/gm).map((heading) =>
		heading
			.toLowerCase()
			.replaceAll(' ', '-')
			.replaceAll(/[^\w-]/g, ''),
	);

describe.each(
	['.', 'docs/users', 'docs/developers', 'examples', 'test/e2e', 'test/fixtures/publicExamples'].flatMap(
		pagesIn,
	),
)('the page %s', (page) => {
	it('links only to files and headings that exist', () => {
		const text = read(page);
		const found = [...matches(text, /\]\(([^)\s]+)\)/g), ...matches(text, /^\[.*\]: (\S+)$/gm)];
		const links = found.filter((link) => !/^\w+:/.test(link));
		const isThere = (link: string) => {
			const [file = '', anchor] = link.split('#');
			const target = file === '' ? page : join(dirname(page), file);
			return existsSync(join(ROOT, target)) && (anchor === undefined || anchorsIn(target).includes(anchor));
		};
		expect(links.filter((link) => !isThere(link))).toEqual([]);
	});
});

describe('the compatibility table', () => {
	it.each(lineNames)('lists the tested n8n version of release line %s', (name) => {
		expect(read('README.md')).toMatch(new RegExp(`^\\| ${name}\\..* ${lineNamed(name).version}: `, 'm'));
	});

	it('lists the n8n version that compose.yaml uses', () => {
		expect(read('compose.yaml')).toContain(`n8n:${lineNamed('2').version}}`);
	});
});

const filesIn = (folder: string) =>
	readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));

describe('the page about errors', () => {
	it("quotes the node's messages exactly", () => {
		const sources = filesIn('nodes').map(read).join('\n');
		const rows = matches(read('docs/users/errors.md'), /^- ((?:`[^`]+`,?\s*)+)/gm);
		const quoted = rows.flatMap((messages) => matches(messages, /`([^`]+)`/g));
		const isThere = (message: string) => message.split('…').every((part) => sources.includes(part.trim()));
		expect(quoted.length).toBeGreaterThan(30);
		expect(quoted.filter((message) => !isThere(message))).toEqual([]);
	});
});

describe('the page about one-click links', () => {
	const page = read('docs/users/one-click-links.md');

	it.each(Object.values(emailTools))('lists the same merge fields for $name as the node', (preset) => {
		const row = page.split('\n').find((line) => line.startsWith(`- ${preset.name}: `));
		for (const tag of [preset.firstName, preset.lastName, preset.email]) expect(row).toContain(`\`${tag}\``);
	});
});
