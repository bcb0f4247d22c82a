import fc from 'fast-check';

import { seededRandom } from '../../bench/simulation/random';
import { settled, VirtualClock } from '../../bench/simulation/virtualClock';
import { type CallTimes, VirtualService } from '../../bench/simulation/virtualService';
import {
	type Attempt,
	type CallOptions,
	Limiter,
	limiterOf,
} from '../../nodes/WebinarAccount/client/limiter';
import { retryAfterMs } from '../../nodes/WebinarAccount/client/limiter/cooldown';
import { CancelledError } from '../../nodes/WebinarAccount/service/errors';

const names = (count: number, prefix = 'call') =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const MINUTE = 60_000;
const throttled: Attempt<string> = { throttled: true, retryAfterMs: 1000 };
const admitted: Attempt<string> = { throttled: false, value: 'done' };

/** A limiter and a service on one virtual clock, and the times of each call by its number. */
function setUp(
	times: (call: number) => CallTimes = () => ({ up: 10, down: 70 }),
	serviceLimit = 20,
	accidentAt = 0,
) {
	const clock = new VirtualClock();
	const limiter = new Limiter(clock);
	const service = new VirtualService(clock, serviceLimit, accidentAt);
	const run = {};
	let sent = 0;
	const attempt = (tried: () => Promise<Attempt<string>>, options: Partial<CallOptions> = {}) =>
		limiter.call(tried, { callsPerSecond: 20, run, ...options });
	const call = (name: string, options?: Partial<CallOptions>) =>
		attempt(() => service.call(name, times(sent++)), options);
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
	return { clock, limiter, service, attempt, call, throttledCall, finished };
}

