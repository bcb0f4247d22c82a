import { byId, sandboxCredential } from '../../../engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../../realN8n/credentials';
import { createWorkflow, node, to } from '../../../realN8n/workflows';
import { surroundings } from '../support/surroundings';
import { NODE_TYPE, TRIGGER_TYPE } from '../support/workbench';
import { EditorSession } from './session';

const AFTER = 'After';

/** 1.x shows a node's output only after a run. */
const inCurrentLine = surroundings().installation.line.name === '2' ? describe : describe.skip;

inCurrentLine("a user of n8n's editor, before the first run,", () => {
	let session: EditorSession;

	beforeAll(async () => {
		session = await EditorSession.begin('light');
	});
	afterAll(() => session?.end());

	it.each([
		['registration', 'Webinar Account', NODE_TYPE, { operation: 'register' }, 'live_room_url'],
		['registrant', 'Webinar Account Trigger', TRIGGER_TYPE, { event: 'registrantAdded' }, 'signup_date'],
	])('maps the members of a %s', async (what, name, type, parameters, member) => {
		const { n8n, sandbox, editor } = session;
		const credential = await createCredential(n8n, 'Sandbox', sandboxCredential(sandbox));
		const ours = node(name, type, 1, { resource: 'live', webinarId: byId(1), ...parameters });
		const isTrigger = type === TRIGGER_TYPE;
		const { id } = await createWorkflow(n8n, {
			name: `Output of a ${what}`,
			nodes: [
				node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
				{ ...ours, credentials: { [CREDENTIAL_TYPE]: credential } },
				node(AFTER, 'n8n-nodes-base.set', 3.4, {}),
			],
			connections: {
				...(!isTrigger && { Start: { main: [[to(name)]] } }),
				[name]: { main: [[to(AFTER)]] },
			},
		});
		await editor.open(id);
		await editor.openNode(AFTER);
		await editor.inputMember(member).waitFor();
		await editor.screenshot(`11-before-the-first-run-${what}`);
	});
});
