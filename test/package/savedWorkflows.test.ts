import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type INode, type INodeProperties, type INodeType, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod/v4';

import { TestEngine } from '../support/engine';
import { exampleFiles, isOurs, readExample, savedNode } from '../support/examples';
import { unknownParametersOf } from '../support/unknownParameters';
import { losses } from './compatibility';
import { surface, surfaceOf } from './surface';

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(__dirname, file), 'utf8'));
const version1 = surface.parse(readJson('version1.json'));
/** Nodes as n8n's editor saves them: without what is at its default. */
const savedNodes = z
	.array(savedNode.pick({ name: true, type: true, typeVersion: true, parameters: true }).strict())
	.parse(readJson('savedNodes.json'))
	.map((node): INode => ({ ...node, id: node.name, position: [0, 0] }));

const selectors = z.object({
	resource: z.string(),
	operation: z.string().default(''),
	event: z.string().optional(),
});

let engine: TestEngine;

beforeAll(async () => {
	engine = await TestEngine.load();
});

/** The parameters as n8n keeps them when it opens or saves the node. */
function kept(node: INode, { description }: INodeType, withDefaults: boolean) {
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, node.parameters, withDefaults, false, node, description);
}

function issues(node: INode, { description }: INodeType) {
	return NodeHelpers.getNodeParametersIssues(description.properties, node, description);
}

describe('version 1 of the nodes and of the credential', () => {
	it('keeps every name, value, mode and default that workflows are saved with', () => {
		const lost = losses(version1, surfaceOf(engine));
		if (lost.length === 0) return;
		throw new Error(
			[
				"People's saved workflows would break:",
				...lost.map((loss) => `- ${loss}`),
				'Keep the old beside the new, or make a version 2: see docs/versioning.md.',
			].join('\n'),
		);
	});
});

describe.each(savedNodes)('the saved node "$name"', (node) => {
	it('comes out of n8n as it was saved, without issues', () => {
		const type = engine.typeNamed(node.type);
		expect(kept(node, type, false)).toEqual(node.parameters);
		expect(kept(node, type, true)).toMatchObject(node.parameters);
		expect(issues(node, type)).toBeNull();
		expect(unknownParametersOf(node, type)).toEqual([]);
	});
});

/** Paths of the fields that are filled in, e.g. `additionalFields.customFields.field.label`. */
function pathsIn(value: unknown, prefix = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => pathsIn(entry, prefix));
	if (typeof value !== 'object' || value === null || '__rl' in value) return [];
	return Object.entries(value).flatMap(([name, inner]) => [
		`${prefix}${name}`,
		...pathsIn(inner, `${prefix}${name}.`),
	]);
}

describe.each(['webinarAccount', 'webinarAccountTrigger'])('the saved nodes of %s', (name) => {
	const situations = version1[name]?.parameters ?? {};
	const ofType = savedNodes.filter(({ type }) => type.endsWith(`.${name}`));

	it('are there for all that can be chosen', () => {
		const chosen = ofType.map((node) => {
			const { resource, operation, event } = selectors.parse(kept(node, engine.typeNamed(name), true));
			return event ?? `${resource} ${operation}`;
		});
		expect([...new Set(chosen)].sort()).toEqual(Object.keys(situations).sort());
	});

	it('fill in every field', () => {
		const filledIn = new Set(ofType.flatMap(({ parameters }) => pathsIn(parameters)));
		const fields = new Set(Object.values(situations).flatMap((parameters) => Object.keys(parameters)));
		expect([...fields].filter((path) => !filledIn.has(path))).toEqual([]);
	});
});

