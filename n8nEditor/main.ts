import { join } from 'node:path';

import { Option, program } from 'commander';
import { getPort } from 'get-port-please';

import { sandboxCredential } from '../engine/parameters';
import { startSandbox } from '../sandbox';
import { onBuild } from './builds';
import { createCredential } from '../realN8n/credentials';
import { LOOPBACK } from '../realN8n/environment';
import { exampleFiles, prepareExample } from '../realN8n/examples';
import { install } from '../realN8n/install';
import { type LineName, lineNamed, lineNames } from '../realN8n/lines';
import { N8nClient, owner } from '../realN8n/n8nClient';
import { layOut, pack } from '../realN8n/packageLayout';
import { startPackagedN8n } from '../realN8n/packagedN8n';
import { MissingError } from '../realN8n/programs';
import { type OnEnd, Stopped, withTeardown } from '../realN8n/teardown';
import { createWorkflow } from '../realN8n/workflows';
import { workFolder } from '../realN8n/workFolder';

const N8N_PORT = 5678;

program
	.name('npm run n8n --')
	.description("n8n's editor with this package, a sandbox, a credential for it and the example workflows.")
	.addOption(new Option('--n8n <line>', 'line of n8n').choices(lineNames).default(lineNames[0]))
	.action(run);

async function run({ n8n }: { n8n: LineName }): Promise<void> {
	await withTeardown((onEnd) => open(n8n, onEnd)).catch((error: unknown) => {
		if (!(error instanceof Stopped)) console.error(error instanceof MissingError ? error.message : error);
		// An installation that is still under way ends with this process.
		process.exit(error instanceof Stopped ? 0 : 1);
	});
}

/** Lasts until the user ends it. */
async function open(lineName: LineName, onEnd: OnEnd): Promise<never> {
	const line = lineNamed(lineName);
	const installation = await install(line, console.log);
	const folder = await workFolder(onEnd);
	const sandbox = await startSandbox();
	onEnd(() => sandbox.close());
	console.log(`Starting n8n ${line.version} …`);
	const port = await getPort({ port: N8N_PORT, host: LOOPBACK });
	const tarball = await pack(folder);
	const logFile = join(folder, 'n8n.log');
	const server = await startPackagedN8n({ installation, tarball, folder, logFile, port, onEnd });

	const client = await N8nClient.setUp(line, server.url);
	const credential = await createCredential(client, 'Sandbox', sandboxCredential(sandbox));
	for (const file of exampleFiles) {
		await createWorkflow(client, await prepareExample(client, file, credential));
	}
	console.log(instructions(server.url, sandbox.url));

	onBuild(async () => {
		console.log('New build: n8n starts again …');
		await layOut(await pack(folder), server.userFolder);
		await server.restart();
		console.log('Ready. Reload the page.');
	}, onEnd);
	return await new Promise<never>(() => {});
}

function instructions(url: string, sandboxUrl: string): string {
	return `
n8n with the Webinar Account node
  Address    ${url}
  Login      ${owner.email}
  Password   ${owner.password}

The credential "Sandbox" and the example workflows are there.
Who was registered   ${sandboxUrl}

After "npm run build" in another terminal, n8n starts again with the new build.
Ctrl+C ends it; nothing is kept.
`;
}

void program.parseAsync();
