import type { Cancellation } from './cancellation';

/**
 * Waits for something that may never end, such as an answer whose end does not come.
 * @param deadline not a signal, which many calls of one poll would listen to at once: Node.js warns of that
 * @param tooLate called at the deadline, to end what can be ended and to give the error
 * @throws that error at the deadline, whatever becomes of the work
 */
export async function beforeDeadline<T>(
	deadline: Cancellation,
	work: Promise<T>,
	tooLate: () => Error,
): Promise<T> {
	let forget = () => {};
	const over = new Promise<never>((_resolve, reject) => {
		const end = () => reject(tooLate());
		if (deadline.isCancelled) end();
		else forget = deadline.onCancel(end);
	});
	try {
		return await Promise.race([work, over]);
	} finally {
		forget();
	}
}
