import type { Scenario } from '../scenario';
import { cases, runCase } from '../simulation/cases';

/** Any fixed number, so that the figures are reproducible. */
export const SEED = 1;

export const simulation64: Scenario = {
	name: 'simulation-64',
	description: '64 processes on a virtual clock; `simulate` prints all sizes',
	targets: [
		{ figure: 'goodput', atLeast: 0.8 },
		{ figure: 'throttledShareSettled', atMost: 0.2 },
	],
	run: async () => {
		const of64 = cases.find(({ members }) => members.length === 64);
		if (!of64) throw new Error('There is no case of 64 processes');
		const { goodput, throttledShare, fairness, settledAfter } = await runCase(of64, SEED);
		return { goodput, throttledShareSettled: throttledShare, fairness, settledAfter };
	},
};
