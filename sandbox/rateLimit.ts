const SECOND = 1000;

/** How the service counts the calls of a second, which it does not document. */
export type Counting = keyof typeof leavesAt;

/** When a call that is admitted now stops to count. `earlier`: when the others that still count do, in order. */
const leavesAt = {
	slidingWindow: (at: number) => at + SECOND,
	/** A window begins with its first call. */
	fixedWindow: (at: number, [first]: readonly number[]) => first ?? at + SECOND,
	leakyBucket: (at: number, earlier: readonly number[], callsPerSecond: number) =>
		(earlier.at(-1) ?? at) + SECOND / callsPerSecond,
};

/** Admits at most `callsPerSecond` calls. Throttled calls do not count. */
export class RateLimit {
	/** When each of the admitted calls stops to count. */
	private leaving: number[] = [];

	constructor(
		public callsPerSecond: number,
		private readonly counting: Counting = 'slidingWindow',
	) {}

	admit(at: number): boolean {
		if (this.callsPerSecond === Infinity) return true;
		this.leaving = this.leaving.filter((moment) => moment > at);
		if (this.leaving.length >= this.callsPerSecond) return false;
		this.leaving.push(leavesAt[this.counting](at, this.leaving, this.callsPerSecond));
		return true;
	}

	reset(): void {
		this.leaving = [];
	}
}

/** The largest number of these moments (in ascending order) within one second. */
export function mostInOneSecond(moments: readonly number[]): number {
	let first = 0;
	let most = 0;
	for (const [index, moment] of moments.entries()) {
		while (moment - (moments[first] ?? moment) >= SECOND) first++;
		most = Math.max(most, index - first + 1);
	}
	return most;
}
