/**
 * A fair queue: first in, first out within a run and round robin over the runs, so that a list in the editor does
 * not wait for all of a long execution. A call belongs to the round in which its run is served next.
 */
export class FairQueue<Call extends { run: object }> {
	private waiting: Array<{ call: Call; round: number }> = [];
	private round = 0;
	private readonly lastRounds = new WeakMap<object, number>();

	get first(): Call | undefined {
		return this.waiting[0]?.call;
	}

	enqueue(call: Call): void {
		const round = Math.max(this.round, this.lastRounds.get(call.run) ?? 0) + 1;
		this.lastRounds.set(call.run, round);
		this.insert(call, round);
	}

	/** Puts a throttled call back: before all others, but behind those that were throttled before it; or behind all. */
	requeue(call: Call, isLast: boolean): void {
		this.insert(call, isLast ? (this.waiting.at(-1)?.round ?? this.round) : 0);
	}

	dequeue(): Call | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next?.call;
	}

	private insert(call: Call, round: number): void {
		const index = this.waiting.findIndex((other) => other.round > round);
		this.waiting.splice(index < 0 ? this.waiting.length : index, 0, { call, round });
	}
}
