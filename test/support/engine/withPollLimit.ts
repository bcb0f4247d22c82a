/**
 * Does some work in which a test says when n8n's time limit for a poll is over. Other timeouts pass as usual, so the limit
 * must differ from them.
 *
 * @param budgetMs the limit, as given to `activate`
 * @param work gets a function that ends the limit
 */
export async function withPollLimit(
	budgetMs: number,
	work: (endLimit: () => void) => Promise<void>,
): Promise<void> {
	const usualTimeout = AbortSignal.timeout.bind(AbortSignal);
	const limit = new AbortController();
	let isSet = false;
	AbortSignal.timeout = (milliseconds) => {
		if (milliseconds !== budgetMs) return usualTimeout(milliseconds);
		isSet = true;
		return limit.signal;
	};
	try {
		await work(() => limit.abort());
	} finally {
		AbortSignal.timeout = usualTimeout;
	}
	if (!isSet) throw new Error(`No poll has a limit of ${budgetMs} ms`);
}
