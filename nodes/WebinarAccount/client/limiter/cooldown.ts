import { DateTime } from 'luxon';

/** The wait that the service asks for when it throttles a call ("Errors"). */
const SHORTEST_MS = 1000;
/** After so long without an admitted call nobody waits any longer. A longer Retry-After is cut to it. */
const DEADLINE_MS = 5 * 60_000;

/**
 * Reads a Retry-After header.
 * @param header seconds or an HTTP date; anything else counts as absent
 * @param now milliseconds since 1970
 * @returns milliseconds to wait, 1 second to 5 minutes
 */
export function retryAfterMs(header: unknown, now: number): number {
	const text = typeof header === 'string' ? header.trim() : '';
	const asked = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(asked) ? SHORTEST_MS : Math.min(DEADLINE_MS, Math.max(SHORTEST_MS, asked));
}

/** The wait after a 429, in which nothing is sent. */
export class Cooldown {
	endsAt = 0;
	private throttledSince = Infinity;

	admitted(): void {
		this.throttledSince = Infinity;
	}

	/** @returns whether the deadline has passed */
	throttled(waitMs: number, now: number): boolean {
		const isNew = now > this.endsAt + DEADLINE_MS;
		this.throttledSince = isNew ? now : Math.min(this.throttledSince, now);
		this.endsAt = Math.max(this.endsAt, now + waitMs);
		return now - this.throttledSince >= DEADLINE_MS;
	}
}
