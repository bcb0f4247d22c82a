/** The service's limit, which the sandbox enforces. */
export const CALLS_PER_SECOND = 20;

/**
 * Returns the least possible time in seconds for a number of requests. The service admits a request at least a second after
 * the 20th request before it, and the last request also needs its round-trip time.
 */
export function leastTime(requests: number, roundTripMs: number): number {
	return Math.floor((requests - 1) / CALLS_PER_SECOND) + roundTripMs / 1000;
}
