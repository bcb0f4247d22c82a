/** The node's limit for a call. */
const LIMIT_MS = 30_000;

/**
 * Lets the node's pauses and its queue run faster. Real connections stay as slow as they are, and so does the time
 * limit of a call, unless another one is set: what else happens on the machine must not look like a hanging service.
 */
export class FastTime {
	/** Real milliseconds that a call may take. */
	limitMs = LIMIT_MS;
	private readonly spies: jest.SpyInstance[];

	/** @param factor virtual milliseconds in a real one */
	constructor(factor: number) {
		const { setTimeout: wait, performance } = globalThis;
		const limit = AbortSignal.timeout.bind(AbortSignal);
		const now = performance.now.bind(performance);
		const begun = now();
		const sped = (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
			wait(callback, milliseconds === LIMIT_MS ? this.limitMs : milliseconds / factor, ...args);
		this.spies = [
			jest.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(sped, wait)),
			jest.spyOn(performance, 'now').mockImplementation(() => begun + (now() - begun) * factor),
			jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit(this.limitMs)),
		];
	}

	end(): void {
		this.spies.forEach((spy) => spy.mockRestore());
		this.limitMs = LIMIT_MS;
	}
}
