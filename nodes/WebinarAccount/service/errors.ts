/** One thing the service (or a check before it) has to say, about a request parameter where that is known. */
export interface Problem {
	/** The service's name of the parameter, e.g. `last_name`; absent when the problem is about the whole call. */
	parameter?: string;
	text: string;
}

/**
 * What a user entered cannot work, and nothing was sent.
 * @param message what is wrong, in the user's terms
 * @param description what to do about it
 * @param reasons what is wrong without the values themselves, so that it can be counted over many items
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly description: string,
		readonly reasons: readonly string[] = [message],
	) {
		super(message);
	}
}

export interface ServiceErrorDetails {
	description: string;
	/** The answer's HTTP status; absent when there was no answer. */
	httpCode?: number;
	/** What the service said about the parameters. */
	problems?: readonly Problem[];
	/** Whether these parameters can be custom fields of a registration form. */
	mayNameCustomFields?: boolean;
	/** What may be tried again: nothing, calls without side effect, or any call, because it never arrived. */
	repeat?: 'never' | 'ifReadOnly' | 'always';
}

/** The service refused a call, failed, or could not be reached. */
export class ServiceError extends Error {
	readonly description: string;
	readonly httpCode: number | undefined;
	readonly problems: readonly Problem[];
	readonly mayNameCustomFields: boolean;
	readonly repeat: 'never' | 'ifReadOnly' | 'always';

	constructor(message: string, details: ServiceErrorDetails) {
		super(message);
		this.description = details.description;
		this.httpCode = details.httpCode;
		this.problems = details.problems ?? [];
		this.mayNameCustomFields = details.mayNameCustomFields ?? false;
		this.repeat = details.repeat ?? 'never';
	}
}

/** The execution was cancelled while a call waited for its turn. */
export class CancelledError extends Error {
	constructor() {
		// n8n knows a cancelled execution by this word, in this spelling.
		super('The execution was canceled');
	}
}
