import { type Clock, unlessAborted } from '../../utils/async';
import { throttled } from '../failures';
import { AdaptiveRate } from './adaptiveRate';
import { FairQueue } from './fairQueue';
import { SlidingWindowLog } from './slidingWindowLog';

/** Maximum time in milliseconds of repeating a request that is throttled each time. */
export const DEADLINE_MS = 5 * 60_000;

/** The result of one attempt. `throttled` means HTTP 429. */
export type Outcome<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface RequestOptions {
	/** The rate that the user set in the credential. */
	callsPerSecond: number;
	/** Identity of the execution, poll or list that the request belongs to. Runs take turns. */
	run: object;
	signal?: AbortSignal | undefined;
}

interface WaitingRequest extends RequestOptions {
	send: (sentAt: number) => void;
	reject: (error: Error) => void;
}

/**
 * Sends the requests of one account. A request waits in a fair queue until three rules allow it: the limit
 * (SlidingWindowLog), the share of this process (AdaptiveRate), and a cooldown after each 429.
 */
export class Limiter {
	private readonly queue = new FairQueue<WaitingRequest>();
	private readonly window = new SlidingWindowLog();
	private readonly adaptiveRate = new AdaptiveRate();
	private cooldownEndsAt = 0;
	/** When the last admitted request was sent. */
	private admittedAt = -Infinity;
	/** When the last request was sent that was admitted after a 429. */
	private recoveredAt = -Infinity;
	private wakesAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends a request in its turn, and again while it is throttled.
	 * @throws CancelledError at once when the signal is aborted while the request waits
	 * @throws ServiceError after five minutes of 429s
	 */
	async send<T>(attempt: () => Promise<Outcome<T>>, options: RequestOptions): Promise<T> {
		const begunAt = this.clock.now();
		let throttledSince: number | undefined;
		for (let tries = 1; ; tries++) {
			const sentAt = await this.turn(options, tries);
			const outcome = await attempt();
			if (!outcome.throttled) {
				this.noteAdmission(sentAt, tries);
				return outcome.value;
			}
			const now = this.clock.now();
			this.cooldownEndsAt = Math.max(this.cooldownEndsAt, now + outcome.retryAfterMs);
			this.adaptiveRate.throttled(options.callsPerSecond, sentAt, now);
			throttledSince ??= now;
			this.failAfterDeadline(begunAt, throttledSince);
		}
	}

	private noteAdmission(sentAt: number, tries: number): void {
		this.admittedAt = Math.max(this.admittedAt, sentAt);
		if (tries > 1) this.recoveredAt = Math.max(this.recoveredAt, sentAt);
	}

	/**
	 * Fails a throttled request after the deadline. If no request at all was admitted meanwhile, all waiting requests fail
	 * too. If only requests without a 429 were admitted, this request fails alone.
	 */
	private failAfterDeadline(begunAt: number, throttledSince: number): void {
		const deadlineAgo = this.clock.now() - DEADLINE_MS;
		const isNoneAdmitted = Math.max(begunAt, this.admittedAt) <= deadlineAgo;
		const isNoneRecovered = Math.max(throttledSince, this.recoveredAt) <= deadlineAgo;
		if (!isNoneAdmitted && !isNoneRecovered) return;
		const failure = () => throttled(DEADLINE_MS / 60_000, this.cooldownEndsAt - this.clock.now());
		if (isNoneAdmitted) {
			while (this.queue.first) this.queue.dequeue()?.reject(failure());
		}
		throw failure();
	}

	/** Waits until a request may be sent, and returns that time. */
	private async turn(options: RequestOptions, tries: number): Promise<number> {
		const turn = new Promise<number>((send, reject) => {
			const request = { ...options, send, reject };
			if (tries === 1) this.queue.enqueue(request, options.run);
			// A request that is throttled again and again must not delay the others.
			else if (tries === 2) this.queue.enqueueFirst(request);
			else this.queue.enqueueLast(request);
		});
		this.dispatch();
		return await unlessAborted(turn, options.signal);
	}

	/** Sends the requests that may be sent now, and wakes up for the next one. */
	private dispatch(): void {
		const now = this.clock.now();
		for (let next = this.queue.first; next; next = this.queue.first) {
			const { callsPerSecond, signal, send } = next;
			const availableAt = Math.max(
				this.cooldownEndsAt,
				this.adaptiveRate.availableAt,
				// A lowered rate also limits the burst after a pause.
				this.window.availableAt(Math.ceil(this.adaptiveRate.rate(callsPerSecond, now))),
			);
			if (availableAt > now) return void this.wakeAt(availableAt, now);
			this.queue.dequeue();
			if (signal?.aborted) continue;
			this.adaptiveRate.sent(callsPerSecond, now);
			this.window.add(now);
			send(now);
		}
	}

	private async wakeAt(time: number, now: number): Promise<void> {
		if (time >= this.wakesAt) return;
		this.wakesAt = time;
		await this.clock.sleep(Math.ceil(time - now));
		if (this.wakesAt === time) this.wakesAt = Infinity;
		this.dispatch();
	}
}
