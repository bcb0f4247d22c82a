import { ServiceError } from '../../service/errors';
import type { Cancellation } from './cancellation';
import { CallWindow, type Slot } from './callWindow';
import type { Clock } from '../clock';
import { Pace } from './pace';
import { Share } from './share';
import { Stop } from './stop';
import type { Hall, Turnstile } from './turnstile';
import { WaitingLine } from './waitingLine';

/** Calls on their way at once; reached only when answers take longer than five seconds. */
const MAX_IN_FLIGHT = 100;

/** What became of one try: the service counted it, or refused it as one too many (429). */
export type Attempt<T> = { refused: false; value: T } | { refused: true; waitMs: number };

interface CallOptions {
	/** What the user allows of the account's limit. */
	callsPerSecond: number;
	/** Of the run that the call belongs to. */
	cancellation?: Cancellation;
}

/**
 * One line of calls for one account: first in, first out, never more than `callsPerSecond` in any one second as the
 * service counts them (CallWindow), and less while others use the same account (Share).
 */
export class CallQueue implements Hall {
	readonly turnstiles = new Set<Turnstile>();
	private readonly line = new WaitingLine<Slot>();
	private readonly stop = new Stop();
	private readonly share = new Share();
	private readonly pace: Pace;
	private window = new CallWindow();
	private inFlight = 0;
	private wakesAt = Infinity;
	private lastOrder = 0;

	/** @param random from 0 to below 1, as Math.random */
	constructor(
		private readonly clock: Clock,
		random: () => number,
	) {
		this.pace = new Pace(random);
	}

	/** True when forgetting the queue would lose nothing. */
	get isIdle(): boolean {
		const now = this.clock.now();
		const isUnbound = this.turnstiles.size === 0 && this.stop.endsAt <= now && this.share.isWhole(now);
		return this.isQuiet(now) && isUnbound;
	}

	/** Calls a second that are made at present when many are waiting. */
	rate(limit: number): number {
		return this.share.rate(limit, this.clock.now());
	}

	/**
	 * Makes a call in its turn. A refused call stops the whole queue for the time it names and is then the first
	 * to be made again, for as long as any calls of the queue get through.
	 * @throws CancelledError as soon as the run is cancelled, if the call is still waiting
	 * @throws ServiceError when nothing got through for some minutes
	 */
	async run<T>(attempt: () => Promise<Attempt<T>>, options: CallOptions): Promise<T> {
		const order = ++this.lastOrder;
		const now = this.clock.now();
		// After a pause the connection may be another one, so what is known of its speed is learned anew.
		if (this.isQuiet(now)) this.window = new CallWindow();
		if (this.stop.hasGivenUp(now)) throw noWayThrough();
		for (;;) {
			const turn = this.line.join({ order, ...options });
			this.grantTurns();
			const outcome = await this.callIn(await turn, attempt, options.callsPerSecond);
			if (!outcome.refused) return outcome.value;
			if (this.stop.hasGivenUp(this.clock.now())) throw noWayThrough();
		}
	}

	private isQuiet(now: number): boolean {
		return !this.line.first && this.inFlight === 0 && this.window.isEmpty(now);
	}

	private async callIn<T>(
		slot: Slot,
		attempt: () => Promise<Attempt<T>>,
		limit: number,
	): Promise<Attempt<T>> {
		try {
			const outcome = await attempt();
			if (outcome.refused) this.refused(slot, limit, outcome.waitMs);
			else this.admitted(slot);
			return outcome;
		} finally {
			this.window.ended(slot, this.clock.now());
			this.inFlight--;
			this.grantTurns();
		}
	}

	private admitted(slot: Slot): void {
		this.window.counted(slot, this.clock.now());
		this.share.admitted();
		this.stop.admitted();
	}

	private refused({ sentAt }: Slot, limit: number, waitMs: number): void {
		const now = this.clock.now();
		this.window.refused();
		if (this.stop.refused(waitMs, now)) this.line.failAll(noWayThrough);
		if (this.share.refused(sentAt, limit, now)) {
			this.pace.goOn(this.stop.endsAt, this.share.rate(limit, now), this.share.isRefusedAgain);
		}
	}

	/** Lets begin whoever may; else looks again when the next one may. */
	private grantTurns(): void {
		const now = this.clock.now();
		for (let next = this.line.first; next; next = this.line.first) {
			if (this.inFlight >= MAX_IN_FLIGHT) return;
			const limit = next.callsPerSecond;
			const rate = this.share.rate(limit, now);
			const readyAt = Math.max(
				this.stop.endsAt,
				rate === limit ? 0 : this.pace.readyAt,
				this.window.readyAt(Math.ceil(rate), now),
			);
			if (readyAt > now) return this.wakeAt(readyAt, now);
			this.inFlight++;
			this.pace.sent(rate, now);
			this.line.next(this.window.take(limit, now));
		}
	}

	private wakeAt(time: number, now: number): void {
		// An earlier wake-up looks again by itself; with all places in flight taken there is one at the next answer.
		if (time >= this.wakesAt) return;
		this.wakesAt = time;
		void this.clock.sleep(Math.ceil(time - now)).then(() => {
			if (this.wakesAt === time) this.wakesAt = Infinity;
			this.grantTurns();
		});
	}
}

function noWayThrough(): ServiceError {
	return new ServiceError('The service refused every call for five minutes: too many requests', {
		httpCode: 429,
		description:
			'Something else uses up the calls of this account. Pause it or give it fewer calls, then run the items that failed again.',
	});
}
