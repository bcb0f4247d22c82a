import { enumerated } from '../utils/values';

export interface Problem {
	/** The service's name of the parameter, e.g. `last_name`; absent when the problem is about the whole request. */
	parameter?: string;
	text: string;
}

/** The user's input is invalid, and no request was sent. The description says what to do. */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/** Returns an error about the user's input. @throws any other error */
export function asInputError(error: unknown): InputError {
	if (error instanceof InputError) return error;
	throw error;
}

export function missing(labels: readonly string[]): string {
	return `${enumerated(labels)} ${labels.length === 1 ? 'is' : 'are'} missing`;
}

export class MissingError extends InputError {
	constructor(readonly labels: readonly string[]) {
		super(missing(labels), `Fill ${labels.length === 1 ? 'it' : 'them'} in.`);
	}
}

/** The service rejected a request, failed, or could not be reached. */
export class ServiceError extends Error {
	readonly description: string = '';
	readonly httpCode?: number;
	readonly problems: readonly Problem[] = [];
	/** Whether the problems may be about custom fields of a registration form. */
	readonly mayNameCustomFields: boolean = false;
	/** Whether the request has a side effect and the service may have acted on it. */
	readonly mayHaveActed: boolean = false;
	readonly isTransient: boolean = false;
	/** Milliseconds that a throttled request must wait. */
	readonly retryAfterMs?: number;
	/** The part of the request that the service rejected or does not know, if its response says so. */
	readonly rejects: 'apiKey' | 'webinar' | undefined = undefined;

	constructor(message: string, details: Partial<Omit<ServiceError, keyof Error>>) {
		super(message);
		Object.assign(this, details);
	}
}
