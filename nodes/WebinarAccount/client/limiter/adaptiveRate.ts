/** Time until the rate is what it was before a 429. Less takes over what others leave sooner, with more 429s. */
const RECOVERY_MS = 30_000;
/** How fast it grows from then on. More takes over sooner, less settles more evenly. */
const ACCELERATION = 0.4;
/** The decrease by a 429, as a power of e: large at first, to find the share, and small in the end, to keep to it. */
const LARGEST_STEP = 0.5;
const SMALLEST_STEP = 0.06;
/** How quickly the step shrinks while 429s come soon. Less finds a tiny share sooner, more leaves less unused. */
const SHRINK = 0.7;
/** By how much late calls may catch up, as after a cooldown. More uses more of the limit, but less evenly. */
const CATCH_UP_MS = 500;
/** The least time between two calls. More lets another process in sooner; a run ends 20 times as much later. */
const SPACING_MS = 12;
/** A 429 may be an accident if it is the first in this time. */
const ACCIDENT_MS = 3000;

/**
 * The rate of this process while others use the account, which shows by 429s alone. As in TCP, a 429 lowers the rate
 * (multiplicative decrease), and time raises it back and then ever faster, as CUBIC does (RFC 9438).
 */
export class AdaptiveRate {
	/** The rate just after the last 429; the process seems to be alone when it is infinite. */
	private lowered = Infinity;
	private loweredAt = 0;
	private throttledAt = -Infinity;
	private step = LARGEST_STEP;
	/** When the next call may be sent. A lowered rate is spread evenly over time. */
	availableAt = 0;

	/** Calls per second; `limit` when the process seems to be alone. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		const growth = this.step * recovery + ACCELERATION * Math.max(0, recovery - 1) ** 2;
		return Math.min(limit, this.lowered * Math.exp(growth));
	}

	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const paced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? paced : now + SPACING_MS;
	}

	/** Lowers the rate, once for all calls that were in flight together, if the 429 is no accident. */
	throttled(sentAt: number, limit: number, now: number): void {
		if (sentAt <= this.throttledAt) return;
		const rate = this.rate(limit, now);
		const mayBeAccident = rate === limit && now - this.throttledAt > ACCIDENT_MS;
		this.throttledAt = now;
		if (mayBeAccident) return;
		// Smaller when it comes sooner than expected, as while all look for their share; larger when later.
		const factor = Math.max(SHRINK, (now - this.loweredAt) / RECOVERY_MS);
		const step = rate === limit ? LARGEST_STEP : this.step * factor;
		this.step = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
		this.lowered = rate * Math.exp(-this.step);
		this.loweredAt = now;
	}
}
