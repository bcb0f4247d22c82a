/**
 * Waits for work that may never end.
 * @throws the given error as soon as the signal is aborted, whatever becomes of the work
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
	// A signal of its own for each listener: Node.js warns of many at one signal.
	const own = AbortSignal.any([signal]);
	if (own.aborted) abort();
	else own.addEventListener('abort', abort);
	try {
		return await Promise.race([work, aborted]);
	} finally {
		own.removeEventListener('abort', abort);
	}
}
