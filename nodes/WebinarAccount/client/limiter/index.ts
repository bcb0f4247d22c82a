import type { Account } from '../../service/account';
import { CancelledError, ServiceError } from '../../service/errors';
import { type Clock, systemClock } from '../clock';
import { AdaptiveRate } from './adaptiveRate';
import { Cooldown } from './cooldown';
import { FairQueue } from './queue';
import { SlidingWindow } from './slidingWindow';

/** Enough for 20 calls per second that are answered after five seconds. */
const MAX_IN_FLIGHT = 100;
/** From so many 429s in a row for one call on, another call goes first every other time. */
const TRIES_FIRST = 3;
/** After so many it fails alone, if others were admitted in between. */
const MAX_TRIES = 10;

/** What became of one try: the service counted the call, or throttled it (429). */
export type Attempt<T> = { throttled: false; value: T } | { throttled: true; retryAfterMs: number };

export interface CallOptions {
	/** What the user allows of the account's limit. */
	callsPerSecond: number;
	/** Identity of the execution, poll or list that the call belongs to, for the round robin. */
	run: object;
	/** Ends the waiting. */
	signal?: AbortSignal | undefined;
}

interface PendingCall extends CallOptions {
	/** @returns milliseconds to wait, if the call was throttled */
	attempt: () => Promise<number | void>;
	reject: (error: Error) => void;
}

/**
 * Makes the calls of one account: never more than `callsPerSecond` in any second as the service counts them
 * (SlidingWindow), fewer while other processes use the account (AdaptiveRate), none after a 429 (Cooldown).
 */
export class Limiter {
	private readonly queue = new FairQueue<PendingCall>();
	private readonly cooldown = new Cooldown();
	private readonly adaptiveRate: AdaptiveRate;
	private window = new SlidingWindow();
	private inFlight = 0;
	private wakesAt = Infinity;
	/** The call that got the last 429s, how many, and how many others were admitted since the first of them. */
	private suspect: PendingCall | undefined;
	private tries = 0;
	private othersAdmitted = 0;
	/** Each has one listener: Node.js warns of more than ten. */
	private readonly signals = new WeakSet<AbortSignal>();

	/** @param random from 0 to below 1, as Math.random */
	constructor(
		private readonly clock: Clock,
		random: () => number,
	) {
		this.adaptiveRate = new AdaptiveRate(random);
	}

	/** True when forgetting the limiter would lose nothing. */
	get isIdle(): boolean {
		const now = this.clock.now();
		return this.isQuiet(now) && this.cooldown.endsAt <= now && this.adaptiveRate.rate(20, now) === 20;
	}

	/**
	 * Makes a call in its turn, and again for as long as it is throttled.
	 * @throws CancelledError at once when the signal is aborted while the call waits
	 * @throws ServiceError when for minutes no call was admitted, or all but this one
	 */
	async call<T>(attempt: () => Promise<Attempt<T>>, options: CallOptions): Promise<T> {
		const now = this.clock.now();
		// After a pause the connections are new, and so are the round trips.
		if (this.isQuiet(now)) this.window = new SlidingWindow();
		if (options.signal?.aborted) throw new CancelledError();
		if (options.signal) this.listenTo(options.signal);
		return await new Promise<T>((resolve, reject) => {
			const attemptOnce = async () => {
				const outcome = await attempt();
				return outcome.throttled ? outcome.retryAfterMs : resolve(outcome.value);
			};
			this.queue.enqueue({ ...options, attempt: () => attemptOnce().catch(reject), reject });
			this.dispatch();
		});
	}

	private isQuiet(now: number): boolean {
		return !this.queue.first && this.inFlight === 0 && this.window.availableAt(1, now) <= now;
	}

	private listenTo(signal: AbortSignal): void {
		if (this.signals.has(signal)) return;
		this.signals.add(signal);
		const cancel = () =>
			this.rejectAll(
				(call) => call.signal === signal,
				() => new CancelledError(),
			);
		signal.addEventListener('abort', cancel, { once: true });
	}

	/** Sends what may be sent now, and wakes up when the next call may. */
	private dispatch(): void {
		const now = this.clock.now();
		for (let call = this.queue.first; call && this.inFlight < MAX_IN_FLIGHT; call = this.queue.first) {
			const limit = call.callsPerSecond;
			const availableAt = Math.max(
				this.cooldown.endsAt,
				this.adaptiveRate.availableAt(limit, now),
				this.window.availableAt(Math.ceil(this.adaptiveRate.rate(limit, now)), now),
			);
			if (availableAt > now) return this.wakeAt(availableAt, now);
			this.queue.dequeue();
			void this.send(call, now);
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

	private async send(call: PendingCall, sentAt: number): Promise<void> {
		const { callsPerSecond } = call;
		const reservation = this.window.reserve(callsPerSecond, sentAt);
		this.adaptiveRate.sent(callsPerSecond, sentAt);
		this.inFlight++;
		const waitMs = await call.attempt();
		this.inFlight--;
		const now = this.clock.now();
		if (waitMs === undefined) {
			this.window.ended(reservation, now);
			this.adaptiveRate.admitted(now);
			this.cooldown.admitted();
			this.othersAdmitted++;
		} else {
			this.window.throttled(reservation);
			const isPastDeadline = this.cooldown.throttled(waitMs, now);
			this.adaptiveRate.throttled(sentAt, callsPerSecond, now, this.cooldown.endsAt);
			this.enqueueAgain(call);
			if (isPastDeadline) this.rejectAll(() => true, throttledForMinutes);
		}
		this.dispatch();
	}

	private enqueueAgain(call: PendingCall): void {
		if (this.suspect !== call) [this.suspect, this.tries, this.othersAdmitted] = [call, 0, 0];
		this.tries++;
		if (call.signal?.aborted) call.reject(new CancelledError());
		else if (this.tries >= MAX_TRIES && this.othersAdmitted >= TRIES_FIRST) call.reject(throttledAlone());
		else if (this.tries < TRIES_FIRST || this.tries % 2 === 0) this.queue.enqueueFirst(call);
		// As a run of its own, behind one call of each other run.
		else this.queue.enqueue(Object.assign(call, { run: {} }));
	}

	private rejectAll(matches: (call: PendingCall) => boolean, error: () => Error): void {
		for (const call of this.queue.remove(matches)) call.reject(error());
	}
}

const throttledForMinutes = () =>
	tooManyRequests(
		'every call for five minutes: too many requests',
		'Something else uses up the calls of this account. Pause it or give it fewer calls, then run the items that failed again.',
	);

const throttledAlone = () =>
	tooManyRequests(
		`this call ${MAX_TRIES} times while it admitted others`,
		'Nothing was done for this item, and all others went on. Run it again later.',
	);

function tooManyRequests(what: string, description: string): ServiceError {
	return new ServiceError(`The service throttled ${what}`, { httpCode: 429, description });
}

/** One limiter per service origin and key, for every execution, node and list in this process. */
const limiters = new Map<string, Limiter>();

/** The limiter of an account; those that nobody uses any more are forgotten on the way. */
export function limiterOf({ origin, apiKey }: Pick<Account, 'origin' | 'apiKey'>): Limiter {
	const name = `${origin} ${apiKey}`;
	for (const [other, limiter] of limiters) {
		if (other !== name && limiter.isIdle) limiters.delete(other);
	}
	const limiter = limiters.get(name) ?? new Limiter(systemClock, Math.random);
	limiters.set(name, limiter);
	return limiter;
}
