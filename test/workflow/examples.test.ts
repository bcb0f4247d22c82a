import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { type Example, exampleFiles, isOurs, nodeNamed, readExample } from '../support/examples';

const readme = readFileSync(join(__dirname, '../../examples/README.md'), 'utf8');

/** Of n8n's list of changes in version 3. */
const removedInN8n3 = ['function', 'functionItem', 'itemLists', 'aiTransform'].map(
	(name) => `n8n-nodes-base.${name}`,
);

/** The nodes that a text names, in order. */
function nodesIn(text: string, { nodes }: Example, mark: string): string[] {
	const names = text.split(mark).filter((part) => nodes.some(({ name }) => name === part));
	return [...new Set(names)];
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
		const [, section = ''] = readme.split(`[\`${file}\`](${file})`);
		const [, list = ''] = /\n((?:\d\. .*\n(?: {3}.*\n)*)+)/.exec(section) ?? [];
		expect(nodesIn(steps, example, '*')).not.toEqual([]);
		expect(nodesIn(list, example, '_')).toEqual(nodesIn(steps, example, '*'));
	});
});
