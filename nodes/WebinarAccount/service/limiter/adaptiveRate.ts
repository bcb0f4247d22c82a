/** The rate after a 429, as a fraction of the rate before it. */
const DECREASE = 0.92;
/** Time in milliseconds after a 429 until the rate is back at its value before the 429. */
const RECOVERY_MS = 30_000;
/** Minimum interval in milliseconds between requests at the full rate. The gaps let requests of other processes through. */
const SPACING_MS = 6;
/** After a pause such as a cooldown, requests at a lowered rate make up for at most this many milliseconds of it. */
const CATCH_UP_MS = 500;

/**
 * The rate at which this process sends requests. It equals the limit until a 429 lowers it (multiplicative decrease).
 * After that, it rises slowly at first and then faster, as in CUBIC (RFC 9438).
 *
 * Assumption: this process notices other processes with the same account only by 429s. All processes follow the same
 * rule, so their rates converge on equal shares without a coordinator.
 */
export class AdaptiveRate {
	/** The rate right after the last 429, in requests per second. */
	private loweredRate = Infinity;
	/** When the last 429 lowered the rate. */
	private loweredAt = -Infinity;
	/** The earliest time at which the next request may be sent. */
	availableAt = 0;

	/** Returns the current rate in requests per second. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		return Math.min(limit, this.loweredRate / DECREASE ** (recovery ** 2));
	}

	/**
	 * Records that a request is sent now. At a lowered rate, the next request waits, so that requests are evenly spaced.
	 */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const evenlySpaced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? evenlySpaced : now + SPACING_MS;
	}

	/** Records a 429 and lowers the rate. @param sentAt when the throttled request was sent */
	throttled(limit: number, sentAt: number, now: number): void {
		// Several 429s of requests that were in flight together lower the rate only once.
		if (sentAt <= this.loweredAt) return;
		this.loweredRate = this.rate(limit, now) * DECREASE;
		this.loweredAt = now;
	}
}
