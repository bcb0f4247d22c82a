import { CancelledError, unlessAborted } from './async';

/** A map that drops each entry some time after its last use. A timer does this, even if the map is never used again. */
class ExpiringMap<Value> {
	/** The least recently used entry comes first. `usedAt` is a time of `performance.now()`. */
	private readonly entries = new Map<string, { value: Value; usedAt: number }>();
	private hasTimer = false;

	/**
	 * @param lifetimeMs how long an entry is kept after its last use
	 * @param maxEntries maximum entries; to make room, the map drops the least recently used one
	 */
	constructor(
		private readonly lifetimeMs: number,
		private readonly maxEntries: number,
	) {}

	/** Returns the value for a key. This counts as a use of the entry. */
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

	/** Drops expired entries, and sets a timer for the entry that expires next. The timer does not keep Node.js running. */
	private expire(): void {
		for (const [key, { usedAt }] of this.entries) {
			if (performance.now() - usedAt < this.lifetimeMs) break;
			this.entries.delete(key);
		}
		const [oldest] = this.entries.values();
		if (this.hasTimer || !oldest) return;
		this.hasTimer = true;
		const remainingMs = oldest.usedAt + this.lifetimeMs - performance.now();
		AbortSignal.timeout(Math.max(1, Math.ceil(remainingMs))).addEventListener('abort', () => {
			this.hasTimer = false;
			this.expire();
		});
	}
}

/** A read that is pending or done. */
interface Entry<T> {
	result: Promise<T>;
	/** When the read started, as a time of `performance.now()`. */
	startedAt: number;
}

interface ReadOptions {
	/** The earliest start of a read whose result may be used, as a time of `performance.now()`. */
	since: number;
	/** Ends the wait for the result. The read itself continues. */
	signal?: AbortSignal | undefined;
}

/**
 * Shares the result of a read among its callers (single-flight). For each key, only one read is pending at a time:
 * - If the pending read started too early for a caller, the caller waits until it ends and then shares the next read.
 * - If a read fails, it fails for all callers that could use its result. The failure is not kept.
 * - If a read was canceled by the caller that started it, the other callers read again.
 */
export class SharedReads<T> {
	private readonly entries: ExpiringMap<Entry<T>>;

	/** @param lifetimeMs how long a result is kept after its last use */
	constructor(lifetimeMs: number, maxEntries: number) {
		this.entries = new ExpiringMap(lifetimeMs, maxEntries);
	}

	/** Returns the result of a shared read that is recent enough, or else of a new read. */
	async get(key: string, { since, signal }: ReadOptions, read: () => Promise<T>): Promise<T> {
		let outdated: Entry<T> | undefined;
		for (;;) {
			const entry = this.entries.get(key);
			if (!entry || entry === outdated) return await unlessAborted(this.start(key, read), signal);
			const isUsable = entry.startedAt >= since;
			const success = await unlessAborted(entry.result, signal).then(
				(value) => ({ value }),
				(error: unknown) => {
					const mayReadAgain = !isUsable || error instanceof CancelledError;
					if (signal?.aborted || !mayReadAgain) throw error;
				},
			);
			if (success && isUsable) return success.value;
			outdated = entry;
		}
	}

	/** Starts a read, and shares its result unless it fails. */
	private start(key: string, read: () => Promise<T>): Promise<T> {
		const entry = { result: read(), startedAt: performance.now() };
		this.entries.set(key, entry);
		entry.result.catch(() => this.entries.delete(key));
		return entry.result;
	}
}
