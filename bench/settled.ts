/** Processes on one key need some seconds to share it; after these what is throttled counts. */
export const SETTLING_MS = 5000;

/** The share of throttled ones among the calls that arrived later than a time after the first. */
export function throttledShare(
	calls: ReadonlyArray<{ at: number; status: number }>,
	afterMs: number,
): number {
	const from = (calls[0]?.at ?? 0) + afterMs;
	const later = calls.filter(({ at }) => at >= from);
	return later.filter(({ status }) => status === 429).length / later.length;
}
