import { SlidingWindow, AdaptiveRate } from '../../../nodes/WebinarAccount/service/limiter/pacing';

const WINDOW = 1005;

type Call = [sent: number, answered?: number, outcome?: 'throttled'];

/**
 * Milliseconds until there is room for one more call, or 0 if there is.
 * @param roundTrips of earlier calls, of which the first one was made 20 times more
 * @param calls of which those without an answer are in flight
 */
function roomAfter(roundTrips: number[], calls: Call[], [limit, at]: [limit: number, at: number]): number {
	const window = new SlidingWindow();
	let now = 0;
	for (const [index, roundTrip] of [
		...new Array<number>(20).fill(roundTrips[0] ?? 0),
		...roundTrips,
	].entries()) {
		window.ended(window.reserve(now), index < 20 ? 20 : 1, now + roundTrip);
		now += 10_000;
	}
	for (const [sent, answered, outcome] of calls) {
		const reservation = window.reserve(now + sent);
		if (outcome) window.throttled(reservation);
		else if (answered !== undefined) window.ended(reservation, 1, now + answered);
	}
	return Math.max(0, window.availableAt(limit, now + at) - now);
}

/** So many round trips that they tell what is usual. */
const many = (...roundTrips: number[]) =>
	Array.from({ length: 20 }, (_, index) => roundTrips[index % roundTrips.length] ?? 0);
const times = (count: number, roundTrip: number) => new Array<number>(count).fill(roundTrip);
const two: Call[] = [
	[0, 700],
	[12, 112],
];
const later: Call[] = [
	[0, 100],
	[WINDOW, WINDOW + 100],
];
const withThrottled: Call[] = [
	[0, 300],
	[0, 0, 'throttled'],
];
/** So many calls that are 500 ms late cost just over five seconds. */
const late = [100, ...times(11, 600)];

describe('a call counts', () => {
	it.each<[string, number[], Call[], [number, number], number]>([
		['until a second after its response, less the shortest round trip', [100], two, [1, 700], 600 + WINDOW],
		['with those that were sent before it', [100], two, [2, 700], 12 + WINDOW],
		['for nothing where there is room', [100], two, [3, 700], 0],
		['as a second late at most', [100], [[0, 5000]], [1, 5000], 2 * WINDOW],
		['by the last hundred round trips', [100, ...times(99, 120)], [[0, 120]], [1, 120], WINDOW],
		['by the shortest of them', [100, ...times(98, 120)], [[0, 120]], [1, 120], 20 + WINDOW],
		['no longer than that', [100], later, [2, WINDOW], 0],
		['no longer than that, and the next one does', [100], later, [1, WINDOW], 2 * WINDOW],
		['in flight as 25 ms late where no other is later', many(100), [[0]], [1, 0], 25 + WINDOW],
		['in flight as late as usual', many(100, 300), [[0]], [1, 0], 50 + WINDOW],
		['in flight as late as it is', many(100, 300), [[0]], [1, 900], 800 + WINDOW],
		['in flight as a second late at most', many(100, 300), [[0]], [1, 5000], 2 * WINDOW],
		['as on time where all were late', times(10, 600), [[0, 300]], [1, 300], WINDOW],
		['as late while that costs little', [...times(9, 600), 100], [[0, 300]], [1, 300], 200 + WINDOW],
		['as 25 ms late once caution has cost five seconds', late, [[0, 300]], [1, 300], 25 + WINDOW],
		['as late again after a 429', late, withThrottled, [1, 300], 200 + WINDOW],
		['not if it is throttled', late, withThrottled, [2, 300], 0],
	])('%s', (_what, roundTrips, calls, asked, expected) => {
		expect(roomAfter(roundTrips, calls, asked)).toBe(expected);
	});
});

const LIMIT = 20;
const RECOVERY = 30_000;

/** A rate after 429s at these times, in milliseconds, each of a call that was sent just before. */
function after(...times: number[]): AdaptiveRate {
	const adaptive = new AdaptiveRate();
	for (const time of times) adaptive.throttled(time - 1, LIMIT, time);
	return adaptive;
}

/** The limit times a power of e. */
const limitTimes = (power: number) => LIMIT * Math.exp(power);

describe('the rate', () => {
	const low = -0.5 - (0.35 - 0.5 / 30);
	const seconds = Array.from({ length: 10 }, (_, second) => second * 1000);
	it.each<[string, number[], number, number]>([
		['the limit for a process that is alone', [], 0, LIMIT],
		['the limit after an accident', [5000], 5000, LIMIT],
		['the limit after another one', [5000, 10_001], 10_001, LIMIT],
		['lowered by a second 429 within five seconds', [5000, 10_000], 10_000, limitTimes(-0.5)],
		['lower after a third one', [0, 1000, 2000], 2000, limitTimes(low)],
		['half-way back after 15 seconds', [0, 1000, 2000], 2000 + RECOVERY / 2, limitTimes(low + 0.35 / 2)],
		['back in half a minute', [0, 1000, 2000], 2000 + RECOVERY, limitTimes(low + 0.35)],
		['ever faster then', [0, 1000, 2000], 2000 + 1.5 * RECOVERY, limitTimes(low + 1.5 * 0.35 + 0.5 * 0.25)],
		['the limit in the end', [0, 1000, 2000], 2000 + 5 * RECOVERY, LIMIT],
		['not lowered by one 429 when it was back', [...seconds, 105_000], 105_000, LIMIT],
		['lowered as at first by two', [...seconds, 105_000, 106_000], 106_000, limitTimes(-0.5)],
	])('is %s', (_what, throttledAt, now, expected) => {
		expect(after(...throttledAt).rate(LIMIT, now)).toBeCloseTo(expected, 10);
	});

	it('is lowered once for calls that were in flight together', () => {
		const adaptive = after(5000, 6000);
		adaptive.throttled(6000, LIMIT, 6500);
		expect(adaptive.rate(LIMIT, 6500)).toBeCloseTo(limitTimes((0.5 * 500) / RECOVERY - 0.5), 10);
		adaptive.throttled(6001, LIMIT, 6500);
		expect(adaptive.rate(LIMIT, 6500)).toBeLessThan(limitTimes(-0.5));
	});

	it('is lowered in smaller steps while 429s come soon, in larger ones when they come late', () => {
		const adaptive = after(0, 1000);
		const stepAt = (time: number) => {
			const before = adaptive.rate(LIMIT, time);
			adaptive.throttled(time, LIMIT, time);
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
		adaptive.throttled(3000, LIMIT, 47_000);
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
