interface Waiting<Entry> {
	entry: Entry;
	round: number;
}

/**
 * A fair queue: first in, first out within a run, and round robin between runs. A run is an execution, a poll or a list in
 * the editor. The user of a list therefore does not wait until a long execution has sent all its requests.
 *
 * The queue is sorted by round. A round has at most one entry of each run.
 */
export class FairQueue<Entry> {
	private readonly waiting: Array<Waiting<Entry>> = [];
	/** The round of the entry that was dequeued last. */
	private round = 0;
	/** The round of the entry that each run added last. */
	private readonly lastRounds = new WeakMap<object, number>();

	/** The entry that `dequeue` returns next; undefined if the queue is empty. */
	get first(): Entry | undefined {
		return this.waiting[0]?.entry;
	}

	/** Adds an entry behind the other entries of its run. Runs take turns. */
	enqueue(entry: Entry, run: object): void {
		const round = Math.max(this.round, this.lastRounds.get(run) ?? 0) + 1;
		this.lastRounds.set(run, round);
		this.insert({ entry, round });
	}

	/** Adds an entry in front of the entries of all runs. Entries that this method added earlier stay in front of it. */
	enqueueFirst(entry: Entry): void {
		this.insert({ entry, round: 0 });
	}

	/** Adds an entry behind the next entry of each run. */
	enqueueInNextRound(entry: Entry): void {
		this.insert({ entry, round: this.round + 1 });
	}

	/** Removes the first entry and returns it. */
	dequeue(): Entry | undefined {
		const next = this.waiting.shift();
		this.round = Math.max(this.round, next?.round ?? 0);
		return next?.entry;
	}

	/** Inserts an entry behind all entries of its round and of earlier rounds. Finds the position by binary search. */
	private insert(added: Waiting<Entry>): void {
		let start = 0;
		let end = this.waiting.length;
		while (start < end) {
			const middle = Math.floor((start + end) / 2);
			if ((this.waiting[middle]?.round ?? Infinity) > added.round) end = middle;
			else start = middle + 1;
		}
		this.waiting.splice(start, 0, added);
	}
}
