import { Engine } from '../../engine';
import { CALLS_PER_SECOND, leastTime } from '../limits';
import { contacts, losses, register } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';
import { meanRoundTrip, type NetworkName, networks } from '../simulation/network';

interface Run {
	network: NetworkName;
	count: number;
	callsPerSecond?: number;
	/** Of the least time, and 429s at most. */
	atLeast: number;
	atMost: number;
}

function over({ network, count, callsPerSecond = CALLS_PER_SECOND, atLeast, atMost }: Run): Scenario {
	const share = callsPerSecond === CALLS_PER_SECOND ? '' : `-${callsPerSecond}`;
	return {
		name: `network-${network}${share}`,
		description: `${count} contacts in one execution over the network "${network}" at ${callsPerSecond} calls per second`,
		targets: [{ figure: 'ofLeast', atLeast }, { figure: 'throttled', atMost }, ...NOTHING_LOST],
		run: async () => {
			const engine = await Engine.load();
			const service = await Service.start({ network });
			const begun = performance.now();
			await register(engine, contacts(count), { ...service.credential, callsPerSecond });
			const seconds = (performance.now() - begun) / 1000;
			const report = await service.stop();
			const roundTrip = meanRoundTrip(networks[network]);
			const admitted = report.calls.filter(({ status }) => status !== 429).length;
			return {
				seconds,
				// The first answer, that of the webinar, comes before all others are asked.
				ofLeast: (roundTrip / 1000 + leastTime(admitted, roundTrip, callsPerSecond)) / seconds,
				...losses(count, report),
			};
		},
	};
}

/** The simulation has more; these show that it holds in real time. */
export const networkScenarios: readonly Scenario[] = [
	over({ network: 'way-there', count: 400, atLeast: 0.86, atMost: 8 }),
	over({ network: 'both-ways', count: 400, atLeast: 0.86, atMost: 8 }),
	over({ network: 'handshakes', count: 400, atLeast: 0.87, atMost: 8 }),
	over({ network: 'long-tail', count: 400, atLeast: 0.87, atMost: 8 }),
	over({ network: 'work-after-count', count: 500, atLeast: 0.95, atMost: 0 }),
	over({ network: 'answers-2s', count: 500, atLeast: 0.93, atMost: 0 }),
	over({ network: 'answers-3500ms', count: 500, atLeast: 0.93, atMost: 0 }),
	over({ network: 'answers-3500ms', count: 100, callsPerSecond: 5, atLeast: 0.92, atMost: 0 }),
];
