/** What a late call may make up for, e.g. of a stop. */
const CATCH_UP_MS = 500;

/** By how much the time between two calls varies, so that several processes do not move in step. */
const VARIATION = 0.04;

/** By how much later than it might a process asks again that is let in for nothing. */
const KNOCK_SPREAD_MS = 300;

/** Spreads the calls of a lowered share evenly over time. */
export class Pace {
	private nextAt = 0;

	constructor(private readonly random: () => number) {}

	get readyAt(): number {
		return this.nextAt;
	}

	/** @param rate calls a second */
	sent(rate: number, now: number): void {
		const gap = (1000 / rate) * (1 + VARIATION * (2 * this.random() - 1));
		this.nextAt = Math.max(this.nextAt + gap, now + gap / 2 - CATCH_UP_MS);
	}

	/** After a refusal: goes on at another moment than the others do. */
	goOn(from: number, rate: number, refusedAgain: boolean): void {
		const spread = this.random() * (1000 / rate);
		const at = refusedAgain
			? from + Math.max(spread, this.random() * KNOCK_SPREAD_MS)
			: from + spread - CATCH_UP_MS;
		this.nextAt = Math.max(this.nextAt, at);
	}
}
