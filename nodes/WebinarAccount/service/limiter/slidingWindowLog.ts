import { MAX_CALLS_PER_SECOND } from '../account';

/** The service's second and a margin of 75 ms. */
export const WINDOW_MS = 1075;

/**
 * A sliding-window log: sends at most `limit` requests in any 1,075 ms.
 *
 * Assumption: the service counts a request when it arrives, and its limit is per second. If a request takes up to 75 ms
 * longer to arrive than the one that is sent `limit` requests later, they still arrive more than a second apart.
 */
export class SlidingWindowLog {
	/** The times of the last requests, the oldest first. */
	private sentAt: number[] = [];

	add(now: number): void {
		this.sentAt = [...this.sentAt, now].slice(-MAX_CALLS_PER_SECOND);
	}

	/** The earliest time for one more request. */
	availableAt(limit: number): number {
		const oldest = this.sentAt.at(-limit);
		return oldest === undefined ? 0 : oldest + WINDOW_MS;
	}
}
