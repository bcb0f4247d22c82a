import { setTimeout as wait } from 'node:timers/promises';
import type { Latency } from './types';

/** A time that a call takes on its way, or to be acted on. */
export class Delay {
	constructor(public latency: Latency) {}

	async pass(): Promise<void> {
		const milliseconds = this.next();
		// Not referenced: a closed sandbox must not keep the process alive for calls nobody waits for.
		if (milliseconds > 0) await wait(milliseconds, undefined, { ref: false });
	}

	private next(): number {
		if (typeof this.latency === 'number') return this.latency;
		if (typeof this.latency === 'function') return this.latency();
		const { min, max } = this.latency;
		return min + Math.random() * (max - min);
	}
}
