import { exitWith } from '../../cli/failure';
import { Progress } from '../../cli/progress';
import { createCredential } from '../../realN8n/credentials';
import type { N8nClient } from '../../realN8n/n8nClient';
import { startN8n } from '../../realN8n/startN8n';
import { type OnEnd, withTeardown } from '../../realN8n/teardown';
import { node } from '../../realN8n/workflows';
import { losses } from '../registrations';
import { Service } from '../service';
import { meansTable } from '../table';
import { type Baseline, baselines } from './baselines';
import { type Work, works } from './works';

const LATENCY_MS = 80;
const NODE = 'Register';

type Measured = Record<'seconds' | 'calls' | 'throttled' | 'lost' | 'duplicates', number>;

const COLUMNS: Parameters<typeof meansTable<Measured>>[1] = [
	// From the first call to the last answer.
	['Seconds', ({ seconds }) => seconds, 1],
	['Calls', ({ calls }) => calls, 0],
	['Throttled', ({ throttled }) => throttled, 0],
	['Contacts lost', ({ lost }) => lost, 0],
	['Duplicates', ({ duplicates }) => duplicates, 0],
];

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
		const rows = [];
		for (const baseline of baselines) {
			progress.show({ label: `${work.name}: ${baseline.name}`, done: done++ });
			rows.push({ name: baseline.name, figures: [await measure(client, work, baseline)] });
		}
		progress.note(meansTable(work.name, COLUMNS, rows), console.log);
	}
}

async function measure(client: N8nClient, work: Work, baseline: Baseline): Promise<Measured> {
	const service = await Service.start({ latencyMs: LATENCY_MS });
	const { baseUrl: url, apiKey } = service.credential;
	const credential = await createCredential(client, baseline.name, service.credential);
	const makeNode = (email: string, skips = false) => {
		const made = baseline.node({ url, apiKey, credential, email, skips });
		const { type, typeVersion, parameters, ...settings } = made;
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
	return { seconds, calls: calls.length, throttled, lost, duplicates };
}
