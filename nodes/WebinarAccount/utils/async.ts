import { sleep } from 'n8n-workflow';

/** The execution was canceled while it waited. */
export class CancelledError extends Error {
	constructor() {
		// n8n recognizes a canceled execution by the word "canceled", in this spelling.
		super('The execution was canceled');
	}
}

/** The clock of the limiter; tests inject their own. */
export interface Clock {
	/** Monotonic time in milliseconds. */
	now(): number;
	sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep };

/** Waits for work, which goes on if the wait is aborted. @throws the error as soon as the signal is aborted */
export async function unlessAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
	error: () => Error = () => new CancelledError(),
): Promise<T> {
	if (!signal) return await work;
	let abort = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		abort = () => reject(error());
	});
	// Each listener has its own signal, because Node.js warns about many listeners on one.
	const own = AbortSignal.any([signal]);
	if (own.aborted) abort();
	else own.addEventListener('abort', abort);
	try {
		return await Promise.race([work, aborted]);
	} finally {
		own.removeEventListener('abort', abort);
	}
}

/**
 * Works on several items at once and returns the results in the order of the items. After a failure, no further item
 * starts, and the running ones are awaited.
 * @throws the failure of the failed item that comes first in the order
 */
export async function mapConcurrent<Item, Result>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	const queue = items.entries();
	const worker = async () => {
		for (const [index, item] of queue) {
			if (failures.size > 0) break;
			try {
				results[index] = await work(item, index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}

/** Lets other work of the process run. Sleeps twice, because on Node 20 an overdue timer can fire before I/O. */
export async function yieldToEventLoop(): Promise<void> {
	await sleep(0);
	await sleep(0);
}

/** The end of the last running or waiting work, by key. */
const lastByKey = new Map<string, Promise<unknown>>();

/**
 * Does work with the same key one at a time, for all executions of the process. A failure does not affect the next work.
 * @param work receives whether it waited for other work
 * @throws CancelledError as soon as the signal is aborted while the work waits
 */
export async function oneAtATime<T>(
	key: string,
	signal: AbortSignal,
	work: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
	const previous = lastByKey.get(key);
	let endTurn = () => {};
	const turn = new Promise<void>((resolve) => (endTurn = resolve));
	// Work that is canceled while it waits ends its turn early, but the next work still waits for the previous one.
	const last = Promise.resolve(previous).then(() => turn);
	lastByKey.set(key, last);
	try {
		if (previous) await unlessAborted(previous, signal);
		return await work(previous !== undefined);
	} finally {
		endTurn();
		void last.then(() => lastByKey.get(key) === last && lastByKey.delete(key));
	}
}
