import { measureInChild } from '../child';
import type { Figures, Scenario } from '../scenario';

const TRIES = 5;

export const load: Scenario = {
	name: 'load',
	description: `time to require the built package in a process that has n8n-workflow, median of ${TRIES}`,
	targets: [{ figure: 'loadMs', atMost: 100 }],
	run: async () => {
		const tries: Figures[] = [];
		for (let attempt = 0; attempt < TRIES; attempt++) tries.push(await measureInChild('load', 'load'));
		tries.sort((one, other) => (one.loadMs ?? NaN) - (other.loadMs ?? NaN));
		return tries[Math.floor(TRIES / 2)] ?? {};
	},
};
