import type { ErrorRequestHandler, Response } from 'express';
import type { Booking, Registrants } from './registrants';
import type { Account, Answer, ParameterLists, Parameters, Product, Webinar } from './types';
import { given, type FieldErrors } from './validation';

/** The request of an operation, after the checks of method, key and limit. */
export interface OperationRequest {
	product: Product;
	parameters: Parameters;
	/** All values of each parameter, for custom fields. */
	lists: ParameterLists;
	account: Account;
	registrants: Registrants;
	/** A fault may change the booking. */
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

/** Answers where the sender caused the error: a body that is too long, or does not match its headers. */
export function ifUnreadable(answer: (response: Response) => void): ErrorRequestHandler {
	return (error: unknown, _request, response, next) => {
		const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
		if (status < 400 || status >= 500 || response.headersSent) return next(error);
		answer(response);
	};
}
