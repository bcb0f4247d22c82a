import { CancelledError, unlessAborted } from './async';

/** A map whose entries end some time after their last use, also when nothing else happens. */
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
		this.expire();
		const entry = this.entries.get(key);
		if (entry) this.set(key, entry.value);
		return entry?.value;
	}

	set(key: string, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, { value, usedAt: performance.now() });
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.maxEntries && oldest !== undefined) this.entries.delete(oldest);
		this.expire();
	}

	delete(key: string): void {
		this.entries.delete(key);
	}

	/** Its timer, unlike `sleep`, does not keep a process alive that has nothing else to do. */
	private expire(): void {
		for (const [key, { usedAt }] of this.entries) {
			if (performance.now() - usedAt < this.lifetimeMs) break;
			this.entries.delete(key);
		}
		const [oldest] = this.entries.values();
		if (this.isWaiting || !oldest) return;
		this.isWaiting = true;
		const left = oldest.usedAt + this.lifetimeMs - performance.now();
		AbortSignal.timeout(Math.max(1, Math.ceil(left))).addEventListener('abort', () => {
			this.isWaiting = false;
			this.expire();
		});
	}
}

interface Entry<T> {
	result: Promise<T>;
	/** Monotonic, in milliseconds. */
	startedAt: number;
}

interface ReadOptions {
	/** Earliest start of a read whose result may be used, as of `performance.now()`. */
	since: number;
	/** Ends the waiting, not the read. */
	signal?: AbortSignal | undefined;
}

/**
 * Reads whose results several callers share, one read at a time for each key: a caller whose question is younger than a
 * pending read waits for it and shares the next one. A failure reaches those who wait for it and is forgotten; a read
 * that ended because its own caller was cancelled is made again by the others.
 */
export class SharedReads<T> {
	private readonly entries: ExpiringMap<Entry<T>>;

	/** @param lifetimeMs of a result after its last use */
	constructor(lifetimeMs: number, maxEntries: number) {
		this.entries = new ExpiringMap(lifetimeMs, maxEntries);
	}

	async get(key: string, { since, signal }: ReadOptions, work: () => Promise<T>): Promise<T> {
		let awaited: Entry<T> | undefined;
		for (;;) {
			const entry = this.entries.get(key);
			if (!entry || entry === awaited) return await unlessAborted(this.start(key, work), signal);
			awaited = entry;
			const isUsable = entry.startedAt >= since;
			const read = await unlessAborted(entry.result, signal).then(
				(result) => ({ result }),
				(error: unknown) => {
					if (signal?.aborted || (isUsable && !(error instanceof CancelledError))) throw error;
				},
			);
			if (read && isUsable) return read.result;
		}
	}

	private start(key: string, read: () => Promise<T>): Promise<T> {
		const entry = { result: read(), startedAt: performance.now() };
		this.entries.set(key, entry);
		entry.result.catch(() => this.entries.delete(key));
		return entry.result;
	}
}
