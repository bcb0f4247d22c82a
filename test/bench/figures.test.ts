import { equalProcesses } from '../../tools/bench/simulation/cases';
import { measureShared } from '../../tools/bench/simulation/measure';
import { simulate } from '../../tools/bench/simulation/simulate';

it('simulates four processes that share the limit evenly, with the same figures for the same seed', async () => {
	const simulateBriefly = () => simulate(equalProcesses(4), { seed: 1, until: 5 });
	expect(await simulateBriefly()).toEqual(await simulateBriefly());
	const traces = await simulate(equalProcesses(4), { seed: 1, until: 40 });
	const { goodput, throttledShare, fairness } = measureShared(traces, 15, 40);
	expect(goodput).toBeGreaterThan(0.8);
	// Each process keeps trying at two requests a second or more.
	expect(throttledShare).toBeLessThan(0.06);
	expect(fairness).toBeGreaterThan(0.9);
});
