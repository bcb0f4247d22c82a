import { Limiter } from '../../../nodes/WebinarAccount/service/limiter/limiter';
import { mapConcurrent } from '../../../nodes/WebinarAccount/utils/async';
import { CALLS_PER_SECOND, leastTime } from '../limits';
import { delaysOf, lookUpsOf, meanRoundTrip, type Network, type NetworkName, networks } from './network';
import { seededRandom } from './random';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';

/** A run that registers contacts in one process, alone on its account. */
export interface Run {
	name: string;
	contacts: number;
	network: NetworkName;
	/** The arrival that gets a 429 for no reason. */
	accidentAt?: number;
}

export interface RunFigures {
	/** The least possible time divided by the time taken. */
	share: number;
	throttled: number;
}

/** The number of items that the node works on at once. */
const CONCURRENT = 100;

export const runs: readonly Run[] = [
	{ name: '500 contacts, near', contacts: 500, network: 'near' },
	{ name: '500, cloud', contacts: 500, network: 'cloud' },
	{ name: '500, home', contacts: 500, network: 'home' },
	{ name: '500, far', contacts: 500, network: 'far' },
	{ name: '500, 100 ms and look-ups', contacts: 500, network: 'look-ups' },
	{ name: '400, 100 ± 40 ms', contacts: 400, network: 'varying' },
	{ name: '400, mobile', contacts: 400, network: 'mobile' },
	{ name: '500, 0 to 280 ms of work', contacts: 500, network: 'work' },
	{ name: '500, responses after 3.5 s', contacts: 500, network: 'slow' },
	{ name: '300, 20 ms and one 429 by accident', contacts: 300, network: '20ms', accidentAt: 150 },
];

export async function simulateRun(run: Run, seed: number): Promise<RunFigures> {
	const { contacts, accidentAt } = run;
	const network: Network = networks[run.network];
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, CALLS_PER_SECOND, accidentAt);
	const limiter = new Limiter(clock);
	const lookUp = lookUpsOf(network, random);
	const attempt = async () => {
		const { hello, helloBack, request, response } = delaysOf(network, random);
		const up = lookUp(clock.now()) + hello + helloBack + request;
		return await service.request('', { up, down: network.work(random) + response });
	};
	let end = 0;
	void mapConcurrent(Array.from({ length: contacts }), CONCURRENT, async () => {
		await limiter.send(attempt, { callsPerSecond: CALLS_PER_SECOND, run });
		end = clock.now();
	});
	await clock.run();
	const least = leastTime(contacts, meanRoundTrip(network));
	return { share: (least * 1000) / end, throttled: service.throttled };
}
