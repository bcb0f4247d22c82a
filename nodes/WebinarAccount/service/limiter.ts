import { sleep } from 'n8n-workflow';

import { unlessAborted } from '../utils/async';
import { type Account, MAX_CALLS_PER_SECOND } from './account';
import { ServiceError } from './errors';

/** The clock of a limiter. Tests replace it with their own. */
export interface Clock {
	/** Returns the time in milliseconds. Unlike the date, it never goes back. */
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

const systemClock: Clock = { now: () => performance.now(), sleep };

/** Time in milliseconds without an admitted request after which all requests fail. */
export const MAX_THROTTLED_MS = 5 * 60_000;

/**
 * How often a request is sent at least before it fails although the service admits other requests. A request that waits for its
 * turns has few tries in five minutes.
 */
const MAX_TRIES = 10;

/** The result of sending a request once. `throttled` means that the service responded with HTTP 429. */
export type SendResult<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface RequestOptions {
	/** Identifies the execution, poll or list that sends the request. Callers take turns. */
	caller: object;
	/** Cancels the request while it waits. */
	signal?: AbortSignal | undefined;
}

/** Maximum number of limiters that this process keeps. */
const MAX_LIMITERS = 1000;

/** The limiter of each account, the least recently used one first. */
const limiters = new Map<string, Limiter>();

/** Returns an account's limiter. All executions, nodes and lists in this process share it. */
export function limiterOf({
	origin,
	apiKey,
	callsPerSecond,
}: Pick<Account, 'origin' | 'apiKey' | 'callsPerSecond'>): Limiter {
	const account = `${origin} ${apiKey}`;
	const limiter = limiters.get(account) ?? new Limiter(systemClock);
	// Credentials with the same key can have different rates. The rate of the credential that sends last applies to all.
	limiter.adaptiveRate.limit = callsPerSecond;
	limiters.delete(account);
	limiters.set(account, limiter);
	// A Map keeps the order in which the keys were set. It is not empty, so the default only satisfies the compiler.
	const [leastRecentlyUsed = account] = limiters.keys();
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
 * After a 429, the limiter sends one request at a time until the service admits one. Together with the cooldown of at
 * least one second, a service that throttles everything therefore gets at most about one request per second. The
 * further 429s say nothing about this process's share of the limit, so they do not lower the rate.
 */
export class Limiter {
	private readonly queue = new FairQueue<WaitingRequest>();
	private readonly window = new SlidingWindowLog();
	readonly adaptiveRate = new AdaptiveRate();
	private cooldownEndsAt = 0;
	/** Whether the last response was a 429. */
	private isThrottled = false;
	/** The number of requests that were sent and have no response yet. */
	private inFlight = 0;
	/** When the service last admitted a request. */
	private admittedAt = 0;
	/** The time until which `wakeAt` sleeps; undefined if it does not sleep. */
	private wakesAt: number | undefined;

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
			const result = await this.sendInTurn(attempt, sentAt);
			if (!result.throttled) return result.value;
			const now = this.clock.now();
			throttledSince ??= now;
			// Since this request began, the service has admitted none of the account's requests, so those that wait fail too.
			const isNobodyAdmitted = now - Math.max(begunAt, this.admittedAt) >= MAX_THROTTLED_MS;
			if (isNobodyAdmitted) this.rejectAll();
			// The service admits others, but throttles each try of this request.
			const isStarved = now - throttledSince >= MAX_THROTTLED_MS && tries >= MAX_TRIES;
			if (isNobodyAdmitted || isStarved) throw throttledError();
		}
	}

	/** Sends a request whose turn it is, and records the response. @param sentAt when its turn began */
	private async sendInTurn<T>(attempt: () => Promise<SendResult<T>>, sentAt: number): Promise<SendResult<T>> {
		try {
			const result = await attempt();
			const now = this.clock.now();
			if (result.throttled) {
				this.cooldownEndsAt = Math.max(this.cooldownEndsAt, now + result.retryAfterMs);
				// Further 429s only show that the service still throttles the account. The rate stays as it is.
				if (!this.isThrottled) this.adaptiveRate.lower(sentAt, now);
			} else {
				this.admittedAt = now;
			}
			this.isThrottled = result.throttled;
			return result;
		} finally {
			this.inFlight--;
			this.dispatch();
		}
	}

	/**
	 * Puts a request in the queue and waits until it may be sent. Returns the time of sending.
	 * @param tries 1 for a new request; more for one that the service has throttled
	 */
	private async waitForTurn(options: RequestOptions, tries: number): Promise<number> {
		const turn = new Promise<number>((startTurn, reject) => {
			this.queue.enqueue({ ...options, startTurn, reject }, options.caller, tries);
		});
		this.dispatch();
		// `dispatch` drops a canceled request from the queue.
		return await unlessAborted(turn, options.signal);
	}

