import { type INodeParameters, isResourceLocatorValue } from 'n8n-workflow';
import waitFor from 'p-wait-for';

import { byId } from '../../../tools/engine/parameters';
import { pathOfExample, readExample } from '../../../tools/realN8n/examples';
import { node, readWorkflow } from '../../../tools/realN8n/workflows';
import { NODE, NODE_TYPE, Workbench } from '../support/workbench';
import { Editor } from './editor';

const EXAMPLE = 'reminder-before-a-session.json';

const start = node('Start', 'n8n-nodes-base.manualTrigger', 1, {});

describe("a session in n8n's editor", () => {
	let editor: Editor;
	let workbench: Workbench;

	beforeAll(async () => {
		workbench = await Workbench.begin(undefined, 'Kept Session');
		editor = await Editor.begin(workbench.sandbox);
	});
	afterAll(async () => {
		await editor?.end();
	});

	/**
	 * Saves the workflow and returns the parameters of one of its nodes, as soon as it has this webinar. The editor can
	 * still be saving when its shortcut has been pressed, and may save once more a moment after a field was left.
	 */
	async function savedParameters(name: string, webinar: unknown): Promise<INodeParameters> {
		const withWebinar = async () => {
			const { nodes } = await readWorkflow(workbench.n8n, await editor.save());
			const parameters = nodes.find((saved) => saved.name === name)?.parameters ?? {};
			const { webinarId } = parameters;
			const hasWebinar = isResourceLocatorValue(webinarId) && webinarId.value === webinar;
			return hasWebinar && waitFor.resolveWith(parameters);
		};
		return await waitFor(withWebinar, { interval: 200, timeout: 10_000 });
	}

	it('stays mapped in an example when the previous nodes run', async () => {
		const mapped = readExample(EXAMPLE).nodes.find(({ name }) => name === 'Its Registrants');
		if (!mapped) throw new Error(`${EXAMPLE} has no such node`);
		const { name, parameters } = mapped;
		const { webinarId, schedule } = parameters;
		if (!isResourceLocatorValue(webinarId)) throw new Error(`${EXAMPLE} has no webinar`);
		// The expressions of Webinar and Session read this node.
		const before = node('A Session Starts Soon', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: '{ "webinar_id": 1, "schedule": 11 }',
			options: {},
		});
		await editor.open([start, before, workbench.withCredential(mapped)]);
		await editor.openNode(name);
		await editor.executePrevious();
		await editor.screenshot('24-mapped-session');
		await editor.closeNode();
		expect(await savedParameters(name, webinarId.value)).toMatchObject({ webinarId, schedule });
	});

	it('stays in an imported example when the webinar is chosen', async () => {
		await editor.importFile(pathOfExample('leads-to-webinar.json'), 'Register');
		await editor.openNode('Register');
		await editor.chooseCredential('Kept Session');
		await editor.choose('webinarId', 'Onboarding');
		await editor.closeNode();
		expect(await savedParameters('Register', '1')).toMatchObject({
			webinarId: { value: '1' },
			schedule: { value: 'next' },
		});
	});

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
		await editor.open([start, workbench.withCredential(typed)]);
		await editor.openNode(NODE);
		await editor.retype('webinarId', '1');
		await editor.closeNode();
		expect(await savedParameters(NODE, '1')).toMatchObject({ webinarId: { value: '1' }, schedule });
	});
});
