import { AnswerTimes, LONGEST_WAY_MS } from './answerTimes';

/** The length of the service's window ("Limits": calls a second), plus a little for the grain of timers. */
const WINDOW_MS = 1005;

/**
 * Time between calls that had to wait for a slot. It costs nothing, because slots come free at the pace at which
 * they were taken, and leaves small gaps all over the second in which another process can get a foot in the door.
 */
const SPACING_MS = 10;

/** One call that the service may still hold against the limit. */
export interface Slot {
	sentAt: number;
	/** One of the first calls, which used no slot of others. */
	isCold: boolean;
	endedAt?: number;
}

/**
 * The calls of the last second as the service counts them. It counts a call when it arrives, which nobody here
 * sees; but that was no later than the answer, less the time that every answer takes after the count. One second
 * after that the call's slot is free again.
 */
export class CallWindow {
	private slots: Slot[] = [];
	private readonly answerTimes = new AnswerTimes();
	private taken = 0;
	private lastTakenAt = 0;

	/** The first moment from which one more call is sure to leave no more than `limit` in any one second. */
	readyAt(limit: number, now: number): number {
		if (this.slots.length >= limit) this.slots = this.slots.filter((slot) => this.freeAt(slot) > now);
		const tooMany = this.slots.length - limit;
		const freeAt = tooMany < 0 ? now : this.whenFree(tooMany);
		return this.taken < limit ? freeAt : Math.max(freeAt, this.lastTakenAt + SPACING_MS);
	}

	take(limit: number, now: number): Slot {
		const slot = { sentAt: now, isCold: this.taken < limit };
		this.slots.push(slot);
		this.taken++;
		this.lastTakenAt = now;
		return slot;
	}

	/** Notes that the slot's call was answered, or failed. */
	ended(slot: Slot, now: number): void {
		slot.endedAt = now;
	}

	/** Learns from the answer to a call that was counted. */
	counted({ sentAt, isCold }: Slot, now: number): void {
		this.answerTimes.learn(now - sentAt, isCold);
	}

	/** Learns that a call was one too many. */
	refused(): void {
		this.answerTimes.refused();
	}

	isEmpty(now: number): boolean {
		return this.slots.every((slot) => this.freeAt(slot) <= now);
	}

	private whenFree(tooMany: number): number {
		const moments = this.slots.map((slot) => this.freeAt(slot)).sort((one, other) => one - other);
		return moments[tooMany] ?? 0;
	}

	private freeAt({ sentAt, endedAt }: Slot): number {
		if (endedAt === undefined) return sentAt + this.answerTimes.beforeCount() + WINDOW_MS;
		const countedAt = endedAt - this.answerTimes.afterCount(endedAt - sentAt);
		return Math.min(countedAt, sentAt + LONGEST_WAY_MS) + WINDOW_MS;
	}
}
