interface Waiting<Entry> {
	entry: Entry;
	round: number;
}

/**
 * A fair queue: first in, first out within a run, and round robin by run. A run is an execution, a poll or a list of the
 * editor, so a list does not wait for all requests of a long execution.
 *
 * In each round, each run that waits has one entry. The queue is sorted by round.
 */
export class FairQueue<Entry> {
	private readonly waiting: Array<Waiting<Entry>> = [];
	/** The round of the entry that was dequeued last. */
	private round = 0;
	/** The round of the last entry of each run. */
	private readonly lastRounds = new WeakMap<object, number>();

	/** The entry that `dequeue` returns next. */
	get first(): Entry | undefined {
		return this.waiting[0]?.entry;
	}

	enqueue(entry: Entry, run: object): void {
		const round = Math.max(this.round, this.lastRounds.get(run) ?? 0) + 1;
		this.lastRounds.set(run, round);
		this.insert({ entry, round });
	}

	/** Adds an entry in front of all runs, behind entries that were added by this method earlier. */
	enqueueFirst(entry: Entry): void {
		this.insert({ entry, round: 0 });
	}

	/** Adds an entry behind all waiting entries. */
	enqueueLast(entry: Entry): void {
		this.insert({ entry, round: this.waiting.at(-1)?.round ?? this.round });
	}

	dequeue(): Entry | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next?.entry;
	}

	private insert(added: Waiting<Entry>): void {
		const index = this.waiting.findIndex(({ round }) => round > added.round);
		this.waiting.splice(index < 0 ? this.waiting.length : index, 0, added);
	}
}
