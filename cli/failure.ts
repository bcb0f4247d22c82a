import { constants } from 'node:os';

/** Something that the user can put right, or wanted; its message is all that is shown. */
export class UserError extends Error {
	constructor(
		message: string,
		readonly exitCode = 1,
	) {
		super(message);
	}
}

/** The user or the system asked for the end. */
export class Stopped extends UserError {
	constructor(signal: NodeJS.Signals) {
		super(`stopped by ${signal}`, 128 + constants.signals[signal]);
	}
}

/** Ends the process, and whatever it is still busy with. */
export function exitWith(error: unknown): never {
	if (error instanceof UserError) {
		console.error(`error: ${error.message}`);
		process.exit(error.exitCode);
	}
	console.error(error);
	process.exit(1);
}
