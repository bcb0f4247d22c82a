import { BenchService, type SandboxReport } from '../benchService';
import { ChildProcess } from '../childProcess';
import { losses, speed } from '../figures';
import type { Scenario } from './scenario';

const WORKERS = 4;
const CONTACTS = 1200;
const LATENCY_MS = 80;
/** Processes with the same key need some seconds to find their shares. 429s count only after this time. */
const SETTLING_MS = 20_000;

export const workers: Scenario = {
	name: 'workers',
	description: `${CONTACTS} contacts in ${WORKERS} processes with the same key, started at the same time`,
	targets: {
		shareOfFullSpeed: { atLeast: 0.8 },
		throttledShareLater: { atMost: 0.05 },
		mostToFewest: { atMost: 1.5 },
		lost: { atMost: 0 },
		duplicates: { atMost: 0 },
	},
	run: async () => {
		const service = await BenchService.start(LATENCY_MS);
		const { credential } = service;
		const children = Array.from({ length: WORKERS }, () => ChildProcess.start('workerProcess'));
		await Promise.all(children.map((child) => child.request('load')));
		const startedAt = performance.now();
		const tasks = children.map((child, worker) =>
			child.request({ credential, count: CONTACTS / WORKERS, domain: domainOf(worker) }),
		);
		await Promise.all(tasks);
		const seconds = (performance.now() - startedAt) / 1000;
		await Promise.all(children.map((child) => child.stop()));
		const report = await service.stop();
		return {
			...speed(seconds, LATENCY_MS, report),
			...losses(CONTACTS, report),
			throttledShareLater: throttledShareLater(report),
			mostToFewest: mostToFewest(report),
		};
	},
};

/** Returns the domain of the email addresses that a worker registers. */
function domainOf(worker: number): string {
	return `worker${worker}.example`;
}

function throttledShareLater({ calls }: SandboxReport): number {
	const from = (calls[0]?.at ?? 0) + SETTLING_MS;
	const later = calls.filter(({ at }) => at >= from);
	return later.filter(({ status }) => status === 429).length / later.length;
}

/** Returns the most registrations of a worker divided by the fewest, until the first worker has finished. */
function mostToFewest({ calls }: SandboxReport): number {
	const timesByWorker = Array.from({ length: WORKERS }, (_, worker) =>
		calls
			.filter(({ email, status }) => status === 200 && email.endsWith(domainOf(worker)))
			.map(({ at }) => at),
	);
	const firstDoneAt = Math.min(...timesByWorker.map((times) => times.at(-1) ?? Infinity));
	const counts = timesByWorker.map((times) => times.filter((at) => at <= firstDoneAt).length);
	return Math.max(...counts) / Math.min(...counts);
}
