import { CancelledError, unlessAborted } from './async';

/**
 * A map whose entries end some time after their last use, also when nothing else happens. Time is monotonic, so that a
 * change of the system's clock does not matter.
 */
export class ExpiringMap<Value> {
	/** The entry that was used longest ago is the first. */
	private readonly entries = new Map<string, { value: Value; usedAt: number }>();
	private isWaiting = false;

	/** @param maxEntries beyond which the entry that was used longest ago ends at once */
	constructor(
		private readonly lifetimeMs: number,
		private readonly maxEntries: number,
	) {}

	/** Also prolongs the entry's life. */
	get(key: string): Value | undefined {
		this.removeExpired();
		const entry = this.entries.get(key);
		if (entry) this.set(key, entry.value);
		return entry?.value;
	}

	set(key: string, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, { value, usedAt: performance.now() });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.maxEntries && oldest !== undefined) this.entries.delete(oldest);
		this.wait();
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	private removeExpired(): void {
		for (const [key, { usedAt }] of this.entries) {
			if (performance.now() - usedAt < this.lifetimeMs) break;
			this.entries.delete(key);
		}
	}

	/** This timer, unlike `sleep`, does not keep a process alive that has nothing else to do. */
	private wait(): void {
		const [oldest] = this.entries.values();
		if (this.isWaiting || !oldest) return;
		this.isWaiting = true;
		const left = oldest.usedAt + this.lifetimeMs - performance.now();
		AbortSignal.timeout(Math.max(1, Math.ceil(left))).addEventListener('abort', () => {
			this.isWaiting = false;
			this.removeExpired();
			this.wait();
		});
	}
}

interface Entry<T> {
	result: Promise<T>;
	/** Monotonic, in milliseconds; Infinity until the read has ended. */
	startedAt: number;
}

interface ReadOptions {
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
		return entry && entry.startedAt >= since ? entry.result : undefined;
	}

	/** The same; reads if there is none. */
	async get(key: string, options: ReadOptions, read: () => Promise<T>): Promise<T> {
		const { since, signal } = options;
		const known = this.known(key, since);
		const result = unlessAborted(known ?? this.start(key, read), signal);
		if (!known) return await result;
		return await result.catch((error: unknown) => {
			if (error instanceof CancelledError && !signal?.aborted) return this.get(key, options, read);
			throw error;
		});
	}

	private start(key: string, read: () => Promise<T>): Promise<T> {
		const startedAt = performance.now();
		const entry = { result: read(), startedAt: Infinity };
		this.entries.set(key, entry);
		// Not awaited: callers that are already waiting resume first.
		void entry.result.then(
			() => (entry.startedAt = startedAt),
			() => this.entries.delete(key),
		);
		return entry.result;
	}
}
