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
	/** The moment of the last change of speed, in real and in virtual milliseconds. */
	private changedAt: number;
	private virtualThen: number;

	/** @param factor virtual milliseconds in a real one */
	constructor(private factor: number) {
		const { setTimeout: wait, performance } = globalThis;
		const limit = AbortSignal.timeout.bind(AbortSignal);
		const now = performance.now.bind(performance);
		this.changedAt = this.virtualThen = now();
		const sped = (callback: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) =>
			wait(callback, milliseconds === LIMIT_MS ? this.limitMs : milliseconds / this.factor, ...args);
		this.spies = [
			jest.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(sped, wait)),
			jest
				.spyOn(performance, 'now')
				.mockImplementation(() => this.virtualThen + (now() - this.changedAt) * this.factor),
			jest
				.spyOn(AbortSignal, 'timeout')
				.mockImplementation((milliseconds) => limit(milliseconds === LIMIT_MS ? this.limitMs : milliseconds)),
		];
	}

	/** @param factor virtual milliseconds in a real one, from now on */
	setSpeed(factor: number): void {
		const virtual = performance.now();
		this.changedAt += (virtual - this.virtualThen) / this.factor;
		this.virtualThen = virtual;
		this.factor = factor;
	}

	end(): void {
		this.spies.forEach((spy) => spy.mockRestore());
		this.limitMs = LIMIT_MS;
	}
}
