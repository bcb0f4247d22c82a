import { mapConcurrent } from '../../../nodes/WebinarAccount/utils/async';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';
import { CALLS_PER_SECOND, leastTime } from '../limits';
import { type ClientName, clients } from './clients';
import { lookUpsOf, meanRoundTrip, type Network, type NetworkName, networks, waysOf } from './network';
import { seededRandom } from './random';

/** A run of contacts in one process, alone on its account. */
export interface Run {
	name: string;
	contacts: number;
	network: NetworkName;
	/** The arrival that gets a 429 for no reason. */
	accidentAt?: number;
}

export interface RunFigures {
	/** The least time over the time taken: 1 is as fast as can be. */
	ofLeast: number;
	throttled: number;
}

/** The first run of a process, and the same again a minute later. */
export interface TwoRuns {
	first: RunFigures;
	again: RunFigures;
}

/** Items that the node works on at once. */
const CONCURRENT = 100;

export const runs: readonly Run[] = [
	{ name: '500 contacts, near', contacts: 500, network: 'near' },
	{ name: '500, cloud', contacts: 500, network: 'cloud' },
	{ name: '500, home', contacts: 500, network: 'home' },
	{ name: '500, far', contacts: 500, network: 'far' },
	{ name: '100, cloud', contacts: 100, network: 'cloud' },
	{ name: '500, 20 ms', contacts: 500, network: '20ms' },
	{ name: '500, 100 ms', contacts: 500, network: '100ms' },
	{ name: '500, 250 ms', contacts: 500, network: '250ms' },
	{ name: '500, 100 ms and look-ups', contacts: 500, network: 'look-ups' },
	{ name: '400, 100 ± 40 ms', contacts: 400, network: 'varying' },
	{ name: '400, mobile', contacts: 400, network: 'mobile' },
	{ name: '500, 0 to 280 ms of work', contacts: 500, network: 'work' },
	{ name: '200, answers after 1 s', contacts: 200, network: 'answers-1s' },
	{ name: '500, answers after 3.5 s', contacts: 500, network: 'answers-3500ms' },
	{ name: '300, 20 ms and one 429 by accident', contacts: 300, network: '20ms', accidentAt: 150 },
];

export async function simulateRun(run: Run, seed: number, client: ClientName): Promise<TwoRuns> {
	const { contacts, accidentAt } = run;
	const network: Network = networks[run.network];
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, CALLS_PER_SECOND, accidentAt);
	const limiter = clients[client](clock);
	const lookUp = lookUpsOf(network, random);
	const attempt = async () => {
		const [hello, helloBack, call, back] = waysOf(network, random);
		const up = lookUp(clock.now()) + hello + helloBack + call;
		return await service.call('', { up, down: network.work(random) + back });
	};
	const least = leastTime(contacts, meanRoundTrip(network));
	const runOnce = async (): Promise<RunFigures> => {
		const begun = clock.now();
		const throttled = service.throttled;
		let end = begun;
		void mapConcurrent(Array.from({ length: contacts }), CONCURRENT, async () => {
			await limiter.call(attempt, { callsPerSecond: CALLS_PER_SECOND, run: {} });
			end = clock.now();
		});
		await clock.run();
		return { ofLeast: (least * 1000) / (end - begun), throttled: service.throttled - throttled };
	};
	const first = await runOnce();
	await clock.run(clock.now() + 60_000);
	return { first, again: await runOnce() };
}