	/** Starts the turn of each request that may be sent now, and sleeps until the next request may be sent. */
	private dispatch(): void {
		const now = this.clock.now();
		for (let next = this.queue.first; next; next = this.queue.first) {
			// A single request finds out whether the service admits requests again. Its response calls this method again.
			if (this.isThrottled && this.inFlight > 0) return;
			const availableAt = this.availableAt(now);
			if (availableAt > now) {
				void this.wakeAt(availableAt, now);
				return;
			}
			this.queue.dequeue();
			// A canceled request does not wait any more.
			if (next.signal?.aborted) continue;
			this.adaptiveRate.sent(now);
			this.window.add(now);
			this.inFlight++;
			next.startTurn(now);
		}
	}

	/** Returns the earliest time at which the next request may be sent. */
	private availableAt(now: number): number {
		// The lowered rate also limits the requests within the window, so that a burst after a pause is smaller.
		const windowLimit = Math.ceil(this.adaptiveRate.rate(now));
		return Math.max(this.cooldownEndsAt, this.adaptiveRate.availableAt, this.window.availableAt(windowLimit));
	}

	/** Calls `dispatch` again at the given time, unless it will be called earlier anyway. */
	private async wakeAt(time: number, now: number): Promise<void> {
		if (this.wakesAt !== undefined && this.wakesAt <= time) return;
		this.wakesAt = time;
		await this.clock.sleep(Math.ceil(time - now));
		// A later call may have replaced `wakesAt` by an earlier time. This sleep's own `dispatch` then does no harm.
		if (this.wakesAt === time) this.wakesAt = undefined;
		this.dispatch();
	}

	private rejectAll(): void {
		while (this.queue.first) this.queue.dequeue()?.reject(throttledError());
	}
}

/** Creates the error for a request that the service throttled until the deadline. */
export function throttledError(): ServiceError {
	return new ServiceError(`The service throttled requests for ${MAX_THROTTLED_MS / 60_000} minutes`, {
		httpCode: 429,
		isTransient: true,
		description:
			"Other software may be using up this account's limit. Pause it or slow it down, then run the failed items again. The service did not act on them.",
	});
}

/**
 * A fair queue: first in, first out for each caller, and round robin between callers. A caller is an execution, a poll or a
 * list in the editor. The user of a list therefore does not wait until a long execution has sent all its requests.
 *
 * The queue is sorted by round. A round has at most one entry of each caller.
 */
class FairQueue<Entry> {
	private readonly waiting: Array<Waiting<Entry>> = [];
	/** The round of the entry that was dequeued last. */
	private round = 0;
	/** The round of the entry that each caller added last. */
	private readonly lastRounds = new WeakMap<object, number>();

	/** The entry that `dequeue` returns next; undefined if the queue is empty. */
	get first(): Entry | undefined {
		return this.waiting[0]?.entry;
	}

	/**
	 * Adds an entry behind all entries of its round and of earlier rounds.
	 * @param tries 1 for a new request; more for one that the service has throttled
	 */
	enqueue(entry: Entry, caller: object, tries: number): void {
		const round = this.roundOf(caller, tries);
		const last = this.waiting.findLastIndex((other) => other.round <= round);
		this.waiting.splice(last + 1, 0, { entry, round });
	}

	/** Returns the round of a new entry, and remembers that of a caller's new request. Lower rounds go first. */
	private roundOf(caller: object, tries: number): number {
		// Throttled once: in front of the entries of all callers. Not more often, because it would delay all others each time.
		if (tries === 2) return 0;
		// Behind the next entry of each caller.
		if (tries > 2) return this.round + 1;
		// Behind the other entries of the caller.
		const round = Math.max(this.round, this.lastRounds.get(caller) ?? 0) + 1;
		this.lastRounds.set(caller, round);
		return round;
	}

	dequeue(): Entry | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next?.entry;
	}
}

/** An entry in a fair queue. Entries of a lower round go first. */
interface Waiting<Entry> {
	entry: Entry;
	round: number;
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
/**
 * The minimum of the rate, in requests per second. Without it, software that ignores 429s would leave this process
 * almost nothing.
 */
const MIN_RATE = 2;
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
	/** The rate that the user set in the credential, in requests per second. */
	limit = MAX_CALLS_PER_SECOND;
	/** The rate in requests per second right after the last 429, and the time of that 429. */
	private lowered: { rate: number; at: number } | undefined;
	/** The earliest time at which the next request may be sent. */
	availableAt = 0;

	/** Returns the current rate in requests per second. */
	rate(now: number): number {
		if (!this.lowered) return this.limit;
		const recovery = (now - this.lowered.at) / RECOVERY_MS;
		return Math.min(this.limit, this.lowered.rate / DECREASE ** (recovery ** 2));
	}

	/**
	 * Records that a request is sent now. At a lowered rate, the next request waits, so that requests are evenly spaced.
	 */
	sent(now: number): void {
		const rate = this.rate(now);
		const evenlySpaced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < this.limit ? evenlySpaced : now + SPACING_MS;
	}

	/** Lowers the rate after a 429. @param sentAt when the throttled request was sent */
	lower(sentAt: number, now: number): void {
		// Several 429s of requests that were in flight together lower the rate only once.
		if (this.lowered && sentAt <= this.lowered.at) return;
		const rate = Math.max(Math.min(MIN_RATE, this.limit), this.rate(now) * DECREASE);
		this.lowered = { rate, at: now };
	}
}
