import { CALLS_PER_SECOND } from '../limits';
import type { Trace } from './simulateProcesses';

/** What all processes achieved together. */
export interface Together {
	/** Admitted requests divided by the limit. */
	goodput: number;
	/** Throttled requests divided by all requests. */
	throttledShare: number;
	/** Jain's fairness index: 1 if all processes got the same, 1/n if one of n got everything. */
	fairness: number;
}

/** Measures a period. @param from in seconds @param to in seconds; all processes run during the whole period */
export function measure(traces: readonly Trace[], from: number, to: number): Together {
	const within = (moments: readonly number[]) => moments.filter((at) => at >= from && at < to).length;
	const counts = traces.map(({ admitted }) => within(admitted));
	const throttled = sum(traces.map((trace) => within(trace.throttled)));
	return {
		goodput: sum(counts) / ((to - from) * CALLS_PER_SECOND),
		throttledShare: throttled / (throttled + sum(counts)),
		fairness: jainsIndex(counts),
	};
}

/** R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness, DEC-TR-301 (1984). */
function jainsIndex(values: readonly number[]): number {
	return sum(values) ** 2 / (values.length * sum(values.map((value) => value ** 2)));
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
