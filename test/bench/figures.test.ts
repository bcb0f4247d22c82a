import { leastTime } from '../../tools/bench/limits';
import { isMet } from '../../tools/bench/scenario';
import { measure } from '../../tools/bench/simulation/measure';
import { delaysOf, networks } from '../../tools/bench/simulation/network';
import { simulateRun } from '../../tools/bench/simulation/simulateRun';
import { type SimulatedProcess, simulateProcesses } from '../../tools/bench/simulation/simulateProcesses';

describe('the figures', () => {
	const steady = (every: number, from: number, to: number) =>
		Array.from({ length: Math.floor((to - from) / every) }, (_, index) => from + index * every);

	it('compare 500 contacts with 25 seconds and one response', () => {
		expect(leastTime(501, 80)).toBeCloseTo(25.08);
		expect(leastTime(20, 80)).toBeCloseTo(0.08);
	});

	it('fall short if one is missing or out of bounds', () => {
		expect(isMet({ atMost: 0 }, 0)).toBe(true);
		expect(isMet({ atMost: 0 }, 1)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, undefined)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, NaN)).toBe(false);
	});

	it('measure goodput, the share of throttled requests, and fairness', () => {
		const traces = [
			{ admitted: steady(0.1, 0, 100), throttled: steady(1, 0, 100) },
			{ admitted: steady(0.2, 0, 100), throttled: [] },
		];
		const figures = measure(traces, 10, 60);
		expect(figures.goodput).toBeCloseTo(0.75, 2);
		expect(figures.throttledShare).toBeCloseTo(50 / 800, 2);
		expect(figures.fairness).toBeCloseTo(0.9, 2);
	});
});

describe('the simulation', () => {
	const processes = (count: number): SimulatedProcess[] =>
		Array.from({ length: count }, () => ({ latencyMs: 80 }));

	it('takes three round trips for a request, and delays one of them on a connection that stalls', () => {
		expect(delaysOf(networks['20ms'], () => 0.5)).toEqual({
			hello: 30,
			helloBack: 10,
			request: 10,
			response: 10,
		});
		expect(delaysOf(networks.mobile, () => 0)).toEqual({
			hello: 890,
			helloBack: 30,
			request: 30,
			response: 30,
		});
	});

	it('gives the same result for the same seed, and another one for another seed', async () => {
		const one = await simulateProcesses(processes(4), 10, 7);
		await expect(simulateProcesses(processes(4), 10, 7)).resolves.toEqual(one);
		await expect(simulateProcesses(processes(4), 10, 8)).resolves.not.toEqual(one);
	});

	it('registers 500 contacts in little more than the least time, without any 429', async () => {
		const { share, throttled } = await simulateRun({ name: '', contacts: 500, network: 'cloud' }, 1);
		expect(share).toBeGreaterThan(0.92);
		expect(throttled).toBe(0);
	});

	it('lets a single process reach the full rate at once, without any 429', async () => {
		const { goodput, throttledShare } = measure(await simulateProcesses(processes(1), 60, 1), 0, 60);
		expect(throttledShare).toBe(0);
		expect(goodput).toBeGreaterThan(0.92);
	});

	it('lets four processes share the limit evenly, with few 429s, after 15 seconds', async () => {
		const { goodput, throttledShare, fairness } = measure(
			await simulateProcesses(processes(4), 180, 1),
			15,
			180,
		);
		expect(goodput).toBeGreaterThan(0.85);
		expect(throttledShare).toBeLessThan(0.03);
		expect(fairness).toBeGreaterThan(0.95);
	});

	it('lets a process use the whole limit after the others have ended', async () => {
		const three = processes(3).map((process, index) => ({ ...process, ends: index === 0 ? Infinity : 60 }));
		const [left] = await simulateProcesses(three, 210, 1);
		expect(left && measure([left], 190, 210).goodput).toBeGreaterThan(0.9);
	});
});