const uniform = (least: number, most: number) => {
	const random = seededRandom(1);
	return () => least + (most - least) * random();
};

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

	it('is never throttled where the ways there differ by 25 ms at most', async () => {
		const network = fc.record({
			// The first calls open connections.
			cold: fc.integer({ min: 0, max: 900 }),
			up: fc.integer({ min: 0, max: 200 }),
			variation: fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 9 }),
			// What the service does after the count, and the way back.
			downs: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 30 }),
			callsPerSecond: fc.integer({ min: 1, max: 20 }),
			count: fc.integer({ min: 1, max: 150 }),
		});
		await fc.assert(
			fc.asyncProperty(network, async ({ cold, up, variation, downs, callsPerSecond, count }) => {
				const timesOf = (index: number) => {
					// Some answers show the shortest round trip, as the assumption asks for.
					if ((index - callsPerSecond) % 50 === 0) return { up, down: Math.min(...downs) };
					const late = index < callsPerSecond ? cold : (variation[index % variation.length] ?? 0);
					return { up: up + late, down: downs[index % downs.length] ?? 0 };
				};
				const { service, call, finished } = setUp(timesOf, callsPerSecond);
				const calls = names(count).map((name) => call(name, { callsPerSecond }));
				await expect(finished(calls)).resolves.toEqual(names(count));
				expect(service.throttled).toBe(0);
			}),
		);
	});

	it('is throttled at few moments where they differ by more, and hardly slower', async () => {
		const network = fc.record({
			ups: fc.array(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 40 }),
			down: fc.integer({ min: 0, max: 400 }),
			seed: fc.integer(),
		});
		await fc.assert(
			fc.asyncProperty(network, async ({ ups, down, seed }) => {
				const random = seededRandom(seed);
				const timesOf = () => ({ up: ups[Math.floor(random() * ups.length)] ?? 0, down });
				const { clock, service, call, finished } = setUp(timesOf);
				await finished(names(300).map((name) => call(name)));
				const mean = ups.reduce((sum, one) => sum + one, 0) / ups.length;
				expect(service.throttledMoments()).toBeLessThanOrEqual(3);
				// A slot is used once in a second and the mean delay; the cooldowns come on top.
				expect(clock.now()).toBeLessThan(15 * (1005 + mean) + 6000);
			}),
			{ numRuns: 30 },
		);
	});

	it.each([
		['80 ms', 10, uniform(70, 70), 20, 0.975],
		['20 to 300 ms, by the service’s work', 10, uniform(10, 290), 20, 0.95],
		['2 s', 10, uniform(1990, 1990), 20, 0.93],
		['3.5 s', 10, uniform(3490, 3490), 20, 0.93],
		['3.5 s, with 5 calls per second', 10, uniform(3490, 3490), 5, 0.96],
	])(
		'with answers after %s takes hardly more than the least time',
		async (_what, up, down, limit, ofLeast) => {
			const { service, call, finished } = setUp(() => ({ up, down: down() }), limit);
			await finished(names(500).map((name) => call(name, { callsPerSecond: limit })));
			expect(service.throttled).toBe(0);
			expect(((500 / limit - 1) * 1000 + 3500) / ((service.countedAt.at(-1) ?? 0) + 3500)).toBeGreaterThan(
				ofLeast,
			);
		},
	);

	it.each([
		['one accident', 1, 1000, 11_800],
		['one 429 with a longer wait', 1, 7000, 17_800],
		['429s that follow soon, which lower the rate', 2, 1000, 16_200],
	])('takes little longer with %s', async (_what, count, retryAfterMs, longest) => {
		const { clock, call, throttledCall, finished } = setUp();
		const before = names(40).map((name) => call(name));
		const unlucky = throttledCall(count, retryAfterMs);
		await finished([...before, unlucky, ...names(160).map((name) => call(name))]);
		expect(clock.now()).toBeLessThan(longest);
	});

	it('takes calls in flight for no later than the others after a 429', async () => {
		const { clock, call, finished } = setUp(() => ({ up: 10, down: 3490 }), 20, 150);
		await finished(names(300).map((name) => call(name)));
		expect(clock.now()).toBeLessThan(14_000 + 3500 + 3200);
	});

	it('measures the round trips anew after a pause', async () => {
		let up = 10;
		const { clock, service, call, finished } = setUp(() => ({ up, down: 20 }));
		await finished(names(60).map((name) => call(name)));
		await clock.run(clock.now() + 2000);
		up = 310;
		const first = names(20).map((name) => call(name));
		await clock.run(clock.now() + 500);
		up = 10;
		await finished([...first, ...names(20).map((name) => call(name))]);
		expect(service.throttled).toBe(0);
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

	it('keeps to the rate that the user allows', async () => {
		const { service, call, finished } = setUp();
		await finished(names(10).map((name) => call(name, { callsPerSecond: 2 })));
		expect(service.mostInOneSecond()).toBe(2);
	});

	it('passes a failure on and goes on with the next call', async () => {
		const { attempt, call, finished } = setUp();
		const failing = attempt(() => Promise.reject(new Error('broken')), { callsPerSecond: 1 });
		const failure = expect(failing).rejects.toThrow('broken');
		await expect(finished([call('next', { callsPerSecond: 1 })])).resolves.toEqual(['next']);
		await failure;
	});

	it('is idle once its last call can no longer count, and looking changes nothing', async () => {
		const { clock, limiter, call, finished } = setUp();
		expect(limiter.isIdle).toBe(true);
		const only = call('only');
		expect(limiter.isIdle).toBe(false);
		await finished([only]);
		await clock.run(80 + 1005 - 1);
		expect(limiter.isIdle).toBe(false);
		await clock.run(80 + 1005);
		expect(limiter.isIdle).toBe(true);
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
		const later = [...names(3, 'a').map((name) => call(name, { run: a }))];
		later.push(...names(2, 'b').map((name) => call(name, { run: b })));
		await finished([...first, ...later]);
		expect(service.arrived.slice(begun, begun + 9).join()).toBe(order);
	});
});

