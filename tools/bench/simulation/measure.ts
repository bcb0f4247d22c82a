import { CALLS_PER_SECOND, leastTime } from '../leastTime';
import { meanRoundTrip } from './line';
import type { SimulatedProcess, Trace } from './simulate';

/** What one process achieved. */
export interface SingleFigures {
	/** The least possible time divided by the time taken. */
	share: number;
	/** Number of 429s. */
	throttled: number;
}

export function measureSingle(
	{ contacts, line }: SimulatedProcess & { contacts: number },
	{ endedAt, throttled }: Trace,
): SingleFigures {
	return { share: leastTime(contacts, meanRoundTrip(line)) / endedAt, throttled: throttled.length };
}

/** What several processes achieved together. */
export interface SharedFigures {
	/** Admitted requests divided by the limit. */
	goodput: number;
	/** Throttled requests divided by all requests. */
	throttledShare: number;
	/** Jain's fairness index: 1 if all processes got the same, 1/n if one of n got everything. */
	fairness: number;
}

/** Measures a period. @param from in seconds @param to in seconds */
export function measureShared(traces: readonly Trace[], from: number, to: number): SharedFigures {
	const countIn = (times: readonly number[]) => times.filter((time) => time >= from && time < to).length;
	const admitted = traces.map((trace) => countIn(trace.admitted));
	const throttled = sum(traces.map((trace) => countIn(trace.throttled)));
	return {
		goodput: sum(admitted) / ((to - from) * CALLS_PER_SECOND),
		throttledShare: throttled / (throttled + sum(admitted)),
		fairness: jainsIndex(admitted),
	};
}

/** R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness, DEC-TR-301 (1984). */
function jainsIndex(values: readonly number[]): number {
	return sum(values) ** 2 / (values.length * sum(values.map((value) => value ** 2)));
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
