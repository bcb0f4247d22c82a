import { unlessAborted } from '../utils/async';
import { CancelledError } from './errors';

/** The last work of each key that runs or waits. */
const last = new Map<string, Promise<unknown>>();

/**
 * Does work with the same key one at a time, for all executions of the process. A failure does not reach the next.
 * @throws CancelledError as soon as the signal is aborted before the turn, which the next then gets
 */
export async function oneAtATime<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	const before = last.get(key) ?? Promise.resolve();
	let end = () => {};
	const own = new Promise<void>((resolve) => (end = resolve));
	const turn = before.then(() => own);
	last.set(key, turn);
	try {
		await unlessAborted(before, signal, () => new CancelledError());
		return await work();
	} finally {
		end();
		// Not yet, if it was cancelled before its turn: the next one has to wait for those before.
		void turn.then(() => last.get(key) === turn && last.delete(key));
	}
}
