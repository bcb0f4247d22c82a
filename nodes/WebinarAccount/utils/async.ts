import { sleep } from 'n8n-workflow';

/**
 * Waits for work that may never end.
 * @throws the given error as soon as the signal is aborted; the work itself is not stopped
 */
export async function unlessAborted<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
	error: () => Error,
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
 * Processes items concurrently, a limited number at a time, and returns the results in the items' order. After a
 * failure no further item starts; those already running are awaited.
 * @throws the failure of the first item that failed
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

/**
 * Lets other work of the process run. Node.js 20 fires every timer that is due before it looks at anything else, and
 * after a long piece of work the first one is. The second one begins when the work is over.
 */
export async function yieldToEventLoop(): Promise<void> {
	await sleep(0);
	await sleep(0);
}
