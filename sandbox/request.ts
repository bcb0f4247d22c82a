import type { Booking, Registrants } from './registrants';
import type { Account, Answer, ParameterLists, Parameters, Product, Webinar } from './types';
import { given, type FieldErrors } from './validation';

/** What an operation is called with: the method, the key and the limit are checked already. */
export interface OperationRequest {
	product: Product;
	parameters: Parameters;
	/** The same with all values, for custom fields. */
	lists: ParameterLists;
	account: Account;
	registrants: Registrants;
	/** A fault may book something else than what was asked for. */
	alterBooking?: ((booking: Booking) => Booking) | undefined;
}

export function selectedWebinar({ product, parameters, account }: OperationRequest): Webinar | undefined {
	const id = given(parameters, 'webinar_id');
	return account.webinars.find((webinar) => webinar.product === product && String(webinar.id) === id);
}

export function success(member: object): Answer {
	return { status: 200, body: { status: 'success', ...member } };
}

export function rejection(status: 400 | 422, errors: FieldErrors): Answer {
	return { status, body: { status: 'error', errors } };
}

/** Whether an error is the sender's: a body that is too long, or not packed or written as it says. */
export function isOfBody(error: unknown): boolean {
	const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
	return status >= 400 && status < 500;
}
