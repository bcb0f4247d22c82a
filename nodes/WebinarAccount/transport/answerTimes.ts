/** What the first calls may take longer than later ones: to load code, to look up the host, to warm up. */
const COLD_EXCESS_MS = 150;

/** What a single answer of a later call may have taken longer than the shortest; of n answers it is the n-th part. */
const WARM_EXCESS_MS = 500;

/** Answers are remembered in two halves of this size; the older one is forgotten when the newer one is full. */
const HALF_MEMORY = 100;

/** By how much the way there may vary without harm. */
const VARIATION_THERE_MS = 40;

/** Answers that take so much longer on average vary because of the service's work, of which this part is believed. */
const MUCH_EXCESS_MS = 80;
const SERVICE_PART = 2 / 3;

/** Answers after which that is believed. */
const ENOUGH_ANSWERS = 40;

/**
 * Learns from answers how much of their time has passed after the service counted the call: no less than the
 * shortest time of all, and most of what an ordinary answer takes longer than that and a usual variation.
 */
export class AnswerTimes {
	private older = Infinity;
	private newer = Infinity;
	/** Answers that are believed: those of the first calls are not. */
	private count = 0;
	private meanExcess = 0;
	private wasRefused = false;

	/** @param isCold whether the call was one of the first */
	learn(milliseconds: number, isCold: boolean): void {
		this.newer = Math.min(this.newer, milliseconds);
		if (isCold) return;
		this.count++;
		this.meanExcess += (milliseconds - this.shortest() - this.meanExcess) / Math.min(this.count, HALF_MEMORY);
		if (this.count % HALF_MEMORY !== 0) return;
		this.older = this.newer;
		this.newer = Infinity;
	}

	/** From now on only the shortest time is believed: some call must have been counted later than thought. */
	refused(): void {
		this.wasRefused = true;
	}

	/** @returns milliseconds that passed for certain between the counting and the answer of a call */
	afterCount(milliseconds: number): number {
		if (this.shortest() === Infinity) return 0;
		const doubt = Math.min(COLD_EXCESS_MS, WARM_EXCESS_MS / this.count);
		const shortest = Math.max(0, this.shortest() - doubt);
		const isKnown = this.count >= ENOUGH_ANSWERS && this.meanExcess >= MUCH_EXCESS_MS;
		if (this.wasRefused || !isKnown) return shortest;
		const excess = milliseconds - this.shortest();
		const isOrdinary = excess <= 2 * this.meanExcess;
		return isOrdinary ? shortest + Math.max(0, excess - VARIATION_THERE_MS) * SERVICE_PART : shortest;
	}

	private shortest(): number {
		return Math.min(this.older, this.newer);
	}
}
