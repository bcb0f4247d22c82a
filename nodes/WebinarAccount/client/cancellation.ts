import { CancelledError } from '../service/errors';
import type { Clock } from './clock';

/** Ends the waiting of a run, or of one of its items. */
export class Cancellation {
	private readonly callbacks = new Set<() => void>();
	private readonly controller = new AbortController();

	/** Follows the execution's signal. */
	static of(signal: AbortSignal | undefined): Cancellation {
		const cancellation = new Cancellation();
		if (signal?.aborted) cancellation.cancel();
		else signal?.addEventListener('abort', () => cancellation.cancel(), { once: true });
		return cancellation;
	}

	get isCancelled(): boolean {
		return this.signal.aborted;
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	cancel(): void {
		this.controller.abort();
		for (const callback of this.callbacks) callback();
		this.callbacks.clear();
	}

	/** Calls back once on cancelling; the returned function ends that. */
	onCancel(callback: () => void): () => void {
		this.callbacks.add(callback);
		return () => this.callbacks.delete(callback);
	}

	/** Sleeps; throws a CancelledError as soon as the run is cancelled. */
	sleep(milliseconds: number, clock: Clock): Promise<void> {
		return new Promise((resolve, reject) => {
			if (this.isCancelled) return reject(new CancelledError());
			const forget = this.onCancel(() => reject(new CancelledError()));
			void clock.sleep(milliseconds).then(() => {
				forget();
				resolve();
			});
		});
	}
}
