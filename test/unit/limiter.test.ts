import fc from 'fast-check';

import { seededRandom } from '../../bench/simulation/random';
import { type Attempt, Limiter, limiterOf } from '../../nodes/WebinarAccount/client/limiter';
import { retryAfterMs } from '../../nodes/WebinarAccount/client/limiter/cooldown';
import { CancelledError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { settled, VirtualClock } from '../../bench/simulation/virtualClock';
import { type CallTimes, VirtualService } from '../../bench/simulation/virtualService';

const names = (count: number, prefix = 'call') =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const MINUTE = 60_000;
const throttled: Attempt<string> = { throttled: true, retryAfterMs: 1000 };
const admitted: Attempt<string> = { throttled: false, value: 'done' };

/** A limiter and a service on one virtual clock, and the times of each call by its number. */
function setUp(times: (call: number) => CallTimes = () => ({ up: 10, down: 70 }), serviceLimit = 20) {
	const clock = new VirtualClock();
	const limiter = new Limiter(clock, seededRandom(1));
	const service = new VirtualService(clock, serviceLimit);
	const defaults = { callsPerSecond: 20, run: {} };
	let sent = 0;
	const call = (
		name: string,
		options: { callsPerSecond?: number; run?: object; signal?: AbortSignal } = {},
	) => limiter.call(() => service.call(name, times(sent++)), { ...defaults, ...options });
	const attempt = (outcome: () => Attempt<string>) =>
		limiter.call(() => Promise.resolve(outcome()), defaults);
	return { clock, limiter, service, call, attempt };
}

/** Attempts with these outcomes in turn; the last one stays. */
function outcomes(...attempts: Array<Attempt<string>>) {
	return () => (attempts.length > 1 ? attempts.shift() : attempts[0]) ?? admitted;
}

async function finished(clock: VirtualClock, calls: Array<Promise<string>>): Promise<string[]> {
	await clock.run();
	return await Promise.all(calls);
}

describe('the limiter alone on an account', () => {
	it('sends the first calls at once, and all of them in their order', async () => {
		const { clock, service, call } = setUp();
		const calls = names(100).map((name) => call(name));
		await clock.run(10);
		expect(service.arrived).toHaveLength(20);
		await expect(finished(clock, calls)).resolves.toEqual(names(100));
		expect(service.arrived).toEqual(names(100));
		expect(service.throttled).toBe(0);
	});

	it('is never throttled where the ways there differ by 25 ms at most', async () => {
		const network = fc.record({
			// The first calls open connections.
			cold: fc.integer({ min: 0, max: 400 }),
			up: fc.integer({ min: 0, max: 200 }),
			variation: fc.array(fc.integer({ min: 0, max: 25 }), { minLength: 1, maxLength: 9 }),
			// What the service does after the count, and the way back.
			downs: fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 30 }),
			callsPerSecond: fc.integer({ min: 1, max: 20 }),
			count: fc.integer({ min: 1, max: 150 }),
		});
		await fc.assert(
			fc.asyncProperty(network, async ({ cold, up, variation, downs, callsPerSecond, count }) => {
				const times = (index: number) => ({
					up: up + (index < callsPerSecond ? cold : (variation[index % variation.length] ?? 0)),
					down: downs[index % downs.length] ?? 0,
				});
				// Some answers show the shortest round trip, as the assumption asks for.
				const shortest = { up, down: Math.min(...downs) };
				const timesOf = (index: number) => ((index - callsPerSecond) % 50 === 0 ? shortest : times(index));
				const { clock, service, call } = setUp(timesOf, callsPerSecond);
				const calls = names(count).map((name) => call(name, { callsPerSecond }));
				await expect(finished(clock, calls)).resolves.toEqual(names(count));
				expect(service.throttled).toBe(0);
			}),
		);
	});

	it('is throttled at few moments where they differ by more, and hardly slower', async () => {
		const network = fc.record({
			up: fc.array(fc.integer({ min: 0, max: 800 }), { minLength: 1, maxLength: 40 }),
			down: fc.integer({ min: 0, max: 400 }),
			seed: fc.integer(),
		});
		await fc.assert(
			fc.asyncProperty(network, async ({ up, down, seed }) => {
				const random = seededRandom(seed);
				const times = () => ({ up: up[Math.floor(random() * up.length)] ?? 0, down });
				const { clock, service, call } = setUp(times);
				await expect(
					finished(
						clock,
						names(300).map((name) => call(name)),
					),
				).resolves.toEqual(names(300));
				const mean = up.reduce((sum, one) => sum + one, 0) / up.length;
				expect(service.throttledMoments()).toBeLessThanOrEqual(3);
				// A slot is used once in a second and the mean delay; the cooldowns come on top.
				expect(clock.now()).toBeLessThan(15 * (1005 + mean) + 6000);
			}),
			{ numRuns: 30 },
		);
	});

	it.each([
		['80 ms', 70, 70, 0.97],
		['20 to 300 ms, by the service’s work', 10, 290, 0.95],
		['3.5 s', 3490, 3490, 0.93],
	])('needs hardly more than the least time with answers after %s', async (_what, least, most, ofLeast) => {
		const random = seededRandom(1);
		const { clock, service, call } = setUp(() => ({ up: 10, down: least + (most - least) * random() }));
		await finished(
			clock,
			names(500).map((name) => call(name)),
		);
		expect(service.throttled).toBe(0);
		expect((24_000 + most) / ((service.countedAt.at(-1) ?? 0) + most)).toBeGreaterThan(ofLeast);
	});

	it('measures the round trips anew after a pause', async () => {
		let up = 10;
		const { clock, service, call } = setUp(() => ({ up, down: 20 }));
		await finished(
			clock,
			names(60).map((name) => call(name)),
		);
		await clock.run(clock.now() + 2000);
		up = 310;
		const first = names(20).map((name) => call(name));
		await clock.run(clock.now() + 500);
		up = 10;
		await finished(clock, [...first, ...names(20).map((name) => call(name))]);
		expect(service.throttled).toBe(0);
	});

	it('has no more than a hundred calls in flight, and leaves no slot to those that hang', async () => {
		const { clock, limiter } = setUp();
		const answers: Array<() => void> = [];
		const hang = () => new Promise<Attempt<string>>((resolve) => answers.push(() => resolve(admitted)));
		names(150).forEach(() => void limiter.call(hang, { callsPerSecond: 20, run: {} }));
		await clock.run(7000);
		expect(answers).toHaveLength(100);
		answers[0]?.();
		await clock.run(8000);
		expect(answers).toHaveLength(101);
	});

	it('keeps to the lower of two rates in use', async () => {
		const { clock, service, call } = setUp();
		await finished(
			clock,
			names(10).map((name) => call(name, { callsPerSecond: 2 })),
		);
		expect(service.mostInOneSecond()).toBe(2);
	});

	it('passes a failure on and goes on with the next call', async () => {
		const { clock, limiter, call } = setUp();
		const failing = limiter.call(() => Promise.reject(new Error('broken')), { callsPerSecond: 1, run: {} });
		const failure = expect(failing).rejects.toThrow('broken');
		const next = call('next', { callsPerSecond: 1 });
		await expect(finished(clock, [next])).resolves.toEqual(['next']);
		await failure;
	});

	it('is idle once its last call can no longer count, and looking changes nothing', async () => {
		const { clock, limiter, call } = setUp();
		expect(limiter.isIdle).toBe(true);
		const only = call('only');
		expect(limiter.isIdle).toBe(false);
		await finished(clock, [only]);
		expect(limiter.isIdle).toBe(false);
		await clock.run(80 + 1005 - 1);
		expect(limiter.isIdle).toBe(false);
		await clock.run(80 + 1005);
		expect(limiter.isIdle).toBe(true);
	});
});

