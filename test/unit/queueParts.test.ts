import { CancelledError, ServiceError } from '../../nodes/WebinarAccount/service/errors';
import { readAccount } from '../../nodes/WebinarAccount/service/account';
import { Cancellation } from '../../nodes/WebinarAccount/client/cancellation';
import { Pace } from '../../nodes/WebinarAccount/client/limiter/pace';
import { queueOf } from '../../nodes/WebinarAccount/client/limiter/queues';
import { withRetries } from '../../nodes/WebinarAccount/client/connect';
import { retryAfterMs } from '../../nodes/WebinarAccount/client/retryAfter';
import { Stop } from '../../nodes/WebinarAccount/client/limiter/stop';
import { WaitingLine } from '../../nodes/WebinarAccount/client/limiter/waitingLine';
import { settled, VirtualClock } from '../../bench/simulation/virtualClock';

describe('the pace of a lowered share', () => {
	const paceOf = (random: number) => new Pace(() => random);

	it('is even, and makes up for half a second at most', () => {
		const pace = paceOf(0.5);
		expect(pace.readyAt).toBe(0);
		pace.sent(10, 1000);
		expect(pace.readyAt).toBe(550);
		pace.sent(10, 1000);
		expect(pace.readyAt).toBe(650);
	});

	it('varies by four in a hundred', () => {
		const [least, most] = [paceOf(0), paceOf(1)];
		for (const pace of [least, most]) {
			pace.sent(10, 1000);
			pace.sent(10, 1000);
		}
		expect(least.readyAt).toBeCloseTo(1000 + 48 - 500 + 96);
		expect(most.readyAt).toBeCloseTo(1000 + 52 - 500 + 104);
	});

	it('goes on within the time of one call after a refusal, and never earlier than before', () => {
		const pace = paceOf(0.5);
		pace.goOn(5000, 2, false);
		expect(pace.readyAt).toBe(4750);
		pace.goOn(1000, 2, false);
		expect(pace.readyAt).toBe(4750);
	});

	it('asks again at another moment than others when it was refused again', () => {
		const [slow, fast] = [paceOf(0.5), paceOf(0.5)];
		slow.goOn(5000, 2, true);
		expect(slow.readyAt).toBe(5250);
		fast.goOn(5000, 20, true);
		expect(fast.readyAt).toBe(5150);
	});
});

describe('the stop after a refusal', () => {
	const FIVE_MINUTES = 300_000;

	it('lasts as long as the service asks for, and is never shortened', () => {
		const stop = new Stop();
		expect(stop.endsAt).toBe(0);
		stop.refused(7000, 100);
		stop.refused(1000, 200);
		expect(stop.endsAt).toBe(7100);
	});

	it('gives up after five minutes of refusals, until it ends', () => {
		const stop = new Stop();
		expect(stop.refused(1000, 50)).toBe(false);
		expect(stop.refused(1000, 50 + FIVE_MINUTES - 1)).toBe(false);
		expect(stop.hasGivenUp(50 + FIVE_MINUTES - 1)).toBe(false);
		expect(stop.refused(1000, 50 + FIVE_MINUTES)).toBe(true);
		expect(stop.hasGivenUp(FIVE_MINUTES + 1049)).toBe(true);
		expect(stop.hasGivenUp(FIVE_MINUTES + 1050)).toBe(false);
		// Then the five minutes begin anew.
		expect(stop.refused(1000, FIVE_MINUTES + 2000)).toBe(false);
	});

	it('lets a call that waited nearly as long be made once more', () => {
		const stop = new Stop();
		expect(stop.refused(1000, 0)).toBe(false);
		expect(stop.refused(FIVE_MINUTES, 1000)).toBe(false);
		expect(stop.hasGivenUp(stop.endsAt - 1)).toBe(false);
		expect(stop.hasGivenUp(stop.endsAt)).toBe(false);
	});

	it('does not give up while some calls get through', () => {
		const stop = new Stop();
		stop.refused(1000, 0);
		stop.admitted();
		expect(stop.refused(1000, FIVE_MINUTES)).toBe(false);
	});
});

