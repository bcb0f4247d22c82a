import { SlidingWindow, AdaptiveRate } from '../../../nodes/WebinarAccount/service/limiter/pacing';

const WINDOW = 1005;
const GUARD = 45;

interface Past {
	/** Of twenty calls before, so that it is known what is usual. */
	roundTrips: number[];
	/** 429s since then. */
	raised?: number;
}

function windowAfter({ roundTrips, raised = 0 }: Past): SlidingWindow {
	const window = new SlidingWindow();
	for (const one of roundTrips) window.ended(window.reserve(0), 20, one);
	for (let count = 0; count < raised; count++) window.raiseGuard();
	return window;
}

/** Milliseconds from sending a call until its place is free. @param roundTrip absent while in flight */
function held(past: Past, at: number, roundTrip?: number): number {
	const window = windowAfter(past);
	const now = 100_000;
	const reservation = window.reserve(now);
	if (roundTrip !== undefined) window.ended(reservation, 20, now + roundTrip);
	return window.availableAt(1, now + at) - now;
}

const alternating = (...roundTrips: number[]) =>
	Array.from({ length: 100 }, (_, index) => roundTrips[index % roundTrips.length] ?? 0);

describe('a call keeps its place for a second', () => {
	const even = alternating(100);
	const some = alternating(100, 140);
	const much = alternating(100, 300);
	it.each<[string, Past, [at: number, roundTrip?: number], number]>([
		['where all round trips are the same', { roundTrips: even }, [100, 100], 0],
		[
			'and as late as it was where that is less than the guard on average',
			{ roundTrips: some },
			[140, 140],
			40,
		],
		['and not longer for the fastest there', { roundTrips: some }, [100, 100], 0],
		['and the guard where round trips differ much', { roundTrips: much }, [100, 100], GUARD],
		['and a larger guard after a 429', { roundTrips: much, raised: 1 }, [0], 2 * GUARD],
		['and as late as usual in flight with a large guard', { roundTrips: much, raised: 5 }, [0], 100],
		['and as late as it is in flight, when that is far', { roundTrips: much }, [500], 400],
		['and a second at most', { roundTrips: much }, [5000], WINDOW],
		['and the guard at first, in flight', { roundTrips: [] }, [500], GUARD],
		['and as late as it was at first', { roundTrips: [100] }, [300, 300], 200],
	])('%s', (_what, past, [at, roundTrip], expected) => {
		expect(held(past, at, roundTrip)).toBeCloseTo(WINDOW + expected, -1);
	});

	it('but not if it was throttled, and the next one has room with a place in the log', () => {
		const window = new SlidingWindow();
		const first = window.reserve(0);
		expect(window.availableAt(2, 0)).toBe(0);
		expect(window.availableAt(1, 0)).toBe(WINDOW + GUARD);
		window.throttled(first);
		expect(window.availableAt(1, 0)).toBe(0);
	});
});

describe('the guard', () => {
	const seasoned = () => windowAfter({ roundTrips: alternating(100, 500) });
	const raises = (window: SlidingWindow) => {
		let count = 0;
		while (window.raiseGuard()) count++;
		return count;
	};

	it('is raised by 429s to what is usual, and then they are the fault of others', () => {
		expect(raises(new SlidingWindow())).toBe(0);
		// 45, 90, 135, 180 and 225 ms, of 200 ms.
		expect(raises(seasoned())).toBe(4);
	});

	it('is reduced when it has cost five seconds without a 429', () => {
		const call = (window: SlidingWindow, count: number) => {
			for (let index = 0; index < count; index++)
				window.ended(window.reserve(0), 20, index % 2 === 0 ? 100 : 500);
		};
		const window = seasoned();
		raises(window);
		// 200 ms and the limit of 20 make 10 ms for each call.
		call(window, 450);
		expect(raises(window)).toBe(0);
		window.throttled(window.reserve(0));
		call(window, 450);
		expect(raises(window)).toBe(0);
		call(window, 60);
		expect(raises(window)).toBe(1);
	});
});

const LIMIT = 20;
const RECOVERY = 30_000;

/** A rate after 429s at these times, in milliseconds, each of a call that was sent just before. */
function after(...times: number[]): AdaptiveRate {
	const adaptive = new AdaptiveRate();
	for (const [index, time] of times.entries())
		adaptive.lower(LIMIT, time, time - (times[index - 1] ?? -Infinity) > 5000);
	return adaptive;
}

/** The limit times a power of e. */
const limitTimes = (power: number) => LIMIT * Math.exp(power);

describe('the rate', () => {
	const low = -0.5 - (0.35 - 0.5 / 30);
	const seconds = Array.from({ length: 10 }, (_, second) => second * 1000);
	it.each<[string, number[], number, number]>([
		['the limit after an accident', [5000], 5000, LIMIT],
		['the limit after another one', [5000, 10_001], 10_001, LIMIT],
		['lowered by a second 429 within five seconds', [5000, 10_000], 10_000, limitTimes(-0.5)],
		['lower after a third one', [0, 1000, 2000], 2000, limitTimes(low)],
		['half-way back after 15 seconds', [0, 1000, 2000], 2000 + RECOVERY / 2, limitTimes(low + 0.35 / 2)],
		['ever faster then', [0, 1000, 2000], 2000 + 1.5 * RECOVERY, limitTimes(low + 1.5 * 0.35 + 0.5 * 0.25)],
		['not lowered by one 429 when it was back', [...seconds, 105_000], 105_000, LIMIT],
		['lowered as at first by two', [...seconds, 105_000, 106_000], 106_000, limitTimes(-0.5)],
	])('is %s', (_what, throttledAt, now, expected) => {
		expect(after(...throttledAt).rate(LIMIT, now)).toBeCloseTo(expected, 10);
	});

	it('is lowered in smaller steps while 429s come soon, in larger ones when they come late', () => {
		const adaptive = after(0, 1000);
		const stepAt = (time: number) => {
			const before = adaptive.rate(LIMIT, time);
			adaptive.lower(LIMIT, time, false);
			return Math.log(before / adaptive.rate(LIMIT, time));
		};
		const expected = [0.35, 0.245, 0.1715, 0.12005, 0.084035, 0.06, 0.06, 0.06, 0.09];
		const steps = [2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 9000 + 45_000].map(stepAt);
		expect(steps).toEqual(expected.map((step) => expect.closeTo(step, 8) as number));
	});

	it('is lowered by half a power of e at most', () => {
		const adaptive = after(0, 1000, 2000);
		const before = adaptive.rate(LIMIT, 47_000);
		expect(before).toBeLessThan(LIMIT);
		adaptive.lower(LIMIT, 47_000, true);
		expect(adaptive.rate(LIMIT, 47_000)).toBeCloseTo(before * Math.exp(-0.5), 10);
	});
});

describe('the next call', () => {
	it('is spread evenly over time at a lowered rate, and half a second may be caught up', () => {
		const adaptive = after(0, 1000);
		const interval = 1000 / limitTimes(-0.5);
		for (const calls of [1, 2]) {
			adaptive.sent(LIMIT, 1000);
			expect(adaptive.availableAt).toBeCloseTo(500 + calls * interval, 6);
		}
	});
});
