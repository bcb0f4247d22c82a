import { leastTime } from '../../tools/bench/leastTime';
import { isMet } from '../../tools/bench/scenarios/scenario';
import { equalProcesses } from '../../tools/bench/simulation/cases';
import { drawDelays, lines } from '../../tools/bench/simulation/line';
import { measureShared, measureSingle } from '../../tools/bench/simulation/measure';
import { simulate } from '../../tools/bench/simulation/simulate';

/** Returns the times from `from` to `to`, in steps of `step` seconds. */
function timesEvery(step: number, from: number, to: number): number[] {
	return Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step);
}

describe('the benchmark', () => {
	it('calculates the shortest possible time: one second per 20 requests, plus one round trip', () => {
		expect(leastTime(501, 80)).toBeCloseTo(25.08);
		expect(leastTime(20, 80)).toBeCloseTo(0.08);
	});

	it('misses a target if the figure is out of bounds or missing', () => {
		expect(isMet({ atMost: 0 }, 0)).toBe(true);
		expect(isMet({ atMost: 0 }, 1)).toBe(false);
		expect(isMet({ atLeast: 0.97 }, undefined)).toBe(false);
	});

	it('measures goodput, the share of throttled requests, and fairness between two processes', () => {
		const fast = { admitted: timesEvery(0.1, 0, 100), throttled: timesEvery(1, 0, 100), endedAt: 100 };
		const slow = { admitted: timesEvery(0.2, 0, 100), throttled: [], endedAt: 100 };
		const { goodput, throttledShare, fairness } = measureShared([fast, slow], 10, 60);
		expect(goodput).toBeCloseTo(0.75, 2);
		expect(throttledShare).toBeCloseTo(50 / 800, 2);
		expect(fairness).toBeCloseTo(0.9, 2);
	});
});

describe("the limiter's simulation", () => {
	it('delays a request by 0.8 seconds if its packet is lost', () => {
		const lostPacket = () => 0;
		const noLostPacket = () => 0.5;
		expect(drawDelays(lines.mobile, lostPacket)).toEqual({ up: 950, down: 30 });
		expect(drawDelays(lines.mobile, noLostPacket)).toEqual({ up: 250, down: 50 });
	});

	it('returns the same result for the same seed, and a different result for a different seed', async () => {
		const first = await simulate(equalProcesses(4), { seed: 7, until: 10 });
		expect(await simulate(equalProcesses(4), { seed: 7, until: 10 })).toEqual(first);
		expect(await simulate(equalProcesses(4), { seed: 8, until: 10 })).not.toEqual(first);
	});

	it('registers 500 contacts in little more than the shortest possible time, without a 429', async () => {
		const process = { contacts: 500, line: lines.cloud };
		const [trace] = await simulate([process], { seed: 1 });
		if (!trace) throw new Error('There is no trace');
		const { share, throttled } = measureSingle(process, trace);
		expect(share).toBeGreaterThan(0.92);
		expect(throttled).toBe(0);
	});

	it('shares the limit evenly between four processes after 15 seconds, with few 429s', async () => {
		const traces = await simulate(equalProcesses(4), { seed: 1, until: 180 });
		const { goodput, throttledShare, fairness } = measureShared(traces, 15, 180);
		expect(goodput).toBeGreaterThan(0.85);
		expect(throttledShare).toBeLessThan(0.03);
		expect(fairness).toBeGreaterThan(0.95);
	});

	it('gives a process the whole limit after the other processes have stopped', async () => {
		const processes = [...equalProcesses(1), ...equalProcesses(2, { stopsAt: 60 })];
		const [remaining] = await simulate(processes, { seed: 1, until: 210 });
		expect(remaining && measureShared([remaining], 190, 210).goodput).toBeGreaterThan(0.9);
	});
});
