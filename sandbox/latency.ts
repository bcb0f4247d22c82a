import { setTimeout as wait } from 'node:timers/promises';
import type { Latency } from './types';

/** Waits for a latency in milliseconds. */
export async function pass(latency: Latency): Promise<void> {
	const milliseconds = sample(latency);
	// Without a reference, so that late calls do not keep the process alive after the sandbox closed.
	if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false });
}

function sample(latency: Latency): number {
	if (typeof latency === 'number') return latency;
	if (typeof latency === 'function') return latency();
	return latency.min + Math.random() * (latency.max - latency.min);
}
