/** After this long without an admitted call it is said that there is no getting through. */
export const PATIENCE_MS = 5 * 60_000;

/** After a refusal nothing is sent for the time that the service asks for. */
export class Stop {
	private until = 0;
	private refusedSince: number | undefined;
	private gaveUpUntil = 0;

	get endsAt(): number {
		return this.until;
	}

	admitted(): void {
		this.refusedSince = undefined;
	}

	/** @returns whether nothing was admitted for so long that waiting on makes no sense */
	refused(waitMs: number, now: number): boolean {
		this.until = Math.max(this.until, now + waitMs);
		this.refusedSince ??= now;
		if (now - this.refusedSince < PATIENCE_MS) return false;
		this.refusedSince = undefined;
		this.gaveUpUntil = this.until;
		return true;
	}

	/** Calls that come until the stop ends share the fate of those that waited. */
	hasGivenUp(now: number): boolean {
		return now < this.gaveUpUntil;
	}
}
