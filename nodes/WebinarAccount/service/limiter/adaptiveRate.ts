/** Factor by which a 429 multiplies the rate. */
const DECREASE = 0.92;
/** Time in milliseconds until the rate is as high again as before the last 429. */
const RECOVERY_MS = 30_000;
/** Minimum interval in milliseconds between requests at the full rate. Other processes get requests admitted in the gaps. */
const SPACING_MS = 6;
/** Maximum time in milliseconds that requests at a lowered rate may catch up on after a pause, such as a cooldown. */
const CATCH_UP_MS = 500;

/**
 * The rate of this process: the limit until a 429 lowers it (multiplicative decrease). Then it rises slowly at first and
 * faster with time, as in CUBIC (RFC 9438).
 *
 * Assumption: this process notices other processes with the same account only by 429s. All processes follow the same rule,
 * so their rates converge on equal shares without a coordinator.
 */
export class AdaptiveRate {
	/** The rate after the last 429. */
	private lowered = Infinity;
	private loweredAt = -Infinity;
	/** The earliest time for one more request. */
	availableAt = 0;

	/** Requests per second. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		return Math.min(limit, this.lowered / DECREASE ** (recovery ** 2));
	}

	/** Notes a request. Requests at a lowered rate are spread evenly over time. */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const paced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? paced : now + SPACING_MS;
	}

	/** Notes a 429. @param sentAt when the throttled request was sent */
	throttled(limit: number, sentAt: number, now: number): void {
		// Several 429s of requests that were in flight together lower the rate only once.
		if (sentAt <= this.loweredAt) return;
		this.lowered = this.rate(limit, now) * DECREASE;
		this.loweredAt = now;
	}
}
