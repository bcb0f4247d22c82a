/** The service's limit, which the sandbox enforces. */
export const CALLS_PER_SECOND = 20;

/**
 * The minimum time of any client: each call is counted at least a second after the 20th call before it, and the last
 * one needs an answer.
 * @returns seconds
 */
export function leastTime(calls: number, latencyMs: number): number {
	return Math.floor((calls - 1) / CALLS_PER_SECOND) + latencyMs / 1000;
}
