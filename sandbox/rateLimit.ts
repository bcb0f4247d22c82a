const WINDOW = 1000;

/** At most `callsPerSecond` admitted calls in any window of 1000 ms. Throttled calls use up nothing. */
export class RateLimit {
	private admitted: number[] = [];

	constructor(public callsPerSecond: number) {}

	admit(at: number): boolean {
		if (this.callsPerSecond === Infinity) return true;
		this.admitted = this.admitted.filter((earlier) => at - earlier < WINDOW);
		if (this.admitted.length >= this.callsPerSecond) return false;
		this.admitted.push(at);
		return true;
	}

	reset(): void {
		this.admitted = [];
	}
}

/** The largest number of the given moments (in ascending order) that fall in one second. */
export function mostInOneSecond(moments: readonly number[]): number {
	let first = 0;
	let most = 0;
	for (const [index, moment] of moments.entries()) {
		while (moment - (moments[first] ?? moment) >= WINDOW) first++;
		most = Math.max(most, index - first + 1);
	}
	return most;
}
