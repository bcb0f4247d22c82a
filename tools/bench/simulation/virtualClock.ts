import type { Clock } from '../../../nodes/WebinarAccount/service/limiter';

interface Sleeper {
	wakesAt: number;
	wake: () => void;
}

/** A clock that stands still until `run` moves it from one sleeper to the next. */
export class VirtualClock implements Clock {
	private time = 0;
	/** Sorted by time. Sleepers with the same time wake in the order in which they fell asleep. */
	private readonly sleepers: Sleeper[] = [];

	now(): number {
		return this.time;
	}

	sleep(milliseconds: number): Promise<void> {
		const wakesAt = this.time + milliseconds;
		const later = this.sleepers.findIndex((other) => other.wakesAt > wakesAt);
		const index = later < 0 ? this.sleepers.length : later;
		return new Promise((wake) => void this.sleepers.splice(index, 0, { wakesAt, wake }));
	}

	/** Lets time pass until nobody sleeps, or up to a time. */
	async run(until = Infinity): Promise<void> {
		for (;;) {
			await settled();
			const [next] = this.sleepers;
			if (!next || next.wakesAt > until) break;
			this.time = next.wakesAt;
			while (this.sleepers[0]?.wakesAt === this.time) this.sleepers.shift()?.wake();
		}
		if (until !== Infinity) this.time = until;
	}
}

/** Waits until all pending promise callbacks have run. */
export function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
