import { type Clock, systemClock, unlessAborted } from '../../utils/async';
import type { Account } from '../account';
import { throttled } from '../failures';
import { AdaptiveRate, HORIZON_MS, MANY_CALLS, type Reservation, SlidingWindow } from './pacing';

/** All calls fail when none was admitted for so long. */
export const DEADLINE_MS = 5 * 60_000;
/** After so many 429s a call fails alone, if others were admitted meanwhile. */
const MAX_TRIES = 10;

export type Try<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface CallOptions {
	/** What the user allows of the account's limit. */
	callsPerSecond: number;
	/** Identity of the execution, poll or list that the call belongs to, for the round robin. */
	run: object;
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
	/** The round in which its run is served next. */
	round: number;
	send: (reservation: Reservation) => void;
	reject: (error: Error) => void;
}

/**
 * A fair queue: first in, first out within a run and round robin over the runs, so that a list in the editor does
 * not wait for all of a long execution.
 */
class FairQueue {
	private waiting: WaitingCall[] = [];
	private round = 0;
	private readonly lastRounds = new WeakMap<object, number>();

	get first(): WaitingCall | undefined {
		return this.waiting[0];
	}

	/** A throttled call goes before all others, but behind those that were throttled before it; later behind all. */
	enqueue(call: Call, { send, reject }: Pick<WaitingCall, 'send' | 'reject'>): void {
		let round = 0;
		if (call.tries === 0) {
			round = Math.max(this.round, this.lastRounds.get(call.run) ?? 0) + 1;
			this.lastRounds.set(call.run, round);
		} else if (call.tries > 1) {
			round = this.waiting.at(-1)?.round ?? this.round;
		}
		const index = this.waiting.findIndex((other) => other.round > round);
		this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { call, round, send, reject });
	}

	dequeue(): WaitingCall | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next;
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
	/** When the last call was sent that was admitted, and the last of those that had been throttled before. */
	private admittedAt = -Infinity;
	private recoveredAt = -Infinity;

	constructor(private readonly clock: Clock) {}

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
				this.note(call, reservation, outcome);
				this.dispatch();
			}
			if (!outcome.throttled) return outcome.value;
			this.endIfHopeless(call);
		}
	}

	/** @param outcome absent when the call failed, so that nobody knows whether it was counted */
	private note(call: Call, reservation: Reservation, outcome: Try<unknown> | undefined): void {
		const now = this.clock.now();
		if (!outcome?.throttled) {
			this.window.ended(reservation, call.callsPerSecond, now);
			if (outcome) this.admittedAt = Math.max(this.admittedAt, reservation.sentAt);
			if (outcome && call.tries > 0) this.recoveredAt = reservation.sentAt;
			return;
		}
		// The service throttles the account, and not this call.
		if (this.recoveredAt > call.throttledSince) call.tries = 0;
		if (call.tries++ === 0) call.throttledSince = now;
		this.window.throttled(reservation);
		// Calls that were in flight together have one cause.
		if (reservation.sentAt > this.throttledAt) {
			const isRare = now - this.throttledAt > HORIZON_MS;
			this.throttledAt = now;
			if (!this.window.raiseGuard()) this.adaptiveRate.lower(call.callsPerSecond, now, isRare);
		}
		this.cooldownEndsAt = Math.max(this.cooldownEndsAt, now + outcome.retryAfterMs);
	}

	/** The one place that ends a throttled call: it alone is throttled, or no call was admitted while it waited. */
	private endIfHopeless({ begunAt, tries, throttledSince }: Call): void {
		if (tries >= MAX_TRIES && this.admittedAt > throttledSince) throw throttled('alone', tries);
		if (this.clock.now() - Math.max(begunAt, this.admittedAt) < DEADLINE_MS) return;
		const minutes = DEADLINE_MS / 60_000;
		while (this.queue.first) this.queue.dequeue()?.reject(throttled('long', minutes));
		throw throttled('long', minutes);
	}

	private async turn(call: Call): Promise<Reservation> {
		const turn = new Promise<Reservation>((send, reject) => this.queue.enqueue(call, { send, reject }));
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
			if (availableAt > now) return void this.wakeAt(availableAt, now);
			this.queue.dequeue();
			if (next.call.signal?.aborted) continue;
			this.inFlight++;
			this.adaptiveRate.sent(limit, now);
			next.send(this.window.reserve(now));
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

/** So many accounts are remembered, and those in use. */
const MANY_ACCOUNTS = 100;
/** One limiter per service origin and key, for every execution, node and list in this process. */
const limiters = new Map<string, Limiter>();

/** The limiter of an account. The one that was not used for longest is forgotten first. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const name = `${origin} ${apiKey}`;
	const limiter = limiters.get(name) ?? new Limiter(systemClock);
	// The map keeps the order of use.
	limiters.delete(name);
	limiters.set(name, limiter);
	for (const [other, { isIdle }] of limiters)
		if (limiters.size > MANY_ACCOUNTS && isIdle && other !== name) limiters.delete(other);
	return limiter;
}
