import { CancelledError } from '../service/errors';
import type { Clock } from './clock';

/**
 * Ends the waiting of one run. It listens to the execution's signal once, however many calls wait, because Node
 * warns of a leak at more than ten listeners.
 */
export class Cancellation {
	private readonly callbacks = new Set<() => void>();
	private done = false;

	constructor(signal?: AbortSignal) {
		if (signal?.aborted) this.cancel();
		else signal?.addEventListener('abort', () => this.cancel(), { once: true });
	}

	get isCancelled(): boolean {
		return this.done;
	}

	cancel(): void {
		this.done = true;
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
			if (this.done) return reject(new CancelledError());
			const forget = this.onCancel(() => reject(new CancelledError()));
			void clock.sleep(milliseconds).then(() => {
				forget();
				resolve();
			});
		});
	}
}
