import Table from 'cli-table3';

import { exitWith } from '../../cli/failure';
import { createCredential } from '../../realN8n/credentials';
import { Execution } from '../../realN8n/executions';
import type { N8nClient } from '../../realN8n/n8nClient';
import { startN8n } from '../../realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../realN8n/teardown';
import { createWorkflow, node, runManually, to } from '../../realN8n/workflows';
import { contacts, losses } from '../registrations';
import { Service } from '../service';
import { PLAIN } from '../table';
import { type Baseline, baselines } from './baselines';

const CONTACTS = 500;
const LATENCY_MS = 80;
const TRIGGER = 'Contacts';
const NODE = 'Register';

interface Comparison {
	name: string;
	/** From the first call to the last answer. */
	seconds: number;
	throttled: number;
	lost: number;
	duplicates: number;
}

/** Registers the same contacts with our node and with each baseline, in the current n8n, and prints the results. */
export async function compare(): Promise<void> {
	const results = await withTeardown(measureAll).catch(exitWith);
	console.log(comparisonTable(results));
	process.exit();
}

async function measureAll(onEnd: OnEnd): Promise<Comparison[]> {
	const { client } = await startN8n('2', { report: console.error, onEnd });
	const results: Comparison[] = [];
	for (const baseline of baselines) {
		console.error(`${baseline.name} …`);
		results.push(await measure(client, baseline));
	}
	return results;
}

async function measure(client: N8nClient, baseline: Baseline): Promise<Comparison> {
	const service = await Service.start({ latencyMs: LATENCY_MS });
	const { baseUrl, apiKey } = service.credential;
	const credential = await createCredential(client, baseline.name, service.credential);
	const { type, typeVersion, parameters, ...settings } = baseline.node({ url: baseUrl, apiKey, credential });
	const workflow = await createWorkflow(client, {
		name: baseline.name,
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
	const { throttled = 0, lost = 0, duplicates = 0 } = losses(CONTACTS, seen);
	return { name: baseline.name, seconds, throttled, lost, duplicates };
}

function comparisonTable(results: readonly Comparison[]): string {
	const table = new Table({
		head: ['500 contacts with', 'Seconds', 'Throttled calls', 'Lost contacts', 'Duplicates'],
		style: { ...PLAIN, compact: true },
	});
	for (const { name, seconds, throttled, lost, duplicates } of results) {
		table.push([name, seconds.toFixed(1), throttled, lost, duplicates]);
	}
	return table.toString();
}
