import type { ErrorRequestHandler, Response } from 'express';
import type { Booking, Registrants } from './registrants';
import type { Account, ApiResponse, ParameterLists, Parameters, Product, Webinar } from './types';
import { given, type FieldErrors } from './validation';

/** A request that passed the checks of method, key and rate limit. */
export interface OperationRequest {
	product: Product;
	parameters: Parameters;
	/** All values of each parameter, for custom fields. */
	lists: ParameterLists;
	account: Account;
	registrants: Registrants;
	/** Lets a fault change the booking. */
	alterBooking?: ((booking: Booking) => Booking) | undefined;
}

/** Returns the webinar that `webinar_id` names. */
export function selectedWebinar({ product, parameters, account }: OperationRequest): Webinar | undefined {
	const id = given(parameters, 'webinar_id');
	return account.webinars.find((webinar) => webinar.product === product && String(webinar.id) === id);
}

export function success(fields: object): ApiResponse {
	return { status: 200, body: { status: 'success', ...fields } };
}

export function rejection(status: 400 | 422, errors: FieldErrors): ApiResponse {
	return { status, body: { status: 'error', errors } };
}

/** Handles errors of reading a request body, such as one that is too long or does not match its headers. */
export function ifUnreadable(respond: (response: Response) => void): ErrorRequestHandler {
	return (error: unknown, _request, response, next) => {
		const status = error instanceof Error && 'status' in error ? Number(error.status) : 0;
		if (status < 400 || status >= 500 || response.headersSent) return next(error);
		respond(response);
	};
}
