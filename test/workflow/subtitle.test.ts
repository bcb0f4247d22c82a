import { type INodeProperties, type INodeType, Workflow } from 'n8n-workflow';

import { TestEngine } from '../support/engine';
import { newNode, nodeTypes } from '../../engine/workflow';

const NAME = 'Node';

/** Every choice of a node's selectors with the line that the editor then shows under its name. */
function subtitles(type: INodeType, selector: string): Array<[string, unknown]> {
	const { properties, subtitle = '' } = type.description;
	const optionsOf = (name: string) =>
		(properties.find((field: INodeProperties) => field.name === name)?.options ?? []).flatMap((option) =>
			'value' in option ? [option] : [],
		);
	return optionsOf('resource').flatMap((resource) =>
		optionsOf(selector).map((choice): [string, unknown] => {
			const node = newNode(NAME, NAME, { resource: resource.value, [selector]: choice.value });
			const types = nodeTypes({ [NAME]: type });
			const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes: types });
			const shown = workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
			return [`${choice.name}: ${String(resource.name).replace(' Webinar', '')}`, shown];
		}),
	);
}

describe('the line under the name on the canvas', () => {
	let engine: TestEngine;

	beforeAll(async () => {
		engine = await TestEngine.load();
	});

	it('names the operation as its field does, and the product', () => {
		const all = subtitles(engine.nodeType, 'operation');
		expect(all.map(([, shown]) => shown)).toEqual(all.map(([expected]) => expected));
		expect(all).toHaveLength(12);
		expect(all[0]?.[0]).toBe('Create One-Click Link: Live');
	});

	it('names the event of the trigger', () => {
		const all = subtitles(engine.triggerType, 'event');
		expect(all.map(([, shown]) => shown)).toEqual(all.map(([expected]) => expected));
		expect(all).toHaveLength(10);
	});
});
