import { mapConcurrent } from '../../nodes/WebinarAccount/utils/async';
import { VirtualClock } from './virtualClock';
import { VirtualService } from './virtualService';
import { CALLS_PER_SECOND, leastTime } from '../limits';
import { type ClientName, clients } from './clients';
import { constant, handshake, longTail, type Network, timesOf, uniform } from './network';
import { seededRandom } from './random';

/** A run of contacts in one process. */
export interface Run {
	name: string;
	contacts: number;
	network: Network;
	callsPerSecond?: number;
	/** The arrival that gets a 429 for no reason. */
	accidentAt?: number;
}

export interface RunFigures {
	/** The least possible time over the time that it took. */
	ofLeast: number;
	seconds: number;
	throttled: number;
	mostInOneSecond: number;
}

/** Items that the node works on at once. */
const CONCURRENT = 100;

const answers = (milliseconds: number): Network => ({
	there: constant(milliseconds / 4),
	back: constant((milliseconds * 3) / 4),
});

export const runs: readonly Run[] = [
	{ name: 'answers after 80 ms', contacts: 500, network: answers(80) },
	{ name: 'way there 10 to 210 ms', contacts: 400, network: { there: uniform(10, 210), back: constant(10) } },
	{
		name: 'both ways vary, 20 to 300 ms in all',
		contacts: 400,
		network: { there: uniform(10, 150), back: uniform(10, 150) },
	},
	{
		name: 'one call in five 200 ms late',
		contacts: 400,
		network: { there: handshake(20, 200, 5), back: constant(60) },
	},
	{
		name: 'way there with a tail to 900 ms',
		contacts: 400,
		network: { there: longTail(10, 900), back: constant(20) },
	},
	{
		name: 'answers after 20 to 300 ms by the service’s work',
		contacts: 500,
		network: { there: constant(10), workAfterCount: uniform(0, 280), back: constant(10) },
	},
	{
		name: 'the same work before the count',
		contacts: 500,
		network: { there: constant(10), workBeforeCount: uniform(0, 280), back: constant(10) },
	},
	{
		name: 'answers after 2 s',
		contacts: 500,
		network: { there: constant(50), workAfterCount: constant(1900), back: constant(50) },
	},
	{
		name: 'answers after 3.5 s',
		contacts: 500,
		network: { there: constant(50), workAfterCount: constant(3400), back: constant(50) },
	},
	{
		name: 'answers after 3.5 s, 5 calls a second',
		contacts: 150,
		callsPerSecond: 5,
		network: { there: constant(50), workAfterCount: constant(3400), back: constant(50) },
	},
	{ name: 'one 429 by accident', contacts: 300, network: answers(80), accidentAt: 150 },
	{ name: 'no 429', contacts: 300, network: answers(80) },
];

export async function simulateRun(run: Run, client: ClientName, seed: number): Promise<RunFigures> {
	const { contacts, network, callsPerSecond = CALLS_PER_SECOND, accidentAt = 0 } = run;
	const clock = new VirtualClock();
	const random = seededRandom(seed);
	const service = new VirtualService(clock, callsPerSecond, accidentAt);
	const limiter = clients[client]({ clock, random, processes: 1 });
	const options = { callsPerSecond, run: {} };
	let ended = 0;
	void mapConcurrent(Array.from({ length: contacts }), CONCURRENT, async () => {
		await limiter.call(() => service.call('', timesOf(network, random)), options);
		ended = clock.now();
	});
	await clock.run();
	const roundTrip = meanRoundTrip(network);
	const seconds = ended / 1000;
	return {
		ofLeast: leastTime(contacts, roundTrip, callsPerSecond) / seconds,
		seconds,
		throttled: service.throttled,
		mostInOneSecond: service.mostInOneSecond(),
	};
}

function meanRoundTrip(network: Network): number {
	const random = seededRandom(1);
	let sum = 0;
	for (let sample = 0; sample < 1000; sample++) {
		const { up, down } = timesOf(network, random);
		sum += up + down;
	}
	return sum / 1000;
}
