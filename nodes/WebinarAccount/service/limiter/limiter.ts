import { type Clock, systemClock, unlessAborted } from '../../utils/async';
import { type Account, MAX_CALLS_PER_SECOND } from '../account';
import { throttled } from '../failures';
import { FairQueue } from './fairQueue';

/** Maximum time in milliseconds for which a throttled request is repeated. */
export const DEADLINE_MS = 5 * 60_000;

/** The result of sending a request once. `throttled` means that the service responded with HTTP 429. */
export type SendResult<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface RequestOptions {
	/** The rate that the user set in the credential. */
	callsPerSecond: number;
	/** Identifies the execution, poll or list that sends the request. Runs take turns. */
	run: object;
	/** Cancels the request while it waits. */
	signal?: AbortSignal | undefined;
}

/** Maximum number of limiters that this process keeps. */
const MAX_LIMITERS = 1000;

/** The limiter of each account, the least recently used one first. */
const limiters = new Map<string, Limiter>();

/** Returns an account's limiter. All executions, nodes and lists in this process share it. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const account = `${origin} ${apiKey}`;
	const limiter = limiters.get(account) ?? new Limiter(systemClock);
	limiters.delete(account);
	limiters.set(account, limiter);
	const [leastRecentlyUsed = ''] = limiters.keys();
	if (limiters.size > MAX_LIMITERS) limiters.delete(leastRecentlyUsed);
	return limiter;
}

/** A request that waits in the queue. `startTurn` and `reject` end its wait. */
interface WaitingRequest extends RequestOptions {
	startTurn: (sentAt: number) => void;
	reject: (error: Error) => void;
}

/**
 * Sends the requests for one account, and never faster than the service allows. Each request waits in a fair queue
 * until:
 * - the service's limit allows it (SlidingWindowLog),
 * - this process's share of the limit allows it (AdaptiveRate), and
 * - the cooldown after the last 429 has ended.
 *
 * As long as the service has admitted no request since the last 429, the limiter sends one request at a time. Together with
 * the cooldown of at least one second, a service that refuses everything therefore gets at most about one request per
 * second. Such repeated 429s say nothing about this process's share of the limit, so they do not lower the rate.
 */
export class Limiter {
	private readonly queue = new FairQueue<WaitingRequest>();
	private readonly window = new SlidingWindowLog();
	private readonly adaptiveRate = new AdaptiveRate();
	private cooldownEndsAt = 0;
	/** Send time of the last request that was admitted. */
	private admittedAt = -Infinity;
	/** Send time of the last request that was admitted after a 429. */
	private admittedRepeatAt = -Infinity;
	/** Whether the last response was a 429. Then the requests are trials, which are sent one at a time. */
	private isRefused = false;
	/** Send time of the trial in flight; undefined if there is none. */
	private trialSentAt: number | undefined;
	/** The time until which `wakeAt` sleeps; Infinity if it does not sleep. */
	private wakesAt = Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Sends a request when it is its turn, and repeats it while the service throttles it.
	 * @throws CancelledError as soon as the signal is aborted while the request waits
	 * @throws ServiceError when the service has throttled requests for five minutes
	 */
	async send<T>(attempt: () => Promise<SendResult<T>>, options: RequestOptions): Promise<T> {
		const begunAt = this.clock.now();
		let throttledSince: number | undefined;
		for (let tries = 1; ; tries++) {
			const sentAt = await this.waitForTurn(options, tries);
			try {
				const result = await attempt();
				if (!result.throttled) {
					this.isRefused = false;
					this.admittedAt = Math.max(this.admittedAt, sentAt);
					if (tries > 1) this.admittedRepeatAt = Math.max(this.admittedRepeatAt, sentAt);
					return result.value;
				}
				const now = this.clock.now();
				this.cooldownEndsAt = Math.max(this.cooldownEndsAt, now + result.retryAfterMs);
				if (!this.isRefused) this.adaptiveRate.throttled(options.callsPerSecond, sentAt, now);
				this.isRefused = true;
				throttledSince ??= now;
			} finally {
				if (this.trialSentAt === sentAt) this.trialSentAt = undefined;
				this.dispatch();
			}
			this.failAfterDeadline(begunAt, throttledSince);
		}
	}

	/**
	 * Throws when the service has throttled requests for the whole deadline. There are three cases:
	 * - It admitted no request at all: this request and all waiting requests fail.
	 * - It admitted requests, but none that it had throttled before: only this request fails.
	 * - It admitted a request that it had throttled before: no request fails, because this request may be admitted next.
	 *
	 * @param begunAt when this request began to wait for the first time
	 * @param throttledSince when the service throttled this request for the first time
	 */
	private failAfterDeadline(begunAt: number, throttledSince: number): void {
		const deadlineAgo = this.clock.now() - DEADLINE_MS;
		const hasAdmittedNone = Math.max(begunAt, this.admittedAt) <= deadlineAgo;
		const hasAdmittedNoRepeat = Math.max(throttledSince, this.admittedRepeatAt) <= deadlineAgo;
		if (!hasAdmittedNone && !hasAdmittedNoRepeat) return;
		const failure = () => throttled(DEADLINE_MS / 60_000, this.cooldownEndsAt - this.clock.now());
		if (hasAdmittedNone) {
			while (this.queue.first) this.queue.dequeue()?.reject(failure());
		}
		throw failure();
	}

