import { node } from '../../../tools/realN8n/workflows';
import { TRIGGER, TRIGGER_TYPE } from '../support/workbench';
import { Editor, themes } from './editor';

const growthSeries = {
	__rl: true,
	mode: 'list',
	value: '2',
	cachedResultName: 'Growth Series · ID 2',
};

// Each test continues where the previous one ended, as a user does.
describe.each(themes)("a user of the trigger in n8n's editor, in its %s theme,", (theme) => {
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.begin(theme);
		const { sandbox } = editor;
		sandbox.addRegistrants({ product: 'live', webinarId: 2 }, 5);
		const credentials = await editor.credentials(`Trigger, ${theme}`);
		const trigger = node(TRIGGER, TRIGGER_TYPE, 1, { resource: 'live', webinarId: growthSeries });
		await editor.open([{ ...trigger, credentials }]);
	});
	afterAll(() => editor?.end());

	it('chooses the event and the sessions from the lists', async () => {
		await editor.openNode(TRIGGER);
		const events = await editor.options('event', 'Registrant Purchased');
		await editor.screenshot('12-events');
		await events.filter({ hasText: 'Registrant Added' }).click();
		const sessions = await editor.list('schedule', 'Series from');
		expect(await sessions.allInnerTexts()).toEqual(['All Sessions', expect.stringContaining('Series from')]);
		await editor.screenshot('13-sessions-of-the-trigger');
		await sessions.filter({ hasText: 'Series from' }).click();
		await editor.choose('schedule', 'All Sessions');
	});

	it('sees recent examples of the event in a manual test', async () => {
		await editor.execute();
		await editor.output.getByText('3 items').waitFor();
		await editor.screenshot('14-trigger-output');
	});
});
