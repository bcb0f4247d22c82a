import { CancelledError, ServiceError } from '../../service/errors';
import type { Clock } from '../clock';
import { AdaptiveRate } from './adaptiveRate';
import { Cooldown } from './cooldown';
import { FairQueue } from './queue';
import { SlidingWindow } from './slidingWindow';

/** Enough for 20 calls per second that are answered after five seconds. */
const MAX_IN_FLIGHT = 100;

/** From so many 429s in a row for one call on, every other time another call goes first. */
const TRIES_FIRST = 3;

/** After so many 429s in a row it fails, if others were admitted in between. */
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
	/** Gives the milliseconds to wait if the call was throttled. */
	attempt: () => Promise<number | void>;
	reject: (error: unknown) => void;
}

/**
 * Makes the calls of one account: never more than `callsPerSecond` in any second as the service counts them
 * (SlidingWindow), fewer while other processes use the account (AdaptiveRate), and none for a while after a 429
 * (Cooldown).
 */
export class Limiter {
	private readonly queue = new FairQueue<PendingCall>();
	private readonly cooldown = new Cooldown();
	private readonly adaptiveRate: AdaptiveRate;
	private window = new SlidingWindow();
	private inFlight = 0;
	private wakesAt = Infinity;
	/** The call that got the last 429, how many it got in a row, and how many others were admitted meanwhile. */
	private suspect: PendingCall | undefined;
	private tries = 0;
	private othersAdmitted = 0;
	/** One listener for each signal: Node.js warns of more than ten. */
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
		return this.isQuiet(now) && this.cooldown.endsAt <= now && this.adaptiveRate.isFull(now);
	}

	/**
	 * Makes a call in its turn, and again for as long as it is throttled.
	 * @throws CancelledError at once when the signal is aborted while the call waits
	 * @throws ServiceError when no call was admitted for minutes, or all were but this one
	 */
	call<T>(attempt: () => Promise<Attempt<T>>, options: CallOptions): Promise<T> {
		const now = this.clock.now();
		// After a pause the connections are others, so that the round trips are measured anew.
		if (this.isQuiet(now)) this.window = new SlidingWindow();
		return new Promise<T>((resolve, reject) => {
			const { signal } = options;
			if (this.cooldown.isPastDeadline(now)) return reject(throttledForMinutes());
			if (signal?.aborted) return reject(new CancelledError());
			if (signal) this.listenTo(signal);
			const tryOnce = async () => {
				const outcome = await attempt();
				if (outcome.throttled) return outcome.retryAfterMs;
				return resolve(outcome.value);
			};
			this.queue.enqueue({
				...options,
				attempt: () => tryOnce().catch(reject),
				reject,
			});
			this.dispatch();
		});
	}

	private isQuiet(now: number): boolean {
		return !this.queue.first && this.inFlight === 0 && this.window.isEmpty(now);
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

	/** Sends the calls that may be sent now, and wakes up when the next one may. */
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
		const reservation = this.window.reserve(call.callsPerSecond, sentAt);
		this.adaptiveRate.sent(call.callsPerSecond, sentAt);
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
			this.cooldown.throttled(waitMs, now);
			const admittedLately = this.window.admittedLately(now);
			this.adaptiveRate.throttled(sentAt, call.callsPerSecond, now, this.cooldown.endsAt, admittedLately);
			this.enqueueAgain(call);
			if (this.cooldown.isPastDeadline(now)) this.rejectAll(() => true, throttledForMinutes);
		}
		this.dispatch();
	}

	private enqueueAgain(call: PendingCall): void {
		if (this.suspect !== call) [this.tries, this.othersAdmitted] = [0, 0];
		this.suspect = call;
		this.tries++;
		const isAlone = this.tries >= MAX_TRIES && this.othersAdmitted >= TRIES_FIRST;
		if (call.signal?.aborted) call.reject(new CancelledError());
		else if (isAlone) call.reject(throttledAlone(this.tries));
		// As a run of its own, it is behind one call of each other run.
		else if (this.tries >= TRIES_FIRST && this.tries % 2 === 1)
			this.queue.enqueue(Object.assign(call, { run: {} }));
		else this.queue.enqueueFirst(call);
	}

	private rejectAll(matches: (call: PendingCall) => boolean, error: () => Error): void {
		for (const call of this.queue.remove(matches)) call.reject(error());
	}
}

function throttledForMinutes(): ServiceError {
	return new ServiceError('The service throttled every call for five minutes: too many requests', {
		httpCode: 429,
		description:
			'Something else uses up the calls of this account. Pause it or give it fewer calls, then run the items that failed again.',
	});
}

function throttledAlone(times: number): ServiceError {
	return new ServiceError(`The service throttled this call ${times} times while it admitted others`, {
		httpCode: 429,
		description:
			'The account has calls left, so the service has something against this one. Nothing was done. Check the values of this item, then run it again.',
	});
}
