import { MAX_CALLS_PER_SECOND } from '../account';

/** Length of the window in milliseconds: one second, in which the service counts requests, and a margin of 75 ms. */
const WINDOW_MS = 1075;

/**
 * A sliding-window log, which allows at most `limit` requests in any 1,075 ms.
 *
 * Assumption: the service counts the requests that arrive within one second. Network delays vary, so requests can arrive
 * closer together than they were sent. The margin keeps the service's count within the limit if delays vary by up to 75 ms.
 */
export class SlidingWindowLog {
	/** When the last requests were sent, the oldest first. */
	private sentAt: number[] = [];

	/** Records that a request is sent now. */
	add(now: number): void {
		this.sentAt = [...this.sentAt, now].slice(-MAX_CALLS_PER_SECOND);
	}

	/** Returns the earliest time at which the next request may be sent. */
	availableAt(limit: number): number {
		const oldest = this.sentAt.at(-limit);
		return oldest === undefined ? 0 : oldest + WINDOW_MS;
	}
}