describe('a 429', () => {
	it('stops all calls for as long as the service asks for, and the throttled call goes first', async () => {
		const { clock, limiter, service, call, finished } = setUp(undefined, 19);
		const calls = names(30).map((name) => call(name));
		await clock.run(308 + 1000 - 1);
		expect(service.arrived).toEqual(names(20));
		expect(limiter.isIdle).toBe(false);
		await expect(finished(calls)).resolves.toEqual(names(30));
		expect(service.arrived[20]).toBe('call 19');
	});

	it('lowers the rate when a second one follows soon, which recovers in minutes', async () => {
		const { clock, limiter, throttledCall, finished } = setUp();
		await finished([throttledCall(2)]);
		await clock.run(30_000);
		expect(limiter.isIdle).toBe(false);
		await clock.run(2 * MINUTE);
		expect(limiter.isIdle).toBe(true);
	});

	it('ends all waiting when no call was admitted for five minutes, and later calls have their chance', async () => {
		const { clock, call, attempt, finished } = setUp();
		const calls = names(300).map(() => attempt(() => Promise.resolve(throttled)));
		const results = Promise.allSettled(calls);
		await clock.run(4.9 * MINUTE);
		await expect(Promise.race([...calls, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await clock.run(6 * MINUTE);
		const reason: unknown = expect.objectContaining({
			message: 'The service throttled every call for five minutes: too many requests',
			httpCode: 429,
			description:
				'Something else uses up the calls of this account. Pause it or give it fewer calls, then run the items that failed again.',
		});
		expect(await results).toEqual(calls.map(() => ({ status: 'rejected', reason })));
		await expect(finished([call('later')])).resolves.toEqual(['later']);
	});

	it('waits on for as long as some calls are admitted', async () => {
		const { clock, attempt, finished } = setUp();
		let tries = 0;
		const outcome = () => Promise.resolve(++tries % 5 === 0 ? admitted : throttled);
		await expect(finished(names(60).map(() => attempt(() => outcome())))).resolves.toHaveLength(60);
		expect(clock.now()).toBeGreaterThan(6 * MINUTE);
	});

	it('of one call again and again fails that call alone, with an error that blames nobody', async () => {
		const { clock, service, call, attempt, finished } = setUp();
		const admittedBefore: number[] = [];
		const before = names(30).map((name) => call(name));
		const unlucky = attempt(() => {
			admittedBefore.push(service.counted.length);
			return Promise.resolve(throttled);
		});
		const failed = expect(unlucky).rejects.toMatchObject({
			message: 'The service throttled this call 10 times while it admitted others',
			httpCode: 429,
			description: 'Nothing was done for this item, and all others went on. Run it again later.',
		});
		await expect(finished([...before, ...names(69).map((name) => call(name))])).resolves.toHaveLength(99);
		await failed;
		// After three tries it lets another one go first.
		expect(admittedBefore.slice(0, 3)).toEqual([30, 30, 30]);
		expect(new Set(admittedBefore.slice(2)).size).toBe(8);
		expect(clock.now()).toBeLessThan(MINUTE);
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

	it('lets a call in flight end, but makes none again', async () => {
		const { clock, attempt, call, finished } = setUp();
		const controller = new AbortController();
		const { signal } = controller;
		const inFlight = call('in flight', { signal });
		const again = attempt(async () => (await clock.sleep(50), throttled), { signal });
		const cancelled = expect(again).rejects.toBeInstanceOf(CancelledError);
		await clock.run(20);
		controller.abort();
		await expect(finished([inFlight])).resolves.toEqual(['in flight']);
		await cancelled;
		await expect(finished([call('next')])).resolves.toEqual(['next']);
	});

	it('leaves every other call made once and in order, wherever cancellations and 429s fall', async () => {
		const plan = fc.record({
			limit: fc.integer({ min: 1, max: 20 }),
			cancelled: fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 30 }),
			cancelledAt: fc.integer({ min: 0, max: 9000 }),
			down: fc.integer({ min: 0, max: 400 }),
		});
		await fc.assert(
			fc.asyncProperty(plan, async ({ limit, cancelled, cancelledAt, down }) => {
				const { clock, service, call } = setUp(() => ({ up: 10, down }), limit);
				const controller = new AbortController();
				const { signal } = controller;
				const results = names(60).map((name, index) =>
					call(name, cancelled.includes(index) ? { signal } : {}).catch(
						(error: unknown) => error instanceof CancelledError && 'cancelled',
					),
				);
				await clock.run(cancelledAt);
				controller.abort();
				await clock.run();
				const values = await Promise.all(results);
				values.forEach((value, index) => {
					const allowed = cancelled.includes(index) ? [`call ${index}`, 'cancelled'] : [`call ${index}`];
					expect(allowed).toContain(value);
				});
				expect(service.counted).toHaveLength(new Set(service.counted).size);
				expect(service.counted).toEqual(expect.arrayContaining(values.filter((one) => one !== 'cancelled')));
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

it.each([
	[undefined, 1000],
	['', 1000],
	['3', 3000],
	[' 3 ', 3000],
	['0', 1000],
	['-5', 1000],
	['301', 300_000],
	['in 5', 1000],
	['5 apples', 1000],
	['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
	['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
	[['7'], 1000],
])('takes Retry-After %j for a wait of %d ms', (header, expected) => {
	expect(retryAfterMs(header, Date.UTC(2026, 0, 1))).toBe(expected);
});
