import { type Clock, systemClock, unlessAborted } from '../../utils/async';
import type { Account } from '../account';
import { throttled } from '../failures';
import { AdaptiveRate, MANY_CALLS, type Reservation, SlidingWindow } from './pacing';

/** All calls fail when none was admitted for so long. */
export const DEADLINE_MS = 5 * 60_000;
/** From so many 429s for one call on, all others go first. */
const TRIES_FIRST = 3;
/** After so many it fails alone, if others were admitted in between, but none that had been throttled. */
const MAX_TRIES = 10;

/** What became of one try: the service admitted the call, or throttled it (429). */
export type Attempt<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface CallOptions {
	/** What the user allows of the account's limit. */
	callsPerSecond: number;
	/** Identity of the execution, poll or list that the call belongs to, for the round robin. */
	run: object;
	/** Ends the waiting. */
	signal?: AbortSignal | undefined;
}

interface WaitingCall extends CallOptions {
	send: (reservation: Reservation) => void;
	reject: (error: Error) => void;
}

/**
 * A fair queue: first in, first out within a run and round robin over the runs, so that a list in the editor does
 * not wait for all of a long execution. A call belongs to the round in which its run is served next.
 */
class FairQueue<Call extends { run: object }> {
	private waiting: Array<{ call: Call; round: number }> = [];
	private round = 0;
	private readonly lastRounds = new WeakMap<object, number>();

	get first(): Call | undefined {
		return this.waiting[0]?.call;
	}

	enqueue(call: Call): void {
		const round = Math.max(this.round, this.lastRounds.get(call.run) ?? 0) + 1;
		this.lastRounds.set(call.run, round);
		this.insert(call, round);
	}

	/** Puts a throttled call back: before all others, but behind those that were throttled before it; or behind all. */
	requeue(call: Call, isLast: boolean): void {
		this.insert(call, isLast ? (this.waiting.at(-1)?.round ?? this.round) : 0);
	}

	dequeue(): Call | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next?.call;
	}

	private insert(call: Call, round: number): void {
		const index = this.waiting.findIndex((other) => other.round > round);
		this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { call, round });
	}
}

/**
 * Makes the calls of one account: never more than `callsPerSecond` in any second as the service counts them
 * (SlidingWindow), fewer while other processes use the account (AdaptiveRate), none for a second after a 429.
 */
export class Limiter {
	private readonly queue = new FairQueue<WaitingCall>();
	private readonly adaptiveRate = new AdaptiveRate();
	private window = new SlidingWindow();
	private inFlight = 0;
	private wakesAt = Infinity;
	private cooldownEndsAt = 0;
	/** When the service began to throttle every call. */
	private throttledSince = Infinity;
	/** When a call was last admitted that had been throttled: the service throttles the account, not single calls. */
	private recoveredAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** True when forgetting the limiter would lose nothing. */
	get isIdle(): boolean {
		const now = this.clock.now();
		if (this.queue.first || this.inFlight > 0 || this.cooldownEndsAt > now) return false;
		return this.window.availableAt(1, now) <= now && !this.adaptiveRate.isLowered(now);
	}

	/**
	 * Makes a call in its turn, and again for as long as it is throttled.
	 * @throws CancelledError at once when the signal is aborted while the call waits
	 * @throws ServiceError when no call was admitted for five minutes, or all but this one
	 */
	async call<T>(attempt: () => Promise<Attempt<T>>, options: CallOptions): Promise<T> {
		// After a pause the connections are new, and so are the round trips.
		if (this.isIdle) this.window = new SlidingWindow();
		// The calls that were throttled before have ended.
		if (!this.queue.first && this.inFlight === 0) this.throttledSince = Infinity;
		let tries = 0;
		/** When it was first throttled, or later began to let others go first. */
		let since = Infinity;
		for (;;) {
			const reservation = await this.turn(options, tries);
			let outcome: Attempt<T> | undefined;
			try {
				outcome = await attempt();
				if (!outcome.throttled) return outcome.value;
			} finally {
				this.ended(reservation, outcome, options);
				if (outcome?.throttled === false && tries > 0) this.recoveredAt = this.clock.now();
			}
			const now = this.clock.now();
			if (this.recoveredAt > since) tries = 0;
			tries++;
			if (tries === 1 || tries === TRIES_FIRST) since = now;
			if (now - this.throttledSince >= DEADLINE_MS) {
				for (let call = this.queue.dequeue(); call; call = this.queue.dequeue())
					call.reject(throttled('long', DEADLINE_MS / 60_000));
				throw throttled('long', DEADLINE_MS / 60_000);
			}
			if (tries >= MAX_TRIES && this.throttledSince > since) throw throttled('alone', tries);
		}
	}

	/** @param outcome absent when the call failed, so that nobody knows whether it was counted */
	private ended(reservation: Reservation, outcome: Attempt<unknown> | undefined, options: CallOptions): void {
		const now = this.clock.now();
		this.inFlight--;
		if (outcome?.throttled) {
			this.throttledSince = Math.min(this.throttledSince, now);
			this.window.throttled(reservation);
			this.adaptiveRate.throttled(reservation.sentAt, options.callsPerSecond, now);
			this.cooldownEndsAt = Math.max(this.cooldownEndsAt, now + outcome.retryAfterMs);
		} else {
			this.window.ended(reservation, options.callsPerSecond, now);
			this.throttledSince = Infinity;
		}
		this.dispatch();
	}

	/** Waits until the call may be sent. A throttled call goes before all others, unless it was throttled often. */
	private async turn(options: CallOptions, tries: number): Promise<Reservation> {
		const turn = new Promise<Reservation>((send, reject) => {
			const call = { ...options, send, reject };
			if (tries === 0) this.queue.enqueue(call);
			else this.queue.requeue(call, tries >= TRIES_FIRST);
		});
		this.dispatch();
		return await unlessAborted(turn, options.signal);
	}

	/** Lets calls go that may be sent now, and wakes up when the next one may. */
	private dispatch(): void {
		const now = this.clock.now();
		for (let call = this.queue.first; call && this.inFlight < MANY_CALLS; call = this.queue.first) {
			const limit = call.callsPerSecond;
			const availableAt = Math.max(
				this.cooldownEndsAt,
				this.adaptiveRate.availableAt,
				this.window.availableAt(Math.ceil(this.adaptiveRate.rate(limit, now)), now),
			);
			if (availableAt > now) return this.wakeAt(availableAt, now);
			this.queue.dequeue();
			if (call.signal?.aborted) continue;
			this.inFlight++;
			this.adaptiveRate.sent(limit, now);
			call.send(this.window.reserve(now));
		}
	}

	private wakeAt(time: number, now: number): void {
		if (time >= this.wakesAt) return;
		this.wakesAt = time;
		void this.clock.sleep(Math.ceil(time - now)).then(() => {
			if (this.wakesAt === time) this.wakesAt = Infinity;
			this.dispatch();
		});
	}
}

/** One limiter per service origin and key, for every execution, node and list in this process. */
const limiters = new Map<string, Limiter>();

/** The limiter of an account; those that nobody uses any more are forgotten on the way. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const name = `${origin} ${apiKey}`;
	for (const [other, { isIdle }] of limiters) if (isIdle && other !== name) limiters.delete(other);
	const limiter = limiters.get(name) ?? new Limiter(systemClock);
	limiters.set(name, limiter);
	return limiter;
}
