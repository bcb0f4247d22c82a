import { Heap } from 'heap-js';

import type { Clock } from '../../../nodes/WebinarAccount/utils/async';

interface Sleeper {
	at: number;
	/** Sleepers with the same time wake in this order. */
	order: number;
	wake: () => void;
}

/** A clock that stands still until `run` moves it from one sleeper to the next. */
export class VirtualClock implements Clock {
	private time = 0;
	private slept = 0;
	private readonly sleepers = new Heap<Sleeper>((one, other) => one.at - other.at || one.order - other.order);

	now(): number {
		return this.time;
	}

	sleep(milliseconds: number): Promise<void> {
		const at = this.time + milliseconds;
		return new Promise((wake) => void this.sleepers.push({ at, order: this.slept++, wake }));
	}

	/** Lets time pass until nobody sleeps, or up to a time. */
	async run(until = Infinity): Promise<void> {
		for (;;) {
			await settled();
			const next = this.sleepers.peek()?.at ?? Infinity;
			if (next > until || next === Infinity) break;
			this.time = next;
			while (this.sleepers.peek()?.at === next) this.sleepers.pop()?.wake();
		}
		if (until !== Infinity) this.time = until;
	}
}

/** Waits until all pending promise callbacks have run. */
export function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
