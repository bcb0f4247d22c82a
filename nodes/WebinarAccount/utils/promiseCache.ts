interface Entry<T> {
	promise: Promise<T>;
	askedAt: number;
	isPending: boolean;
}

/** Answers shared by all who ask the same: a question is on its way once at a time. A failure is not kept. */
export class PromiseCache<T> {
	private readonly entries = new Map<string, Entry<T>>();

	/**
	 * @param maxEntries beyond these, the oldest answer is forgotten
	 * @param now milliseconds since 1970
	 */
	constructor(
		private readonly maxEntries: number,
		private readonly now: () => number,
	) {}

	/** @param since when an earlier answer must have been asked for; one that is still on its way always will do */
	get(key: string, since: number, ask: () => Promise<T>): Promise<T> {
		const known = this.entries.get(key);
		if (known && (known.isPending || known.askedAt >= since)) return known.promise;
		const entry = { promise: ask(), askedAt: this.now(), isPending: true };
		this.entries.delete(key);
		this.entries.set(key, entry);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.maxEntries && oldest !== undefined) this.entries.delete(oldest);
		// Not awaited: callers that already wait resume first.
		void entry.promise.then(
			() => (entry.isPending = false),
			() => this.entries.get(key) === entry && this.entries.delete(key),
		);
		return entry.promise;
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	clear(): void {
		this.entries.clear();
	}
}