describe('the waiting line', () => {
	/** Waits in the line, and notes its turn or its failure. */
	function lineWith() {
		const line = new WaitingLine<string>();
		const log: string[] = [];
		const join = (order: number, cancellation?: Cancellation) =>
			void line.join({ order, callsPerSecond: order, ...(cancellation && { cancellation }) }).then(
				(turn) => log.push(`${order} ${turn}`),
				(error: unknown) => log.push(`${order} ${error instanceof Error ? error.message : ''}`),
			);
		return { line, log, join };
	}

	it('serves calls in their order, also one that comes back to its old place', async () => {
		const { line, log, join } = lineWith();
		expect(line.first).toBeUndefined();
		[2, 5, 6, 4, 1].forEach((order) => join(order));
		expect(line.first).toMatchObject({ order: 1, callsPerSecond: 1 });
		for (let turn = 0; turn < 6; turn++) line.next('turn');
		await settled();
		expect(log).toEqual(['1 turn', '2 turn', '4 turn', '5 turn', '6 turn']);
	});

	it('loses nobody else when a run is cancelled whose calls had their turn, or failed', async () => {
		const { line, log, join } = lineWith();
		const [served, failed] = [new Cancellation(), new Cancellation()];
		join(1, served);
		line.next('turn');
		join(2, failed);
		line.failAll(() => new Error('failed'));
		join(3);
		served.cancel();
		failed.cancel();
		line.next('turn');
		await settled();
		expect(log).toEqual(['1 turn', '2 failed', '3 turn']);
	});

	it('lets a call go whose run is cancelled, and keeps those beside it', async () => {
		const { line, log, join } = lineWith();
		const cancellation = new Cancellation();
		join(1);
		join(2, cancellation);
		join(3);
		cancellation.cancel();
		join(4, cancellation);
		line.next('turn');
		line.next('turn');
		line.next('turn');
		await settled();
		expect(log.sort()).toEqual([
			'1 turn',
			'2 The execution was canceled',
			'3 turn',
			'4 The execution was canceled',
		]);
	});
});

describe('a cancellation of a part of a run', () => {
	it('is told once to each that listens', () => {
		const cancellation = Cancellation.of(undefined);
		expect(cancellation.isCancelled).toBe(false);
		let told = 0;
		cancellation.onCancel(() => told++);
		cancellation.cancel();
		cancellation.cancel();
		expect([told, cancellation.isCancelled]).toEqual([1, true]);
	});

	it('ends a sleep, and begins none', async () => {
		const clock = new VirtualClock();
		const cancellation = new Cancellation();
		const sleep = cancellation.sleep(1000, clock);
		const woken = cancellation.sleep(10, clock);
		await clock.run(10);
		await expect(woken).resolves.toBeUndefined();
		cancellation.cancel();
		await expect(sleep).rejects.toBeInstanceOf(CancelledError);
		await expect(cancellation.sleep(1, clock)).rejects.toBeInstanceOf(CancelledError);
	});
});

describe('repeated calls', () => {
	it('come after half a second, one and two more', async () => {
		const clock = new VirtualClock();
		const at: number[] = [];
		const call = () => {
			at.push(clock.now());
			return Promise.reject(new ServiceError('No', { description: '', repeat: 'always' }));
		};
		const failed = expect(
			withRetries(call, { readOnly: false, clock, cancellation: new Cancellation() }),
		).rejects.toThrow('No');
		await clock.run();
		await failed;
		expect(at).toEqual([0, 500, 1500, 3500]);
	});

	it.each([
		['12', 12_000],
		[' 3 ', 3000],
		['60', 60_000],
		['301', 300_000],
		['in 5', 1000],
		['5 apples', 1000],
		[['7'], 1000],
	])('wait after a refusal with Retry-After %j for %d ms', (header, expected) => {
		expect(retryAfterMs(header, 0)).toBe(expected);
	});
});

describe('the queue of an account', () => {
	it('is kept while it is asked for, also when it is idle', () => {
		const account = readAccount({ apiKey: 'kept', service: 'webinarJam' });
		const queue = queueOf(account);
		expect(queue.isIdle).toBe(true);
		expect(queueOf(account)).toBe(queue);
	});
});
