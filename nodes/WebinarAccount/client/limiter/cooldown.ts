import { DateTime } from 'luxon';

/** The wait that the service asks for when it throttles a call ("Errors"). */
const SHORTEST_MS = 1000;

/** Waiting ends when no call was admitted for this long. A longer Retry-After is cut to it. */
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

/** The wait after a 429, in which nothing is sent, and the deadline at which all waiting ends. */
export class Cooldown {
	endsAt = 0;
	private throttledSince: number | undefined;
	private failsUntil = 0;

	admitted(): void {
		this.throttledSince = undefined;
	}

	throttled(waitMs: number, now: number): void {
		this.endsAt = Math.max(this.endsAt, now + waitMs);
		this.throttledSince ??= now;
		if (now - this.throttledSince < DEADLINE_MS) return;
		this.throttledSince = undefined;
		this.failsUntil = this.endsAt;
	}

	/** Calls that come in the last wait fail like those that waited all the time. */
	isPastDeadline(now: number): boolean {
		return now < this.failsUntil;
	}
}
