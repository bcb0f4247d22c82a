import { Limiter } from '../../../nodes/WebinarAccount/service/limiter/limiter';
import { CALLS_PER_SECOND } from '../limits';
import { seededRandom } from './random';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';

/** A process with a number of contacts, or with more requests than the limit ever allows. */
export interface SimulatedProcess {
	/** In seconds; 0 by default. */
	begins?: number;
	/** In seconds; never by default. */
	ends?: number;
	/** Mean round-trip time. Each request varies by up to a fifth. */
	latencyMs: number;
	contacts?: number;
}

/** When the requests of one process were admitted and throttled, in seconds. */
export interface Trace {
	admitted: number[];
	throttled: number[];
}

/** Requests that wait or are in flight in each process: far more than its share. */
const CONCURRENT = 30;

/** The share of the round-trip time before the service counts a request. */
const WAY_THERE = 0.25;

/** Simulates processes, each with its own limiter, against one limit. */
export async function simulateProcesses(
	processes: readonly SimulatedProcess[],
	seconds: number,
	seed: number,
): Promise<Trace[]> {
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, CALLS_PER_SECOND);
	const traces = processes.map((process) => {
		const trace: Trace = { admitted: [], throttled: [] };
		void run(process, trace, { clock, random, service });
		return trace;
	});
	await clock.run(seconds * 1000);
	return traces;
}

interface Surroundings {
	clock: VirtualClock;
	random: () => number;
	service: VirtualService;
}

async function run(process: SimulatedProcess, trace: Trace, surroundings: Surroundings): Promise<void> {
	const { begins = 0, ends = Infinity, latencyMs, contacts = Infinity } = process;
	const { clock, random, service } = surroundings;
	await clock.sleep(begins * 1000);
	const limiter = new Limiter(clock);
	const controller = new AbortController();
	const { signal } = controller;
	if (ends !== Infinity) void clock.sleep((ends - begins) * 1000).then(() => controller.abort());
	const vary = () => 0.8 + 0.4 * random();

	const attempt = async () => {
		const up = latencyMs * WAY_THERE * vary();
		const arrival = (clock.now() + up) / 1000;
		const outcome = await service.request('', { up, down: latencyMs * (1 - WAY_THERE) * vary() });
		(outcome.throttled ? trace.throttled : trace.admitted).push(arrival);
		return outcome;
	};
	const options = { callsPerSecond: CALLS_PER_SECOND, run: surroundings, signal };
	let begun = 0;
	const work = async () => {
		while (!signal.aborted && begun++ < contacts) await limiter.send(attempt, options).catch(() => undefined);
	};
	await Promise.all(Array.from({ length: CONCURRENT }, work));
}
