import { CALLS_PER_SECOND } from '../limits';
import type { Trace } from './world';

/** What all had together in a stretch of time. */
export interface Together {
	/** Admitted calls over the limit. */
	goodput: number;
	/** Throttled calls among all. */
	throttledShare: number;
	/** Jain's index: 1 when all processes got the same, 1/n when one of n got all. */
	fairness: number;
	/** Seconds; the longest time in which one process got nothing. */
	longestWait: number;
}

/** @param from @param to seconds; the traces are those of processes alive all that time */
export function measure(traces: readonly Trace[], from: number, to: number): Together {
	const within = (moments: readonly number[]) => moments.filter((at) => at >= from && at < to);
	const admitted = traces.map((trace) => within(trace.admitted));
	const counts = admitted.map(({ length }) => length);
	const throttled = sum(traces.map((trace) => within(trace.throttled).length));
	return {
		goodput: sum(counts) / ((to - from) * CALLS_PER_SECOND),
		throttledShare: throttled / (throttled + sum(counts)),
		fairness: jainsIndex(counts),
		longestWait: Math.max(...admitted.map((moments) => longestGap([from, ...moments, to]))),
	};
}

/** How long a stretch is looked at to call it settled, in seconds. */
const STRETCH = 10;

/** Calls of one process in a stretch, below which it says little that there are few. */
const MANY_CALLS = 10;

/**
 * Seconds from a moment on until a stretch begins in which the limit is used, hardly more calls are throttled than
 * later on, and every process has at least a third of its part where chance allows to tell.
 * @param later figures of the time when all have settled for sure
 */
export function settledAfter(traces: readonly Trace[], from: number, until: number, later: Together): number {
	const part = (STRETCH * CALLS_PER_SECOND) / traces.length;
	for (let begin = from; begin + STRETCH <= until; begin++) {
		const { goodput, throttledShare } = measure(traces, begin, begin + STRETCH);
		const least = Math.min(...traces.map(({ admitted }) => inStretch(admitted, begin)));
		const isServed = part < MANY_CALLS || least >= part / 3;
		if (goodput >= 0.75 && throttledShare <= 1.5 * later.throttledShare + 0.03 && isServed)
			return begin - from;
	}
	return Infinity;
}

/** R. Jain, D. Chiu, W. Hawe: A Quantitative Measure of Fairness, DEC-TR-301 (1984). */
export function jainsIndex(values: readonly number[]): number {
	return sum(values) ** 2 / (values.length * sum(values.map((value) => value ** 2)));
}

function inStretch(moments: readonly number[], begin: number): number {
	return moments.filter((at) => at >= begin && at < begin + STRETCH).length;
}

function longestGap(moments: readonly number[]): number {
	return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
}

function sum(values: readonly number[]): number {
	return values.reduce((total, value) => total + value, 0);
}
