const SECOND_MS = 1000;

/** How requests are counted. The service's way is unknown. */
export type Counting = keyof typeof expiresAt;

/** When a request that is admitted now stops counting. `earlier` has these times of the other requests, in order. */
const expiresAt = {
	slidingWindow: (at: number) => at + SECOND_MS,
	/** A window starts with its first request. */
	fixedWindow: (at: number, [first]: readonly number[]) => first ?? at + SECOND_MS,
	leakyBucket: (at: number, earlier: readonly number[], callsPerSecond: number) =>
		(earlier.at(-1) ?? at) + SECOND_MS / callsPerSecond,
};

/** Admits at most `callsPerSecond` requests. Throttled requests do not count. */
export class RateLimit {
	/** When each admitted request stops counting. */
	private expiries: number[] = [];

	constructor(
		public callsPerSecond: number,
		private readonly counting: Counting = 'slidingWindow',
	) {}

	admit(at: number): boolean {
		if (this.callsPerSecond === Infinity) return true;
		this.expiries = this.expiries.filter((expiry) => expiry > at);
		if (this.expiries.length >= this.callsPerSecond) return false;
		this.expiries.push(expiresAt[this.counting](at, this.expiries, this.callsPerSecond));
		return true;
	}

	reset(): void {
		this.expiries = [];
	}
}
