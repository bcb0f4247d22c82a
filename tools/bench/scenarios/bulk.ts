import { z } from 'zod/v4';

import { Child } from '../child';
import { leastTime } from '../limits';
import { losses } from '../registrations';
import { NOTHING_LOST, type Scenario } from '../scenario';
import { Service } from '../service';
import { meanRoundTrip, type NetworkName, networks } from '../simulation/network';

const CONTACTS = 500;

function bulk(network: NetworkName, atLeast: number): Scenario {
	return {
		name: `bulk-${network}`,
		description: `${CONTACTS} contacts in one execution over TLS and the network "${network}"`,
		targets: { ofLeast: { atLeast }, throttled: { atMost: 2 }, ...NOTHING_LOST },
		run: async () => {
			const service = await Service.start({ network });
			const child = Child.start('worker', service.environment);
			await child.ask('load');
			const task = { credential: service.credential, count: CONTACTS, domain: 'example.com', network };
			const seconds = z.number().parse(await child.ask(task));
			await child.stop();
			const report = await service.stop();
			const roundTrip = meanRoundTrip(networks[network]);
			return {
				seconds,
				// The contacts wait until the webinar has been read.
				ofLeast: (roundTrip / 1000 + leastTime(CONTACTS, roundTrip)) / seconds,
				...losses(CONTACTS, report),
			};
		},
	};
}

/** Bulk registrations over typical networks. The simulation has these and more. */
export const bulkScenarios: readonly Scenario[] = [
	bulk('near', 0.91),
	bulk('cloud', 0.9),
	bulk('home', 0.85),
	bulk('far', 0.86),
];
