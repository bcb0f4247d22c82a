import { AdaptiveRate } from '../../../nodes/WebinarAccount/service/limiter';

const LIMIT = 20;
const RECOVERY_MS = 30_000;
/** The rate after a 429, as a fraction of the rate before it. */
const DECREASE = 0.92;

/** Returns a rate that got a 429 at each of these times, for a request sent 1 ms earlier. */
function rateAfter429s(...times: number[]): AdaptiveRate {
	const adaptive = new AdaptiveRate();
	adaptive.limit = LIMIT;
	for (const time of times) adaptive.lower(time - 1, time);
	return adaptive;
}

describe('AdaptiveRate', () => {
	it('lowers the rate only once for 429s to requests that were in flight together', () => {
		const adaptive = rateAfter429s(6000);
		for (let count = 0; count < 10; count++) adaptive.lower(5990, 6000 + count);
		expect(adaptive.rate(6000)).toBeCloseTo(LIMIT * DECREASE, 10);
	});

	it.each([
		{ limit: 20, minimum: 2 },
		{ limit: 3, minimum: 2 },
		{ limit: 1, minimum: 1 },
	])('never falls below $minimum requests per second at a limit of $limit', ({ limit, minimum }) => {
		const adaptive = new AdaptiveRate();
		adaptive.limit = limit;
		for (let time = 1; time < 100; time++) adaptive.lower(time - 0.5, time);
		expect(adaptive.rate(99)).toBe(minimum);
	});

	it('restores the rate from before the last 429 within 30 seconds, then raises it faster up to the limit', () => {
		const times = Array.from({ length: 10 }, (_, index) => 2 * index);
		const adaptive = rateAfter429s(...times, 20);
		const before = rateAfter429s(...times).rate(20);
		const rateAfter = (milliseconds: number) => adaptive.rate(20 + milliseconds);
		const quarterOfDecreaseUndone = before * DECREASE ** (1 - 0.25);
		const threeDecreasesAboveBefore = before / DECREASE ** 3;
		expect(rateAfter(RECOVERY_MS / 2)).toBeCloseTo(quarterOfDecreaseUndone, 10);
		expect(rateAfter(RECOVERY_MS)).toBeCloseTo(before, 10);
		expect(rateAfter(2 * RECOVERY_MS)).toBeCloseTo(threeDecreasesAboveBefore, 10);
		expect(rateAfter(4 * RECOVERY_MS)).toBe(LIMIT);
	});

	it('spaces requests evenly at a lowered rate, and catches up on at most half a second of idle time', () => {
		const adaptive = rateAfter429s(1000);
		const intervalMs = 1000 / (LIMIT * DECREASE);
		const halfASecondAgo = 1000 - 500;
		adaptive.sent(1000);
		expect(adaptive.availableAt).toBeCloseTo(halfASecondAgo + intervalMs, 6);
		adaptive.sent(1000);
		expect(adaptive.availableAt).toBeCloseTo(halfASecondAgo + 2 * intervalMs, 6);
	});
});
