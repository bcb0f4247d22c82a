import { DateTime } from 'luxon';

/** The wait that the service asks for when it throttles a call ("Errors"). */
const SHORTEST_MS = 1000;
/** A longer one is cut: nobody waits any longer without an admitted call. */
export const DEADLINE_MS = 5 * 60_000;

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
