import fc from 'fast-check';

import { seededRandom } from '../../../tools/bench/simulation/random';
import { settled, VirtualClock } from '../../../tools/bench/simulation/virtualClock';
import { type CallTimes, VirtualService } from '../../../tools/bench/simulation/virtualService';
import type { CallOptions, Try } from '../../../nodes/WebinarAccount/service/limiter';
import { Limiter, limiterOf } from '../../../nodes/WebinarAccount/service/limiter';
import { CancelledError } from '../../../nodes/WebinarAccount/utils/async';

const names = (count: number, prefix = 'call') =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const MINUTE = 60_000;
const throttled: Try<string> = { throttled: true, retryAfterMs: 1000 };
const admitted: Try<string> = { throttled: false, value: 'done' };

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
	const attempt = (tried: () => Promise<Try<string>>, options: Partial<CallOptions> = {}) =>
		limiter.call(tried, { callsPerSecond: 20, run, ...options });
	const call = (name: string, options?: Partial<CallOptions>) =>
		attempt(() => service.call(name, times(sent++)), options);
	const calls = (count: number, options?: Partial<CallOptions>) =>
		names(count).map((name) => call(name, options));
	/** A call that gets 429s for the given number of times, counted from 1, or for as long as it is tried. */
	const throttledCall = (count = Infinity, retryAfterMs = 1000, down = 0) => {
		let tries = 0;
		const outcome = () => (++tries <= count ? { throttled: true as const, retryAfterMs } : admitted);
		return attempt(() => clock.sleep(down).then(outcome));
	};
	const finished = async (calls: Array<Promise<string>>) => {
		await clock.run();
		return await Promise.all(calls);
	};
	return { clock, service, attempt, call, calls, throttledCall, finished };
}

describe('the limiter alone on an account', () => {
	it('keeps the order, and 6 ms between two calls', async () => {
		const { clock, service, calls, finished } = setUp();
		const all = calls(100);
		await clock.run(10 + 6 * 19 - 1);
		expect(service.arrived).toHaveLength(19);
		await clock.run(900);
		expect(service.arrived).toHaveLength(20);
		await expect(finished(all)).resolves.toEqual(names(100));
		expect(service.arrived).toEqual(names(100));
	});

	it('is never throttled where the ways there differ by less than the guard', async () => {
		const [work, limits] = [fc.integer({ min: 100, max: 700 }), fc.integer({ min: 1, max: 20 })];
		const neverThrottled = fc.asyncProperty(work, limits, fc.integer(), async (work, limit, seed) => {
			const random = seededRandom(seed);
			const times = () => ({ up: 10 + 30 * random(), down: 20 + work * random() });
			const { service, calls, finished } = setUp(times, limit);
			const all = names(6 * limit);
			await expect(finished(calls(all.length, { callsPerSecond: limit }))).resolves.toEqual(all);
			expect(service.throttled).toBe(0);
		});
		await fc.assert(neverThrottled, { numRuns: 30 });
	});

	it('learns how much they differ, and keeps it for the next run', async () => {
		const random = seededRandom(1);
		const { clock, service, calls, finished } = setUp(() => ({ up: 200 * random(), down: 300 * random() }));
		await finished(calls(500));
		expect(service.throttledMoments()).toBeGreaterThan(0);
		expect(service.throttledMoments()).toBeLessThanOrEqual(3);
		const before = service.throttled;
		await clock.run(clock.now() + 10 * MINUTE);
		await finished(calls(500));
		expect(service.throttled - before).toBe(0);
	});

	it('gives a call that stands still on its way no second place', async () => {
		const times = (index: number) => ({ up: index % 50 === 49 ? 810 : 10, down: 70 + (index % 7) * 20 });
		const { service, calls, finished } = setUp(times);
		await finished(calls(300));
		expect(service.throttled).toBe(0);
	});

	it.each([
		['80 ms', 80, 80, 20, 0.98],
		['20 to 300 ms, by the service’s work', 20, 300, 20, 0.86],
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
		const { clock, calls, throttledCall, finished } = setUp();
		await finished([...calls(40), throttledCall(count, retryAfterMs), ...calls(160)]);
		expect(clock.now()).toBeLessThan(longest);
	});

	it('has no more than a hundred calls in flight, and leaves no slot to those that hang', async () => {
		const { clock, attempt } = setUp();
		const answers: Array<() => void> = [];
		const hang = () => new Promise<Try<string>>((resolve) => answers.push(() => resolve(admitted)));
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
		const next = call('next', { callsPerSecond: 1 });
		await expect(failing).rejects.toThrow('broken');
		await expect(finished([next])).resolves.toEqual(['next']);
	});
});

describe('the runs of one process', () => {
	it.each([
		['are served in turn, each in its own order', 300, 'long 20,a 0,b 0,long 21,a 1,b 1,long 22,a 2,long 23'],
		['do not repay what they had before', 2500, 'long 60,a 0,b 0,long 61,a 1,b 1,long 62,a 2,long 63'],
	])('%s', async (_what, laterAt, order) => {
		const { clock, service, call, finished } = setUp();
		const callsOf = (run: object, count: number, name: string) =>
			names(count, name).map((each) => call(each, { run }));
		const first = callsOf({}, 80, 'long');
		await clock.run(laterAt);
		const begun = service.arrived.length;
		await finished([...first, ...callsOf({}, 3, 'a'), ...callsOf({}, 2, 'b')]);
		expect(service.arrived.slice(begun, begun + 9).join()).toBe(order);
	});
});

