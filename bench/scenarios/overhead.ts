import { z } from 'zod/v4';

import { Child } from '../child';
import type { Scenario } from '../scenario';

const answer = z.object({
	nodeMs: z.number(),
	bareMs: z.number(),
	bareReadMs: z.number(),
	missing: z.number(),
});

export const overhead: Scenario = {
	name: 'overhead',
	description:
		'time per contact without a limit and without latency, over that of n8n’s bare request helper (timesBare), and of that helper with one parameter read by expression (timesBareRead)',
	targets: [
		{ figure: 'timesBare', atMost: 1.3 },
		{ figure: 'timesBareRead', atMost: 1.3 },
		{ figure: 'lost', atMost: 0 },
	],
	run: async () => {
		const child = Child.start('overhead');
		const { nodeMs, bareMs, bareReadMs, missing } = answer.parse(await child.ask('measure'));
		await child.stop();
		return {
			timesBare: nodeMs / bareMs,
			timesBareRead: nodeMs / bareReadMs,
			nodeMs,
			bareMs,
			bareReadMs,
			lost: missing,
		};
	},
};
