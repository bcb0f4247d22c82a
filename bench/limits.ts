/** The service's limit, which the sandbox keeps. */
export const CALLS_PER_SECOND = 20;

/** High enough to be none, for measurements of what a call costs. */
export const NO_LIMIT = 100_000;

/**
 * The physical limit for contacts alone: 20 calls at once, then 20 a second, and one answer. A run needs one call
 * more, which reads the webinar, so that it cannot quite reach this.
 * @returns seconds
 */
export function limitForContacts(contacts: number, latencyMs: number): number {
	return (contacts - CALLS_PER_SECOND) / CALLS_PER_SECOND + latencyMs / 1000;
}

/**
 * What no client can beat: each call is counted at least a second after the 20th before it, and the last one has to
 * be answered.
 * @returns seconds
 */
export function leastTime(calls: number, latencyMs: number, callsPerSecond = CALLS_PER_SECOND): number {
	return Math.floor((calls - 1) / callsPerSecond) + latencyMs / 1000;
}
