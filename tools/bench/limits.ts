/** The service's limit, which the sandbox enforces. */
export const CALLS_PER_SECOND = 20;

/**
 * Returns the least possible time in seconds: each request is counted at least a second after the 20th request before it,
 * and the last one needs its response.
 */
export function leastTime(requests: number, latencyMs: number): number {
	return Math.floor((requests - 1) / CALLS_PER_SECOND) + latencyMs / 1000;
}
