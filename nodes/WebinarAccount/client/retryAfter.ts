import { DateTime } from 'luxon';

import { PATIENCE_MS } from './limiter/stop';

/** The wait that the service asks for when it refuses a call ("Errors"). */
const SHORTEST_MS = 1000;

/** A longer wait is not believed: by then the queue has given up. */
const LONGEST_MS = PATIENCE_MS;

/**
 * Reads a Retry-After header.
 * @param header seconds or an HTTP date; anything else counts as absent
 * @param now milliseconds since 1970
 * @returns milliseconds to wait, 1 second to 5 minutes
 */
export function retryAfterMs(header: unknown, now: number): number {
	const text = typeof header === 'string' ? header.trim() : '';
	const asked = /^\d+$/.test(text) ? Number(text) * 1000 : DateTime.fromHTTP(text).toMillis() - now;
	return Number.isNaN(asked) ? SHORTEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, asked));
}
