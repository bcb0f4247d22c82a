import { type INodeProperties, type INodeType, NodeHelpers, Workflow } from 'n8n-workflow';

import { newNode, nodeTypes } from '../../tools/engine/workflow';
import { useHarness } from '../support/harness';
import { containing } from '../support/matchers';

const NAME = 'Node';

const harness = useHarness();

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
			return [`${choice.name}: ${String(resource.name).replace(/.*\((.*)\)/, '$1')}`, shown];
		}),
	);
}

describe('the choices of Include Fields', () => {
	it.each([
		['live', 'mailchimp', ['lastName']],
		['live', 'custom', ['lastName', 'phone']],
		['automated', 'kit', ['lastName']],
		['automated', 'custom', ['lastName', 'phone']],
	])('are those that a link of %s with %s can hold', (resource, emailTool, values) => {
		const { description } = harness.engine.nodeType;
		const parameters = { resource, operation: 'createOneClickLink', linkFor: 'emailTool', emailTool };
		const node = newNode(NAME, NAME, parameters);
		const field = description.properties.find(({ name }) => name === 'includeFields');
		const choices = (field?.options ?? []).flatMap((option) => ('value' in option ? [option] : []));
		// As the editor does with the choices of a list.
		const shown = choices.filter(
			({ displayOptions = {} }) =>
				field && NodeHelpers.displayParameter(parameters, { ...field, displayOptions }, node, description),
		);
		expect(shown.map(({ value }) => value)).toEqual(values);
	});
});

describe('the form of Register', () => {
	it('shows Attendee Consent right below Email', () => {
		const { description } = harness.engine.nodeType;
		const parameters = { resource: 'live', operation: 'register' };
		const node = newNode(NAME, NAME, parameters);
		const shown = description.properties.filter((field) =>
			NodeHelpers.displayParameter(parameters, field, node, description),
		);
		const names = shown.map(({ name }) => name);
		expect(names.slice(names.indexOf('email'))).toEqual(['email', 'options', 'additionalFields']);
		expect(shown.find(({ name }) => name === 'options')?.default).toEqual({ attendeeConsent: true });
	});
});

describe('what was chosen for another resource or webinar', () => {
	it('is emptied by n8n, and the session then shows what an empty field means', () => {
		const { nodeType, triggerType } = harness.engine;
		for (const [{ description }, meanings] of [
			[
				nodeType,
				[
					'Next Upcoming Session (default)',
					'All Sessions',
					"Session number in the webinar's dashboard (1, 2, 3). Empty: the one in Dashboard Link, or else 1.",
				],
			],
			[triggerType, ['All Sessions']],
		] as const) {
			const fields = (name: string) => description.properties.filter((field) => field.name === name);
			const emptiedWith = (name: string) =>
				fields(name).map(({ typeOptions }) => typeOptions?.loadOptionsDependsOn);
			expect(new Set(emptiedWith('webinarId').flat())).toEqual(new Set(['resource']));
			for (const names of emptiedWith('schedule')) expect(names).toEqual(['resource', 'webinarId.value']);
			const shown = fields('schedule').map(({ modes: [mode] = [] }) =>
				mode?.name === 'number' ? mode.hint : mode?.placeholder,
			);
			expect(new Set(shown)).toEqual(new Set(meanings));
		}
	});
});

describe('the line under the name on the canvas', () => {
	it('names the operation or the event as its field does, and the product', () => {
		const { nodeType, triggerType } = harness.engine;
		const operations = subtitles(nodeType, 'operation');
		const events = subtitles(triggerType, 'event');
		expect([operations.length, events.length]).toEqual([14, 22]);
		expect(operations[0]?.[0]).toBe('Create One-Click Link: WebinarJam');
		const all = [...operations, ...events];
		expect(all.map(([, shown]) => shown)).toEqual(all.map(([expected]) => expected));
	});
});

describe('the list of webinars', () => {
	it('shows the ID first, whether the zone of each attendee counts, and whole names', async () => {
		const webinars = await harness.list('searchWebinars', { resource: 'live' });
		expect(webinars).toHaveLength(10);
		expect(webinars[3]).toMatchObject({ name: '4 · Flash Demo – A demo, right now', value: '4' });
		// A live webinar has no Timezone field.
		harness.change(4, { timezone: 'Eastern Time' });
		const again = await harness.list('searchWebinars', { resource: 'live' });
		expect(again[3]?.name).toBe(webinars[3]?.name);
		const automated = await harness.list('searchWebinars', { resource: 'automated' });
		expect(automated.slice(0, 2).map(({ name }) => name)).toEqual([
			'101 · Evergreen Basics – The basics, every day',
			"102 · attendee's zone · Evergreen Anywhere – At your own time, anywhere",
		]);
	});

	it.each([
		['growth', ['2']],
		['ONE HOUR', ['1']],
		['6', ['6']],
		['  ', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
		['.*', []],
		['nothing like it', []],
		['id 2', ['2']],
		['series of presentations', ['2']],
		['4 · flash demo – a demo, right now', ['4']],
		['series 2 grow', ['2']],
		['evenings growth', ['2']],
	])('finds words of name, title, type and ID in any order: %j', async (filter, expected) => {
		const webinars = await harness.list('searchWebinars', { resource: 'live' }, filter);
		expect(webinars.map(({ value }) => value)).toEqual(expected);
	});

	it('shows a name that looks like an expression as a text', async () => {
		const name = '={{ $env.SECRET }}';
		harness.change(1, { name, title: name });
		const [first] = await harness.list('searchWebinars', { resource: 'live' });
		expect(first).toMatchObject({ name: `1 · ${name}`, value: '1' });
		expect(first?.description).toMatch(/^ID 1 · /);
	});

	it('says when the account has none', async () => {
		harness.sandbox.setWebinars([]);
		await expect(harness.list('searchWebinars', { resource: 'automated' })).rejects.toMatchObject({
			message: 'The account has no Automated Webinar (EverWebinar)',
			description: containing('Publish one'),
		});
	});
});
