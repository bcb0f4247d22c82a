import { InputError, ServiceError } from '../../nodes/WebinarAccount/service/errors';

/** The failure of a call that must fail in words for a user. */
export function failureOf(call: () => unknown): InputError | ServiceError {
	try {
		call();
	} catch (error) {
		if (error instanceof InputError || error instanceof ServiceError) return error;
		throw error;
	}
	throw new Error('The call did not fail');
}
