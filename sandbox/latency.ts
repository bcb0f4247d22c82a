import { setTimeout as wait } from 'node:timers/promises';
import type { Latency } from './types';

/** The time a counted call takes before it is acted on. */
export async function pass(latency: Latency): Promise<void> {
	const { min, max } = typeof latency === 'number' ? { min: latency, max: latency } : latency;
	const milliseconds = min + Math.random() * (max - min);
	// Not referenced: a closed sandbox must not keep the process alive for calls nobody waits for.
	if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false });
}
