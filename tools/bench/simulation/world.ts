import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';
import { CALLS_PER_SECOND } from '../limits';
import { type ClientName, clients } from './clients';
import { seededRandom } from './random';

/** A process that has more to do than it can get done, or a number of contacts. */
export interface Member {
	/** Seconds; absent: at once, and never. */
	begins?: number;
	ends?: number;
	/** Milliseconds from sending to the answer, give or take a fifth. */
	latencyMs: number;
	contacts?: number;
}

/** When the calls of one member were admitted and throttled, in seconds. */
export interface Trace {
	admitted: number[];
	throttled: number[];
}

/** Calls that a member has at hand at any time: far more than its share. */
const CALLS_AT_HAND = 30;

/** The part of the latency that passes before the service counts a call. */
const WAY_THERE = 0.25;

/** Runs processes that know nothing of each other against one limit, with the limiter of the node. */
export async function simulate(
	members: readonly Member[],
	seconds: number,
	seed: number,
	client: ClientName = 'limiter',
): Promise<Trace[]> {
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, CALLS_PER_SECOND);
	const traces = members.map((member) => {
		const trace: Trace = { admitted: [], throttled: [] };
		void live(member, trace, { clock, random, service, client });
		return trace;
	});
	await clock.run(seconds * 1000);
	return traces;
}

interface World {
	clock: VirtualClock;
	random: () => number;
	service: VirtualService;
	client: ClientName;
}

async function live(member: Member, trace: Trace, world: World): Promise<void> {
	const { begins = 0, ends = Infinity, latencyMs, contacts = Infinity } = member;
	const { clock, random, service } = world;
	await clock.sleep(begins * 1000);
	const client = clients[world.client](clock);
	const controller = new AbortController();
	const { signal } = controller;
	if (ends !== Infinity) void clock.sleep((ends - begins) * 1000).then(() => controller.abort());
	const vary = () => 0.8 + 0.4 * random();

	const attempt = async () => {
		const up = latencyMs * WAY_THERE * vary();
		const arrival = (clock.now() + up) / 1000;
		const outcome = await service.call('', { up, down: latencyMs * (1 - WAY_THERE) * vary() });
		(outcome.throttled ? trace.throttled : trace.admitted).push(arrival);
		return outcome;
	};
	const options = { callsPerSecond: CALLS_PER_SECOND, run: world, signal };
	let begun = 0;
	const work = async () => {
		while (!signal.aborted && begun++ < contacts) await client.call(attempt, options).catch(() => undefined);
	};
	await Promise.all(Array.from({ length: CALLS_AT_HAND }, work));
}
