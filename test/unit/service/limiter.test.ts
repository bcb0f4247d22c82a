import fc from 'fast-check';

import { seededRandom } from '../../../tools/bench/simulation/random';
import { settled, VirtualClock } from '../../../tools/bench/simulation/virtualClock';
import { type CallTimes, VirtualService } from '../../../tools/bench/simulation/virtualService';
import type { Attempt, CallOptions } from '../../../nodes/WebinarAccount/service/limiter';
import { Limiter, limiterOf } from '../../../nodes/WebinarAccount/service/limiter';
import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';

const names = (count: number, prefix = 'call') =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const MINUTE = 60_000;
const throttled: Attempt<string> = { throttled: true, retryAfterMs: 1000 };
const admitted: Attempt<string> = { throttled: false, value: 'done' };

/** A limiter and a service on one virtual clock, and the times of each call by its number. */
function setUp(
	times: (call: number) => CallTimes = () => ({ up: 10, down: 70 }),
	limit = 20,
	accidentAt = 0,
) {
	const clock = new VirtualClock();
	const limiter = new Limiter(clock);
	const service = new VirtualService(clock, limit, accidentAt);
	const run = {};
	let sent = 0;
	const attempt = (tried: () => Promise<Attempt<string>>, options: Partial<CallOptions> = {}) =>
		limiter.call(tried, { callsPerSecond: 20, run, ...options });
	const call = (name: string, options?: Partial<CallOptions>) =>
		attempt(() => service.call(name, times(sent++)), options);
	const calls = (count: number, options?: Partial<CallOptions>) =>
		names(count).map((name) => call(name, options));
	/** A call that gets 429s for the given number of times, counted from 1, or for as long as it is tried. */
	const throttledCall = (count = Infinity, retryAfterMs = 1000) => {
		let tries = 0;
		const outcome = () => (++tries <= count ? { throttled: true as const, retryAfterMs } : admitted);
		return attempt(() => Promise.resolve(outcome()));
	};
	const finished = async (calls: Array<Promise<string>>) => {
		await clock.run();
		return await Promise.all(calls);
	};
	return { clock, limiter, service, attempt, call, calls, throttledCall, finished };
}

