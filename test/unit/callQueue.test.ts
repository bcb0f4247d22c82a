import fc from 'fast-check';

import { CancelledError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { Cancellation } from '../../nodes/WebinarAccount/transport/cancellation';
import { CallQueue } from '../../nodes/WebinarAccount/transport/callQueue';
import { VirtualClock } from '../support/virtualClock';
import { type CallTimes, VirtualService } from '../support/virtualService';

const names = (count: number) => Array.from({ length: count }, (_, index) => `call ${index}`);

/** A queue and a service on one virtual clock, and the times of each call by its number. */
function setUp(times: (call: number) => CallTimes = () => ({ up: 10, down: 70 }), limit = 20) {
	const clock = new VirtualClock();
	const queue = new CallQueue(clock);
	const service = new VirtualService(clock, limit);
	let sent = 0;
	const run = (name: string, callsPerSecond = 20, cancellation?: Cancellation) =>
		queue.run(() => service.call(name, times(sent++)), { callsPerSecond, cancellation });
	return { clock, queue, service, run };
}

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
					connecting: fc.integer({ min: 0, max: 300 }),
					up: fc.integer({ min: 0, max: 200 }),
					downs: fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 30 }),
					callsPerSecond: fc.integer({ min: 1, max: 20 }),
					count: fc.integer({ min: 1, max: 120 }),
				}),
				async ({ connecting, up, downs, callsPerSecond, count }) => {
					const { clock, service, run } = setUp((call) => ({
						up: call < 20 ? up + connecting : up,
						down: downs[call % downs.length] ?? 0,
					}));
					const calls = names(count).map((name) => run(name, callsPerSecond));
					await clock.run();
					await expect(Promise.all(calls)).resolves.toEqual(names(count));
					expect(service.mostInOneSecond()).toBeLessThanOrEqual(callsPerSecond);
					expect(service.refused).toBe(0);
				},
			),
			{ numRuns: 60 },
		);
	});

	it('keeps calls in flight side by side, so that slow answers do not lower the rate', async () => {
		const { clock, service, run } = setUp(() => ({ up: 10, down: 990 }));
		const calls = names(200).map((name) => run(name));
		await clock.run();
		await Promise.all(calls);
		// 20 at once, then 20 a second; one second is spent on learning how fast the service answers.
		expect(service.countedAt.at(-1)).toBeLessThan(11_200);
	});

	it('does not let calls that hang take the slots of others for long', async () => {
		const { clock, queue, run } = setUp();
		names(20).forEach(() => void queue.run(() => new Promise(() => undefined), { callsPerSecond: 20 }));
		const call = run('after them');
		await clock.run(4000);
		await expect(call).resolves.toBe('after them');
	});

	it('stops for a second when a call is refused, and makes the refused call first', async () => {
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
		const answers = [{ refused: true, waitMs: 7000 } as const, { refused: false, value: 'done' } as const];
		const call = queue.run(() => Promise.resolve(answers.shift() ?? { refused: false, value: 'late' }), {
			callsPerSecond: 20,
		});
		const next = run('next');
		await clock.run();
		await expect(call).resolves.toBe('done');
		await expect(next).resolves.toBe('next');
		expect(clock.now()).toBeGreaterThanOrEqual(7000);
	});

	it('gives up a call that is refused again and again, with an error that says so', async () => {
		const { clock, queue } = setUp();
		const call = queue.run(() => Promise.resolve({ refused: true, waitMs: 1000 }), { callsPerSecond: 20 });
		const failure = expect(call).rejects.toMatchObject({
			message: 'The service refused the call 60 times: too many requests',
			httpCode: 429,
		});
		await clock.run();
		await failure;
		await expect(call).rejects.toBeInstanceOf(ServiceError);
	});

	it('ends the waiting at once when the execution is cancelled, and serves the others', async () => {
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
});
