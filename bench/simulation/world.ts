import { CallQueue } from '../../nodes/WebinarAccount/client/limiter/callQueue';
import { Cancellation } from '../../nodes/WebinarAccount/client/cancellation';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';
import { CALLS_PER_SECOND } from '../limits';
import { seededRandom } from './random';

/** A process that always has more to do than it can get done. */
export interface Member {
	/** Seconds. */
	begins: number;
	ends: number;
	/** Milliseconds from sending to the answer, give or take a fifth. */
	latencyMs: number;
}

/** When the calls of one member were admitted and refused, in seconds. */
export interface Trace {
	admitted: number[];
	refused: number[];
}

/** Calls that a member has at hand at any time: far more than its share. */
const CALLS_AT_HAND = 30;

/** The part of the latency that passes before the service counts a call. */
const WAY_THERE = 0.25;

/** Runs processes that know nothing of each other against one limit, with the limiter of the node. */
export async function simulate(members: readonly Member[], seconds: number, seed: number): Promise<Trace[]> {
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, CALLS_PER_SECOND);
	const traces = members.map((): Trace => ({ admitted: [], refused: [] }));
	members.forEach((member, index) => {
		const trace = traces[index];
		if (trace) void live(member, trace, { clock, random, service });
	});
	await clock.run(seconds * 1000);
	return traces;
}

interface World {
	clock: VirtualClock;
	random: () => number;
	service: VirtualService;
}

async function live({ begins, ends, latencyMs }: Member, trace: Trace, { clock, random, service }: World) {
	await clock.sleep(begins * 1000);
	const queue = new CallQueue(clock, random);
	const cancellation = new Cancellation();
	if (ends !== Infinity) void clock.sleep((ends - begins) * 1000).then(() => cancellation.cancel());
	const vary = () => 0.8 + 0.4 * random();

	const attempt = async () => {
		const up = latencyMs * WAY_THERE * vary();
		const arrival = (clock.now() + up) / 1000;
		const outcome = await service.call('', { up, down: latencyMs * (1 - WAY_THERE) * vary() });
		(outcome.refused ? trace.refused : trace.admitted).push(arrival);
		return outcome;
	};
	const work = async () => {
		while (!cancellation.isCancelled) {
			await queue.run(attempt, { callsPerSecond: CALLS_PER_SECOND, cancellation }).catch(() => undefined);
		}
	};
	await Promise.all(Array.from({ length: CALLS_AT_HAND }, work));
}
