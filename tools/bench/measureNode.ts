import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../engine/parameters';
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
/** Time in milliseconds after which no limiter counts a request any more. */
const LIMITER_WINDOW_MS = 1500;
const WORKER = join(__dirname, 'workerProcess.ts');

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

/** Registers contacts with the built node. Each n8n has its own process; the sandbox runs in this one. */
async function run({ processes, contacts }: Scenario) {
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const credential = sandboxCredential(sandbox);
	const workers = Array.from({ length: processes }, () => fork(WORKER));
	const register = (count: number, domain: string) =>
		Promise.all(
			workers.map(async (worker, index) => {
				const emails = Array.from({ length: count }, (_, number) => `${number}@${domain}${index}.example`);
				worker.send({ credential, emails });
				const ended: unknown[] = await Promise.race([once(worker, 'message'), once(worker, 'exit')]);
				const [answer] = ended;
				if (answer !== 'registered') throw new Error('A process of the benchmark exited');
			}),
		);

	// The first request of a process is slow, because n8n then loads its HTTP client. n8n usually runs for days.
	await register(1, 'first');
	// The sandbox forgets these requests, so the limiters must not count them either.
	await sleep(LIMITER_WINDOW_MS);
	sandbox.reset();
	const startedAt = performance.now();
	await register(contacts, 'worker');
	const seconds = (performance.now() - startedAt) / 1000;
	workers.forEach((worker) => worker.kill());
	await sandbox.close();

	const throttled = sandbox.calls.filter(({ status }) => status === 429).length;
	const different = new Set(sandbox.registrations.map(({ email }) => email)).size;
	return {
		seconds,
		share: leastTime(sandbox.calls.length - throttled, LATENCY_MS) / seconds,
		throttled,
		lost: processes * contacts - different,
		duplicates: sandbox.registrations.length - different,
	};
}
