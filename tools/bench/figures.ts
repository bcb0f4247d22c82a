import type { SandboxReport } from './benchService';
import { leastTime } from './leastTime';

/** Counts throttled requests, lost contacts and duplicates. @param count number of contacts */
export function losses(count: number, { registered, calls }: SandboxReport) {
	const different = new Set(registered).size;
	return {
		throttled: calls.filter(({ status }) => status === 429).length,
		lost: count - different,
		duplicates: registered.length - different,
	};
}

/** Returns the time taken, and the least possible time divided by it. */
export function speed(seconds: number, latencyMs: number, { calls }: SandboxReport) {
	const needed = calls.filter(({ status }) => status !== 429).length;
	return { seconds, shareOfFullSpeed: leastTime(needed, latencyMs) / seconds };
}