	/**
	 * Puts a request in the queue and waits until it may be sent. Returns the time of sending.
	 * @param tries the number of this attempt to send the request: 1 for a new request
	 */
	private async waitForTurn(options: RequestOptions, tries: number): Promise<number> {
		const turn = new Promise<number>((startTurn, reject) => {
			const request = { ...options, startTurn, reject };
			if (tries === 1) this.queue.enqueue(request, options.run);
			// A throttled request goes first only once. Otherwise it would delay all others if every attempt is throttled.
			else if (tries === 2) this.queue.enqueueFirst(request);
			else this.queue.enqueueLast(request);
		});
		this.dispatch();
		return await unlessAborted(turn, options.signal);
	}

	/** Sends the waiting requests that may be sent now, and sleeps until the next request may be sent. */
	private dispatch(): void {
		const now = this.clock.now();
		for (let next = this.queue.first; next; next = this.queue.first) {
			// The response to the trial calls this method again.
			if (this.isRefused && this.trialSentAt !== undefined) return;
			const { callsPerSecond, signal, startTurn } = next;
			const availableAt = Math.max(
				this.cooldownEndsAt,
				this.adaptiveRate.availableAt,
				// The lowered rate also limits the requests within the window, so that a burst after a pause is smaller.
				this.window.availableAt(Math.ceil(this.adaptiveRate.rate(callsPerSecond, now))),
			);
			if (availableAt > now) return void this.wakeAt(availableAt, now);
			this.queue.dequeue();
			if (signal?.aborted) continue;
			this.adaptiveRate.sent(callsPerSecond, now);
			this.window.add(now);
			if (this.isRefused) this.trialSentAt = now;
			startTurn(now);
		}
	}

	/** Calls `dispatch` again at a time, unless it will be called earlier anyway. */
	private async wakeAt(time: number, now: number): Promise<void> {
		if (time >= this.wakesAt) return;
		this.wakesAt = time;
		await this.clock.sleep(Math.ceil(time - now));
		if (this.wakesAt === time) this.wakesAt = Infinity;
		this.dispatch();
	}
}

/** Length of the window in milliseconds: one second, in which the service counts requests, and a margin of 75 ms. */
const WINDOW_MS = 1075;

/**
 * A sliding-window log, which allows at most `limit` requests in any 1,075 ms.
 *
 * Assumption: the service counts the requests that arrive within one second. Network delays vary, so requests can arrive
 * closer together than they were sent. The margin keeps the service's count within the limit if delays vary by up to 75 ms.
 */
class SlidingWindowLog {
	/** When the last requests were sent, the oldest first. */
	private sentAt: number[] = [];

	/** Records that a request is sent now. */
	add(now: number): void {
		this.sentAt = [...this.sentAt, now].slice(-MAX_CALLS_PER_SECOND);
	}

	/** Returns the earliest time at which the next request may be sent. */
	availableAt(limit: number): number {
		const oldest = this.sentAt.at(-limit);
		return oldest === undefined ? 0 : oldest + WINDOW_MS;
	}
}

/** The rate after a 429, as a fraction of the rate before it. */
const DECREASE = 0.92;
/** Time in milliseconds after a 429 until the rate is back at its value before the 429. */
const RECOVERY_MS = 30_000;
/** Minimum interval in milliseconds between requests at the full rate. The gaps let requests of other processes through. */
const SPACING_MS = 6;
/** After a pause such as a cooldown, requests at a lowered rate make up for at most this many milliseconds of it. */
const CATCH_UP_MS = 500;

/**
 * The rate at which this process sends requests. It equals the limit until a 429 lowers it (multiplicative decrease).
 * After that, it rises slowly at first and then faster, as in CUBIC (RFC 9438).
 *
 * Assumption: this process notices other processes with the same account only by 429s. All processes follow the same
 * rule, so their rates converge on equal shares without a coordinator.
 */
export class AdaptiveRate {
	/** The rate right after the last 429, in requests per second. */
	private loweredRate = Infinity;
	/** When the last 429 lowered the rate. */
	private loweredAt = -Infinity;
	/** The earliest time at which the next request may be sent. */
	availableAt = 0;

	/** Returns the current rate in requests per second. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		return Math.min(limit, this.loweredRate / DECREASE ** (recovery ** 2));
	}

	/**
	 * Records that a request is sent now. At a lowered rate, the next request waits, so that requests are evenly spaced.
	 */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const evenlySpaced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? evenlySpaced : now + SPACING_MS;
	}

	/** Records a 429 and lowers the rate. @param sentAt when the throttled request was sent */
	throttled(limit: number, sentAt: number, now: number): void {
		// Several 429s of requests that were in flight together lower the rate only once.
		if (sentAt <= this.loweredAt) return;
		this.loweredRate = this.rate(limit, now) * DECREASE;
		this.loweredAt = now;
	}
}
