import { byId } from '../../../tools/engine/parameters';
import { node } from '../../../tools/realN8n/workflows';
import { surroundings } from '../support/surroundings';
import { CONTACTS, NODE, NODE_TYPE } from '../support/workbench';
import { Editor } from './editor';

const AFTER = 'After';

/** Before the first run, 1.x shows no fields of an output, and 2.x none of a trigger's. */
const inCurrentLine = surroundings().line === '2' ? describe : describe.skip;

inCurrentLine("a user of n8n's editor, before the first run,", () => {
	let editor: Editor;
	beforeAll(async () => {
		editor = await Editor.begin('light');
	});
	afterAll(() => editor?.end());

	it.each([
		['register', 'live_room_url'],
		['getSessions', 'minutes_until_start'],
	])('has the fields of %s to map', async (operation, member) => {
		const ours = node(NODE, NODE_TYPE, 1, { resource: 'live', operation, webinarId: byId(1) });
		await editor.open([
			node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {}),
			{ ...ours, credentials: await editor.credentials('Sandbox') },
			node(AFTER, 'n8n-nodes-base.set', 3.4, {}),
		]);
		await editor.openNode(AFTER);
		await editor.inputMember(member).waitFor();
		await editor.screenshot(`11-before-the-first-run-${operation}`);
	});
});
