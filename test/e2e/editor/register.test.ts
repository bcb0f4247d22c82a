import { node } from '../../../tools/realN8n/workflows';
import type { Sandbox } from '../../../sandbox';
import { surroundings } from '../support/surroundings';
import { CONTACTS, NODE } from '../support/workbench';
import { Editor } from './editor';
import { containing } from '../../support/matchers';

const { line } = surroundings();
const searchWords = ['jam', 'webinar', 'evergreen', 'webinarjam', 'unsubscribe', 'no-show', 'everwebinar'];

const contacts = [
	{ first: 'Ann', last: 'Lee', mail: 'ann@example.com' },
	{ first: 'Ben', last: 'May', mail: 'ben@example.com' },
];

// Each test continues where the previous one ended, as a user does.
describe("a new user of n8n's editor", () => {
	let editor: Editor;
	let sandbox: Sandbox;

	beforeAll(async () => {
		editor = await Editor.begin();
		({ sandbox } = editor);
		await editor.open([node(CONTACTS, 'n8n-nodes-base.manualTrigger', 1, {})], {
			[CONTACTS]: contacts.map((json) => ({ json })),
		});
	});
	afterAll(() => editor?.end());

	it('finds the node at the top of the node panel by product name or task', async () => {
		await editor.openNodePanel();
		for (const word of searchWords) {
			const found = await (await editor.search(word, NODE)).allInnerTexts();
			// In n8n 1.x, GoToWebinar has the same score.
			const listedBefore = line === '1' && word === 'webinar' ? ['GoToWebinar'] : [];
			expect([word, ...found]).toEqual([
				word,
				...listedBefore,
				NODE,
				...found.slice(listedBefore.length + 1),
			]);
			await editor.screenshot(`1-search-${word}`);
		}
		const found = await editor.search('everwebinar', NODE);
		const actions = await editor.actions(found.first(), 'Register a person for an automated webinar');
		await editor.screenshot('2-actions');
		await actions.filter({ hasText: 'Register a person for a live webinar' }).click();
	});

	it('creates a credential in the credential dialog', async () => {
		await editor.createCredential();
	});

	it('chooses a webinar and a session from the lists', async () => {
		const webinars = await editor.list('webinarId', 'Onboarding');
		await editor.screenshot('4-webinars');
		await webinars.filter({ hasText: 'Onboarding' }).click();
		const sessions = await editor.list('schedule', '14:00');
		await editor.screenshot('5-sessions');
		await sessions.filter({ hasText: '14:00' }).click();
	});

	it('maps input fields, and registers the contacts', async () => {
		await editor.map('first', 'firstName');
		await editor.map('mail', 'email');
		await editor.map('last', 'lastName');
		await editor.screenshot('6-form');
		await editor.execute();
		await editor.output.getByText('ann@example.com').waitFor();
		await editor.screenshot('7-output');
		expect(await editor.output.innerText()).toContain('2 items');
		const registered = sandbox.registrants.map(({ email, schedule }) => `${email} ${schedule}`);
		expect(registered.sort()).toEqual(contacts.map(({ mail }) => `${mail} 11`));
	});

	it('sees the sessions of another webinar after choosing that webinar', async () => {
		await editor.choose('webinarId', 'Partner Briefing');
		const sessions = await editor.list('schedule', '16:00');
		// The list would show the chosen session of the other webinar first.
		expect(await sessions.allInnerTexts()).toEqual([
			'Next Upcoming Session',
			...['10:00', '16:00', '10:00'].map((time) => containing(time)),
		]);
		await editor.screenshot('8-sessions-of-another-webinar');
	});
});
