import { unlessAborted } from '../utils/async';
import { ExpiringMap } from '../utils/expiringMap';
import { CancelledError } from './errors';

interface Entry<T> {
	result: Promise<T>;
	/** Monotonic, in milliseconds. */
	startedAt: number;
	isPending: boolean;
}

export interface ReadOptions {
	/** Earliest start of a read whose result may be used, as of `performance.now()`; a pending one always may. */
	since: number;
	/** Ends the waiting, not the read. */
	signal?: AbortSignal | undefined;
}

/**
 * Reads whose results several callers share, one read at a time for each key. A read makes one call and waits for no
 * other read, so that it is pending for no longer than a call can take. A failure reaches those who wait for it and is
 * forgotten; a read that ended because its own caller was cancelled is made again by the others.
 */
export class SharedReads<T> {
	private readonly entries: ExpiringMap<Entry<T>>;

	/** @param lifetimeMs of a result after its last use */
	constructor(lifetimeMs: number, maxEntries: number) {
		this.entries = new ExpiringMap(lifetimeMs, maxEntries);
	}

	/** The result for a key that is young enough or pending; undefined without one. */
	known(key: string, since: number): Promise<T> | undefined {
		const entry = this.entries.get(key);
		return entry && (entry.isPending || entry.startedAt >= since) ? entry.result : undefined;
	}

	/** The same; reads if there is none. */
	async get(key: string, options: ReadOptions, read: () => Promise<T>): Promise<T> {
		const { since, signal } = options;
		const known = this.known(key, since);
		const result = unlessAborted(known ?? this.start(key, read), signal, () => new CancelledError());
		if (!known) return await result;
		return await result.catch((error: unknown) => {
			if (error instanceof CancelledError && !signal?.aborted) return this.get(key, options, read);
			throw error;
		});
	}

	private start(key: string, read: () => Promise<T>): Promise<T> {
		const entry = { result: read(), startedAt: performance.now(), isPending: true };
		this.entries.set(key, entry);
		// Not awaited: callers that are already waiting resume first.
		void entry.result.then(
			() => (entry.isPending = false),
			() => this.entries.delete(key),
		);
		return entry.result;
	}
}
