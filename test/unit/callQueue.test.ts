import fc from 'fast-check';

import { CancelledError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { type Attempt, CallQueue } from '../../nodes/WebinarAccount/client/limiter/callQueue';
import { Cancellation } from '../../nodes/WebinarAccount/client/cancellation';
import { Turnstile } from '../../nodes/WebinarAccount/client/limiter/turnstile';
import { seededRandom } from '../../bench/simulation/random';
import { VirtualClock } from '../../bench/simulation/virtualClock';
import { type CallTimes, VirtualService } from '../../bench/simulation/virtualService';

const names = (count: number) => Array.from({ length: count }, (_, index) => `call ${index}`);

const MINUTE = 60_000;

/** A queue and a service on one virtual clock, and the times of each call by its number. */
function setUp(times: (call: number) => CallTimes = () => ({ up: 10, down: 70 }), limit = 20) {
	const clock = new VirtualClock();
	const queue = new CallQueue(clock, () => 0.5);
	const service = new VirtualService(clock, limit);
	let sent = 0;
	const run = (name: string, callsPerSecond = 20, cancellation?: Cancellation) =>
		queue.run(() => service.call(name, times(sent++)), { callsPerSecond, cancellation });
	return { clock, queue, service, run };
}

/** Calls of these outcomes in turn; the last one stays. */
function outcomes(...attempts: Array<Attempt<string>>) {
	return () =>
		Promise.resolve(attempts.length > 1 ? attempts.shift() : attempts[0]) as Promise<Attempt<string>>;
}
const refused = { refused: true, waitMs: 1000 } as const;
const done = { refused: false, value: 'done' } as const;

describe('the call queue', () => {
	it('makes a few calls at once without any waiting when the account is idle', async () => {
		const { clock, service, run } = setUp();
		const calls = names(20).map((name) => run(name));
		await clock.run(10);
		expect(service.arrived).toHaveLength(20);
		await clock.run();
		await expect(Promise.all(calls)).resolves.toEqual(names(20));
	});

	it('makes calls in the order in which they were asked for', async () => {
		const { clock, service, run } = setUp();
		const calls = names(100).map((name) => run(name));
		await clock.run();
		await Promise.all(calls);
		expect(service.arrived).toEqual(names(100));
	});

	it('never lets the service count more calls in a second than it allows, whatever its speed', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					// The first calls take longer on their way, and no way is always equally long.
					cold: fc.integer({ min: 0, max: 150 }),
					up: fc.integer({ min: 0, max: 200 }),
					variation: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 9 }),
					downs: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 30 }),
					callsPerSecond: fc.integer({ min: 1, max: 20 }),
					count: fc.integer({ min: 1, max: 120 }),
				}),
				async ({ cold, up, variation, downs, callsPerSecond, count }) => {
					const { clock, service, run } = setUp((call) => ({
						up: up + (call < callsPerSecond ? cold : (variation[call % variation.length] ?? 0)),
						down: downs[call % downs.length] ?? 0,
					}));
					const calls = names(count).map((name) => run(name, callsPerSecond));
					await clock.run();
					await expect(Promise.all(calls)).resolves.toEqual(names(count));
					expect(service.mostInOneSecond()).toBeLessThanOrEqual(callsPerSecond);
					expect(service.refused).toBe(0);
				},
			),
		);
	});

	it.each([1, 2, 3, 4, 5, 6, 7, 8])(
		'keeps to that when ways and answers vary by chance (%d)',
		async (seed) => {
			const random = seededRandom(seed);
			const { clock, service, run } = setUp(() => ({
				up: 10 + 40 * random(),
				down: 20 + 280 * random() ** 2,
			}));
			const calls = names(600).map((name) => run(name));
			await clock.run();
			await Promise.all(calls);
			expect(service.refused).toBe(0);
			// Hardly slower than with answers that all take the same time.
			expect(service.countedAt.at(-1)).toBeLessThan(30_000 * 1.1);
		},
	);

	it('learns the speed of the service anew after a pause', async () => {
		let up = 300;
		const { clock, queue, service, run } = setUp(() => ({ up, down: 20 }));
		const turnstile = new Turnstile(() => queue, 20);
		const call = async (name: string) => {
			const leave = await turnstile.enter();
			const made = run(name);
			leave();
			return await made;
		};
		for (const name of names(40)) {
			const made = call(name);
			await clock.run(clock.now() + 2000);
			await made;
		}
		const first = names(20).map(call);
		await clock.run(clock.now() + 200);
		up = 250;
		const second = names(20).map(call);
		await clock.run();
		await Promise.all([...first, ...second]);
		expect(service.refused).toBe(0);
	});

	it('keeps calls in flight side by side, so that slow answers do not lower the rate', async () => {
		const { clock, service, run } = setUp(() => ({ up: 10, down: 990 }));
		const first = run('first');
		await clock.run(1000);
		const calls = names(200).map((name) => run(name));
		await clock.run();
		await Promise.all([first, ...calls]);
		// 20 a second from the first on, less what the first answers are not believed and what the calls are spread.
		expect(service.countedAt.at(-1)).toBeLessThan(10_600);
	});

	it.each([
		[2000, 0, 18.5],
		[4000, 0, 18.5],
		[2000, 100, 17],
	])(
		'keeps the rate up when answers take %d ms, and %d ms more by chance',
		async (down, variation, atLeast) => {
			const random = seededRandom(down);
			const { clock, service, run } = setUp(() => ({ up: 50, down: down + variation * random() }));
			const calls = names(500).map((name) => run(name));
			await clock.run();
			await Promise.all(calls);
			expect(service.refused).toBe(0);
			// After the first answers, from which the times are learned.
			const [begin = NaN, end = NaN] = [service.countedAt[100], service.countedAt[499]];
			expect(400 / ((end - begin) / 1000)).toBeGreaterThan(atLeast);
		},
	);

	it('learns nothing from the quick answers to refused calls', async () => {
		const { clock, queue, run } = setUp(() => ({ up: 10, down: 990 }));
		const calls = names(40).map((name) => run(name));
		await clock.run();
		await Promise.all(calls);
		const begun = clock.now();
		await Promise.all([
			queue.run(outcomes(refused, done), { callsPerSecond: 20 }),
			clock.run(begun + 3 * MINUTE),
		]);
		const again = clock.now();
		const more = names(201).map((name) => run(name));
		await clock.run();
		await Promise.all(more);
		expect(clock.now() - again).toBeLessThan(13_500);
	});

	it('does not let calls that hang take the slots of others for long', async () => {
		const { clock, queue, run } = setUp();
		names(20).forEach(() => void queue.run(() => new Promise(() => undefined), { callsPerSecond: 20 }));
		const call = run('after them');
		await clock.run(4000);
		await expect(call).resolves.toBe('after them');
	});

	it('spreads calls that had to wait, so that another process can get in between them', async () => {
		const { clock, service, run } = setUp();
		const calls = names(60).map((name) => run(name));
		await clock.run();
		await Promise.all(calls);
		const gaps = service.countedAt.slice(21).map((at, index) => at - (service.countedAt[index + 20] ?? 0));
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10);
	});

	it('is idle once its last call can no longer count', async () => {
		const { clock, queue, run } = setUp();
		const call = run('only');
		expect(queue.isIdle).toBe(false);
		await clock.run();
		await call;
		expect(queue.isIdle).toBe(false);
		await clock.run(clock.now() + 1005);
		expect(queue.isIdle).toBe(true);
	});

	it('is not idle while a call is on its way, however long it hangs', async () => {
		const { clock, queue } = setUp();
		void queue.run(() => new Promise(() => undefined), { callsPerSecond: 20 });
		await clock.run(10_000);
		expect(queue.isIdle).toBe(false);
	});

	it('is not idle while an execution is about to call', async () => {
		const { clock, queue } = setUp();
		const leave = await new Turnstile(() => queue, 20).enter();
		await clock.run(10_000);
		expect(queue.isIdle).toBe(false);
		leave();
		expect(queue.isIdle).toBe(true);
	});

	it('has no more than a hundred calls on their way', async () => {
		const { clock, queue } = setUp();
		const answers: Array<() => void> = [];
		const hang = () =>
			new Promise<Attempt<string>>((resolve) => answers.push(() => resolve({ refused: false, value: '' })));
		names(150).forEach(() => void queue.run(hang, { callsPerSecond: 20 }));
		await clock.run(60_000);
		expect(answers).toHaveLength(100);
		answers[0]?.();
		await clock.run(70_000);
		expect(answers).toHaveLength(101);
	});

	it('keeps to the lower of two rates in use', async () => {
		const { clock, service, run } = setUp();
		const calls = names(10).map((name) => run(name, 2));
		await clock.run();
		await Promise.all(calls);
		expect(service.mostInOneSecond()).toBe(2);
	});

	it('passes a failure on and goes on with the next call', async () => {
		const { clock, queue, run } = setUp();
		const failing = queue.run(() => Promise.reject(new Error('broken')), { callsPerSecond: 1 });
		const failure = expect(failing).rejects.toThrow('broken');
		const next = run('next', 1);
		await clock.run();
		await failure;
		await expect(next).resolves.toBe('next');
	});
});

