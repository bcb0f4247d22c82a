import { type Clock, systemClock, unlessAborted } from '../../utils/async';
import type { Account } from '../account';
import { throttled } from '../failures';
import { AdaptiveRate, HORIZON_MS, MANY_CALLS, type Reservation, SlidingWindow } from './pacing';

/** All calls fail when none was admitted for so long. */
export const DEADLINE_MS = 5 * 60_000;
/** After so many 429s a call fails alone, if others were admitted meanwhile. */
const MAX_TRIES = 10;

/** What became of one try: the service admitted the call, or throttled it (429). */
export type Try<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface CallOptions {
	/** What the user allows of the account's limit. */
	callsPerSecond: number;
	/** Identity of the execution, poll or list that the call belongs to, for the round robin. */
	run: object;
	/** Ends the waiting. */
	signal?: AbortSignal | undefined;
}

interface Call extends CallOptions {
	begunAt: number;
	/** 429s since the service last admitted a call after a 429, and when the first of them came. */
	tries: number;
	throttledSince: number;
}

interface WaitingCall {
	call: Call;
	send: (reservation: Reservation) => void;
	reject: (error: Error) => void;
}

/**
 * A fair queue: first in, first out within a run and round robin over the runs, so that a list in the editor does
 * not wait for all of a long execution. A call belongs to the round in which its run is served next.
 */
class FairQueue {
	private waiting: Array<{ entry: WaitingCall; round: number }> = [];
	private round = 0;
	private readonly lastRounds = new WeakMap<object, number>();

	get first(): WaitingCall | undefined {
		return this.waiting[0]?.entry;
	}

	/** A throttled call goes before all others, but behind those that were throttled before it; later behind all. */
	enqueue(entry: WaitingCall): void {
		const { tries, run } = entry.call;
		let round = 0;
		if (tries === 0) {
			round = Math.max(this.round, this.lastRounds.get(run) ?? 0) + 1;
			this.lastRounds.set(run, round);
		} else if (tries > 1) {
			round = this.waiting.at(-1)?.round ?? this.round;
		}
		const index = this.waiting.findIndex((other) => other.round > round);
		this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { entry, round });
	}

	dequeue(): WaitingCall | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next?.entry;
	}
}

/**
 * Makes the calls of one account: as many in each second as `callsPerSecond` allows (SlidingWindow), fewer while other
 * processes use the account (AdaptiveRate), none for a second after a 429.
 */
export class Limiter {
	private readonly queue = new FairQueue();
	private readonly window = new SlidingWindow();
	private readonly adaptiveRate = new AdaptiveRate();
	private inFlight = 0;
	private wakesAt = Infinity;
	private cooldownEndsAt = 0;
	private throttledAt = -Infinity;
	/** When the service last admitted a call; when that was sent; and when the last one was that had been throttled. */
	private admittedAt = -Infinity;
	private admittedSentAt = -Infinity;
	private recoveredSentAt = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** Whether no call waits or is under way. */
	get isIdle(): boolean {
		return !this.queue.first && this.inFlight === 0;
	}

	/**
	 * Makes a call in its turn, and again for as long as it is throttled.
	 * @throws CancelledError at once when the signal is aborted while the call waits
	 * @throws ServiceError when no call was admitted for five minutes, or all but this one
	 */
	async call<T>(attempt: () => Promise<Try<T>>, options: CallOptions): Promise<T> {
		const call: Call = { ...options, begunAt: this.clock.now(), tries: 0, throttledSince: Infinity };
		for (;;) {
			const reservation = await this.turn(call);
			let outcome: Try<T> | undefined;
			try {
				outcome = await attempt();
			} finally {
				this.inFlight--;
				if (outcome?.throttled) this.noteThrottled(call, reservation, outcome.retryAfterMs);
				else this.noteEnded(call, reservation, outcome !== undefined);
				this.dispatch();
			}
			if (!outcome.throttled) return outcome.value;
			this.endIfHopeless(call);
		}
	}

	/** @param isAdmitted false when the call failed, so that nobody knows whether it was counted */
	private noteEnded({ callsPerSecond, tries }: Call, reservation: Reservation, isAdmitted: boolean): void {
		const now = this.clock.now();
		this.window.ended(reservation, callsPerSecond, now);
		if (!isAdmitted) return;
		this.admittedAt = now;
		this.admittedSentAt = Math.max(this.admittedSentAt, reservation.sentAt);
		if (tries > 0) this.recoveredSentAt = Math.max(this.recoveredSentAt, reservation.sentAt);
	}

	private noteThrottled(call: Call, reservation: Reservation, retryAfterMs: number): void {
		const now = this.clock.now();
		// The service throttles the account, and not this call.
		if (this.recoveredSentAt > call.throttledSince) call.tries = 0;
		if (call.tries++ === 0) call.throttledSince = now;
		this.window.throttled(reservation);
		// Calls that were in flight together have one cause.
		if (reservation.sentAt > this.throttledAt) {
			const isRare = now - this.throttledAt > HORIZON_MS;
			this.throttledAt = now;
			if (!this.window.raiseGuard()) this.adaptiveRate.lower(call.callsPerSecond, now, isRare);
		}
		this.cooldownEndsAt = Math.max(this.cooldownEndsAt, now + retryAfterMs);
	}

	/** The one place that ends a throttled call: it alone is throttled, or no call was admitted while it waited. */
	private endIfHopeless({ begunAt, tries, throttledSince }: Call): void {
		if (tries >= MAX_TRIES && this.admittedSentAt > throttledSince) throw throttled('alone', tries);
		if (this.clock.now() - Math.max(begunAt, this.admittedAt) < DEADLINE_MS) return;
		const error = () => throttled('long', DEADLINE_MS / 60_000);
		for (let next = this.queue.dequeue(); next; next = this.queue.dequeue()) next.reject(error());
		throw error();
	}

	/** Waits until the call may be sent. */
	private async turn(call: Call): Promise<Reservation> {
		const turn = new Promise<Reservation>((send, reject) => this.queue.enqueue({ call, send, reject }));
		this.dispatch();
		return await unlessAborted(turn, call.signal);
	}

	/** Lets calls go that may be sent now, and wakes up when the next one may. */
	private dispatch(): void {
		const now = this.clock.now();
		for (let next = this.queue.first; next && this.inFlight < MANY_CALLS; next = this.queue.first) {
			const limit = next.call.callsPerSecond;
			const availableAt = Math.max(
				this.cooldownEndsAt,
				this.adaptiveRate.availableAt,
				this.window.availableAt(Math.ceil(this.adaptiveRate.rate(limit, now)), now),
			);
			if (availableAt > now) return this.wakeAt(availableAt, now);
			this.queue.dequeue();
			if (next.call.signal?.aborted) continue;
			this.inFlight++;
			this.adaptiveRate.sent(limit, now);
			next.send(this.window.reserve(now));
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

/** Accounts of which a process remembers what it has learned. */
const MANY_ACCOUNTS = 100;
/** One limiter per service origin and key, for every execution, node and list in this process. */
const limiters = new Map<string, Limiter>();

/** The limiter of an account. Beyond many accounts, those that nobody uses are forgotten, the oldest first. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const name = `${origin} ${apiKey}`;
	const limiter = limiters.get(name) ?? new Limiter(systemClock);
	limiters.delete(name);
	limiters.set(name, limiter);
	for (const [other, { isIdle }] of limiters) {
		if (limiters.size <= MANY_ACCOUNTS) break;
		if (isIdle && other !== name) limiters.delete(other);
	}
	return limiter;
}
