import { leastTime } from '../../tools/bench/limits';
import { isMet } from '../../tools/bench/scenario';
import { measure } from '../../tools/bench/simulation/measure';
import { delaysOf, networks } from '../../tools/bench/simulation/network';
import { simulateRun } from '../../tools/bench/simulation/simulateRun';
import { type SimulatedProcess, simulateProcesses } from '../../tools/bench/simulation/simulateProcesses';

describe('the figures of the benchmark', () => {
	/** Returns the times of requests at a steady rate, in seconds. */
	const timesAtRate = (perSecond: number, seconds: number) =>
		Array.from({ length: perSecond * seconds }, (_, index) => index / perSecond);

	it('has 25 seconds and one round trip as the least time for 501 requests', () => {
		const roundTripMs = 80;
		expect(leastTime(501, roundTripMs)).toBeCloseTo(25.08);
		expect(leastTime(20, roundTripMs)).toBeCloseTo(0.08);
	});

	it('meets a bound only with a number within it', () => {
		expect(isMet({ atMost: 0 }, 0)).toBe(true);
		expect(isMet({ atMost: 0 }, 1)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, undefined)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, NaN)).toBe(false);
	});

	it('measures goodput, the share of throttled requests, and fairness', () => {
		const fastProcess = { admitted: timesAtRate(10, 100), throttled: timesAtRate(1, 100) };
		const slowProcess = { admitted: timesAtRate(5, 100), throttled: [] };
		const figures = measure([fastProcess, slowProcess], 10, 60);
		expect(figures.goodput).toBeCloseTo(15 / 20, 2);
		expect(figures.throttledShare).toBeCloseTo(1 / 16, 2);
		expect(figures.fairness).toBeCloseTo(0.9, 2);
	});
});

describe('the simulation', () => {
	const processes = (count: number): SimulatedProcess[] =>
		Array.from({ length: count }, () => ({ latencyMs: 80 }));

	it('takes three round trips for a request', () => {
		expect(delaysOf(networks['20ms'], () => 0.5)).toEqual({
			hello: 30,
			helloBack: 10,
			request: 10,
			response: 10,
		});
	});

	it('delays one round trip on a mobile connection that stalls', () => {
		expect(delaysOf(networks.mobile, () => 0)).toEqual({
			hello: 890,
			helloBack: 30,
			request: 30,
			response: 30,
		});
	});

	it('returns the same result for the same seed, and another one for another seed', async () => {
		const withSeed7 = await simulateProcesses(processes(4), 10, 7);
		await expect(simulateProcesses(processes(4), 10, 7)).resolves.toEqual(withSeed7);
		await expect(simulateProcesses(processes(4), 10, 8)).resolves.not.toEqual(withSeed7);
	});

	it('registers 500 contacts in little more than the least time, without a 429', async () => {
		const { share, throttled } = await simulateRun({ name: '', contacts: 500, network: 'cloud' }, 1);
		expect(share).toBeGreaterThan(0.92);
		expect(throttled).toBe(0);
	});

	it('reaches more than 0.92 of the limit with a single process, without a 429', async () => {
		const { goodput, throttledShare } = measure(await simulateProcesses(processes(1), 60, 1), 0, 60);
		expect(throttledShare).toBe(0);
		expect(goodput).toBeGreaterThan(0.92);
	});

	it('shares the limit evenly among four processes after 15 seconds, with few 429s', async () => {
		const { goodput, throttledShare, fairness } = measure(
			await simulateProcesses(processes(4), 180, 1),
			15,
			180,
		);
		expect(goodput).toBeGreaterThan(0.85);
		expect(throttledShare).toBeLessThan(0.03);
		expect(fairness).toBeGreaterThan(0.95);
	});

	it('uses most of the limit with one process after the others have ended', async () => {
		const three = processes(3).map((process, index) => ({ ...process, ends: index === 0 ? Infinity : 60 }));
		const [left] = await simulateProcesses(three, 210, 1);
		expect(left && measure([left], 190, 210).goodput).toBeGreaterThan(0.9);
	});
});