describe('the comparison with version 1', () => {
	/** What it says when the node's fields were others. */
	const lossesWith = (change: (fields: INodeProperties[]) => INodeProperties[]) => {
		const { nodeType, triggerType, credentialType } = engine;
		const { description } = nodeType;
		const changed = { ...description, properties: change(description.properties) };
		return losses(
			version1,
			surfaceOf({ nodeType: { ...nodeType, description: changed }, triggerType, credentialType }),
		);
	};
	/** The same when one field was another. */
	const lossesWithField = (name: string, change: (field: INodeProperties) => Partial<INodeProperties>) =>
		lossesWith((fields) =>
			fields.map((field) => (field.name === name ? { ...field, ...change(field) } : field)),
		);
	const PLACE = 'webinarAccount › parameters › ';

	it('finds a field that is gone, also in a collection', () => {
		expect(lossesWith((fields) => fields.filter(({ name }) => name !== 'leadId'))).toEqual([
			`${PLACE}live unsubscribe › leadId is gone`,
			`${PLACE}automated unsubscribe › leadId is gone`,
		]);
		const withoutLast = ({ options = [] }: INodeProperties) => ({ options: options.slice(0, -1) });
		expect(lossesWithField('filters', withoutLast)).toContain(
			`${PLACE}live getRegistrants › filters.search is gone`,
		);
	});

	it('finds a value, a mode and an operation that are gone', () => {
		expect(lossesWithField('emailTool', ({ options = [] }) => ({ options: options.slice(1) }))).toContain(
			`${PLACE}live createOneClickLink › emailTool › values › "activeCampaign" is gone`,
		);
		expect(lossesWithField('webinarId', ({ modes = [] }) => ({ modes: modes.slice(0, 2) }))).toContain(
			`${PLACE}live get › webinarId › modes › "url" is gone`,
		);
		expect(lossesWithField('operation', ({ options = [] }) => ({ options: options.slice(1) }))).toContain(
			`${PLACE}live createOneClickLink is gone`,
		);
	});

	it('finds another default and another type', () => {
		expect(lossesWithField('limit', () => ({ default: 100 }))).toContain(
			`${PLACE}live getAll › limit › default was 50, is 100`,
		);
		expect(lossesWithField('leadId', () => ({ type: 'number' }))).toContain(
			`${PLACE}live unsubscribe › leadId › type was "string", is "number"`,
		);
	});

	it('finds a field that became required, or is hidden where it was shown', () => {
		expect(lossesWithField('timezone', () => ({ required: true }))).toContain(
			`${PLACE}automated get › timezone › required was absent, is true`,
		);
		const onlyForSome = ({ displayOptions }: INodeProperties) => ({
			displayOptions: { show: { ...displayOptions?.show, webinarId: ['1'] } },
		});
		expect(lossesWithField('filters', onlyForSome)).toContain(
			`${PLACE}live getRegistrants › filters › shownFor was absent, is {"webinarId":["1"]}`,
		);
	});

	it('lets a version 2 replace a field, but not in version 1', () => {
		const inVersion =
			(version: number) =>
			({ displayOptions }: INodeProperties) => ({
				displayOptions: { show: { ...displayOptions?.show, '@version': [version] } },
			});
		expect(lossesWithField('leadId', inVersion(1))).toEqual([]);
		expect(lossesWithField('leadId', inVersion(2))).toContain(`${PLACE}live unsubscribe › leadId is gone`);
	});

	it('lets pass what is added, and what is no longer asked', () => {
		const more = { name: 'New', value: 'new' };
		const newField: INodeProperties = { displayName: 'New', name: 'new', type: 'string', default: '' };
		expect(lossesWith((fields) => [...fields, newField])).toEqual([]);
		expect(lossesWithField('emailTool', ({ options = [] }) => ({ options: [...options, more] }))).toEqual([]);
		expect(
			lossesWithField('additionalFields', ({ options = [] }) => ({ options: [...options, newField] })),
		).toEqual([]);
		expect(lossesWithField('leadId', () => ({ required: false }))).toEqual([]);
	});
});

describe.each(exampleFiles)('the example %s', (file) => {
	it('uses only names and values of fields that the node shows', () => {
		const ours = readExample(file).nodes.filter(isOurs);
		expect(ours).not.toHaveLength(0);
		expect(ours.flatMap((node) => unknownParametersOf(node, engine.typeNamed(node.type)))).toEqual([]);
		for (const { type, typeVersion } of ours) {
			expect([engine.typeNamed(type).description.version].flat()).toContain(typeVersion);
		}
	});
});
