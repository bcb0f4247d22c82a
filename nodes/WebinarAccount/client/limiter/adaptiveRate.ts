/** Time until the rate is what it was before a 429. Less takes over what others leave sooner, with more 429s. */
const RECOVERY_MS = 30_000;
/** How fast it grows from then on. More takes over sooner, less settles more evenly. */
const ACCELERATION = 0.4;
/** The decrease by a 429, as a power of e: large at first, to find the share, and small in the end, to keep to it. */
const LARGEST_STEP = 0.5;
const SMALLEST_STEP = 0.06;
/** What is left of the rate without an admitted call. Less throttles others less, more lets a new process in sooner. */
const STARVED = 0.7;
/** Growth with each admitted call in slow start. More lets a new process in sooner, with more 429s for all. */
const SLOW_START = 1.35;
/** By how much late calls may catch up, as after a cooldown. More uses more of the limit, but less evenly. */
const CATCH_UP_MS = 500;
/** A 429 may be an accident if it is the first in this time, and this process alone used so much of the limit. */
const ACCIDENT_MS = 3000;
const ALONE = 0.75;
const LOWEST_RATE = 0.05;

/**
 * The rate of this process while others use the account, which shows by 429s alone. As in TCP, a 429 lowers the rate
 * (multiplicative decrease); time raises it back and then ever faster, as CUBIC does (RFC 9438); and a process that
 * gets nothing at first comes up by slow start (RFC 5681).
 */
export class AdaptiveRate {
	/** The rate just after the last 429; the process seems to be alone when it is infinite. */
	private lowered = Infinity;
	private loweredAt = 0;
	private throttledAt = -Infinity;
	private step = LARGEST_STEP;
	private isStarved = false;
	/** The rate at which slow start ends: ssthresh in RFC 5681. */
	private threshold = 0;
	private nextAt = 0;
	/** The moments of the last calls that were admitted. */
	private admittedAt: number[] = [];

	/** @param random from 0 to below 1, as Math.random */
	constructor(private readonly random: () => number) {}

	/** Calls per second; `limit` when the process seems to be alone. */
	rate(limit: number, now: number): number {
		const recovery = this.recovery(now);
		const growth = this.step * recovery + ACCELERATION * Math.max(0, recovery - 1) ** 2;
		return Math.min(limit, Math.max(LOWEST_RATE, this.lowered * Math.exp(growth)));
	}

	/** When the next call may be sent: a lowered rate is spread evenly over time. */
	availableAt(limit: number, now: number): number {
		return this.rate(limit, now) < limit ? this.nextAt : 0;
	}

	sent(limit: number, now: number): void {
		this.nextAt = Math.max(this.nextAt, now - CATCH_UP_MS) + 1000 / this.rate(limit, now);
	}

	admitted(now: number): void {
		this.admittedAt = [...this.admittedAt, now].slice(-20);
		this.isStarved = false;
		if (this.lowered < this.threshold) this.lowered = Math.min(this.threshold, this.lowered * SLOW_START);
	}

	/** Lowers the rate, once for all calls that were in flight together. */
	throttled(sentAt: number, limit: number, now: number, cooldownEndsAt: number): void {
		if (sentAt <= this.throttledAt) return;
		const rate = this.rate(limit, now);
		const isAlone =
			rate === limit && now - (this.admittedAt.at(-Math.ceil(ALONE * limit)) ?? -Infinity) < 2000;
		const mayBeAccident = isAlone && now - this.throttledAt > ACCIDENT_MS;
		this.throttledAt = now;
		if (mayBeAccident) return;
		if (this.isStarved && rate < limit) {
			this.lowered = rate * STARVED;
		} else {
			// Smaller when it comes sooner than expected, as while all look for their share; larger when later.
			const step = rate === limit ? LARGEST_STEP : this.step * clamp(this.recovery(now), 0.7, 4);
			this.step = clamp(step, SMALLEST_STEP, LARGEST_STEP);
			const wasSlowStart = rate < this.threshold;
			this.lowered = rate * Math.exp(-this.step);
			this.threshold = wasSlowStart ? Math.max(this.lowered, this.threshold * STARVED) : this.lowered;
		}
		this.loweredAt = now;
		// Jitter: processes that were throttled together do not go on together.
		const jitter = (this.random() * 1000) / this.rate(limit, now);
		this.nextAt = Math.max(this.nextAt, cooldownEndsAt + jitter - (this.isStarved ? 0 : CATCH_UP_MS));
		this.isStarved = true;
	}

	/** Time since the rate was lowered, in units of the time that it takes to recover. */
	private recovery(now: number): number {
		return (now - this.loweredAt) / RECOVERY_MS;
	}
}

function clamp(value: number, least: number, most: number): number {
	return Math.max(least, Math.min(most, value));
}
