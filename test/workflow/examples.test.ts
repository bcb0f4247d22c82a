import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod/v4';

import { exampleThankYouQuery, exampleWebhook } from '../support/exampleRequests';
import { type Example, exampleFiles, isOurs, nodeNamed, readExample } from '../support/examples';

const ROOT = join(__dirname, '../..');
const readText = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const readme = readText('examples/README.md');

/** Node types that n8n 3 removes, according to its list of breaking changes. */
const removedInN8n3 = [
	'n8n-nodes-base.function',
	'n8n-nodes-base.functionItem',
	'n8n-nodes-base.itemLists',
	'n8n-nodes-base.aiTransform',
];

/** Returns the nodes whose names stand between two marks in a text, in order. */
function nodesNamedIn(text: string, { nodes }: Example, mark: string): string[] {
	const names = text.split(mark).filter((part) => nodes.some(({ name }) => name === part));
	return [...new Set(names)];
}

/** Returns the value of a parameter, which a resource locator wraps in an object. */
function valueOf(parameter: unknown): unknown {
	const isLocator = typeof parameter === 'object' && parameter !== null && 'value' in parameter;
	return isLocator ? parameter.value : parameter;
}

// test/e2e/examples runs each example through all its branches.
describe.each(exampleFiles)('the example %s', (file) => {
	const example = readExample(file);
	const { nodes, pinData } = example;

	it("contains only this package's nodes and built-in nodes that n8n 3 keeps", () => {
		const otherNodes = nodes.filter((node) => !isOurs(node));
		expect(otherNodes.filter(({ type }) => !type.startsWith('n8n-nodes-base.'))).toEqual([]);
		expect(otherNodes.filter(({ type }) => removedInN8n3.includes(type))).toEqual([]);
	});

	it('reads no field that a simplified registrant does not have', () => {
		const leftOut =
			/\b(?:purchased_(?:live|replay)|links|unsubscribe|gdpr_\w+|utm_(?!source)\w+|(?:live|replay)_room)\b/;
		const texts = nodes.flatMap(({ parameters }) => JSON.stringify(parameters).match(/\{\{.*?\}\}/g) ?? []);
		expect(texts.filter((text) => leftOut.test(text))).toEqual([]);
	});

	it('contains no credentials and no pinned data', () => {
		const credentials = nodes.flatMap((node) => Object.values(node.credentials));
		expect(credentials.filter(({ id, name }) => id || name)).toEqual([]);
		expect(pinData).toEqual({});
	});

	it('leaves the webinar, data table and webhook path empty, except for expressions', () => {
		for (const { parameters } of nodes) {
			for (const name of ['webinarId', 'dataTableId', 'path']) {
				const value = valueOf(parameters[name]);
				const isExpression = typeof value === 'string' && value.startsWith('=');
				if (!isExpression) expect([undefined, '']).toContain(value);
			}
		}
	});

	it("names the nodes to set up in the same order in the workflow's note and in the README", () => {
		const note = z.string().parse(nodeNamed(example, 'How to Use It').parameters.content);
		expect(note).toContain('**To try it:**');
		const [, stepsOfNote = ''] = /\*\*Before it runs\*\*\n([^]*?)\n\n/.exec(note) ?? [];
		const [, section = ''] = readme.split(`### \`${file}\`\n`);
		const [, stepsOfReadme = ''] = /\n((?:\d\. .*\n(?: {3}.*\n)*)+)/.exec(section) ?? [];
		const namedInNote = nodesNamedIn(stepsOfNote, example, '*');
		expect(namedInNote).not.toEqual([]);
		expect(nodesNamedIn(stepsOfReadme, example, '_')).toEqual(namedInNote);
	});

	it("contains no expression in the workflow's note", () => {
		expect(nodeNamed(example, 'How to Use It').parameters.content).not.toMatch(/\{\{|\$json/);
	});
});

describe('an example that the service starts', () => {
	it.each([
		{ file: 'instant-events.json', root: 'body', sent: { email: '', ...exampleWebhook().body } },
		{ file: 'thank-you-page.json', root: 'query', sent: exampleThankYouQuery() },
	])('reads only fields that the service, or another form, sends: $file', ({ file, root, sent }) => {
		const inExpression = new RegExp(`json\\.${root}((?:\\??\\.\\w+)+)`, 'g');
		const matches = [...JSON.stringify(readExample(file).nodes).matchAll(inExpression)];
		expect(matches).not.toEqual([]);
		for (const [, path = ''] of matches) expect(sent).toHaveProperty(path.replaceAll('?', '').slice(1));
	});

	it("names all the webhook's events in the note of instant-events.json", () => {
		const { triggers } = exampleWebhook();
		const note = nodeNamed(readExample('instant-events.json'), 'How to Use It').parameters.content;
		expect(note).toContain(`${triggers.slice(0, -1).join(', ')} or ${triggers.at(-1)}`);
	});
});

describe.each([
	['examples/README.md', /^\|.*\[`([\w-]+\.json)`\]\(#/gm],
	['docs/users/recipes.md', /^\|.*\]\(\.\.\/\.\.\/examples\/([\w-]+\.json)\)/gm],
])('the example table in %s', (file, linkPattern) => {
	it('lists every workflow in the examples folder', () => {
		const listed = [...readText(file).matchAll(linkPattern)].map(([, name]) => name);
		expect([...new Set(listed)].sort()).toEqual(exampleFiles);
	});
});
