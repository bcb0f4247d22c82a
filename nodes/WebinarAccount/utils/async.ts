/**
 * Waits for work that may never end.
 * @throws the given error as soon as the signal is aborted, whatever becomes of the work
 */
export async function unlessAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
	error: () => Error,
): Promise<T> {
	if (!signal) return await work;
	let abort = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		abort = () => reject(error());
	});
	// A signal of its own for each listener: Node.js warns of many at one signal.
	const own = AbortSignal.any([signal]);
	if (own.aborted) abort();
	else own.addEventListener('abort', abort);
	try {
		return await Promise.race([work, aborted]);
	} finally {
		own.removeEventListener('abort', abort);
	}
}

/**
 * Works on items side by side, a bounded number at a time, and gives the results in the items' order. After a
 * failure no further item is begun; those under way are waited for.
 * @throws the failure of the first item that failed
 */
export async function mapConcurrent<Item, Result>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	const queue = items.entries();
	const worker = async () => {
		for (const [index, item] of queue) {
			if (failures.size > 0) break;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}

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

	/** The answer to a question, if it was asked since that moment or is still on its way. */
	known(key: string, since: number): Promise<T> | undefined {
		const entry = this.entries.get(key);
		return entry && (entry.isPending || entry.askedAt >= since) ? entry.promise : undefined;
	}

	/** The same; asks if there is none. */
	get(key: string, since: number, ask: () => Promise<T>): Promise<T> {
		const known = this.known(key, since);
		if (known) return known;
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

/** Work that is under way, by key. */
const locks = new Map<string, Promise<unknown>>();

/** Works on one thing after the other for each key, in the whole process. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
	const before = locks.get(key);
	const mine = before ? before.then(work, work) : work();
	locks.set(key, mine);
	try {
		return await mine;
	} finally {
		if (locks.get(key) === mine) locks.delete(key);
	}
}
