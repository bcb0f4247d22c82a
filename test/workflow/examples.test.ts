import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { type Example, exampleFiles, isOurs, nodeNamed, readExample } from '../support/examples';

const ROOT = join(__dirname, '../..');
const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const readme = readText('examples/README.md');

/** Of n8n's list of changes in version 3. */
const removedInN8n3 = ['function', 'functionItem', 'itemLists', 'aiTransform'].map(
	(name) => `n8n-nodes-base.${name}`,
);

/** The nodes that a text names, in order. */
function nodesIn(text: string, { nodes }: Example, mark: string): string[] {
	const names = text.split(mark).filter((part) => nodes.some(({ name }) => name === part));
	return [...new Set(names)];
}

const DATA_TABLE = 'n8n-nodes-base.dataTable';

const columns = z.object({ columns: z.object({ mappingMode: z.string() }) });

const fields = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string(), type: z.string() })) }),
});

/** The fields of the Edit Fields node before a node, with their types. */
function fieldsBefore({ nodes, connections }: Example, name: string): Array<[string, string]> {
	const before = nodes.find((node) => connections[node.name]?.main[0]?.some((end) => end.node === name));
	const { assignments } = fields.parse(before?.parameters).assignments;
	return assignments.map((field) => [field.name, field.type]);
}

/** The columns in a text such as "the columns *id* (number), and *first* and *last* (string)", with their types. */
function columnsIn(text: string): Array<[string, string]> {
	const groups = text.matchAll(/((?:\*\w+\*(?:, and |, | and )?)+) \((\w+)\)/g);
	return [...groups].flatMap(([, names = '', type = '']) =>
		[...names.matchAll(/\*(\w+)\*/g)].map(([, name = '']): [string, string] => [name, type]),
	);
}

// test/e2e/examples runs each of them through all its branches.
describe.each(exampleFiles)('the example %s', (file) => {
	const example = readExample(file);
	const { nodes, connections, pinData } = example;

	it("connects its own nodes, ours and n8n's, of which n8n 3 removes none", () => {
		const names = nodes.map(({ name }) => name);
		const ends = Object.values(connections).flatMap(({ main }) => main.flat().map(({ node }) => node));
		expect(new Set(names).size).toBe(names.length);
		expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
		const others = nodes.filter((node) => !isOurs(node));
		expect(others.filter(({ type }) => !type.startsWith('n8n-nodes-base.'))).toEqual([]);
		expect(others.filter(({ type }) => removedInN8n3.includes(type))).toEqual([]);
	});

	it('brings no credential, data, webinar, data table or path that could work by accident', () => {
		const chosen = nodes.flatMap(({ credentials }) => Object.values(credentials));
		expect(chosen.filter(({ id, name }) => id || name)).toEqual([]);
		expect(pinData).toEqual({});
		const set = nodes.flatMap(({ name, parameters: { webinarId, dataTableId, path } }) =>
			[webinarId, dataTableId, path]
				.map((value) => (typeof value === 'object' && value && 'value' in value ? value.value : value))
				.filter((value) => value !== undefined && value !== '')
				.filter((value) => !(typeof value === 'string' && value.startsWith('=')))
				.map((value) => ({ name, value })),
		);
		expect(set).toEqual([]);
	});

	it('says in its note and in the README what to change before it runs, in the same order', () => {
		const note = z.string().parse(nodeNamed(example, 'How to Use It').parameters.content);
		const [, steps = ''] = /\*\*Before it runs\*\*\n([^]*?)\n\n/.exec(note) ?? [];
		expect(note).toContain('**To try it:**');
		const [, section = ''] = readme.split(`### \`${file}\`\n`);
		const [, list = ''] = /\n((?:\d\. .*\n(?: {3}.*\n)*)+)/.exec(section) ?? [];
		expect(nodesIn(steps, example, '*')).not.toEqual([]);
		expect(nodesIn(list, example, '_')).toEqual(nodesIn(steps, example, '*'));
	});

	// Choosing a table in n8n's editor empties a mapping by hand.
	it('maps the columns of its data table automatically, and names them in its note', () => {
		const note = z.string().parse(nodeNamed(example, 'How to Use It').parameters.content);
		const writers = nodes.filter(({ type, parameters }) => type === DATA_TABLE && 'columns' in parameters);
		for (const { name, parameters } of writers) {
			expect(columns.parse(parameters).columns.mappingMode).toBe('autoMapInputData');
			const [, text = ''] = /create a table with the columns? (.*?)\. Choose it/.exec(note) ?? [];
			expect(columnsIn(text).sort()).toEqual(fieldsBefore(example, name).sort());
		}
	});

	it('has no expression in its note', () => {
		expect(nodeNamed(example, 'How to Use It').parameters.content).not.toMatch(/\{\{|\$json/);
	});
});

describe.each([
	['README.md', /\]\(examples\/([\w-]+\.json)\)/g],
	['examples/README.md', /^\|.*\[`([\w-]+\.json)`\]\(#/gm],
	['docs/users/recipes.md', /^\|.*\]\(\.\.\/\.\.\/examples\/([\w-]+\.json)\)/gm],
])('the table of recipes in %s', (file, link) => {
	it('lists every example', () => {
		const listed = [...readText(file).matchAll(link)].map(([, name]) => name);
		expect([...new Set(listed)].sort()).toEqual(exampleFiles);
	});
});
