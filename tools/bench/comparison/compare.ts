import { exitWith } from '../../cli/userError';
import { Progress } from '../../cli/progress';
import { createCredential } from '../../realN8n/credentials';
import { Execution } from '../../realN8n/executions';
import type { N8nClient } from '../../realN8n/n8nClient';
import { startN8n } from '../../realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../realN8n/teardown';
import { createWorkflow, node, runManually, to } from '../../realN8n/workflows';
import { BenchService } from '../benchService';
import { losses } from '../figures';
import { plainTable } from '../plainTable';
import { contacts } from '../registerContacts';
import { type Candidate, candidates } from './candidates';

const LATENCY_MS = 80;
const CONTACTS = 500;
const TRIGGER = 'Contacts';
const NODE = 'Register';
const HEAD = [`${CONTACTS} contacts`, 'Seconds', 'Requests', 'Throttled', 'Contacts lost', 'Duplicates'];

/** Registers the same contacts with this node and with n8n's HTTP Request node, in the current n8n, and prints the figures. */
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
		for (const candidate of candidates) {
			const label = candidate.name + (executions > 1 ? `, ${executions} executions at once` : '');
			progress.show({ label, done: rows.length, total: 2 * candidates.length });
			rows.push([label, ...(await measure(client, candidate, executions))]);
		}
	}
	progress.note(plainTable(HEAD, rows), console.log);
}

/** Registers all contacts at a new sandbox. The time is that from the first request to the last response. */
async function measure(client: N8nClient, candidate: Candidate, executions: number): Promise<string[]> {
	const service = await BenchService.start(LATENCY_MS);
	const { baseUrl: url, apiKey } = service.credential;
	const credential = await createCredential(client, candidate.name, service.credential);
	const { type, typeVersion, parameters, ...settings } = candidate.node({ url, apiKey, credential });
	const items = contacts(CONTACTS).map((json) => ({ json }));
	const run = async (part: number) => {
		const workflow = await createWorkflow(client, {
			name: candidate.name,
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
