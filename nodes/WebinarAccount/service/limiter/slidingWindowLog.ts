import { MAX_CALLS_PER_SECOND } from '../account';

/** Length of the window in milliseconds: the service's second and a margin of 75 ms. */
const WINDOW_MS = 1075;

/**
 * A sliding-window log: sends at most `limit` requests in any 1,075 ms.
 *
 * Assumption: the service counts requests per second, by their arrival. Delays vary, so a request may arrive late. The margin
 * keeps it more than a second apart from the request that is sent `limit` requests later, if it is at most 75 ms late.
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
