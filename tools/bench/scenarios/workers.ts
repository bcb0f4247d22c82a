import { Child } from '../child';
import { losses, speed } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { type SandboxReport, Service } from '../service';

const WORKERS = 4;
const CONTACTS = 1200;
const LATENCY_MS = 80;
/** Processes with the same key need some seconds to share the limit. Throttled requests count only after this time. */
const SETTLING_MS = 20_000;

const domain = (worker: number) => `worker${worker}.example`;

export const workers: Scenario = {
	name: 'workers-4',
	description:
		'four processes with the same key, each with its own engine and 300 contacts, started at the same time',
	targets: {
		ofLeast: { atLeast: 0.8 },
		throttledShareSettled: { atMost: 0.05 },
		fairnessRatio: { atMost: 1.5 },
		...NOTHING_LOST,
	},
	run: async () => {
		const service = await Service.start({ latencyMs: LATENCY_MS });
		const { credential } = service;
		const children = Array.from({ length: WORKERS }, () => Child.start('worker'));
		await Promise.all(children.map((child) => child.ask('load')));
		const startedAt = performance.now();
		const tasks = children.map((child, worker) =>
			child.ask({ credential, count: CONTACTS / WORKERS, domain: domain(worker) }),
		);
		await Promise.all(tasks);
		const seconds = (performance.now() - startedAt) / 1000;
		await Promise.all(children.map((child) => child.stop()));
		const report = await service.stop();
		return {
			...speed(seconds, LATENCY_MS, report),
			...losses(CONTACTS, report),
			throttledShareSettled: throttledShare(report),
			fairnessRatio: fairnessRatio(report),
		};
	},
};

function throttledShare({ calls }: SandboxReport): number {
	const from = (calls[0]?.at ?? 0) + SETTLING_MS;
	const later = calls.filter(({ at }) => at >= from);
	return later.filter(({ status }) => status === 429).length / later.length;
}

/** Returns the most registrations of a worker divided by the fewest, until the first worker has finished. */
function fairnessRatio({ calls }: SandboxReport): number {
	const moments = Array.from({ length: WORKERS }, (_, worker) =>
		calls.filter(({ email, status }) => status === 200 && email.endsWith(domain(worker))).map(({ at }) => at),
	);
	const firstDone = Math.min(...moments.map((times) => times.at(-1) ?? Infinity));
	const counts = moments.map((times) => times.filter((at) => at <= firstDone).length);
	return Math.max(...counts) / Math.min(...counts);
}
