import type { Clock } from '../../nodes/WebinarAccount/transport/clock';

/** Time that stands still until `run` moves it from one waiting sleeper to the next. */
export class VirtualClock implements Clock {
	private time = 0;
	private sleepers: Array<{ at: number; wake: () => void }> = [];

	now(): number {
		return this.time;
	}

	sleep(milliseconds: number): Promise<void> {
		return new Promise((wake) => this.sleepers.push({ at: this.time + milliseconds, wake }));
	}

	/** Lets time pass until nobody sleeps any more, or up to a moment. */
	async run(until = Infinity): Promise<void> {
		for (;;) {
			await settled();
			const next = this.sleepers.reduce<number>((earliest, { at }) => Math.min(earliest, at), Infinity);
			if (next > until || next === Infinity) break;
			this.time = next;
			const due = this.sleepers.filter(({ at }) => at <= next);
			this.sleepers = this.sleepers.filter(({ at }) => at > next);
			for (const { wake } of due) wake();
		}
		if (until !== Infinity) this.time = until;
	}
}

/** Until every promise that can go on has gone on. */
export function settled(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}
