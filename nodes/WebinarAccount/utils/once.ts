/** Does something once for each key in a run, however many items ask side by side. */
export class Once {
	private readonly attempts = new Map<string, Promise<boolean>>();

	/**
	 * Waits for an attempt that is under way. One that failed does not count: then the next one tries.
	 * @returns the result, or undefined if it was done before
	 */
	async once<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined> {
		for (let earlier = this.attempts.get(key); earlier; earlier = this.attempts.get(key)) {
			if (await earlier) return undefined;
			if (this.attempts.get(key) === earlier) this.attempts.delete(key);
		}
		const attempt = work();
		this.attempts.set(
			key,
			attempt.then(
				() => true,
				() => false,
			),
		);
		return await attempt;
	}
}
