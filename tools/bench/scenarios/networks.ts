import { z } from 'zod/v4';

import { Child } from '../child';
import { CALLS_PER_SECOND, leastTime } from '../limits';
import { losses } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';
import { meanRoundTrip, type NetworkName, networks } from '../simulation/network';

interface Run {
	network: NetworkName;
	count: number;
	callsPerSecond?: number;
	/** Of the least time. */
	atLeast: number;
	/** 429s. */
	atMost: number;
}

function over({ network, count, callsPerSecond = CALLS_PER_SECOND, atLeast, atMost }: Run): Scenario {
	const share = callsPerSecond === CALLS_PER_SECOND ? '' : `-${callsPerSecond}`;
	return {
		name: `network-${network}${share}`,
		description: `${count} contacts in one execution over TLS and the network "${network}" at ${callsPerSecond} calls per second`,
		targets: [{ figure: 'ofLeast', atLeast }, { figure: 'throttled', atMost }, ...NOTHING_LOST],
		run: async () => {
			const service = await Service.start({ network });
			const child = Child.start('worker', [], service.environment);
			await child.ask('load');
			const credential = { ...service.credential, callsPerSecond };
			const task = { credential, count, domain: 'example.com', network };
			const seconds = z.number().parse(await child.ask(task));
			await child.stop();
			const report = await service.stop();
			const roundTrip = meanRoundTrip(networks[network]);
			const afterReading = roundTrip / 1000 + leastTime(count, roundTrip, callsPerSecond);
			return {
				seconds,
				// The webinar is read first, and the contacts wait for that answer.
				ofLeast: Math.max(leastTime(count + 1, roundTrip, callsPerSecond), afterReading) / seconds,
				registering: seconds - roundTrip / 1000,
				mostInOneSecond: report.mostInOneSecond,
				...losses(count, report),
			};
		},
	};
}

/** The simulation has the same. */
export const networkScenarios: readonly Scenario[] = [
	over({ network: '20ms', count: 500, atLeast: 0.97, atMost: 0 }),
	over({ network: '100ms', count: 500, atLeast: 0.97, atMost: 0 }),
	over({ network: '250ms', count: 500, atLeast: 0.97, atMost: 0 }),
	over({ network: 'look-ups', count: 500, atLeast: 0.94, atMost: 0 }),
	over({ network: 'varying', count: 400, atLeast: 0.88, atMost: 3 }),
	over({ network: 'varying-look-ups', count: 400, atLeast: 0.85, atMost: 3 }),
	over({ network: 'mobile', count: 400, atLeast: 0.83, atMost: 3 }),
	over({ network: 'mobile-look-ups', count: 400, atLeast: 0.8, atMost: 3 }),
	over({ network: 'work', count: 500, atLeast: 0.87, atMost: 0 }),
	over({ network: 'answers-1s', count: 200, atLeast: 0.93, atMost: 0 }),
	over({ network: 'answers-3500ms', count: 500, atLeast: 0.95, atMost: 0 }),
	over({ network: 'answers-3500ms', count: 100, callsPerSecond: 5, atLeast: 0.95, atMost: 0 }),
];
