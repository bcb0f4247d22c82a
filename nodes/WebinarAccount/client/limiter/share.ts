/** The first step down, as a power of e: 40 % less. */
const LARGEST_STEP = 0.5;

/** Steps of shares that have settled; small ones need larger steps, because they are refused so seldom. */
const SMALLEST_STEP = 0.05;
const SMALLEST_STEP_OF_FEW = 0.1;

/** What a step is multiplied by when a refusal comes sooner than expected, and at most when it comes later. */
const SOONER = 0.7;
const LATER = 4;

/** How much faster time counts after a first refusal, which may have been an accident. */
const FIRST_HASTE = 2.5;

/** Never less than a call in 20 seconds. */
const LOWEST_RATE = 0.05;

/** Calls a second that are few: ten or more processes must be at work, and all of them give way. */
const FEW = 2;

/** How fast a share grows that was not refused for longer than expected. */
const ACCELERATION = 0.4;

/** From this rate on, a share that was lost by refusals in a row grows with every admitted call. */
const LOWEST_HURRY = 0.2;
const HURRY = 1.35;

/**
 * The share of the account's limit that this process takes, in calls a second. Nobody tells it of the others that
 * use the same key, so it adapts as TCP does: a refused call lowers the share at once, quiet raises it slowly, and
 * ever faster when it stays quiet. Who has more gives more up, so that the shares of all approach each other.
 * Steps are large at first and small once the shares have settled; see docs/rate-limit.md.
 */
export class Share {
	/** Rate just after the last refusal; Infinity while the process seems to be alone. */
	private base = Infinity;
	/** The limit of the user, which the share was lowered from. */
	private ceiling = Infinity;
	private step = LARGEST_STEP;
	private haste = 1;
	private loweredAt = -Infinity;
	private refusalsInARow = 0;
	/** The rate up to which there is a hurry. */
	private target = 0;

	/** Calls a second; `limit` when the process seems to be alone. */
	rate(limit: number, now: number): number {
		if (this.base === Infinity) return limit;
		const waited = this.waited(now);
		const growth = this.step * waited + ACCELERATION * Math.max(0, waited - 1) ** 2;
		const rate = this.base * Math.exp(growth);
		if (rate >= this.ceiling) this.base = Infinity;
		return Math.min(rate, limit);
	}

	/** Whether nothing has to be remembered of others. */
	isWhole(now: number): boolean {
		return this.rate(this.ceiling, now) === this.ceiling;
	}

	/** Whether calls were refused one after the other, without any admitted in between. */
	get isRefusedAgain(): boolean {
		return this.refusalsInARow > 1;
	}

	admitted(): void {
		this.refusalsInARow = 0;
		if (this.base < LOWEST_HURRY || this.base >= this.target) return;
		this.base = Math.min(this.target, this.base * HURRY);
	}

	/**
	 * Lowers the share, once for all calls that were on their way together.
	 * @returns whether it did
	 */
	refused(sentAt: number, limit: number, now: number): boolean {
		if (sentAt < this.loweredAt) return false;
		const rate = this.rate(limit, now);
		this.refusalsInARow++;
		if (this.isRefusedAgain) this.giveWayAgain(rate);
		else if (this.base === Infinity) this.giveWay(rate, LARGEST_STEP, FIRST_HASTE);
		else this.giveWay(rate, this.step * clamp(this.waited(now), SOONER, LATER), 1);
		this.base = Math.max(LOWEST_RATE, this.base);
		this.ceiling = limit;
		this.loweredAt = now;
		return true;
	}

	private giveWay(rate: number, step: number, haste: number): void {
		this.step = clamp(step, rate > FEW ? SMALLEST_STEP : SMALLEST_STEP_OF_FEW, LARGEST_STEP);
		this.haste = haste;
		this.base = rate * Math.exp(-this.step);
		const wasInAHurry = rate < this.target;
		this.target = wasInAHurry ? Math.max(this.base, this.target * 0.7) : this.base;
	}

	/** Those who hold the limit do not know of this process yet, so it asks less, and hurries once it is let in. */
	private giveWayAgain(rate: number): void {
		this.base = rate * (rate > FEW ? 0.5 : 0.8);
		if (rate <= FEW) this.target *= 0.9;
	}

	/** Time since the last refusal, in units of the time after which the next one is expected. */
	private waited(now: number): number {
		return ((now - this.loweredAt) / 1000 / secondsBetweenRefusals(this.base)) * this.haste;
	}
}

/**
 * How often a share of this size is to be refused once all have settled: about 1 % of the calls of four processes,
 * where each refusal stops a quarter of the traffic, and 9 % of those of 64, which have fewer calls to learn from.
 */
function secondsBetweenRefusals(rate: number): number {
	return Math.max(Math.min(32, 5 * rate), 34 / rate ** 0.35);
}

function clamp(value: number, least: number, most: number): number {
	return Math.max(least, Math.min(most, value));
}
