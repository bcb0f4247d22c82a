import { equalProcesses } from '../../tools/bench/simulation/cases';
import { measureShared } from '../../tools/bench/simulation/measure';
import { simulate } from '../../tools/bench/simulation/simulate';

it('simulates four processes that share the limit evenly, with the same figures for the same seed', async () => {
	const traces = await simulate(equalProcesses(4), { seed: 1, until: 40 });
	expect(await simulate(equalProcesses(4), { seed: 1, until: 40 })).toEqual(traces);
	const { goodput, throttledShare, fairness } = measureShared(traces, 15, 40);
	expect(goodput).toBeGreaterThan(0.8);
	expect(throttledShare).toBeLessThan(0.05);
	expect(fairness).toBeGreaterThan(0.9);
});
