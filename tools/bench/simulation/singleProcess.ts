import { mapConcurrent } from '../../../nodes/WebinarAccount/utils/async';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';
import { CALLS_PER_SECOND, leastTime } from '../limits';
import { type ClientName, clients } from './clients';
import { meanRoundTrip, type NetworkName, networks, timesOf } from './network';
import { seededRandom } from './random';

/** A run of contacts in one process, alone on its account. */
export interface Run {
	name: string;
	contacts: number;
	network: NetworkName;
	callsPerSecond?: number;
	/** The arrival that gets a 429 for no reason. */
	accidentAt?: number;
}

export interface RunFigures {
	seconds: number;
	/** The least time over the time taken: 1 is as fast as can be. */
	ofLeast: number;
	throttled: number;
	/** Calls that arrived in one second, throttled ones included. */
	mostInOneSecond: number;
}

/** Items that the node works on at once. */
const CONCURRENT = 100;

export const runs: readonly Run[] = [
	{ name: '500 contacts, answers after 80 ms', contacts: 500, network: 'steady' },
	{ name: '400, way there 10 to 210 ms', contacts: 400, network: 'way-there' },
	{ name: '400, both ways vary, 20 to 300 ms in all', contacts: 400, network: 'both-ways' },
	{ name: '400, one call in five 200 ms late', contacts: 400, network: 'handshakes' },
	{ name: '400, way there with a tail to 900 ms', contacts: 400, network: 'long-tail' },
	{ name: '500, 0 to 280 ms of work after the count', contacts: 500, network: 'work-after-count' },
	{ name: '500, the same work before the count', contacts: 500, network: 'work-before-count' },
	{ name: '500, answers after 2 s', contacts: 500, network: 'answers-2s' },
	{ name: '500, answers after 3.5 s', contacts: 500, network: 'answers-3500ms' },
	{
		name: '150, the same with 5 calls per second',
		contacts: 150,
		network: 'answers-3500ms',
		callsPerSecond: 5,
	},
	{ name: '300, answers after 80 ms', contacts: 300, network: 'steady' },
	{ name: '300, the same and one 429 by accident', contacts: 300, network: 'steady', accidentAt: 150 },
];

export async function simulateRun(run: Run, seed: number, client: ClientName): Promise<RunFigures> {
	const { contacts, callsPerSecond = CALLS_PER_SECOND, accidentAt } = run;
	const network = networks[run.network];
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, callsPerSecond, accidentAt);
	const limiter = clients[client]({ clock, random, processes: 1, callsPerSecond });
	const options = { callsPerSecond, run: {} };
	let seconds = 0;
	void mapConcurrent(Array.from({ length: contacts }), CONCURRENT, async () => {
		await limiter.call(() => service.call('', timesOf(network, random)), options);
		seconds = clock.now() / 1000;
	});
	await clock.run();
	return {
		seconds,
		ofLeast: leastTime(contacts, meanRoundTrip(network), callsPerSecond) / seconds,
		throttled: service.throttled,
		mostInOneSecond: service.mostInOneSecond(),
	};
}
