/** The service's limit, which the sandbox enforces. */
export const CALLS_PER_SECOND = 20;

/**
 * The physical limit for the contacts alone: 20 calls at once, then 20 per second, and one answer. A run cannot quite
 * reach it, because it needs one more call to read the webinar.
 * @returns seconds
 */
export function limitForContacts(contacts: number, latencyMs: number): number {
	return (contacts - CALLS_PER_SECOND) / CALLS_PER_SECOND + latencyMs / 1000;
}

/**
 * The minimum time of any client: each call is counted at least a second after the 20th call before it, and the last
 * one needs an answer.
 * @returns seconds
 */
export function leastTime(calls: number, latencyMs: number, callsPerSecond = CALLS_PER_SECOND): number {
	return Math.floor((calls - 1) / callsPerSecond) + latencyMs / 1000;
}
