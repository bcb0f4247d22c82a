import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { NodeHelpers } from 'n8n-workflow';

import { newNode } from '../../tools/engine/workflow';
import { TestEngine } from '../support/engine';
import { exampleFiles, isOurs, readExample, savedNode } from '../support/examples';
import { unknownParametersOf } from '../support/knownParameters';

const page = readFileSync(join(__dirname, '../../docs/users/agents.md'), 'utf8');
/** The prompts of the page. Each is a heading, ending in "(trigger)" for the trigger, with parameters in a JSON block. */
const prompts = [...page.matchAll(/^### (.+?)( \(trigger\))?\n\n```json\n([^`]+)```/gm)].map(
	([, prompt = '', trigger, json = '']) => ({ prompt, isTrigger: trigger !== undefined, json }),
);

let engine: TestEngine;
beforeAll(async () => {
	engine = await TestEngine.load();
});

describe.each(exampleFiles)('the example %s', (file) => {
	it('uses only versions, field names and values that the node has', () => {
		const ours = readExample(file).nodes.filter(isOurs);
		expect(ours).not.toHaveLength(0);
		expect(ours.flatMap((node) => unknownParametersOf(node, engine.typeNamed(node.type)))).toEqual([]);
		for (const { type, typeVersion } of ours)
			expect([engine.typeNamed(type).description.version].flat()).toContain(typeVersion);
	});
});

describe('the docs page with prompts for AI', () => {
	it('lists thirteen prompts', () => expect(prompts).toHaveLength(13));

	it.each(prompts)('gives parameters that are valid for the node: $prompt', ({ isTrigger, json }) => {
		const type = isTrigger ? engine.triggerType : engine.nodeType;
		const saved: unknown = JSON.parse(json);
		const { parameters } = savedNode.pick({ parameters: true }).parse({ parameters: saved });
		const node = { ...newNode('Node', 'Node', parameters), typeVersion: 1 };
		expect(unknownParametersOf(node, type)).toEqual([]);
		const { properties } = type.description;
		expect(NodeHelpers.getNodeParametersIssues(properties, node, type.description)).toBeNull();
	});
});
