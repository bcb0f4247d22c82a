/** Processes with the same key need some seconds to share the limit; throttled calls count only after them. */
export const SETTLING_MS = 5000;

/** The share of throttled calls, without those that arrived less than `afterMs` after the first. */
export function throttledShare(
	calls: ReadonlyArray<{ at: number; status: number }>,
	afterMs: number,
): number {
	const from = (calls[0]?.at ?? 0) + afterMs;
	const later = calls.filter(({ at }) => at >= from);
	return later.filter(({ status }) => status === 429).length / later.length;
}
