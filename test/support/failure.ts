import { InputError, ServiceError } from '../../nodes/WebinarAccount/service/errors';

/** Returns the error of a function that must throw one with a message for users. */
export function failureOf(call: () => unknown): InputError | ServiceError {
	try {
		call();
	} catch (error) {
		if (error instanceof InputError || error instanceof ServiceError) return error;
		throw error;
	}
	throw new Error('The call did not fail');
}