describe('a 429', () => {
	it('stops all calls for as long as the service asks for, and the throttled call goes first', async () => {
		const { clock, service, calls, finished } = setUp(undefined, 19);
		const all = calls(30);
		await clock.run(194 + 1000 - 1);
		expect(service.arrived).toEqual(names(20));
		await expect(finished(all)).resolves.toEqual(names(30));
		expect(service.arrived[20]).toBe('call 19');
	});

	it('with a long wait is not shortened by another one that was in flight with it', async () => {
		const { clock, attempt, finished } = setUp();
		const sentAt: number[] = [];
		const answers = [7000, 1000].map((retryAfterMs) => ({ throttled: true as const, retryAfterMs }));
		const tried = async () => {
			sentAt.push(clock.now());
			await clock.sleep(100);
			return answers.shift() ?? admitted;
		};
		await finished([attempt(tried), attempt(tried)]);
		expect(sentAt).toHaveLength(4);
		expect(sentAt[2]).toBeGreaterThan(7000);
	});

	it('has one effect with all others that were in flight with it', async () => {
		const { clock, throttledCall, calls, finished } = setUp();
		await finished(calls(40));
		const together = names(10).map(() => throttledCall(1, 1000, 100));
		const begun = clock.now();
		await finished([...together, ...calls(200)]);
		// Ten of them would lower the rate to a tenth.
		expect(clock.now() - begun).toBeLessThan(12_500);
	});

	it('ends all waiting when no call was admitted for five minutes, and later calls have their chance', async () => {
		const { clock, throttledCall, finished } = setUp();
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
		await expect(finished([throttledCall(2)])).resolves.toEqual(['done']);
	});

	it('blames no single call where only calls that were sent before were admitted meanwhile', async () => {
		const { throttledCall, finished } = setUp();
		const slow = names(5).map(() => throttledCall(0, 0, 5000));
		await expect(finished([...slow, throttledCall(12)])).resolves.toHaveLength(6);
	});

	it('waits on for as long as some calls are admitted', async () => {
		const { clock, attempt, finished } = setUp();
		let tries = 0;
		const outcome = () => Promise.resolve(++tries % 5 === 0 ? admitted : throttled);
		await expect(finished(names(60).map(() => attempt(() => outcome())))).resolves.toHaveLength(60);
		expect(clock.now()).toBeGreaterThan(6 * MINUTE);
	});

	it('of one call again and again fails that call alone, and it lets all others go first after two tries', async () => {
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
		expect(admittedBefore).toEqual([29, 30, 97, ...new Array<number>(7).fill(99)]);
		expect(clock.now()).toBeLessThan(MINUTE);
	});

	it.each([
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
	it('ends the waiting at once, sends nothing later, and leaves the queue to the others', async () => {
		const { clock, service, call, finished } = setUp();
		const controller = new AbortController();
		const { signal } = controller;
		const sent = names(20, 'sent').map((name) => call(name));
		// As many as may be in flight at once.
		const cancelled = names(100, 'cancelled').map((name) => call(name, { signal }));
		const other = call('other');
		await clock.run(300);
		controller.abort();
		const results = await Promise.race([Promise.allSettled(cancelled), settled()]);
		expect(results).toHaveLength(100);
		await expect(cancelled[0]).rejects.toBeInstanceOf(CancelledError);
		await expect(call('late', { signal })).rejects.toBeInstanceOf(CancelledError);
		await finished([...sent, other]);
		expect(service.arrived).toEqual([...names(20, 'sent'), 'other']);
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
				const isDone = (await results).map(({ status }) => status === 'fulfilled');
				isDone.forEach((done, index) => expect(done || indices.includes(index)).toBe(true));
				const done = names(60).filter((_, index) => isDone[index]);
				// A call that was cancelled in flight may have been counted, too.
				expect(service.counted).toEqual(expect.arrayContaining(done));
				expect(service.counted).toHaveLength(new Set(service.counted).size);
			}),
		);
	});
});

it('is one limiter per origin and key for the life of the process, for a hundred accounts and all in use', () => {
	const of = (apiKey: string, origin = 'https://one.example') => limiterOf({ apiKey, origin });
	const [busy, old, recent] = [of('busy'), of('old'), of('recent')];
	void busy.call(() => new Promise(() => {}), { callsPerSecond: 20, run: {} });
	expect(of('old')).toBe(old);
	expect(of('old', 'https://two.example')).not.toBe(old);
	// With these there are a hundred, and the unused one that is the oldest makes room.
	for (const name of names(96)) of(name);
	expect(of('old')).toBe(old);
	of('another');
	expect(of('busy')).toBe(busy);
	expect(of('old')).toBe(old);
	expect(of('recent')).not.toBe(recent);
});