describe('the call queue, when the service refuses a call', () => {
	it('stops for a second, and makes the refused call first', async () => {
		const { clock, service, run } = setUp(() => ({ up: 10, down: 70 }), 19);
		const calls = names(30).map((name) => run(name));
		await clock.run(1079);
		expect(service.arrived).toEqual(names(20));
		await clock.run();
		await expect(Promise.all(calls)).resolves.toEqual(names(30));
		expect(service.arrived[20]).toBe('call 19');
	});

	it('waits as long as the service asks for', async () => {
		const { clock, queue, run } = setUp();
		const call = queue.run(outcomes({ refused: true, waitMs: 7000 }, done), { callsPerSecond: 20 });
		await clock.run(1);
		const next = run('next');
		await clock.run(6999);
		expect(queue.isIdle).toBe(false);
		await expect(Promise.race([call, next, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await clock.run();
		await expect(call).resolves.toBe('done');
		await expect(next).resolves.toBe('next');
		expect(clock.now()).toBeGreaterThanOrEqual(7000);
	});

	it('is not forgotten before the time that the service asks for is over', async () => {
		const { clock, queue } = setUp();
		const cancellation = new Cancellation();
		const call = queue.run(outcomes({ refused: true, waitMs: 60_000 }), { callsPerSecond: 20, cancellation });
		await clock.run(1);
		cancellation.cancel();
		await expect(call).rejects.toBeInstanceOf(CancelledError);
		await clock.run(59_999);
		expect(queue.rate(20)).toBe(20);
		expect(queue.isIdle).toBe(false);
		await clock.run(60_000);
		expect(queue.isIdle).toBe(true);
	});

	it('goes on at another moment than other processes after refusals in a row', async () => {
		const goneOnAt = async (random: number) => {
			const clock = new VirtualClock();
			const queue = new CallQueue(clock, () => random);
			const call = queue.run(outcomes(refused, refused, done), { callsPerSecond: 20 });
			await clock.run();
			await call;
			return clock.now();
		};
		await expect(goneOnAt(0)).resolves.toBe(2000);
		await expect(goneOnAt(0.5)).resolves.toBeGreaterThanOrEqual(2150);
	});

	it('remembers the others for a while, and is then forgotten and back at the full rate', async () => {
		const { clock, queue } = setUp();
		const call = queue.run(outcomes(refused, done), { callsPerSecond: 20 });
		await clock.run(10_000);
		await expect(call).resolves.toBe('done');
		expect(queue.rate(20)).toBeLessThan(20);
		expect(queue.isIdle).toBe(false);
		await clock.run(2 * MINUTE);
		expect(queue.rate(20)).toBe(20);
		expect(queue.isIdle).toBe(true);
	});

	it('waits as long as some calls get through now and then', async () => {
		const { clock, queue } = setUp();
		let tries = 0;
		const call = () =>
			queue.run(() => Promise.resolve(++tries % 5 === 0 ? done : refused), { callsPerSecond: 20 });
		const calls = Promise.all(names(100).map(call));
		await clock.run();
		await expect(calls).resolves.toHaveLength(100);
		expect(clock.now()).toBeGreaterThan(30 * MINUTE);
	});

	it('gives up all that waits when nothing gets through for five minutes, with an error that says so', async () => {
		const { clock, queue } = setUp();
		const calls = names(300).map(() => queue.run(outcomes(refused), { callsPerSecond: 20 }));
		const results = Promise.allSettled(calls);
		await clock.run(4.9 * MINUTE);
		await expect(Promise.race([...calls, Promise.resolve('waiting')])).resolves.toBe('waiting');
		await clock.run(6 * MINUTE);
		for (const result of await results) {
			const reason: unknown = result.status === 'rejected' ? result.reason : undefined;
			expect(reason).toBeInstanceOf(ServiceError);
			expect(reason).toMatchObject({
				message: 'The service refused every call for five minutes: too many requests',
				httpCode: 429,
				description:
					'Something else uses up the calls of this account. Pause it or give it fewer calls, then run the items that failed again.',
			});
		}
	});

	it('gives up the items behind them at once, so that a long run ends, and later ones have their chance', async () => {
		const { clock, queue, run } = setUp();
		let made = 0;
		const work = async () => {
			for (let item = 0; item < 1000; item++) {
				await queue
					.run(() => Promise.resolve((made++, refused)), { callsPerSecond: 20 })
					.catch(() => undefined);
			}
			return clock.now();
		};
		const ended = work();
		await clock.run(8 * MINUTE);
		await expect(ended).resolves.toBeLessThan(6 * MINUTE);
		expect(made).toBeLessThan(150);
		const later = run('later');
		await clock.run(9 * MINUTE);
		await expect(later).resolves.toBe('later');
	});
});

describe('the call queue, when an execution is cancelled', () => {
	it('ends the waiting at once, and serves the others', async () => {
		const { clock, service, run } = setUp();
		const cancellation = new Cancellation();
		const calls = names(60).map((name, index) =>
			run(name, 20, index >= 30 && index < 50 ? cancellation : undefined),
		);
		await clock.run(100);
		cancellation.cancel();
		const results = await Promise.race([
			Promise.allSettled(calls.slice(30, 50)),
			clock.run(100).then(() => 'still waiting'),
		]);
		expect(results).toHaveLength(20);
		await expect(calls[30]).rejects.toBeInstanceOf(CancelledError);
		await clock.run();
		await Promise.all([...calls.slice(0, 30), ...calls.slice(50)]);
		expect(service.arrived).toHaveLength(40);
	});

	it('refuses a call whose execution is already cancelled', async () => {
		const { service, run } = setUp();
		await expect(run('late', 20, Cancellation.of(AbortSignal.abort()))).rejects.toBeInstanceOf(
			CancelledError,
		);
		expect(service.arrived).toEqual([]);
	});

	it('makes every other call once and in order, wherever cancellations and refusals fall', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.record({
					limit: fc.integer({ min: 1, max: 20 }),
					cancelled: fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 30 }),
					cancelledAt: fc.integer({ min: 0, max: 9000 }),
					down: fc.integer({ min: 0, max: 400 }),
				}),
				async ({ limit, cancelled, cancelledAt, down }) => {
					const { clock, service, run } = setUp(() => ({ up: 10, down }), limit);
					const cancellation = new Cancellation();
					const results = names(60).map((name, index) =>
						run(name, 20, cancelled.includes(index) ? cancellation : undefined).catch(
							(error: unknown) => error instanceof CancelledError && 'cancelled',
						),
					);
					await clock.run(cancelledAt);
					cancellation.cancel();
					await clock.run();
					const values = await Promise.all(results);
					values.forEach((value, index) => {
						expect(cancelled.includes(index) ? [`call ${index}`, 'cancelled'] : [`call ${index}`]).toContain(
							value,
						);
					});
					expect(service.counted).toHaveLength(new Set(service.counted).size);
					expect(service.counted).toEqual(
						expect.arrayContaining(values.filter((value) => value !== 'cancelled')),
					);
					const firstTries = [...new Set(service.arrived)];
					expect(firstTries).toEqual(names(60).filter((name) => firstTries.includes(name)));
				},
			),
		);
	});
});
