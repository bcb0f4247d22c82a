import type { Account } from './account';
import type { ProductName } from './products';
import type { Responses, EndpointName } from './schemas';

interface Endpoint {
	path: string;
	/** Completes the message "Could not …". */
	purpose: string;
	/** Says what may have happened although the request failed. Absent for a request that changes nothing. */
	sideEffect?: string;
	/** The fix for a rejected request. */
	advice: string;
	/** The message when the host does not have the endpoint. Absent for the documented endpoints. */
	absence?: string;
	/** Whether a response without a body (HTTP 204) is a success. */
	mayBeEmpty?: boolean;
	takesCustomFields?: boolean;
}

/** The endpoints of both products ("Endpoints"). */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
	webinars: {
		path: 'webinars',
		purpose: 'list the webinars',
		advice: 'Check the API key and the service in the credential.',
	},
	webinar: {
		path: 'webinar',
		purpose: 'read the webinar',
		advice: 'Choose the webinar again: it may have been deleted, or belong to the other product.',
	},
	register: {
		path: 'register',
		purpose: 'register the person',
		sideEffect: 'The person may have been registered',
		advice: 'Correct the named values, then run this item again.',
		takesCustomFields: true,
	},
	registrants: {
		path: 'registrants',
		purpose: 'list the registrants',
		advice: 'Correct the named values, then try again.',
		absence: 'This host has no registrant list',
	},
	unsubscribe: {
		path: 'unsubscribe',
		purpose: 'unsubscribe the registrant',
		sideEffect: 'The registrant may have been unsubscribed',
		advice: 'A lead ID is the lead_id of a registrant of this webinar, not the user_id of a registration.',
		absence: 'This host cannot unsubscribe registrants',
		mayBeEmpty: true,
	},
};

/** Request parameters under the service's names. An array contains the values of one parameter. */
export type CallParameters = Readonly<Record<string, string | readonly string[]>>;

export interface ServiceClient {
	readonly account: Account;
	call<Name extends EndpointName>(
		product: ProductName,
		name: Name,
		parameters?: CallParameters,
	): Promise<Responses[Name]>;
}
