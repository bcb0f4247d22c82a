import { CancelledError, unlessAborted } from './async';

/** A map that drops an entry some time after its last use, even if nothing else happens. */
class ExpiringMap<Value> {
	/** Least recently used first. */
	private readonly entries = new Map<string, { value: Value; usedAt: number }>();
	private isWaiting = false;

	/** @param maxEntries maximum entries; the least recently used one is dropped to make room */
	constructor(
		private readonly lifetimeMs: number,
		private readonly maxEntries: number,
	) {}

	/** Returns a value, and counts as a use of the entry. */
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

	/** Drops expired entries, and sets a timer for the next one. The timer does not keep an idle process alive. */
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
	/** On the clock of `performance.now()`. */
	startedAt: number;
}

interface ReadOptions {
	/** The earliest start of a read whose result may be used, on the clock of `performance.now()`. */
	since: number;
	/** Ends the wait for the result, but not the read. */
	signal?: AbortSignal | undefined;
}

/**
 * Lets callers share the result of a read (single-flight). There is one read at a time for each key:
 * - If a pending read began too early for a caller, the caller waits for it and shares the next one.
 * - A failed read fails for the callers that could use its result, and is not kept.
 * - If a read was canceled together with the caller that started it, the other callers read again.
 */
export class SharedReads<T> {
	private readonly entries: ExpiringMap<Entry<T>>;

	/** @param lifetimeMs how long a result is kept after its last use */
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
