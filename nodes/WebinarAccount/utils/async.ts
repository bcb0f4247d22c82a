import { sleep } from 'n8n-workflow';

/** The error for work that stops because the execution was canceled, an earlier item failed, or a poll ran out of time. */
export class CancelledError extends Error {
	constructor() {
		// n8n recognizes a canceled execution by the word "canceled" in the message.
		super('The execution was canceled');
	}
}

/**
 * Waits for work until the signal is aborted. The work itself then continues.
 * @throws the error as soon as the signal is aborted
 */
export async function unlessAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
	error: () => Error = () => new CancelledError(),
): Promise<T> {
	if (!signal) return await work;
	// The promise below assigns the function at once.
	let abort = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		abort = () => reject(error());
	});
	// A signal for this listener only, because Node.js warns about many listeners on the same signal.
	const ownSignal = AbortSignal.any([signal]);
	if (ownSignal.aborted) abort();
	else ownSignal.addEventListener('abort', abort);
	try {
		return await Promise.race([work, aborted]);
	} finally {
		ownSignal.removeEventListener('abort', abort);
	}
}

const MAX_FETCHES = 500;

interface SharedFetch<Value> {
	/** On the clock of `performance.now()`. */
	begunAt: number;
	value: Promise<Value>;
}

/** Fetches by key, pending or done. A failed fetch is not kept. */
export class SharedFetches<Value> {
	private readonly byKey = new Map<string, SharedFetch<Value>>();

	/**
	 * Returns what was fetched for a key. Begins a new fetch if there is none, or if it began before `earliestBegin`.
	 * @param signal ends the wait for the fetch, which itself continues
	 */
	async get(
		key: string,
		earliestBegin: number,
		begin: () => Promise<Value>,
		signal?: AbortSignal,
	): Promise<Value> {
		const kept = this.byKey.get(key);
		if (!kept || kept.begunAt < earliestBegin) return await unlessAborted(this.add(key, begin), signal);
		return await unlessAborted(kept.value, signal).catch(async (error: unknown) => {
			const isOwnWaitOver = signal?.aborted;
			if (!(error instanceof CancelledError) || isOwnWaitOver) throw error;
			// n8n cancels the requests of a canceled execution, even if other executions wait for them. The others fetch again:
			// the first of them begins a fetch, which the rest share.
			this.removeUnlessReplaced(key, kept);
			return await this.get(key, earliestBegin, begin, signal);
		});
	}

	private add(key: string, begin: () => Promise<Value>): Promise<Value> {
		const added = { begunAt: performance.now(), value: begin() };
		// Deleted first, so that the oldest fetch is always the first one.
		this.byKey.delete(key);
		this.byKey.set(key, added);
		const [oldest] = this.byKey.keys();
		if (this.byKey.size > MAX_FETCHES && oldest !== undefined) this.byKey.delete(oldest);
		added.value.catch(() => this.removeUnlessReplaced(key, added));
		return added.value;
	}

	/** Removes a fetch, unless a later one has taken its place. */
	private removeUnlessReplaced(key: string, fetch: SharedFetch<Value>): void {
		if (this.byKey.get(key) === fetch) this.byKey.delete(key);
	}
}

/**
 * Maximum items, webinars or pages in progress. It limits the memory that the node uses while responses are slow. With a
 * lower number, slow responses would keep the requests below the allowed rate.
 */
export const MAX_CONCURRENT = 80;

/**
 * Processes items concurrently and returns the results in the order of the items. After a failure, starts no further
 * items, but waits for the items in progress.
 * @param maxConcurrent maximum items in progress
 * @throws the first error
 */
export async function mapConcurrent<Item, Result>(
	items: readonly Item[],
	maxConcurrent: number,
	work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures: unknown[] = [];
	// All workers take their items from this iterator, so each item is taken once.
	const remaining = items.entries();
	const worker = async () => {
		for (const [index, item] of remaining) {
			// This worker or another one failed.
			if (failures.length > 0) break;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				failures.push(error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, worker));
	if (failures.length > 0) throw failures[0];
	return results;
}

/** For each key, a promise that resolves when the work that was added last, and all before it, has ended. */
const endByKey = new Map<string, Promise<unknown>>();

/**
 * Runs work when all earlier work with the same key in this process has ended. A failure of earlier work has no effect.
 * @throws CancelledError as soon as the signal is aborted while the work waits
 */
export async function oneAtATime<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	const endOfEarlier = endByKey.get(key);
	const waitAndWork = async () => {
		if (endOfEarlier) await unlessAborted(endOfEarlier, signal);
		return await work();
	};
	const result = waitAndWork();
	// A cancellation can end `result` while earlier work still runs.
	const end = Promise.allSettled([endOfEarlier, result]);
	endByKey.set(key, end);
	// Forgets the key, unless further work was added meanwhile.
	void end.then(() => {
		if (endByKey.get(key) === end) endByKey.delete(key);
	});
	return await result;
}

/** Pauses, so that other work in this process can run. Sleeps twice: on Node 20, an overdue timer can fire before I/O. */
export async function yieldToEventLoop(): Promise<void> {
	await sleep(0);
	await sleep(0);
}
