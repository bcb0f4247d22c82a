import { setTimeout as wait } from 'node:timers/promises';
import type { Latency } from './types';

/** The time before the service handles a counted call. */
export async function pass(latency: Latency): Promise<void> {
	const { min, max } = typeof latency === 'number' ? { min: latency, max: latency } : latency;
	const milliseconds = min + Math.random() * (max - min);
	// Without a reference, so that late calls do not keep the process alive after the sandbox closed.
	if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false });
}
