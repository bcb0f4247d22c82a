import { type IDataObject, type INodeParameters, isResourceLocatorValue } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { readExample } from '../../../tools/realN8n/examples';
import { node, readWorkflow } from '../../../tools/realN8n/workflows';
import { surroundings } from '../support/surroundings';
import { NODE, NODE_TYPE, Workbench } from '../support/workbench';
import { Editor } from './editor';

const { line } = surroundings();
const START = 'Start';
const RECIPE = 'reminder-before-a-session.json';

/**
 * The recipes' nodes in which Webinar and Session are both expressions, with the output of the nodes that these expressions
 * read. The last output is the node's input.
 */
const mappedNodes: Array<{ file: string; name: string; outputs: Record<string, IDataObject> }> = [
	{
		file: RECIPE,
		name: 'Its Registrants',
		outputs: { 'A Session Starts Soon': { webinar_id: 1, schedule: 11 } },
	},
	{
		file: 'move-to-another-session.json',
		name: 'Register',
		outputs: { Webinar: { webinar_id: 5 }, Contact: { session: '52' } },
	},
	{
		file: 'session-choice-form.json',
		name: 'Register',
		outputs: {
			Sessions: { webinar_id: 102 },
			Choices: { label: 'Soon', session: '1021|next' },
			Form: { Session: 'Soon', 'Time Zone': 'Europe/London' },
		},
	},
	{
		file: 'one-click-links.json',
		name: 'Create One-Click Link',
		outputs: { 'Session Numbers': { webinar_id: 1, number: 2 } },
	},
];

/** Returns a node that outputs one item. */
const outputOf = (name: string, json: IDataObject) =>
	node(name, 'n8n-nodes-base.set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(json), options: {} });

describe("a session in n8n's editor", () => {
	let editor: Editor;
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.begin(undefined, 'Kept Session');
		editor = await Editor.beginWith(line === '2' ? 'light' : 'dark', workbench.sandbox);
	});
	afterAll(async () => {
		await editor?.closeBrowser();
		await workbench?.end();
	});

	/** Saves the workflow and returns the parameters of one of its nodes. */
	async function savedParameters(name: string): Promise<INodeParameters | undefined> {
		const id = await editor.save();
		const { nodes } = await readWorkflow(workbench.n8n, id);
		return nodes.find((saved) => saved.name === name)?.parameters;
	}

	it.each(mappedNodes)(
		'stays mapped in $name of $file when the previous nodes run',
		async ({ file, name, outputs }) => {
			const mapped = readExample(file).nodes.find((each) => each.name === name);
			if (!mapped) throw new Error(`${file} has no node ${name}`);
			const { webinarId, schedule } = mapped.parameters;
			const before = Object.entries(outputs).map(([source, json]) => outputOf(source, json));
			const start = node(START, 'n8n-nodes-base.manualTrigger', 1, {});
			await editor.open([start, ...before, workbench.withCredential(mapped)]);
			await editor.openNode(name);
			await editor.executePrevious();
			await editor.screenshot(`24-mapped-session-${file.replace('.json', '')}`);
			await editor.closeNode();
			expect(await savedParameters(name)).toMatchObject({ webinarId, schedule });
		},
	);

	it.each([
		{ operation: 'register', schedule: byId('52') },
		{ operation: 'getRegistrants', schedule: byId('52') },
		{ operation: 'createOneClickLink', schedule: { __rl: true, mode: 'number', value: '2' } },
	])('stays typed in $operation when another webinar ID is typed', async ({ operation, schedule }) => {
		const typed = node(NODE, NODE_TYPE, 1, {
			resource: 'live',
			operation,
			webinarId: byId(5),
			schedule,
		});
		await editor.open([node(START, 'n8n-nodes-base.manualTrigger', 1, {}), workbench.withCredential(typed)]);
		await editor.openNode(NODE);
		await editor.retype('webinarId', '1');
		await editor.closeNode();
		// The editor may save once more a moment after the field was left.
		let saved = await savedParameters(NODE);
		const isTyped = async () => {
			saved = await savedParameters(NODE);
			return isResourceLocatorValue(saved?.webinarId) && saved.webinarId.value === '1';
		};
		await waitFor(isTyped, { interval: 200, timeout: 10_000 });
		expect(saved).toMatchObject({ webinarId: { value: '1' }, schedule });
	});
});
