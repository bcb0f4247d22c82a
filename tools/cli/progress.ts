/** Interval in milliseconds between lines. */
const EVERY_MS = 5000;

/** Does some work. While it runs, prints a line to stderr every 5 seconds. @param describe returns what is done so far */
export async function withProgress<Result>(
	describe: () => string,
	work: () => Promise<Result>,
): Promise<Result> {
	const startedAt = Date.now();
	const timer = setInterval(() => {
		const seconds = Math.round((Date.now() - startedAt) / 1000);
		console.error(`  ${describe()}, ${seconds} s`);
	}, EVERY_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}
