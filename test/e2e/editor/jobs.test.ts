import type { IDataObject, INode } from 'n8n-workflow';

import { byId } from '../../../tools/engine/parameters';
import { node } from '../../../tools/realN8n/workflows';
import { surroundings } from '../support/surroundings';
import { CONTACTS, NODE, NODE_TYPE, TRIGGER, TRIGGER_TYPE } from '../support/workbench';
import { Editor } from './editor';

const { line } = surroundings();
/** n8n 1.x shows no output fields before the first run. n8n 2.x does, but not for a trigger. */
const onlyInN8n2 = line === '2' ? it : it.skip;

describe("a user of n8n's editor", () => {
	let editor: Editor;
	let credentials: INode['credentials'];
	beforeAll(async () => {
		editor = await Editor.begin();
		credentials = await editor.credentials('Jobs');
	});
	afterAll(() => editor?.end());

	const contacts = node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {});
	const openContacts = (items: IDataObject[] = [{}]) =>
		editor.open([contacts], { [CONTACTS]: items.map((json) => ({ json })) });

	async function addNode(search: string, action: string) {
		await editor.openNodePanel();
		const found = await editor.search(search, NODE);
		await (await editor.actions(found, action)).filter({ hasText: action }).click();
		await editor.chooseCredential('Jobs');
	}

	it("registers each contact for an automated webinar in the contact's own time zone", async () => {
		await openContacts([
			{ first: 'Ann', mail: 'ann@example.com', zone: 'Europe/London' },
			{ first: 'Ben', mail: 'ben@example.com', zone: 'GMT+5:45' },
		]);
		await addNode('evergreen', 'Register a person for an automated webinar');
		await editor.choose('webinarId', "Evergreen Anywhere · attendee's zone");
		const nextSessions = await editor.list('schedule', 'Next · Every day');
		await nextSessions.first().click();
		await editor.map('zone', 'timezone');
		// The list reads the first contact's time zone from the expression.
		await editor.list('schedule', '16:00 (London)');
		await editor.screenshot('18-dates-of-the-first-contact');
		await editor.choose('schedule', 'Next · Every day');
		await editor.map('first', 'firstName');
		await editor.map('mail', 'email');
		await editor.execute();
		await editor.output.getByText('2 items').waitFor();
		await editor.screenshot('19-next-date-of-each-zone');
		expect(editor.sandbox.registrants).toMatchObject([
			{ email: 'ann@example.com', schedule: 1021 },
			{ email: 'ben@example.com', timezone: 'GMT+5:45' },
		]);
	});

	it('creates a one-click link with pasted merge fields, which n8n takes for expressions at first', async () => {
		await openContacts();
		await addNode('one click', 'Create a one-click link to a live webinar');
		await editor.choose('webinarId', 'Onboarding');
		await editor.select('emailTool', 'Other (Own Merge Fields)');
		await editor.type('firstName', '%NAME%');
		await editor.type('email', '{{ contact.EMAIL }}');
		await editor.execute();
		await editor.output.getByText('n8n treated it as an expression. Switch the field to Fixed.').waitFor();
		await editor.screenshot('20-pasted-merge-field');
		await editor.press('radio-button-fixed', 'email');
		await editor.execute();
		await editor.output.getByText('first_name=%NAME%&email={{ contact.EMAIL }}').waitFor();
	});

	it('sees recent examples of an event in a manual test of the trigger', async () => {
		editor.sandbox.addRegistrants({ product: 'live', webinarId: 1 }, 5);
		const trigger = node(TRIGGER, TRIGGER_TYPE, 1, { resource: 'live', webinarId: byId(1) });
		await editor.open([{ ...trigger, credentials }]);
		await editor.openNode(TRIGGER);
		await editor.select('event', 'Registrant Added');
		await editor.choose('schedule', 'All Sessions');
		await editor.execute();
		await editor.output.getByText('3 items').waitFor();
		await editor.screenshot('14-trigger-output');
	});

	onlyInN8n2('shows the output fields of an operation before the first run', async () => {
		const register = node(NODE, NODE_TYPE, 1, { resource: 'live', operation: 'register' });
		await editor.open([contacts, { ...register, credentials }, node('After', 'n8n-nodes-base.set', 3.4, {})]);
		await editor.openNode('After');
		await editor.inputField('live_room_url').waitFor();
		await editor.screenshot('11-before-the-first-run');
	});

	it("adds the node as an AI agent's tool, and runs the tool", async () => {
		const chat = node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.1, {});
		const agent = node('Agent', '@n8n/n8n-nodes-langchain.agent', 2.2, {});
		await editor.open([chat, { ...agent, position: [250, 0] }]);
		// Tools are found by their names only.
		await editor.openToolPanel();
		await (await editor.search('webinarjam', `${NODE} Tool`)).click();
		await editor.chooseCredential('Jobs');
		await editor.choose('webinarId', 'Onboarding');
		for (const field of ['firstName', 'email']) await editor.press('from-ai-override-button', field);
		await editor.screenshot('23-tool');
		await editor.executeTool({ First_Name: 'Di', Email: 'di@example.com' });
		await editor.output.getByText('di@example.com').waitFor();
		await editor.screenshot('23-tool-output');
		expect(editor.sandbox.registrants.map(({ email }) => email)).toContain('di@example.com');
	});
});
