import { Option, program } from 'commander';
import { getPort } from 'get-port-please';

import { exitWith, Stopped } from '../cli/userError';
import { sandboxCredential } from '../engine/parameters';
import { createCredential } from '../realN8n/credentials';
import { LOOPBACK } from '../realN8n/n8nEnvironment';
import { exampleFiles, prepareExample } from '../realN8n/examples';
import { type LineName, lineNames } from '../realN8n/lines';
import { owner } from '../realN8n/n8nClient';
import { packPackage } from '../realN8n/packageTarball';
import { startN8n } from '../realN8n/startN8n';
import { type OnEnd, withTeardown } from '../realN8n/teardown';
import { createWorkflow } from '../realN8n/workflows';
import { type Sandbox, startSandbox } from '../../sandbox';
import { onBuild } from './onBuild';

const N8N_PORT = 5678;

program
	.name('npm run n8n --')
	.description("n8n's editor with this package, a sandbox, a credential for it and the example workflows.")
	.addOption(new Option('--n8n <line>', 'line of n8n').choices(lineNames).default(lineNames[0]))
	.action(run);

async function run({ n8n }: { n8n: LineName }): Promise<void> {
	await withTeardown((onEnd) => open(n8n, onEnd)).catch((error: unknown) =>
		// A signal is the normal way to stop this command.
		error instanceof Stopped ? process.exit() : exitWith(error),
	);
}

/** Runs until the user stops it. */
async function open(lineName: LineName, onEnd: OnEnd): Promise<never> {
	const sandbox = await startSandbox();
	onEnd(() => sandbox.close());
	const port = await getPort({ port: N8N_PORT, host: LOOPBACK });
	const { client, folder, server } = await startN8n(lineName, { report: console.log, port, onEnd });
	const credential = await createCredential(client, 'Sandbox', sandboxCredential(sandbox));
	for (const file of exampleFiles) {
		await createWorkflow(client, await prepareExample(client, file, credential));
	}
	console.log(instructions(server.url, sandbox));

	onBuild(async () => {
		console.log('New build: restarting n8n …');
		await server.restart(await packPackage(folder));
		console.log('Ready. Reload the page.');
	}, onEnd);
	return await new Promise<never>(() => {});
}

function instructions(url: string, sandbox: Sandbox): string {
	return `
n8n with the WebinarJam and EverWebinar node
  URL        ${url}
  Login      ${owner.email}
  Password   ${owner.password}

The example workflows use the credential "Sandbox":
  API Key              ${sandbox.apiKey}
  Service              Other Host
  Service URL          ${sandbox.url}
  Attendee Pages URL   ${sandbox.url}

The registrants: ${sandbox.url}

After "npm run build" in another terminal, n8n starts again with the new build.
Ctrl+C ends n8n. Nothing is kept.
`;
}

void program.parseAsync();