describe('the limiter alone on an account', () => {
	it('keeps the order, and 12 ms between two calls', async () => {
		const { clock, service, call, finished } = setUp();
		const calls = names(100).map((name) => call(name));
		await clock.run(10 + 12 * 19 - 1);
		expect(service.arrived).toHaveLength(19);
		await clock.run(900);
		expect(service.arrived).toHaveLength(20);
		await expect(finished(calls)).resolves.toEqual(names(100));
		expect(service.arrived).toEqual(names(100));
	});

	it('is never throttled while responses come within a second, however much the ways there differ', async () => {
		const network = fc.record({
			up: fc.integer({ min: 0, max: 200 }),
			late: fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 50, maxLength: 50 }),
			down: fc.integer({ min: 0, max: 100 }),
			limit: fc.integer({ min: 1, max: 20 }),
		});
		const neverThrottled = fc.asyncProperty(network, async ({ up, late, down, limit }) => {
			// Some answers show the shortest round trip, as the assumption asks for.
			const times = (index: number) => ({
				up: up + (index % limit === 0 ? 0 : (late[index % 50] ?? 0)),
				down,
			});
			const { service, calls, finished } = setUp(times, limit);
			const all = names(6 * limit);
			await expect(finished(calls(all.length, { callsPerSecond: limit }))).resolves.toEqual(all);
			expect(service.throttled).toBe(0);
		});
		await fc.assert(neverThrottled);
	});

	it.each([
		['0 to 25 ms late', 25, 0],
		['0 to 200 ms late', 200, 4],
	])('is hardly throttled where responses after three seconds are %s', async (_what, latest, throttled) => {
		const random = seededRandom(1);
		const { service, calls, finished } = setUp(() => ({ up: 10 + latest * random(), down: 3000 }));
		await finished(calls(300));
		expect(service.throttled).toBeLessThanOrEqual(throttled);
	});

	it('is throttled at few moments where no response shows that, and hardly slower', async () => {
		const ups = fc.array(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 40 });
		await fc.assert(
			fc.asyncProperty(ups, fc.integer({ min: 0, max: 400 }), fc.integer(), async (ups, down, seed) => {
				const random = seededRandom(seed);
				const timesOf = () => ({ up: ups[Math.floor(random() * ups.length)] ?? 0, down });
				const { clock, service, calls, finished } = setUp(timesOf);
				await finished(calls(300));
				const mean = ups.reduce((sum, one) => sum + one, 0) / ups.length;
				expect(service.throttledMoments()).toBeLessThanOrEqual(3);
				// A slot is used once in a second and the mean delay; the cooldowns come on top.
				expect(clock.now()).toBeLessThan(15 * (1005 + mean) + 6000);
			}),
			{ numRuns: 10 },
		);
	});

	it.each([
		['80 ms', 80, 80, 20, 0.98],
		['20 to 300 ms, by the service’s work', 20, 300, 20, 0.86],
		['1 s', 1000, 1000, 20, 0.96],
		['2 s', 2000, 2000, 20, 0.95],
		['3.5 s', 3500, 3500, 20, 0.94],
		['3.5 s, with 5 calls per second', 3500, 3500, 5, 0.96],
		['3.5 s, and one accident', 3500, 3500, 20, 0.88, 150],
	])('takes hardly more than the least time with answers after %s', async (...row) => {
		const [, shortest = 0, longest = 0, limit = 0, ofLeast = 0, accidentAt] = row;
		const random = seededRandom(1);
		const down = () => shortest - 10 + (longest - shortest) * random();
		const { clock, service, calls, finished } = setUp(() => ({ up: 10, down: down() }), limit, accidentAt);
		await finished(calls(500, { callsPerSecond: limit }));
		expect(service.throttled).toBe(accidentAt ? 1 : 0);
		const least = (500 / limit - 1) * 1000 + longest;
		expect(clock.now()).toBeLessThan(least / ofLeast);
	});

	it.each([
		['one accident', 1, 1000, 11_800],
		['one 429 with a longer wait', 1, 7000, 17_800],
		['429s that follow soon, which lower the rate', 2, 1000, 16_200],
	])('takes little longer with %s', async (_what, count, retryAfterMs, longest) => {
		const { clock, limiter, calls, throttledCall, finished } = setUp();
		await finished([...calls(40), throttledCall(count, retryAfterMs), ...calls(160)]);
		const end = clock.now();
		expect(end).toBeLessThan(longest);
		await clock.run(end + 3000);
		// The rate that the second 429 lowered recovers in a minute or two.
		expect(limiter.isIdle).toBe(count === 1);
		await clock.run(end + 2 * MINUTE);
		expect(limiter.isIdle).toBe(true);
	});

	it('measures the round trips anew after a pause', async () => {
		let up = 10;
		const { clock, calls, finished } = setUp(() => ({ up, down: 20 }));
		await finished(calls(60));
		await clock.run(clock.now() + 2000);
		up = 510;
		const begun = clock.now();
		await finished(calls(100));
		expect(clock.now() - begun).toBeLessThan(5000);
	});

	it('has no more than a hundred calls in flight, and leaves no slot to those that hang', async () => {
		const { clock, attempt } = setUp();
		const answers: Array<() => void> = [];
		const hang = () => new Promise<Attempt<string>>((resolve) => answers.push(() => resolve(admitted)));
		names(150).forEach(() => void attempt(hang));
		await clock.run(7000);
		expect(answers).toHaveLength(100);
		answers[0]?.();
		await clock.run(8000);
		expect(answers).toHaveLength(101);
	});

	it('passes a failure on and goes on with the next call', async () => {
		const { attempt, call, finished } = setUp();
		const failing = attempt(() => Promise.reject(new Error('broken')), { callsPerSecond: 1 });
		const failure = expect(failing).rejects.toThrow('broken');
		await expect(finished([call('next', { callsPerSecond: 1 })])).resolves.toEqual(['next']);
		await failure;
	});

	it('is idle once its last call can no longer count, and not while an answer is missing', async () => {
		const { clock, limiter, attempt, call, finished } = setUp();
		expect(limiter.isIdle).toBe(true);
		const only = call('only');
		expect(limiter.isIdle).toBe(false);
		await finished([only]);
		await clock.run(1155 - 1);
		expect(limiter.isIdle).toBe(false);
		await clock.run(1155);
		expect(limiter.isIdle).toBe(true);
		void attempt(() => new Promise(() => {}));
		await clock.run(MINUTE);
		expect(limiter.isIdle).toBe(false);
	});
});

