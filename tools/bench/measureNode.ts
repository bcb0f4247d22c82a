import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod/v4';

import { sandboxCredential } from '../engine/parameters';
import { ChildProcess } from './childProcess';
import { leastTime } from './leastTime';
import { plainTable } from './plainTable';

interface Scenario {
	/** Processes with the same key, which start at the same time. */
	processes: number;
	/** Contacts of each process. */
	contacts: number;
}

export const scenarios: Readonly<Record<string, Scenario>> = {
	bulk: { processes: 1, contacts: 500 },
	workers: { processes: 4, contacts: 300 },
};

const LATENCY_MS = 80;
/** After this time, earlier requests do not count towards the limit. */
const LIMIT_WINDOW_MS = 1100;

const connectionSchema = z.object({ url: z.string(), apiKey: z.string() });
const reportSchema = z.object({
	/** The status of each request. */
	statuses: z.array(z.number()),
	/** The email address of each registration. */
	registered: z.array(z.string()),
});

/**
 * Runs scenarios one after the other, and prints their figures. The process fails only if contacts were lost or registered
 * twice, because the speed depends on the machine.
 * @param names all scenarios if empty
 */
export async function measureNode(names: readonly string[]): Promise<void> {
	const rows: string[][] = [];
	for (const [name, scenario] of Object.entries(scenarios)) {
		if (names.length > 0 && !names.includes(name)) continue;
		console.error(`${name}: ${scenario.processes} × ${scenario.contacts} contacts …`);
		const { seconds, share, throttled, lost, duplicates } = await run(scenario);
		rows.push([name, seconds.toFixed(1), share.toFixed(3), ...[throttled, lost, duplicates].map(String)]);
		if (lost > 0 || duplicates > 0) process.exitCode = 1;
	}
	console.log(plainTable(['Scenario', 'Seconds', 'Share', '429s', 'Lost', 'Duplicates'], rows));
}

/** Registers contacts with the built node. The sandbox and each n8n have their own processes. */
async function run({ processes, contacts }: Scenario) {
	const sandbox = ChildProcess.start('sandboxProcess');
	const connection = connectionSchema.parse(await sandbox.request({ latencyMs: LATENCY_MS }));
	const credential = sandboxCredential(connection);
	const workers = Array.from({ length: processes }, () => ChildProcess.start('workerProcess'));
	const register = (count: number, domain: string) =>
		Promise.all(
			workers.map((worker, index) =>
				worker.request({ credential, count, domain: `${domain}${index}.example` }),
			),
		);
	const readReport = async () => reportSchema.parse(await sandbox.request('report'));

	// The first request of a process is slow, because n8n then loads its HTTP client. n8n usually runs for days.
	await register(1, 'first');
	const first = await readReport();
	await sleep(LIMIT_WINDOW_MS);
	const startedAt = performance.now();
	await register(contacts, 'worker');
	const seconds = (performance.now() - startedAt) / 1000;
	const report = await readReport();
	await Promise.all([sandbox, ...workers].map((child) => child.stop()));

	const statuses = report.statuses.slice(first.statuses.length);
	const registered = report.registered.slice(first.registered.length);
	const throttled = statuses.filter((status) => status === 429).length;
	const different = new Set(registered).size;
	return {
		seconds,
		share: leastTime(statuses.length - throttled, LATENCY_MS) / seconds,
		throttled,
		lost: processes * contacts - different,
		duplicates: registered.length - different,
	};
}
