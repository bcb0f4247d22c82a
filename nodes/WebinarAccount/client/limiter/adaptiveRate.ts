/** The part of the rate that a 429 leaves. More uses more of the limit, less is fair to a new process sooner. */
const BETA = 0.9;
/** Time until the rate is what it was before the 429. Less takes over what others leave sooner, with more 429s. */
const RECOVERY_MS = 30_000;
/** The first 429 after this long may be an accident. */
const ACCIDENT_MS = 10_000;
/** Growth with each admitted call in slow start. More lets a new process in sooner, with more 429s for all. */
const SLOW_START = 1.5;
/** By how much late calls may catch up, as after a cooldown. More uses more of the limit, but less evenly. */
const CATCH_UP_MS = 750;
const LOWEST_RATE = 0.1;

/**
 * The rate of this process while others use the account, which shows by 429s alone. A 429 lowers it (multiplicative
 * decrease), then it grows along CUBIC's curve (RFC 9438, 4.2; K is fixed, as C would throttle slow processes more
 * often). A process that finds no free calls at first comes up by slow start (RFC 5681, 3.1).
 */
export class AdaptiveRate {
	/** The rate before the last 429: W_max in RFC 9438. */
	private lastMax = Infinity;
	private loweredAt = 0;
	private throttledAt = -Infinity;
	/** The rate at which slow start ends: ssthresh in RFC 5681. */
	private threshold = 0;
	private nextAt = 0;

	/** @param random from 0 to below 1, as Math.random */
	constructor(private readonly random: () => number) {}

	/** Calls per second; `limit` when the process seems to be alone. */
	rate(limit: number, now: number): number {
		const elapsed = (now - this.loweredAt) / RECOVERY_MS;
		return Math.min(limit, Math.max(LOWEST_RATE, this.lastMax * (1 + (1 - BETA) * (elapsed - 1) ** 3)));
	}

	/** When the next call may be sent: a lowered rate is spread evenly over time. */
	availableAt(limit: number, now: number): number {
		return this.rate(limit, now) < limit ? this.nextAt : 0;
	}

	sent(limit: number, now: number): void {
		this.nextAt = Math.max(this.nextAt, now - CATCH_UP_MS) + 1000 / this.rate(limit, now);
	}

	admitted(now: number): void {
		const rate = this.rate(Infinity, now);
		if (rate < this.threshold) this.restart(Math.min(this.threshold, rate * SLOW_START) / BETA, now);
	}

	/**
	 * Lowers the rate, once for all calls that were in flight together.
	 * @param admittedLately calls of this process that the service admitted in the last second
	 */
	throttled(
		sentAt: number,
		limit: number,
		now: number,
		cooldownEndsAt: number,
		admittedLately: number,
	): void {
		if (sentAt <= this.throttledAt) return;
		const rate = this.rate(limit, now);
		const mayBeAccident = rate === limit && now - this.throttledAt > ACCIDENT_MS;
		this.throttledAt = now;
		if (mayBeAccident) return;
		if (rate < limit) {
			this.threshold *= BETA;
			this.restart(rate, now);
		} else {
			// There is another process: what was admitted is the share, at most half, and too little to tell when few.
			this.threshold = admittedLately < limit / 8 ? limit / 2 : 0;
			this.restart(Math.max(1, Math.min(limit / 2, admittedLately)), now);
		}
		// Jitter: processes that were throttled together do not go on together.
		const jitter = (this.random() * 1000) / this.rate(limit, now);
		const catchUp = admittedLately > 0 ? CATCH_UP_MS : 0;
		this.nextAt = Math.max(this.nextAt, cooldownEndsAt + jitter - catchUp);
	}

	private restart(lastMax: number, now: number): void {
		this.lastMax = lastMax;
		this.loweredAt = now;
	}
}