describe('the runs of one process', () => {
	it.each([
		['are served in turn, each in its own order', 300, 'long 20,a 0,b 0,long 21,a 1,b 1,long 22,a 2,long 23'],
		['do not repay what they had before', 2500, 'long 60,a 0,b 0,long 61,a 1,b 1,long 62,a 2,long 63'],
	])('%s', async (_what, laterAt, order) => {
		const { clock, service, call, finished } = setUp();
		const [long, a, b] = [{}, {}, {}];
		const first = names(80, 'long').map((name) => call(name, { run: long }));
		await clock.run(laterAt);
		const begun = service.arrived.length;
		const later = names(3, 'a').map((name) => call(name, { run: a }));
		later.push(...names(2, 'b').map((name) => call(name, { run: b })));
		await finished([...first, ...later]);
		expect(service.arrived.slice(begun, begun + 9).join()).toBe(order);
	});
});

describe('a 429', () => {
	it('stops all calls for as long as the service asks for, and the throttled call goes first', async () => {
		const { clock, limiter, service, calls, finished } = setUp(undefined, 19);
		const all = calls(30);
		await clock.run(308 + 1000 - 1);
		expect(service.arrived).toEqual(names(20));
		expect(limiter.isIdle).toBe(false);
		await expect(finished(all)).resolves.toEqual(names(30));
		expect(service.arrived[20]).toBe('call 19');
	});

	it('ends all waiting when no call was admitted for five minutes, and later calls have their chance', async () => {
		const { clock, call, throttledCall, finished } = setUp();
		const calls = names(300).map(() => throttledCall());
		const results = Promise.allSettled(calls);
		await clock.run(4.9 * MINUTE);
		await expect(Promise.race([...calls, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await clock.run(6 * MINUTE);
		const reason = {
			message: 'The service throttled every call for 5 minutes: too many requests',
			httpCode: 429,
		};
		expect(await results).toMatchObject(calls.map(() => ({ reason })));
		await expect(finished([call('later')])).resolves.toEqual(['later']);
	});

	it('leaves five minutes of their own to calls that come after that', async () => {
		const { clock, throttledCall, finished } = setUp();
		const [first] = await Promise.allSettled([throttledCall(), clock.run(6 * MINUTE)]);
		expect(first.status).toBe('rejected');
		await expect(finished([throttledCall(2)])).resolves.toEqual(['done']);
	});

	it('blames no single call where no other one was admitted meanwhile', async () => {
		const { calls, throttledCall, finished } = setUp();
		await finished(calls(30));
		await expect(finished([throttledCall(12)])).resolves.toEqual(['done']);
	});

	it('waits on for as long as some calls are admitted', async () => {
		const { clock, attempt, finished } = setUp();
		let tries = 0;
		const outcome = () => Promise.resolve(++tries % 5 === 0 ? admitted : throttled);
		await expect(finished(names(60).map(() => attempt(() => outcome())))).resolves.toHaveLength(60);
		expect(clock.now()).toBeGreaterThan(6 * MINUTE);
	});

	it('of one call again and again fails that call alone, and it lets all others go first after three tries', async () => {
		const { clock, service, calls, attempt, finished } = setUp();
		const admittedBefore: number[] = [];
		const before = calls(30);
		const unlucky = attempt(() => {
			admittedBefore.push(service.counted.length);
			return Promise.resolve(throttled);
		});
		const failed = expect(unlucky).rejects.toMatchObject({ httpCode: 429 });
		await expect(finished([...before, ...calls(69)])).resolves.toHaveLength(99);
		await failed;
		expect(admittedBefore).toEqual([30, 30, 30, ...new Array<number>(7).fill(99)]);
		expect(clock.now()).toBeLessThan(MINUTE);
	});

	it.each([
		[2, 'this call 10 times while it admitted others'],
		[5, 'this call 10 times while it admitted others'],
		// So many lower the rate far.
		[20, 'every call for 5 minutes: too many requests'],
	])('of %i calls again and again fails those alone', async (count, what) => {
		const { calls, throttledCall, finished } = setUp();
		const before = calls(10);
		const unlucky = Promise.allSettled(names(count).map(() => throttledCall()));
		await expect(finished([...before, ...calls(50)])).resolves.toHaveLength(60);
		const reason = { message: `The service throttled ${what}` };
		expect(await unlucky).toMatchObject(names(count).map(() => ({ reason })));
	});
});

describe('cancelling', () => {
	it('ends the waiting at once, serves the others, and sends nothing later', async () => {
		const { clock, service, call, finished } = setUp();
		const controller = new AbortController();
		const { signal } = controller;
		const calls = names(60).map((name, index) => call(name, index >= 30 && index < 50 ? { signal } : {}));
		await clock.run(300);
		controller.abort();
		const results = await Promise.race([Promise.allSettled(calls.slice(30, 50)), settled()]);
		expect(results).toHaveLength(20);
		await expect(calls[30]).rejects.toBeInstanceOf(CancelledError);
		await expect(call('late', { signal })).rejects.toBeInstanceOf(CancelledError);
		await finished([...calls.slice(0, 30), ...calls.slice(50)]);
		expect(service.arrived).toHaveLength(40);
	});

	it('leaves every other call made once and in order, wherever cancellations and 429s fall', async () => {
		const cancelled = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 30 });
		const [limits, moments] = [fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 9000 })];
		await fc.assert(
			fc.asyncProperty(limits, cancelled, moments, async (limit, indices, cancelledAt) => {
				const { clock, service, call } = setUp(() => ({ up: 10, down: 190 }), limit);
				const controller = new AbortController();
				const calls = names(60).map((name, index) =>
					call(name, indices.includes(index) ? { signal: controller.signal } : {}),
				);
				const results = Promise.allSettled(calls);
				await clock.run(cancelledAt);
				controller.abort();
				await clock.run();
				const failed = (await results).flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
				expect(indices).toEqual(expect.arrayContaining(failed));
				const done = names(60).filter((_, index) => !failed.includes(index));
				// A call that was cancelled in flight may have been counted, too.
				expect(service.counted).toEqual(expect.arrayContaining(done));
				expect(service.counted).toHaveLength(new Set(service.counted).size);
			}),
		);
	});
});

it('is one limiter per origin and key, forgotten when idle, once another account is used', () => {
	const of = (apiKey: string, origin = 'https://one.example') => limiterOf({ apiKey, origin });
	const limiter = of('a');
	expect(of('a')).toBe(limiter);
	expect(of('a', 'https://two.example')).not.toBe(limiter);
	expect(of('a')).not.toBe(limiter);
	const busy = of('b');
	void busy.call(() => new Promise(() => {}), { callsPerSecond: 20, run: {} });
	of('a');
	expect(of('b')).toBe(busy);
});
