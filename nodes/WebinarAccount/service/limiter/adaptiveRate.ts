/** A single 429 in this time costs less than a lower rate. */
const RARE_MS = 2500;
/** Minimum interval of requests at the full rate. It leaves gaps in which other processes get requests admitted. */
const SPACING_MS = 6;
/** Time without a 429 after which the rate is what it was before the last decrease. */
const RECOVERY_MS = 30_000;
/** A decrease multiplies the rate by e to the power of minus the step. Large steps find the share, small ones keep it. */
const LARGEST_STEP = 0.5;
const SMALLEST_STEP = 0.06;
/** Factor of the step when a 429 follows soon after a decrease. */
const STEP_DECAY = 0.7;
/** The part of a pause, such as a cooldown, that requests at a lowered rate may make up for. */
const CATCH_UP_MS = 500;

/**
 * The rate of this process: `limit` until a 429 lowers it (multiplicative decrease), then rising again, ever faster, as
 * in CUBIC (RFC 9438).
 *
 * Assumption: other processes that use the same account show only by 429s. All of them follow the same rule, so their
 * rates converge on equal shares without a coordinator.
 */
export class AdaptiveRate {
	/** The rate after the last decrease. */
	private lowered = Infinity;
	private loweredAt = 0;
	private step = LARGEST_STEP;
	private throttledAt = -Infinity;
	/** The earliest time for one more request. */
	availableAt = 0;

	/** Requests per second. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		const growth = this.step * recovery + LARGEST_STEP * Math.max(0, recovery - 1) ** 2;
		return Math.min(limit, this.lowered * Math.exp(growth));
	}

	/** Notes a request: a lowered rate is spread evenly over time. */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const paced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? paced : now + SPACING_MS;
	}

	/** Notes a 429 of a request that was sent at a time. */
	throttled(limit: number, sentAt: number, now: number): void {
		// Requests that were in flight together have one cause.
		if (sentAt <= this.throttledAt) return;
		const isRare = now - this.throttledAt > RARE_MS;
		this.throttledAt = now;
		const rate = this.rate(limit, now);
		if (rate < limit || !isRare) this.lower(rate, rate === limit, now);
	}

	private lower(rate: number, wasFull: boolean, now: number): void {
		// 429s that come soon make the steps smaller, late ones make them larger.
		const factor = Math.max(STEP_DECAY, (now - this.loweredAt) / RECOVERY_MS);
		const step = wasFull ? LARGEST_STEP : this.step * factor;
		this.step = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
		this.lowered = rate * Math.exp(-this.step);
		this.loweredAt = now;
	}
}
