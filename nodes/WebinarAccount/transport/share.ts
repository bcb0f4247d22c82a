/** Steps by which the share goes down and up, as powers of e: about 10 % and 45 % down. */
const SMALLEST_STEP = 0.1;
const LARGEST_STEP = 0.6;

/** What a step is multiplied by when a refusal comes sooner than expected, and at most when it comes later. */
const SOONER = 0.7;
const LATER = 4;

/** Never less than a call in 20 seconds. */
const LOWEST_RATE = 0.05;

/** Below this rate, refusals in a row lower it gently: many others must be at work, and all of them give way. */
const GENTLE_RATE = 2;

/** Below this rate there is no hurry to find the old one again. */
const SLOWEST_HURRY = 0.2;

/**
 * The share of the account's limit that this process takes, in calls a second. Nobody tells it of the others that
 * use the same key, so it adapts as TCP does: a refused call lowers the share at once, quiet raises it slowly, and
 * ever faster when it stays quiet. Who has more gives more up, so that the shares of all approach each other.
 *
 * Steps are large at first and small once the shares have settled; see docs/rate-limit.md.
 */
export class Share {
	/** Rate just after the last refusal; Infinity while the process seems to be alone. */
	private base = Infinity;
	private ceiling = Infinity;
	private step = LARGEST_STEP;
	private loweredAt = -Infinity;
	private refusalsInARow = 0;
	/** A rate that is found again in a hurry after refusals in a row. */
	private target = 0;

	/** Calls a second; `limit` when the process seems to be alone. */
	rate(limit: number, now: number): number {
		if (this.base === Infinity) return limit;
		const waited = this.waited(now);
		const rate = this.base * Math.exp(this.step * (waited + 2 * Math.max(0, waited - 1) ** 2));
		if (rate >= Math.min(limit, this.ceiling)) this.base = Infinity;
		return Math.min(rate, limit);
	}

	/** Whether nothing has to be remembered of others. */
	isWhole(now: number): boolean {
		return this.rate(this.ceiling, now) === this.ceiling;
	}

	admitted(): void {
		this.refusalsInARow = 0;
		if (this.base >= SLOWEST_HURRY && this.base < this.target)
			this.base = Math.min(this.target, this.base * 1.25);
	}

	/**
	 * Lowers the share, once for all calls that were on their way together.
	 * @returns whether it did
	 */
	refused(sentAt: number, limit: number, now: number): boolean {
		if (sentAt < this.loweredAt) return false;
		const rate = this.rate(limit, now);
		this.refusalsInARow++;
		if (this.refusalsInARow === 1) this.giveWay(rate, now);
		else this.giveWayAgain(rate);
		this.base = Math.max(LOWEST_RATE, this.base);
		this.ceiling = limit;
		this.loweredAt = now;
		return true;
	}

	get isRefusedAgain(): boolean {
		return this.refusalsInARow > 1;
	}

	private giveWay(rate: number, now: number): void {
		const factor = Math.max(SOONER, Math.min(LATER, this.waited(now)));
		const step = this.base === Infinity ? LARGEST_STEP : this.step * factor;
		this.step = Math.max(SMALLEST_STEP, Math.min(LARGEST_STEP, step));
		const hurried = rate < this.target;
		this.base = rate * Math.exp(-this.step);
		this.target = hurried ? Math.max(this.base, this.target / 2) : this.base;
	}

	/** Nothing was admitted since: those who hold the limit do not know of this process yet. */
	private giveWayAgain(rate: number): void {
		const gentle = rate <= GENTLE_RATE;
		this.base = rate * (gentle ? 0.8 : 0.5);
		if (gentle) this.target *= 0.6;
	}

	/** Time without a refusal, in units of the time after which the next one is expected. */
	private waited(now: number): number {
		return (now - this.loweredAt) / secondsBetweenRefusals(this.base) / 1000;
	}
}

/**
 * How often a share of this size is to be refused once all have settled: about 1 % of the calls of four processes,
 * where each refusal stops a quarter of the traffic, and 9 % of those of 64, which have fewer calls to learn from.
 */
function secondsBetweenRefusals(rate: number): number {
	return Math.max(Math.min(28, 4 * rate), 29 / rate ** 0.35);
}
