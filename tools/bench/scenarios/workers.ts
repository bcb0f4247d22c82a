import { Child } from '../child';
import { losses, speed } from '../registrations';
import { type Figures, NOTHING_LOST, type Scenario } from '../scenario';
import { type SandboxReport, Service } from '../service';

const WORKERS = 4;
const CONTACTS = 1200;
const LATENCY_MS = 80;
/** Processes with the same key need some seconds to share the limit; throttled calls count only after them. */
const SETTLING_MS = 5000;

const domain = (worker: number) => `worker${worker}.example`;

export const workers: Scenario = {
	name: 'workers-4',
	description:
		'four processes with the same key, each with its own engine and 300 contacts, started at the same time',
	targets: [
		{ figure: 'ofLimit', atLeast: 0.85 },
		{ figure: 'throttledShareSettled', atMost: 0.05 },
		{ figure: 'fairnessRatio', atMost: 1.5 },
		...NOTHING_LOST,
	],
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
			...speed(CONTACTS, seconds, LATENCY_MS, report),
			...losses(CONTACTS, report),
			throttledShareSettled: throttledShare(report),
			...fairness(report),
		};
	},
};

function throttledShare({ calls }: SandboxReport): number {
	const from = (calls[0]?.at ?? 0) + SETTLING_MS;
	const later = calls.filter(({ at }) => at >= from);
	return later.filter(({ status }) => status === 429).length / later.length;
}

/** Compares the registrations of the workers until the first one finished: the most divided by the fewest. */
function fairness({ calls }: SandboxReport): Figures {
	const moments = Array.from({ length: WORKERS }, (_, worker) =>
		calls.filter(({ email, status }) => status === 200 && email.endsWith(domain(worker))).map(({ at }) => at),
	);
	const firstDone = Math.min(...moments.map((times) => times.at(-1) ?? Infinity));
	const counts = moments.map((times) => times.filter((at) => at <= firstDone).length);
	const ends = moments.map((times) => (times.at(-1) ?? 0) - (calls[0]?.at ?? 0));
	return {
		fairnessRatio: Math.max(...counts) / Math.min(...counts),
		lastToFirstDone: Math.max(...ends) / Math.min(...ends),
	};
}
