/** Each 429 multiplies the rate by this factor. */
const DECREASE = 0.92;
/** Time after which the rate is back to what it was before the last 429. */
const RECOVERY_MS = 30_000;
/** Minimum interval of requests at the full rate. It leaves gaps in which other processes get requests admitted. */
const SPACING_MS = 6;
/** The part of a pause, such as a cooldown, that requests at a lowered rate may make up for. */
const CATCH_UP_MS = 500;

/**
 * The rate of this process: the limit until a 429 lowers it (multiplicative decrease). Then it rises slowly at first and
 * faster with time, as in CUBIC (RFC 9438).
 *
 * Assumption: other processes that use the same account show only by 429s. All of them follow the same rule, so their
 * rates converge on equal shares without a coordinator.
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

	/** Notes a 429 of a request that was sent at a time. */
	throttled(limit: number, sentAt: number, now: number): void {
		// Requests that were in flight together have one cause.
		if (sentAt <= this.loweredAt) return;
		this.lowered = this.rate(limit, now) * DECREASE;
		this.loweredAt = now;
	}
}
