import { AdaptiveRate } from '../../../nodes/WebinarAccount/service/limiter/adaptiveRate';

const LIMIT = 20;
const SECOND = 1000;
const RECOVERY = 30 * SECOND;

/** A rate after 429s at these times, in milliseconds, each of a call that was sent just before. */
function after(...times: number[]): AdaptiveRate {
	const adaptive = new AdaptiveRate();
	for (const time of times) adaptive.throttled(time - 1, LIMIT, time);
	return adaptive;
}

/** The rate that is left after a decrease by these steps. */
const decreased = (...steps: number[]) => LIMIT * Math.exp(-steps.reduce((sum, step) => sum + step, 0));

describe('the rate', () => {
	it('is the limit for a process that is alone, also after an accident', () => {
		expect(new AdaptiveRate().rate(LIMIT, 0)).toBe(LIMIT);
		expect(after(5000).rate(LIMIT, 5000)).toBe(LIMIT);
		expect(after(5000, 35_001).rate(LIMIT, 35_001)).toBe(LIMIT);
	});

	it('is lowered by a second 429 within half a minute', () => {
		expect(after(5000, 35_000).rate(LIMIT, 35_000)).toBeCloseTo(decreased(0.5), 10);
	});

	it('is lowered once for calls that were in flight together', () => {
		const adaptive = after(5000, 6000);
		adaptive.throttled(6000, LIMIT, 6500);
		expect(adaptive.rate(LIMIT, 6500)).toBeCloseTo(decreased(0.5) * Math.exp((0.5 * 500) / RECOVERY), 10);
		adaptive.throttled(6001, LIMIT, 6500);
		expect(adaptive.rate(LIMIT, 6500)).toBeLessThan(decreased(0.5));
	});

	it('is back in half a minute, and then grows ever faster', () => {
		const adaptive = after(0, 1000, 2000);
		const [first, second] = [0.5, 0.35];
		const [low, ago] = [
			decreased(first, second - first / 30),
			(time: number) => adaptive.rate(LIMIT, 2000 + time),
		];
		expect(ago(0)).toBeCloseTo(low, 10);
		expect(ago(RECOVERY / 2)).toBeCloseTo(low * Math.exp(second / 2), 10);
		expect(ago(RECOVERY)).toBeCloseTo(low * Math.exp(second), 10);
		expect(ago(1.5 * RECOVERY)).toBeCloseTo(low * Math.exp(1.5 * second + 0.4 * 0.25), 10);
		expect(ago(5 * RECOVERY)).toBe(LIMIT);
	});

	it('is lowered in smaller steps while 429s come soon, in larger ones when they come late', () => {
		const adaptive = after(0, 1000);
		const steps: number[] = [];
		const throttle = (time: number) => {
			const before = adaptive.rate(LIMIT, time);
			adaptive.throttled(time, LIMIT, time);
			steps.push(Math.log(before / adaptive.rate(LIMIT, time)));
		};
		for (let time = 2000; time <= 9000; time += 1000) throttle(time);
		throttle(9000 + 45_000);
		const expected = [0.35, 0.245, 0.1715, 0.12005, 0.084035, 0.06, 0.06, 0.06, 0.09];
		expect(steps).toEqual(expected.map((step) => expect.closeTo(step, 8) as number));
	});

	it('is lowered by half a power of e at most, and by as much when it was back at the limit', () => {
		const late = after(0, 1000, 2000);
		const before = late.rate(LIMIT, 47_000);
		expect(before).toBeLessThan(LIMIT);
		late.throttled(3000, LIMIT, 47_000);
		expect(late.rate(LIMIT, 47_000)).toBeCloseTo(before * Math.exp(-0.5), 10);
		const seconds = Array.from({ length: 10 }, (_, second) => second * SECOND);
		expect(after(...seconds, 105_000).rate(LIMIT, 105_000)).toBe(LIMIT);
		expect(after(...seconds, 105_000, 106_000).rate(LIMIT, 106_000)).toBeCloseTo(decreased(0.5), 10);
	});
});

describe('the next call', () => {
	it('may be sent 12 ms later at the full rate', () => {
		const adaptive = new AdaptiveRate();
		adaptive.sent(LIMIT, 100);
		expect(adaptive.availableAt).toBe(112);
		adaptive.sent(LIMIT, 900);
		expect(adaptive.availableAt).toBe(912);
	});

	it('is spread evenly over time at a lowered rate, and half a second may be caught up', () => {
		const adaptive = after(0, 1000);
		const interval = 1000 / decreased(0.5);
		adaptive.sent(LIMIT, 1000);
		expect(adaptive.availableAt).toBeCloseTo(500 + interval, 6);
		adaptive.sent(LIMIT, 1000);
		expect(adaptive.availableAt).toBeCloseTo(500 + 2 * interval, 6);
	});
});
