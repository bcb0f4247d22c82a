import Table from 'cli-table3';

import { exitWith } from '../../cli/failure';
import { Progress } from '../../cli/progress';
import { createCredential } from '../../realN8n/credentials';
import type { N8nClient } from '../../realN8n/n8nClient';
import { startN8n } from '../../realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../realN8n/teardown';
import { node } from '../../realN8n/workflows';
import { losses } from '../registrations';
import { Service } from '../service';
import { PLAIN } from '../table';
import { type Baseline, baselines } from './baselines';
import { type Work, works } from './works';

const LATENCY_MS = 80;
const NODE = 'Register';

interface Comparison {
	name: string;
	/** From the first call to the last answer. */
	seconds: number;
	calls: number;
	throttled: number;
	lost: number;
	duplicates: number;
}

/** Does the same work with our node and with each baseline, in the current n8n, and prints how that went. */
export async function compare(): Promise<void> {
	await withTeardown(measureAll).catch(exitWith);
	process.exit();
}

async function measureAll(onEnd: OnEnd): Promise<void> {
	const { client } = await startN8n('2', { report: console.error, onEnd });
	const progress = new Progress();
	onEnd(() => Promise.resolve(progress.end()));
	progress.show({ total: works.length * baselines.length });
	let done = 0;
	for (const work of works) {
		const results: Comparison[] = [];
		for (const baseline of baselines) {
			progress.show({ label: `${work.name}: ${baseline.name}`, done: done++ });
			results.push(await measure(client, work, baseline));
		}
		progress.note(comparisonTable(work, results), console.log);
	}
}

async function measure(client: N8nClient, work: Work, baseline: Baseline): Promise<Comparison> {
	const service = await Service.start({ latencyMs: LATENCY_MS });
	const { baseUrl: url, apiKey } = service.credential;
	const credential = await createCredential(client, baseline.name, service.credential);
	const makeNode = (email: string, skips = false) => {
		const { type, typeVersion, parameters, ...settings } = baseline.node({
			...{ url, apiKey, credential },
			...{ email, skips },
		});
		return { ...node(NODE, type, typeVersion, parameters), ...settings };
	};
	await work.prepare?.(client, makeNode);
	const before = (await service.report()).calls.length;
	await work.run(client, makeNode);
	const report = await service.stop();
	const calls = report.calls.slice(before);
	const times = calls.map(({ at }) => at);
	const seconds = (Math.max(...times) - Math.min(...times) + LATENCY_MS) / 1000;
	const { throttled = 0, lost = 0, duplicates = 0 } = losses(work.contacts, { ...report, calls });
	return { name: baseline.name, seconds, calls: calls.length, throttled, lost, duplicates };
}

function comparisonTable({ name: work }: Work, results: readonly Comparison[]): string {
	const table = new Table({
		head: [work, 'Seconds', 'Calls', 'Throttled', 'Contacts lost', 'Duplicates'],
		style: { ...PLAIN, compact: true },
	});
	for (const { name, seconds, calls, throttled, lost, duplicates } of results) {
		table.push([name, seconds.toFixed(1), calls, throttled, lost, duplicates]);
	}
	return table.toString();
}
