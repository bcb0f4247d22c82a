import { exitWith } from '../../cli/failure';
import { Progress } from '../../cli/progress';
import { createCredential } from '../../realN8n/credentials';
import { Execution } from '../../realN8n/executions';
import type { N8nClient } from '../../realN8n/n8nClient';
import { startN8n } from '../../realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../realN8n/teardown';
import { createWorkflow, node, runManually, to } from '../../realN8n/workflows';
import { contacts, losses } from '../registrations';
import { Service } from '../service';
import { plainTable } from '../table';
import { type Baseline, baselines } from './baselines';

const LATENCY_MS = 80;
const CONTACTS = 500;
const TRIGGER = 'Contacts';
const NODE = 'Register';
const HEAD = [`${CONTACTS} contacts`, 'Seconds', 'Calls', 'Throttled', 'Contacts lost', 'Duplicates'];

/** Does the same work with our node and with each baseline, in the current n8n, and prints how that went. */
export async function compare(): Promise<void> {
	await withTeardown(measureAll).catch(exitWith);
	process.exit();
}

async function measureAll(onEnd: OnEnd): Promise<void> {
	const { client } = await startN8n('2', { report: console.error, onEnd });
	const progress = new Progress();
	onEnd(() => Promise.resolve(progress.end()));
	const rows: string[][] = [];
	for (const executions of [1, 2]) {
		for (const baseline of baselines) {
			const label = baseline.name + (executions > 1 ? `, ${executions} executions at once` : '');
			progress.show({ label, done: rows.length, total: 2 * baselines.length });
			rows.push([label, ...(await measure(client, baseline, executions))]);
		}
	}
	progress.note(plainTable(HEAD, rows), console.log);
}

/** All contacts for a new service; the time is from the first request to the last response. */
async function measure(client: N8nClient, baseline: Baseline, executions: number): Promise<string[]> {
	const service = await Service.start({ latencyMs: LATENCY_MS });
	const { baseUrl: url, apiKey } = service.credential;
	const credential = await createCredential(client, baseline.name, service.credential);
	const { type, typeVersion, parameters, ...settings } = baseline.node({ url, apiKey, credential });
	const items = contacts(CONTACTS).map((json) => ({ json }));
	const run = async (part: number) => {
		const workflow = await createWorkflow(client, {
			name: baseline.name,
			nodes: [
				node(TRIGGER, 'n8n-nodes-base.manualTrigger', 1, {}),
				{ ...node(NODE, type, typeVersion, parameters), ...settings },
			],
			connections: { [TRIGGER]: { main: [[to(NODE)]] } },
			pinData: { [TRIGGER]: items.filter((_, index) => index % executions === part) },
		});
		await Execution.ended(client, await runManually(client, workflow, TRIGGER));
	};
	await Promise.all(Array.from({ length: executions }, (_, part) => run(part)));
	const report = await service.stop();
	const times = report.calls.map(({ at }) => at);
	const seconds = (Math.max(...times) - Math.min(...times) + LATENCY_MS) / 1000;
	const { throttled, lost, duplicates } = losses(CONTACTS, report);
	return [seconds.toFixed(1), ...[times.length, throttled, lost, duplicates].map(String)];
}
