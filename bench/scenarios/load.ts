import { z } from 'zod/v4';

import { Child } from '../child';
import type { Scenario } from '../scenario';

const TRIES = 5;

const answer = z.object({ hostMs: z.number(), packageMs: z.number() });

export const load: Scenario = {
	name: 'load',
	description: `time to require the built package in a process that has n8n-workflow, median of ${TRIES}`,
	targets: [{ figure: 'loadMs', atMost: 100 }],
	run: async () => {
		const times: Array<z.infer<typeof answer>> = [];
		for (let attempt = 0; attempt < TRIES; attempt++) {
			const child = Child.start('load');
			times.push(answer.parse(await child.ask('load')));
			await child.stop();
		}
		times.sort((one, other) => one.packageMs - other.packageMs);
		const middle = times[Math.floor(TRIES / 2)];
		return { loadMs: middle?.packageMs ?? NaN, hostMs: middle?.hostMs ?? NaN };
	},
};
