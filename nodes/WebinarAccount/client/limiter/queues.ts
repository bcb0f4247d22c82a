import type { Account } from '../../service/account';
import { CallQueue } from './callQueue';
import { systemClock } from '../clock';

/** One queue per service origin and key, for every execution, node and list in this process. */
const queues = new Map<string, CallQueue>();

/** The queue of an account; queues that nobody uses any more are forgotten on the way. */
export function queueOf({ origin, apiKey }: Account): CallQueue {
	const name = `${origin} ${apiKey}`;
	for (const [other, queue] of queues) {
		if (other !== name && queue.isIdle) queues.delete(other);
	}
	const queue = queues.get(name) ?? new CallQueue(systemClock, Math.random);
	queues.set(name, queue);
	return queue;
}
