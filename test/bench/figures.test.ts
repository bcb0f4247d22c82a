import { leastTime } from '../../tools/bench/limits';
import { isMet } from '../../tools/bench/scenario';
import { measure } from '../../tools/bench/simulation/figures';
import { networks, waysOf } from '../../tools/bench/simulation/network';
import { simulateRun } from '../../tools/bench/simulation/singleProcess';
import { type Member, simulate } from '../../tools/bench/simulation/world';

describe('the figures', () => {
	const steady = (every: number, from: number, to: number) =>
		Array.from({ length: Math.floor((to - from) / every) }, (_, index) => from + index * every);

	it('are held against 25 s and an answer for 500 contacts and the call that reads the webinar', () => {
		expect(leastTime(501, 80)).toBeCloseTo(25.08);
		expect(leastTime(20, 80)).toBeCloseTo(0.08);
	});

	it('fall short where one is missing or out of bounds', () => {
		expect(isMet({ atMost: 0 }, 0)).toBe(true);
		expect(isMet({ atMost: 0 }, 1)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, undefined)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, NaN)).toBe(false);
	});

	it('say how much was used, throttled, and how evenly', () => {
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
	const members = (count: number): Member[] => Array.from({ length: count }, () => ({ latencyMs: 80 }));

	it('takes three round trips for a call, and stands still where it is told to', () => {
		expect(waysOf(networks['100ms'], () => 0.5)).toEqual([150, 50, 50, 50]);
		expect(waysOf(networks.mobile, () => 0)).toEqual([890, 30, 30, 30]);
	});

	it('takes the same course for the same seed, and another for another', async () => {
		const one = await simulate(members(4), 10, 7);
		await expect(simulate(members(4), 10, 7)).resolves.toEqual(one);
		await expect(simulate(members(4), 10, 8)).resolves.not.toEqual(one);
	});

	it('has a run lose little to the guard, and the next one less', async () => {
		const { first, again } = await simulateRun({ name: '', contacts: 500, network: 'cloud' }, 1, 'limiter');
		expect(first.ofLeast).toBeGreaterThan(0.92);
		expect(first.throttled).toBeLessThanOrEqual(1);
		expect(again.ofLeast).toBeGreaterThanOrEqual(first.ofLeast);
	});

	it('has a single process at the full rate from the start, without any 429', async () => {
		const { goodput, throttledShare } = measure(await simulate(members(1), 60, 1), 0, 60);
		expect(throttledShare).toBe(0);
		expect(goodput).toBeGreaterThan(0.96);
	});

	it('has four processes share the limit evenly, with few 429s, from a quarter of a minute on', async () => {
		const { goodput, throttledShare, fairness } = measure(await simulate(members(4), 180, 1), 15, 180);
		expect(goodput).toBeGreaterThan(0.85);
		expect(throttledShare).toBeLessThan(0.03);
		expect(fairness).toBeGreaterThan(0.95);
	});

	it('has those that are left take over what others leave', async () => {
		const three = members(3).map((member, index) => ({ ...member, ends: index === 0 ? Infinity : 60 }));
		const [left] = await simulate(three, 210, 1);
		expect(left && measure([left], 190, 210).goodput).toBeGreaterThan(0.95);
	});
});
