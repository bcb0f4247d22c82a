import { CancelledError, ServiceError } from '../service/errors';
import type { Cancellation } from './cancellation';
import type { Clock } from './clock';

/** The length of the service's window ("Limits": calls a second), plus a little for the grain of timers. */
const WINDOW_MS = 1005;

/** After this long without an answer a call is taken to have been counted, so that a hanging one blocks no slot. */
const LONGEST_TRANSIT_MS = 2000;

/** Answers needed before their times are believed: those of the first second include making the connections. */
const LEARNING_ANSWERS = 40;

/** Answers whose times are remembered, so that a change of the network is followed. */
const REMEMBERED_ANSWERS = 60;

/** Calls on their way at once; reached only when answers take longer than five seconds. */
const MAX_IN_FLIGHT = 100;

/** Refusals of one call after which something else than our own rate must be wrong. */
const MAX_REFUSALS = 60;

/** What became of one try: the service counted it, or refused it as one too many (429). */
export type Attempt<T> = { refused: false; value: T } | { refused: true; waitMs: number };

interface CallOptions {
	/** Share of the account's limit that may be used. */
	callsPerSecond: number;
	/** Of the run that the call belongs to. */
	cancellation?: Cancellation;
}

interface Waiter extends CallOptions {
	/** Place in the line; a refused call comes back to its old one. */
	order: number;
	begin(slot: Slot): void;
}

/** One call that the service may still hold against the limit. */
interface Slot {
	sentAt: number;
	answeredAt?: number;
}

/**
 * One line of calls for one account: first in, first out, and never more than `callsPerSecond` in any one second
 * as the service counts them. It counts a call when it arrives, which nobody here sees; but that was no later than
 * the answer less the shortest time an answer ever took. One second after that the call's slot is free again.
 */
export class CallQueue {
	private readonly waiting: Waiter[] = [];
	private slots: Slot[] = [];
	private readonly answerTimes: number[] = [];
	private inFlight = 0;
	private pausedUntil = 0;
	private wakesAt = Infinity;
	private lastOrder = 0;

	constructor(private readonly clock: Clock) {}

	/** True when forgetting the queue would lose nothing. */
	get isIdle(): boolean {
		const now = this.clock.now();
		return (
			this.waiting.length === 0 &&
			this.inFlight === 0 &&
			this.pausedUntil <= now &&
			this.slots.every((slot) => this.freeAt(slot) <= now)
		);
	}

	/**
	 * Makes a call in its turn. A refused call stops the whole queue for the time it names and is then the first
	 * to be made again.
	 * @throws CancelledError as soon as the run is cancelled, if the call is still waiting
	 */
	async run<T>(attempt: () => Promise<Attempt<T>>, options: CallOptions): Promise<T> {
		const order = ++this.lastOrder;
		for (let refusals = 0; refusals < MAX_REFUSALS; refusals++) {
			const slot = await this.turn({ order, ...options });
			const outcome = await this.callIn(slot, attempt);
			if (!outcome.refused) return outcome.value;
		}
		throw new ServiceError(`The service refused the call ${MAX_REFUSALS} times: too many requests`, {
			httpCode: 429,
			description:
				'Something else uses up the calls of this account. Lower Calls per Second in the credential, and in whatever else uses the same key.',
		});
	}

	private turn(call: Omit<Waiter, 'begin'>): Promise<Slot> {
		return new Promise((resolve, reject) => {
			const { cancellation } = call;
			if (cancellation?.isCancelled) return reject(new CancelledError());
			const stopListening = cancellation?.onCancel(() => {
				this.waiting.splice(this.waiting.indexOf(waiter), 1);
				reject(new CancelledError());
			});
			const waiter: Waiter = {
				...call,
				begin: (slot) => {
					stopListening?.();
					resolve(slot);
				},
			};
			this.enqueue(waiter);
			this.grantTurns();
		});
	}

	private enqueue(waiter: Waiter): void {
		// Nearly always the last place; only refused calls go back to the front.
		let place = this.waiting.length;
		while (place > 0 && (this.waiting[place - 1]?.order ?? 0) > waiter.order) place--;
		this.waiting.splice(place, 0, waiter);
	}

	private async callIn<T>(slot: Slot, attempt: () => Promise<Attempt<T>>): Promise<Attempt<T>> {
		try {
			const outcome = await attempt();
			this.learn(this.clock.now() - slot.sentAt);
			if (outcome.refused) this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + outcome.waitMs);
			return outcome;
		} finally {
			slot.answeredAt = this.clock.now();
			this.inFlight--;
			this.grantTurns();
		}
	}

	/** Lets begin whoever may; else looks again when the next slot is free. */
	private grantTurns(): void {
		const now = this.clock.now();
		this.slots = this.slots.filter((slot) => this.freeAt(slot) > now);
		for (let next = this.waiting[0]; next; next = this.waiting[0]) {
			const readyAt = this.readyAt(next.callsPerSecond);
			if (readyAt > now) return this.wakeAt(readyAt, now);
			this.waiting.shift();
			const slot: Slot = { sentAt: now };
			this.slots.push(slot);
			this.inFlight++;
			next.begin(slot);
		}
	}

	private readyAt(callsPerSecond: number): number {
		if (this.inFlight >= MAX_IN_FLIGHT) return Infinity;
		const tooMany = this.slots.length - callsPerSecond;
		if (tooMany < 0) return this.pausedUntil;
		const freeAt = this.slots.map((slot) => this.freeAt(slot)).sort((one, other) => one - other);
		return Math.max(this.pausedUntil, freeAt[tooMany] ?? 0);
	}

	private freeAt({ sentAt, answeredAt }: Slot): number {
		const atLatest = sentAt + LONGEST_TRANSIT_MS;
		const counted = answeredAt === undefined ? atLatest : answeredAt - this.shortestAnswerTime();
		return Math.min(counted, atLatest) + WINDOW_MS;
	}

	private learn(answerTime: number): void {
		this.answerTimes.push(answerTime);
		if (this.answerTimes.length > REMEMBERED_ANSWERS) this.answerTimes.shift();
	}

	private shortestAnswerTime(): number {
		return this.answerTimes.length < LEARNING_ANSWERS ? 0 : Math.min(...this.answerTimes);
	}

	private wakeAt(time: number, now: number): void {
		// An earlier wake-up looks again by itself; without an end there is one when a call is answered.
		if (time >= this.wakesAt || time === Infinity) return;
		this.wakesAt = time;
		void this.clock.sleep(Math.ceil(time - now)).then(() => {
			if (this.wakesAt === time) this.wakesAt = Infinity;
			this.grantTurns();
		});
	}
}
