import { program } from 'commander';
import waitFor from 'p-wait-for';
import { z } from 'zod/v4';

import { exitWith } from '../../tools/cli/userError';
import { byId, sandboxCredential } from '../../tools/engine/parameters';
import { createCredential, CREDENTIAL_TYPE } from '../../tools/realN8n/credentials';
import { endedExecutions, Execution } from '../e2e/support/executions';
import { lineNamed } from '../../tools/realN8n/lines';
import { N8nClient } from '../../tools/realN8n/n8nClient';
import { createWorkflow, node, publish, runManually, to } from '../../tools/realN8n/workflows';
import { pollTimes } from '../e2e/support/published';
import { live } from '../support/sandboxWebinars';
import { DEFAULT_API_KEY } from '../../sandbox';

const OUR_NODES = 'n8n-nodes-webinarjam-everwebinar';
const START = 'Start';
const REGISTER = 'WebinarJam and EverWebinar';
/** A trigger that polls every three seconds reports a new registrant within this time. */
const REPORTED_WITHIN_MS = 120_000;

const verdict = z.object({ status: z.enum(['OK', 'Error']), message: z.string() });
const webinarId = byId(live.oneSession);

program
	.name('npm run test:more -- docker')
	.description(
		"Registers people with the n8n of compose.yaml, which is new, at its sandbox, and waits for the trigger's report.",
	)
	.option('--url <url>', 'URL of the n8n', 'http://127.0.0.1:5678')
	.option('--sandbox <url>', 'URL of the sandbox, seen from the n8n', 'http://127.0.0.1:8080')
	.action(run);

async function run({ url, sandbox }: { url: string; sandbox: string }): Promise<void> {
	const n8n = await N8nClient.setUp(lineNamed('2'), url);
	const data = sandboxCredential({ url: sandbox, apiKey: DEFAULT_API_KEY });
	const credential = await createCredential(n8n, 'Sandbox', data);
	const test = { credentials: { ...credential, type: CREDENTIAL_TYPE, data } };
	const { status, message } = verdict.parse(await n8n.call('POST', '/rest/credentials/test', test));
	if (status !== 'OK') throw new Error(`The credential test failed: ${message}`);
	const credentials = { [CREDENTIAL_TYPE]: credential };

	const register = node(REGISTER, `${OUR_NODES}.webinarAccount`, 1, {
		resource: 'live',
		operation: 'register',
		webinarId,
		schedule: { __rl: true, mode: 'list', value: 'next' },
		firstName: 'Ada',
		email: '={{ $now.toMillis() }}@example.com',
	});
	const registration = await createWorkflow(n8n, {
		name: 'Register in Docker',
		nodes: [node(START, 'n8n-nodes-base.manualTrigger', 1, {}), { ...register, credentials }],
		connections: { [START]: { main: [[to(REGISTER)]] } },
	});
	const registerSomebody = async () => {
		const execution = await Execution.ended(n8n, await runManually(n8n, registration, START));
		if (execution.error) throw new Error(execution.error.message);
		return execution;
	};
	const execution = await registerSomebody();
	console.log('Registered:', execution.output(REGISTER)[0]?.json.live_room_url);

	const trigger = node('Trigger', `${OUR_NODES}.webinarAccountTrigger`, 1, {
		resource: 'live',
		event: 'registrantAdded',
		webinarId,
		pollTimes,
	});
	const watching = await createWorkflow(n8n, {
		name: 'Watch in Docker',
		nodes: [{ ...trigger, credentials }],
		connections: {},
	});
	await publish(n8n, watching);
	// The first poll reports nobody, and n8n does not say when it has made it.
	const isReported = async () => {
		await registerSomebody();
		return (await endedExecutions(n8n, watching.id, ['success'])).count > 0;
	};
	await waitFor(isReported, { interval: 5000, timeout: REPORTED_WITHIN_MS });
	console.log('The trigger reported a registrant.');
}

program.parseAsync().catch(exitWith);
