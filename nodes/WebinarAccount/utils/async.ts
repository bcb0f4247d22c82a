/**
 * Waits for work that may never end.
 * @throws the given error as soon as the signal is aborted; the work itself is not stopped
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
	// Each listener has its own signal, because Node.js warns about many listeners on one.
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
 * Processes items concurrently, a limited number at a time, and returns the results in the items' order. After a
 * failure no further item starts; those already running are awaited.
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
	startedAt: number;
	isPending: boolean;
}

/** A cache whose callers share pending and finished promises. A failure is not cached. */
export class PromiseCache<T> {
	private readonly entries = new Map<string, Entry<T>>();

	/**
	 * @param maxEntries beyond which the oldest entry is removed
	 * @param now milliseconds since 1970
	 */
	constructor(
		private readonly maxEntries: number,
		private readonly now: () => number,
	) {}

	/** The promise of that key, if it started since that moment (milliseconds since 1970) or is pending. */
	known(key: string, since: number): Promise<T> | undefined {
		const entry = this.entries.get(key);
		return entry && (entry.isPending || entry.startedAt >= since) ? entry.promise : undefined;
	}

	/** The same; starts one if there is none. */
	get(key: string, since: number, load: () => Promise<T>): Promise<T> {
		const known = this.known(key, since);
		if (known) return known;
		const entry = { promise: load(), startedAt: this.now(), isPending: true };
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

/** Running work by key. */
const locks = new Map<string, Promise<unknown>>();

/** Runs work with the same key one at a time, in the whole process. */
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
