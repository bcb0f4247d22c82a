import { program } from 'commander';

import { exitWith } from '../../tools/cli/userError';
import { byId, sandboxCredential } from '../../tools/engine/parameters';
import { createCredential, CREDENTIAL_TYPE, testCredential } from '../../tools/realN8n/credentials';
import { Execution } from '../../tools/realN8n/executions';
import { lineNamed } from '../../tools/realN8n/lines';
import { N8nClient } from '../../tools/realN8n/n8nClient';
import { createWorkflow, node, runManually, to } from '../../tools/realN8n/workflows';
import { live } from '../support/sandboxWebinars';
import { DEFAULT_API_KEY } from '../../sandbox';

const START = 'Start';
const REGISTER = 'WebinarJam and EverWebinar';

program
	.name('npm run test:more -- docker')
	.description('Registers a person with the n8n of compose.yaml, which is new, at its sandbox.')
	.option('--url <url>', 'URL of the n8n', 'http://127.0.0.1:5678')
	.option('--sandbox <url>', 'URL of the sandbox, seen from the n8n', 'http://127.0.0.1:8080')
	.action(run);

async function run({ url, sandbox }: { url: string; sandbox: string }): Promise<void> {
	const n8n = await N8nClient.setUp(lineNamed('2'), url);
	const data = sandboxCredential({ url: sandbox, apiKey: DEFAULT_API_KEY });
	const credential = await createCredential(n8n, 'Sandbox', data);
	const { status, message } = await testCredential(n8n, credential, data);
	if (status !== 'OK') throw new Error(`The credential test failed: ${message}`);

	const parameters = {
		resource: 'live',
		operation: 'register',
		webinarId: byId(live.oneSession),
		schedule: { __rl: true, mode: 'list', value: 'next' },
		firstName: 'Ada',
		email: 'ada@example.com',
	};
	const registerNode = node(REGISTER, 'n8n-nodes-webinarjam-everwebinar.webinarAccount', 1, parameters);
	const workflow = await createWorkflow(n8n, {
		name: 'Register in Docker',
		nodes: [
			node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
			{ ...registerNode, credentials: { [CREDENTIAL_TYPE]: credential } },
		],
		connections: { [START]: { main: [[to(REGISTER)]] } },
	});
	const execution = await Execution.ended(n8n, await runManually(n8n, workflow, START));
	const link = execution.output(REGISTER)[0]?.json.live_room_url;
	if (typeof link !== 'string') throw new Error(execution.error?.message ?? 'Nobody was registered.');
	console.log(`Registered at ${link}`);
}

program.parseAsync().catch(exitWith);
