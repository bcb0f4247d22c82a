/**
 * Waits for something that may never end, such as an answer whose end does not come.
 * @param giveUp called at the deadline, to end what can be ended
 * @throws an error at the deadline, whatever becomes of the work
 */
export async function beforeDeadline<T>(
	deadline: AbortSignal,
	work: Promise<T>,
	giveUp: () => void,
): Promise<T> {
	let end = () => {};
	const tooLate = new Promise<never>((_resolve, reject) => {
		end = () => {
			giveUp();
			reject(new Error('Not complete in time'));
		};
	});
	if (deadline.aborted) end();
	deadline.addEventListener('abort', end, { once: true });
	try {
		return await Promise.race([work, tooLate]);
	} finally {
		deadline.removeEventListener('abort', end);
	}
}
