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

/** After this long without an answer a call is taken to have been counted, so that a hanging one blocks no slot. */
export const LONGEST_WAY_MS = 2000;

/** From this shortest time on, waiting for answers would lower the rate: a slot is wanted again after a second. */
const SLOW_MS = 1000;

/**
 * Learns from answers how much of their time has passed after the service counted the call: no less than the
 * shortest time of all, and most of what an ordinary answer takes longer than that and a usual variation.
 */
export class AnswerTimes {
	private older = new Extremes();
	private newer = new Extremes();
	/** Answers that are believed: those of the first calls are not. */
	private count = 0;
	private meanExcess = 0;
	private wasRefused = false;

	/** @param isCold whether the call was one of the first */
	learn(milliseconds: number, isCold: boolean): void {
		this.newer.shortest = Math.min(this.newer.shortest, milliseconds);
		if (isCold) return;
		this.newer.longest = Math.max(this.newer.longest, milliseconds);
		this.count++;
		this.meanExcess += (milliseconds - this.shortest() - this.meanExcess) / Math.min(this.count, HALF_MEMORY);
		if (this.count % HALF_MEMORY !== 0) return;
		this.older = this.newer;
		this.newer = new Extremes();
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

	/**
	 * Where no answer comes within a second, the ways there are taken to vary no more than the answers did.
	 * @returns milliseconds after sending in which a call without an answer was counted, beyond the shortest way there
	 */
	beforeCount(): number {
		if (this.wasRefused || this.count < ENOUGH_ANSWERS || this.shortest() < SLOW_MS) return LONGEST_WAY_MS;
		const longest = Math.max(this.older.longest, this.newer.longest);
		return Math.min(LONGEST_WAY_MS, longest - this.shortest() + VARIATION_THERE_MS);
	}

	private shortest(): number {
		return Math.min(this.older.shortest, this.newer.shortest);
	}
}

/** Of the times of some answers. */
class Extremes {
	shortest = Infinity;
	/** Without the first calls, which take longer. */
	longest = 0;
}
