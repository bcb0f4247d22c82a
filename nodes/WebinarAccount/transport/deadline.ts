/**
 * Waits for something that may never end, such as an answer whose end does not come.
 * @param tooLate called at the deadline, to end what can be ended and to give the error
 * @throws that error at the deadline, whatever becomes of the work
 */
export async function beforeDeadline<T>(
	deadline: AbortSignal,
	work: Promise<T>,
	tooLate: () => Error,
): Promise<T> {
	let end = () => {};
	const over = new Promise<never>((_resolve, reject) => {
		end = () => reject(tooLate());
	});
	if (deadline.aborted) end();
	deadline.addEventListener('abort', end, { once: true });
	try {
		return await Promise.race([work, over]);
	} finally {
		deadline.removeEventListener('abort', end);
	}
}
