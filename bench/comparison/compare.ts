import { join } from 'node:path';

import { createCredential } from '../../realN8n/credentials';
import { Execution } from '../../realN8n/executions';
import { install } from '../../realN8n/install';
import { lineNamed } from '../../realN8n/lines';
import { N8nClient } from '../../realN8n/n8nClient';
import { startPackagedN8n } from '../../realN8n/packagedN8n';
import { pack } from '../../realN8n/packageLayout';
import type { OnEnd } from '../../realN8n/teardown';
import { createWorkflow, node, runManually, to } from '../../realN8n/workflows';
import { workFolder } from '../../realN8n/workFolder';
import { contacts, losses } from '../registrations';
import { Service } from '../service';
import { type Way, ways } from './baselines';

const CONTACTS = 500;
const LATENCY_MS = 80;
const TRIGGER = 'Contacts';
const NODE = 'Register';

export interface Comparison {
	name: string;
	/** From the first call to the last answer. */
	seconds: number;
	refused: number;
	lost: number;
	doubled: number;
}

/** Registers the same contacts in each way, in the current n8n. */
export async function compare(onEnd: OnEnd, report: (comparison: Comparison) => void): Promise<void> {
	const installation = await install(lineNamed('2'), console.error);
	const folder = await workFolder(onEnd);
	const tarball = await pack(folder);
	const logFile = join(folder, 'n8n.log');
	const { url } = await startPackagedN8n({ installation, tarball, folder, logFile, onEnd });
	const client = await N8nClient.setUp(installation.line, url);
	for (const way of ways) report(await measure(client, way));
}

async function measure(client: N8nClient, way: Way): Promise<Comparison> {
	const service = await Service.start({ latencyMs: LATENCY_MS });
	const { baseUrl, apiKey } = service.credential;
	const credential = await createCredential(client, way.name, service.credential);
	const { type, typeVersion, parameters, ...settings } = way.node({ url: baseUrl, apiKey, credential });
	const workflow = await createWorkflow(client, {
		name: way.name,
		nodes: [
			node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}),
			{ ...node(NODE, type, typeVersion, parameters), ...settings },
		],
		connections: { [TRIGGER]: { main: [[to(NODE)]] } },
		pinData: { [TRIGGER]: contacts(CONTACTS).map((json) => ({ json })) },
	});
	await Execution.ended(client, await runManually(client, workflow, TRIGGER));
	const seen = await service.stop();
	const times = seen.calls.map(({ at }) => at);
	const seconds = (Math.max(...times) - Math.min(...times) + LATENCY_MS) / 1000;
	const { refused = 0, lost = 0, doubled = 0 } = losses(CONTACTS, seen);
	return { name: way.name, seconds, refused, lost, doubled };
}
