import { SlidingWindow, AdaptiveRate } from '../../../nodes/WebinarAccount/service/limiter/pacing';

const WINDOW = 1005;

/** A window of one call per second with the round trips of earlier calls. */
function warm(...roundTrips: number[]): { window: SlidingWindow; start: number } {
	const window = new SlidingWindow();
	let now = 0;
	const first = new Array<number>(20).fill(roundTrips[0] ?? 0);
	for (const [index, roundTrip] of [...first, ...roundTrips].entries()) {
		window.ended(window.reserve(now), index < 20 ? 20 : 1, now + roundTrip);
		now += 10_000;
	}
	return { window, start: now };
}

/** So many round trips that they tell what is usual. */
const many = (...roundTrips: number[]) =>
	Array.from({ length: 20 }, (_, index) => roundTrips[index % roundTrips.length] ?? 0);

describe('a call', () => {
	it('counts until a second after its response, less the shortest round trip', () => {
		const { window, start } = warm(100);
		const [one, other] = [window.reserve(start), window.reserve(start + 12)];
		expect(window.availableAt(3, start + 12)).toBe(0);
		window.ended(other, 2, start + 12 + 100);
		window.ended(one, 2, start + 700);
		expect(window.availableAt(2, start + 700)).toBe(start + 12 + WINDOW);
		expect(window.availableAt(1, start + 700)).toBe(start + 600 + WINDOW);
	});

	it('is taken to be a second late at most', () => {
		const { window, start } = warm(100);
		window.ended(window.reserve(start), 20, start + 5000);
		expect(window.availableAt(1, start + 5000)).toBe(start + 2 * WINDOW);
	});

	it('is compared with the shortest of the last hundred round trips', () => {
		const trips = new Array<number>(99).fill(120);
		const { window, start } = warm(100, ...trips);
		window.ended(window.reserve(start), 1, start + 120);
		expect(window.availableAt(1, start + 120)).toBe(start + WINDOW);
		const { window: other, start: later } = warm(100, ...trips.slice(1));
		other.ended(other.reserve(later), 1, later + 120);
		expect(other.availableAt(1, later + 120)).toBe(later + 20 + WINDOW);
	});

	it('is no longer in the log once it does not count', () => {
		const { window, start } = warm(100);
		window.ended(window.reserve(start), 2, start + 100);
		window.ended(window.reserve(start + WINDOW), 2, start + WINDOW + 100);
		expect(window.availableAt(2, start + WINDOW)).toBe(0);
		expect(window.availableAt(1, start + WINDOW)).toBe(start + 2 * WINDOW);
	});
});

it('takes calls to be 150 ms late until twenty have been answered', () => {
	const window = new SlidingWindow();
	for (let call = 0; call < 19; call++) window.ended(window.reserve(0), 20, 100);
	window.reserve(0);
	expect([window.availableAt(1, 200), window.availableAt(20, 200)]).toEqual([150 + WINDOW, 150 + WINDOW]);
	window.ended(window.reserve(900), 20, 1000);
	expect(window.availableAt(20, 1000)).toBe(WINDOW);
});

describe('a call in flight', () => {
	it('is taken to be 25 ms late where no other call is later', () => {
		const { window, start } = warm(...many(100));
		window.reserve(start);
		expect(window.availableAt(1, start)).toBe(start + 25 + WINDOW);
	});

	it('is taken to be as late as usual, and then as late as it is', () => {
		const { window, start } = warm(...many(100, 300));
		window.reserve(start);
		expect(window.availableAt(1, start)).toBe(start + 50 + WINDOW);
		expect(window.availableAt(1, start + 900)).toBe(start + 800 + WINDOW);
		expect(window.availableAt(1, start + 5000)).toBe(start + 2 * WINDOW);
	});
});

describe('responses that vary', () => {
	/** So many calls that are 500 ms late cost just over five seconds. */
	const late = [100, ...new Array<number>(11).fill(600)];

	it('are taken for the work of the service once caution has cost five seconds', () => {
		const expiry = (...roundTrips: number[]) => {
			const { window, start } = warm(...roundTrips);
			window.ended(window.reserve(start), 1, start + 300);
			return window.availableAt(1, start + 300) - start - WINDOW;
		};
		expect(expiry(...late.slice(2))).toBe(0);
		expect(expiry(...late.slice(1, -2), 100)).toBe(200);
		expect(expiry(...late)).toBe(25);
	});

	it('tell again when a call was counted after a 429, which takes only the throttled call out of the log', () => {
		const { window, start } = warm(...late);
		window.ended(window.reserve(start), 20, start + 300);
		window.throttled(window.reserve(start));
		expect(window.availableAt(2, start + 300)).toBe(0);
		expect(window.availableAt(1, start + 300)).toBe(start + 200 + WINDOW);
	});
});

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
		expect(after(5000, 10_001).rate(LIMIT, 10_001)).toBe(LIMIT);
	});

	it('is lowered by a second 429 within five seconds', () => {
		expect(after(5000, 10_000).rate(LIMIT, 10_000)).toBeCloseTo(decreased(0.5), 10);
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
		expect(ago(1.5 * RECOVERY)).toBeCloseTo(low * Math.exp(1.5 * second + 0.5 * 0.25), 10);
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