describe('the runs of one process', () => {
	it('are served in turn, each in its own order', async () => {
		const { clock, service, call } = setUp();
		const [long, other, list] = [{}, {}, {}];
		const first = names(60, 'long').map((name) => call(name, { run: long }));
		await clock.run(100);
		const later = [
			...names(4, 'other').map((name) => call(name, { run: other })),
			...names(2, 'list').map((name) => call(name, { run: list })),
		];
		await finished(clock, [...first, ...later]);
		expect(service.arrived.slice(20, 30)).toEqual([
			'long 20',
			'other 0',
			'list 0',
			'long 21',
			'other 1',
			'list 1',
			'long 22',
			'other 2',
			'long 23',
			'other 3',
		]);
	});

	it('do not repay what they had while others did not call', async () => {
		const { clock, service, call } = setUp();
		const [long, late] = [{}, {}];
		const first = names(60, 'long').map((name) => call(name, { run: long }));
		await clock.run(2500);
		const begun = service.arrived.length;
		await finished(clock, [...first, ...names(3, 'late').map((name) => call(name, { run: late }))]);
		expect(
			service.arrived.slice(begun + 1, begun + 5).filter((name) => name.startsWith('late')),
		).toHaveLength(2);
	});
});

describe('a 429', () => {
	it('stops all calls for a second, and the throttled call goes first', async () => {
		const { clock, service, call } = setUp(undefined, 19);
		const calls = names(30).map((name) => call(name));
		await clock.run(1079);
		expect(service.arrived).toEqual(names(20));
		await expect(finished(clock, calls)).resolves.toEqual(names(30));
		expect(service.arrived[20]).toBe('call 19');
	});

	it('stops them for as long as the service asks for, and the limiter is not forgotten before', async () => {
		const { clock, limiter, call, attempt } = setUp();
		const waiting = attempt(outcomes({ throttled: true, retryAfterMs: 7000 }, admitted));
		await clock.run(1);
		const next = call('next');
		await clock.run(6999);
		expect(limiter.isIdle).toBe(false);
		await expect(Promise.race([waiting, next, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await expect(finished(clock, [waiting, next])).resolves.toEqual(['done', 'next']);
	});

	it('costs a second when it is an accident', async () => {
		const { clock, call, attempt } = setUp();
		const before = names(40).map((name) => call(name));
		const unlucky = attempt(outcomes(throttled, admitted));
		await finished(clock, [...before, unlucky, ...names(160).map((name) => call(name))]);
		expect(clock.now()).toBeLessThan(10_000 + 1000 + 600);
	});

	it('lowers the rate when a second one follows soon, which recovers in minutes', async () => {
		const { clock, limiter, attempt } = setUp();
		const call = attempt(outcomes(throttled, throttled, admitted));
		await finished(clock, [call]);
		await clock.run(30_000);
		expect(limiter.isIdle).toBe(false);
		await clock.run(2 * MINUTE);
		expect(limiter.isIdle).toBe(true);
	});

	it('ends all waiting when no call was admitted for five minutes, and later calls have their chance', async () => {
		const { clock, call, attempt } = setUp();
		const calls = names(300).map(() => attempt(() => throttled));
		const results = Promise.allSettled(calls);
		await clock.run(4.9 * MINUTE);
		await expect(Promise.race([...calls, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await clock.run(6 * MINUTE);
		for (const result of await results) {
			const reason: unknown = result.status === 'rejected' ? result.reason : undefined;
			expect(reason).toBeInstanceOf(ServiceError);
			expect(reason).toMatchObject({
				message: 'The service throttled every call for five minutes: too many requests',
				httpCode: 429,
				description:
					'Something else uses up the calls of this account. Pause it or give it fewer calls, then run the items that failed again.',
			});
		}
		await expect(finished(clock, [call('later')])).resolves.toEqual(['later']);
	});

	it('waits on for as long as some calls are admitted', async () => {
		const { clock, attempt } = setUp();
		let tries = 0;
		const calls = names(60).map(() => attempt(() => (++tries % 5 === 0 ? admitted : throttled)));
		await expect(finished(clock, calls)).resolves.toHaveLength(60);
		expect(clock.now()).toBeGreaterThan(6 * MINUTE);
	});

	it('of one call again and again fails that call alone, with an error that blames nobody', async () => {
		const { clock, call, attempt } = setUp();
		let tries = 0;
		const before = names(30).map((name) => call(name));
		const unlucky = attempt(() => (tries++, throttled));
		const failed = expect(unlucky).rejects.toMatchObject({
			message: 'The service throttled this call 10 times while it admitted others',
			httpCode: 429,
		});
		const after = names(69).map((name) => call(name));
		await expect(finished(clock, [...before, ...after])).resolves.toHaveLength(99);
		await failed;
		expect(tries).toBe(10);
		expect(clock.now()).toBeLessThan(MINUTE);
	});
});

describe('cancelling', () => {
	it('ends the waiting at once, and serves the others', async () => {
		const { clock, service, call } = setUp();
		const controller = new AbortController();
		const { signal } = controller;
		const calls = names(60).map((name, index) => call(name, index >= 30 && index < 50 ? { signal } : {}));
		await clock.run(100);
		controller.abort();
		const results = await Promise.race([Promise.allSettled(calls.slice(30, 50)), settled()]);
		expect(results).toHaveLength(20);
		await expect(calls[30]).rejects.toBeInstanceOf(CancelledError);
		await finished(clock, [...calls.slice(0, 30), ...calls.slice(50)]);
		expect(service.arrived).toHaveLength(40);
	});

	it('lets a call in flight end, but makes none again', async () => {
		const { clock, call, attempt } = setUp();
		const controller = new AbortController();
		const inFlight = call('in flight', { signal: controller.signal });
		const limiter = new Limiter(clock, Math.random);
		const again = limiter.call(
			async () => {
				await clock.sleep(50);
				return throttled;
			},
			{ callsPerSecond: 20, run: {}, signal: controller.signal },
		);
		const cancelled = expect(again).rejects.toBeInstanceOf(CancelledError);
		await clock.run(20);
		controller.abort();
		await expect(finished(clock, [inFlight])).resolves.toEqual(['in flight']);
		await cancelled;
		await expect(finished(clock, [attempt(outcomes(admitted))])).resolves.toEqual(['done']);
	});

	it('sends nothing when it was before the call, and makes Node.js warn of no listeners', async () => {
		const { service, call } = setUp();
		const warnings: Error[] = [];
		const note = (warning: Error) => warnings.push(warning);
		process.on('warning', note);
		const controller = new AbortController();
		const calls = names(40).map((name) => call(name, { signal: controller.signal }));
		controller.abort();
		await Promise.allSettled(calls.slice(20));
		await expect(call('late', { signal: controller.signal })).rejects.toBeInstanceOf(CancelledError);
		await settled();
		process.off('warning', note);
		expect(warnings).toEqual([]);
		expect(service.arrived).not.toContain('late');
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

describe('the limiters of the process', () => {
	const account = (apiKey: string, origin = 'https://one.example') => ({ apiKey, origin });

	it('are one per origin and key', () => {
		const limiter = limiterOf(account('a'));
		expect(limiterOf(account('a'))).toBe(limiter);
		expect(limiterOf(account('b'))).not.toBe(limiter);
		expect(limiterOf(account('a', 'https://two.example'))).not.toBe(limiter);
	});

	it('are forgotten when idle, once another account is used', () => {
		const limiter = limiterOf(account('c'));
		limiterOf(account('d'));
		expect(limiterOf(account('c'))).not.toBe(limiter);
	});
});

describe('Retry-After', () => {
	const now = Date.UTC(2026, 0, 1);
	it.each([
		[undefined, 1000],
		['', 1000],
		['3', 3000],
		[' 3 ', 3000],
		['0', 1000],
		['-5', 1000],
		['300', 300_000],
		['301', 300_000],
		['in 5', 1000],
		['5 apples', 1000],
		['Thu, 01 Jan 2026 00:00:07 GMT', 7000],
		['Wed, 31 Dec 2025 23:59:00 GMT', 1000],
		[['7'], 1000],
	])('of %j is a wait of %d ms', (header, expected) => {
		expect(retryAfterMs(header, now)).toBe(expected);
	});
});
