import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type INode, NodeHelpers } from 'n8n-workflow';
import { z } from 'zod/v4';

import { exampleFiles, isOurs, readExample, savedNode } from '../support/examples';
import { useHarness } from '../support/harness';
import { unknownParametersOf } from '../support/unknownParameters';

const json: unknown = JSON.parse(readFileSync(join(__dirname, 'savedNodes.json'), 'utf8'));
/** Nodes as n8n's editor saves them: without what is at its default. */
const savedNodes = z
	.array(savedNode.pick({ name: true, type: true, typeVersion: true, parameters: true }).strict())
	.parse(json)
	.map((node): INode => ({ ...node, id: node.name, position: [0, 0] }));

const harness = useHarness({ at: Date.parse('2026-03-02T12:00:00Z') });

const REGISTERED = 'grace@example.com';

/** What the nodes read by expressions. */
function item() {
	const { sandbox } = harness;
	sandbox.addRegistrants({ product: 'live', webinarId: 1 }, [{ firstName: 'Grace', email: REGISTERED }]);
	return {
		...{ first_name: 'Ann', email: 'ann@example.com', source: 'A friend', automated_id: 101 },
		...{ registered: REGISTERED, lead_id: sandbox.registrants[0]?.leadId ?? 0 },
		dashboard_link: `${sandbox.url}/register/1click/101/evb1101`,
	};
}

describe.each(savedNodes)('the saved node "$name"', (node) => {
	const isTrigger = node.type.endsWith('Trigger');

	it('opens in n8n with all its values, without issues', () => {
		const type = harness.engine.typeNamed(node.type);
		const { properties } = type.description;
		const { parameters } = node;
		const opened = NodeHelpers.getNodeParameters(properties, parameters, true, false, node, type.description);
		expect(opened).toMatchObject(parameters);
		expect(NodeHelpers.getNodeParametersIssues(properties, node, type.description)).toBeNull();
		expect(unknownParametersOf(node, type)).toEqual([]);
	});

	it('runs', async () => {
		if (isTrigger) await harness.activate(node.parameters);
		else await harness.output(node.parameters, { items: [item()] });
	});
});

describe('the saved nodes', () => {
	it('have one of each operation', () => {
		const { properties } = harness.engine.nodeType.description;
		const operations = properties.find(({ name }) => name === 'operation')?.options ?? [];
		const saved = savedNodes.map(({ parameters: { operation = 'register' } }) => operation);
		expect(saved).toEqual(
			expect.arrayContaining(operations.flatMap((option) => ('value' in option ? [option.value] : []))),
		);
	});
});

describe.each(exampleFiles)('the example %s', (file) => {
	it('uses only names and values of fields that the node shows', () => {
		const { engine } = harness;
		const ours = readExample(file).nodes.filter(isOurs);
		expect(ours).not.toHaveLength(0);
		expect(ours.flatMap((node) => unknownParametersOf(node, engine.typeNamed(node.type)))).toEqual([]);
		for (const { type, typeVersion } of ours) {
			expect([engine.typeNamed(type).description.version].flat()).toContain(typeVersion);
		}
	});
});
