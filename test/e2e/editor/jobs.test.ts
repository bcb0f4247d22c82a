import type { IDataObject, INode } from 'n8n-workflow';

import { byId } from '../../../tools/engine/parameters';
import { node } from '../../../tools/realN8n/workflows';
import { surroundings } from '../support/surroundings';
import { CONTACTS, NODE, NODE_TYPE } from '../support/workbench';
import { Editor } from './editor';

const { line } = surroundings();
/** n8n 1.x shows no output fields before the first run. n8n 2.x does, but not for a trigger. */
const onlyInN8n2 = line === '2' ? it : it.skip;

// These tests run in one theme for each n8n version to save time. The other tests of this folder run in both.
describe("a user of n8n's editor", () => {
	let editor: Editor;
	let credentials: INode['credentials'];
	beforeAll(async () => {
		editor = await Editor.begin(line === '2' ? 'light' : 'dark');
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
			{ first: 'Cy', mail: 'cy.example.com', zone: 'America/New_York' },
			{ first: 'Di', mail: 'di@example.com', zone: 'London' },
		]);
		await addNode('evergreen', 'Register a person for an automated webinar');
		const webinars = await editor.list('webinarId', 'Evergreen Anywhere');
		await editor.screenshot('18-automated-webinars');
		await webinars.filter({ hasText: "Evergreen Anywhere · attendee's zone" }).click();
		await editor.screenshot('18-timezone');
		const nextSessions = await editor.list('schedule', 'Next');
		const [first, ...ofSchedules] = await nextSessions.allInnerTexts();
		expect(first).toBe('Next Upcoming Session · any time zone');
		// The schedule with the next session comes first, which depends on the day of the week.
		expect(ofSchedules.sort()).toEqual([
			'Next · Every day, 11:00 AM · 1021',
			'Next · Every weekday, 06:00 PM · 1022',
		]);
		await nextSessions.first().click();
		await editor.map('zone', 'timezone');
		const dates = await editor.list('schedule', '16:00');
		expect((await dates.allInnerTexts())[0]).toBe('Next Upcoming Session · any time zone');
		await editor.screenshot('18-dates-of-the-first-contact');
		await dates.filter({ hasText: '16:00 · Every day' }).first().click();
		await editor.map('first', 'firstName');
		await editor.map('mail', 'email');
		await editor.continueWithErrorOutput();
		await editor.execute();
		await editor.output.getByText('4 contacts: 1 registered, 3 failed').waitFor();
		await editor.output.getByText('Error Branch (3 items)').click();
		await editor.output.getByText('choose the schedule\'s "Next" entry from the list').waitFor();
		await editor.screenshot('18-date-of-another-zone');

		await editor.choose('schedule', 'Next · Every day');
		await editor.execute();
		const failed = '2 failed: … is not an email address (1), Timezone … is not a known time zone (1)';
		await editor.output.getByText(`4 contacts: 2 registered, ${failed}`).waitFor();
		await editor.output.getByText('Did you mean Europe/London?').waitFor();
		await editor.screenshot('19-next-date-of-each-zone');

		await editor.add('Add option', 'If Already Registered');
		await editor.execute();
		await editor.output.getByText(`4 contacts: 2 already registered, ${failed}`).waitFor();
		await editor.screenshot('19-the-same-list-again');
	});

	it("creates a one-click link for Mailchimp, and another link with the user's own merge fields", async () => {
		await openContacts();
		await addNode('one click', 'Create a one-click link to a live webinar');
		await editor.choose('webinarId', 'Onboarding');
		await editor.execute();
		await editor.output.getByText('email=*|EMAIL|*').waitFor();
		await editor.output.getByText('send it to yourself from your email tool').waitFor();

		await editor.select('emailTool', 'Other (Own Merge Fields)');
		await editor.type('firstName', '%NAME%');
		await editor.type('email', '{{ contact.EMAIL }}');
		await editor.execute();
		await editor.output.getByText('n8n treated it as an expression. Switch the field to Fixed.').waitFor();
		await editor.screenshot('20-pasted-merge-field');
		await editor.press('radio-button-fixed', 'email');
		await editor.execute();
		await editor.output.getByText('first_name=%NAME%&email={{ contact.EMAIL }}').waitFor();
		await editor.screenshot('21-own-merge-fields');
	});

	onlyInN8n2.each([
		{ operation: 'register', field: 'live_room_url' },
		{ operation: 'getSessions', field: 'minutes_until_start' },
	])('shows the output field $field of $operation before the first run', async ({ operation, field }) => {
		const action = node(NODE, NODE_TYPE, 1, { resource: 'live', operation, webinarId: byId(1) });
		await editor.open([contacts, { ...action, credentials }, node('After', 'n8n-nodes-base.set', 3.4, {})]);
		await editor.openNode('After');
		await editor.inputField(field).waitFor();
		await editor.screenshot(`11-before-the-first-run-${operation}`);
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
