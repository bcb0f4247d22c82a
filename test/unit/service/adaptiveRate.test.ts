import { AdaptiveRate } from '../../../nodes/WebinarAccount/service/limiter/adaptiveRate';

const LIMIT = 20;
const RECOVERY_MS = 30_000;

/** Returns a rate after 429s at these times, each of a request that was sent 1 ms before. */
function rateAfter429s(...times: number[]): AdaptiveRate {
	const adaptive = new AdaptiveRate();
	for (const time of times) adaptive.throttled(LIMIT, time - 1, time);
	return adaptive;
}

/** The limit after a decrease, or several, whose steps have this sum. */
const decreasedBy = (steps: number) => LIMIT * Math.exp(-steps);

describe('the adaptive rate', () => {
	it('is the limit before any 429', () => {
		expect(new AdaptiveRate().rate(LIMIT, 0)).toBe(LIMIT);
	});

	it('stays at the limit after a single 429 in 2.5 seconds', () => {
		expect(rateAfter429s(5000).rate(LIMIT, 5000)).toBe(LIMIT);
		expect(rateAfter429s(5000, 7501).rate(LIMIT, 7501)).toBe(LIMIT);
	});

	it('falls by the largest step after a second 429 within 2.5 seconds', () => {
		expect(rateAfter429s(5000, 7500).rate(LIMIT, 7500)).toBeCloseTo(decreasedBy(0.5), 10);
	});

	it('counts 429s of requests that were in flight together as one', () => {
		const adaptive = rateAfter429s(5000, 6000);
		for (let count = 0; count < 10; count++) adaptive.throttled(LIMIT, 5990, 6000 + count);
		expect(adaptive.rate(LIMIT, 6000)).toBeCloseTo(decreasedBy(0.5), 10);
	});

	it('falls in smaller steps while 429s follow soon, and never in smaller ones than 0.06', () => {
		const adaptive = rateAfter429s(0, 1000);
		const stepAt = (time: number) => {
			const before = adaptive.rate(LIMIT, time);
			adaptive.throttled(LIMIT, time - 1, time);
			return Math.log(before / adaptive.rate(LIMIT, time));
		};
		const expected = [0.35, 0.245, 0.1715, 0.12005, 0.084035, 0.06, 0.06, 0.06];
		const steps = [2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000].map(stepAt);
		expect(steps).toEqual(expected.map((step) => expect.closeTo(step, 8) as number));
	});

	it('falls in a larger step when a 429 comes late, up to 0.5', () => {
		const adaptive = rateAfter429s(0, 1000, 2000);
		const late = 2000 + 1.2 * RECOVERY_MS;
		const before = adaptive.rate(LIMIT, late);
		expect(before).toBeLessThan(LIMIT);
		adaptive.throttled(LIMIT, late - 1, late);
		expect(Math.log(before / adaptive.rate(LIMIT, late))).toBeCloseTo(0.35 * 1.2, 8);
	});

	it('is back to what it was before the last decrease after 30 seconds, and then rises faster', () => {
		const adaptive = rateAfter429s(0, 1000, 2000);
		const beforeDecrease = -Math.log(rateAfter429s(0, 1000).rate(LIMIT, 2000) / LIMIT);
		const rateAt = (recoveries: number) => adaptive.rate(LIMIT, 2000 + recoveries * RECOVERY_MS);
		expect(rateAt(1)).toBeCloseTo(decreasedBy(beforeDecrease), 10);
		expect(rateAt(1.5)).toBeCloseTo(decreasedBy(beforeDecrease - 0.5 * 0.35 - 0.5 * 0.5 ** 2), 10);
		expect(rateAt(3)).toBe(LIMIT);
	});

	it('sends requests 6 ms apart at the limit', () => {
		const adaptive = new AdaptiveRate();
		adaptive.sent(LIMIT, 1000);
		expect(adaptive.availableAt).toBe(1006);
	});

	it('spreads requests evenly at a lower rate, and makes up for half a second of a pause', () => {
		const adaptive = rateAfter429s(0, 1000);
		const interval = 1000 / decreasedBy(0.5);
		adaptive.sent(LIMIT, 1000);
		expect(adaptive.availableAt).toBeCloseTo(500 + interval, 6);
		adaptive.sent(LIMIT, 1000);
		expect(adaptive.availableAt).toBeCloseTo(500 + 2 * interval, 6);
	});
});
