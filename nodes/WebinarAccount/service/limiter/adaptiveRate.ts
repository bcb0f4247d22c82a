import { MAX_CALLS_PER_SECOND } from '../account';

/** After this time without a 429, the rate is what it was before the last one. */
const RECOVERY_MS = 30_000;
/** How fast the rate grows after that. */
const ACCELERATION = 0.4;
/** The decrease by a 429, as a power of e: large at first, to find the share, and small later, to keep to it. */
const LARGEST_STEP = 0.5;
const SMALLEST_STEP = 0.06;
/** How much smaller the next step is after a 429 that came soon. */
const SHRINK = 0.7;
/** How much of the time that was lost, as during a cooldown, late calls may catch up. */
const CATCH_UP_MS = 500;
/** The shortest time between two calls at the full rate. It leaves gaps in which another process gets calls admitted. */
const SPACING_MS = 12;

/**
 * The rate of this process. Others that use the same account show by 429s alone. As in TCP, a 429 lowers the rate
 * (multiplicative decrease); then time raises it, first back to what it was, then ever faster, as in CUBIC (RFC 9438).
 * docs/rate-limit.md has the effect of each constant.
 */
export class AdaptiveRate {
	/** The rate just after the last decrease; infinite before the first. */
	private lowered = Infinity;
	private loweredAt = 0;
	private throttledAt = -Infinity;
	private step = LARGEST_STEP;
	/** When the next call may be sent. */
	availableAt = 0;

	/** Calls per second, at most `limit`. */
	rate(limit: number, now: number): number {
		const recovery = (now - this.loweredAt) / RECOVERY_MS;
		const growth = this.step * recovery + ACCELERATION * Math.max(0, recovery - 1) ** 2;
		return Math.min(limit, this.lowered * Math.exp(growth));
	}

	/** Whether a 429 still has an effect on the highest rate. */
	isLowered(now: number): boolean {
		return this.rate(MAX_CALLS_PER_SECOND, now) < MAX_CALLS_PER_SECOND;
	}

	/** A lowered rate is spread evenly over time. */
	sent(limit: number, now: number): void {
		const rate = this.rate(limit, now);
		const paced = Math.max(this.availableAt, now - CATCH_UP_MS) + 1000 / rate;
		this.availableAt = rate < limit ? paced : now + SPACING_MS;
	}

	/**
	 * Lowers the rate: once for all calls that were in flight together, and not for a single 429 at the full rate, which
	 * may be an accident.
	 */
	throttled(sentAt: number, limit: number, now: number): void {
		if (sentAt <= this.throttledAt) return;
		const rate = this.rate(limit, now);
		const isSingle = now - this.throttledAt > RECOVERY_MS;
		this.throttledAt = now;
		if (rate === limit && isSingle) return;
		// 429s that come soon make the steps smaller, late ones make them larger.
		const factor = Math.max(SHRINK, (now - this.loweredAt) / RECOVERY_MS);
		const step = rate === limit ? LARGEST_STEP : this.step * factor;
		this.step = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, step));
		this.lowered = rate * Math.exp(-this.step);
		this.loweredAt = now;
	}
}
