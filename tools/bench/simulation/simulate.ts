import { Limiter } from '../../../nodes/WebinarAccount/service/limiter';
import { MAX_CONCURRENT } from '../../../nodes/WebinarAccount/utils/async';
import { CALLS_PER_SECOND } from '../leastTime';
import { drawDelays, type Line } from './line';
import { seededRandom } from './seededRandom';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';

/** An n8n process with its own limiter. Times are in seconds. */
export interface SimulatedProcess {
	line: Line;
	/** By default more contacts than the limit ever allows. */
	contacts?: number;
	/** By default 0. */
	startsAt?: number;
}

/** What happened to the requests of one process. Times are in seconds. */
export interface Trace {
	/** When the service admitted its requests. */
	admitted: number[];
	/** When the service throttled its requests. */
	throttled: number[];
	/** When the last response arrived. */
	endedAt: number;
}

export interface SimulationOptions {
	seed: number;
	/** When the simulation ends, in seconds. By default after the last contact. */
	until?: number;
	/** Number of the request, from 1, that gets a 429 although it is within the limit. */
	accidentAt?: number;
}

/** Simulates processes that share one key, on a virtual clock. */
export async function simulate(
	processes: readonly SimulatedProcess[],
	{ seed, until = Infinity, accidentAt = 0 }: SimulationOptions,
): Promise<Trace[]> {
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, CALLS_PER_SECOND, accidentAt);
	const traces = processes.map((process) => {
		const trace: Trace = { admitted: [], throttled: [], endedAt: 0 };
		void runProcess(process, trace, { clock, random, service });
		return trace;
	});
	await clock.run(until * 1000);
	return traces;
}

interface World {
	clock: VirtualClock;
	random: () => number;
	service: VirtualService;
}

async function runProcess(process: SimulatedProcess, trace: Trace, world: World): Promise<void> {
	const { line, contacts = Infinity, startsAt = 0 } = process;
	const { clock, random, service } = world;
	await clock.sleep(startsAt * 1000);
	const limiter = new Limiter(clock);
	limiter.adaptiveRate.limit = CALLS_PER_SECOND;
	const attempt = async () => {
		const delays = drawDelays(line, random);
		const arrivesAt = (clock.now() + delays.up) / 1000;
		const outcome = await service.request('', delays);
		(outcome.throttled ? trace.throttled : trace.admitted).push(arrivesAt);
		return outcome;
	};
	let begun = 0;
	const registerContacts = async () => {
		while (begun < contacts) {
			begun++;
			await limiter.send(attempt, { caller: process }).catch(() => undefined);
			trace.endedAt = clock.now() / 1000;
		}
	};
	await Promise.all(Array.from({ length: MAX_CONCURRENT }, registerContacts));
}
