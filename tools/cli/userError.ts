import { constants } from 'node:os';

/** An error that the user can correct. Only its message is shown. */
export class UserError extends Error {
	constructor(
		message: string,
		readonly exitCode = 1,
	) {
		super(message);
	}
}

/** Says that a signal stopped the program. */
export class Stopped extends UserError {
	constructor(signal: NodeJS.Signals) {
		super(`stopped by ${signal}`, 128 + constants.signals[signal]);
	}
}

/** Reports the error and ends the process immediately. */
export function exitWith(error: unknown): never {
	if (error instanceof UserError) {
		console.error(`error: ${error.message}`);
		process.exit(error.exitCode);
	}
	console.error(error);
	process.exit(1);
}
