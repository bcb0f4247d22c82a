import { Logger } from '@n8n/backend-common';

/** Records everything that is written to the console and to n8n's log, until `end`. */
export class Listening {
	private heard: unknown[][] = [];
	private readonly spies: jest.SpyInstance[];

	constructor() {
		const note = (...words: unknown[]) => void this.heard.push(words);
		const levels = ['error', 'warn', 'info', 'debug'] as const;
		this.spies = [
			...levels.map((level) => jest.spyOn(console, level).mockImplementation(note)),
			...levels.map((level) => jest.spyOn(Logger.prototype, level).mockImplementation(note)),
			jest.spyOn(console, 'log').mockImplementation(note),
		];
	}

	/** Returns the output since the last time. */
	take(): unknown[][] {
		return this.heard.splice(0);
	}

	end(): void {
		this.spies.forEach((spy) => spy.mockRestore());
	}
}
