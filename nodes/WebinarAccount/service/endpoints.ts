import type { Account } from './account';
import type { Product } from './products';
import type { Responses, EndpointName } from './schemas';

interface Endpoint {
	path: string;
	/** The purpose of the request. Completes the error message "Could not …". */
	purpose: string;
	/** What the service may have done even though the request failed. Absent if the request only reads data. */
	sideEffect?: string;
	/** Tells the user what to do if the service rejects the request. */
	advice: string;
	/** The error message for a host without this endpoint. Only WebinarJam and EverWebinar have all endpoints. */
	absence?: string;
	/** Whether a response without a body (HTTP 204) is a success. */
	mayBeEmpty?: boolean;
}

/** The service's endpoints. Both products have the same ones. */
export const endpoints: Readonly<Record<EndpointName, Endpoint>> = {
	webinars: {
		path: 'webinars',
		purpose: 'list the webinars',
		advice: 'Check API Key and Service in the credential.',
	},
	webinar: {
		path: 'webinar',
		purpose: 'read the webinar',
		advice:
			'Choose the webinar again. It may have been deleted, or Resource may be set to the other product.',
	},
	register: {
		path: 'register',
		purpose: 'register the person',
		sideEffect: 'The person may have been registered',
		advice: 'Correct the named values, then run this item again.',
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
		advice: 'Use a lead_id that Get Registrants returns for this webinar, not the user_id of a registration.',
		absence: 'This host cannot unsubscribe registrants',
		mayBeEmpty: true,
	},
};

/** Request parameters by the service's names. A parameter with several values has an array. */
export type CallParameters = Readonly<Record<string, string | readonly string[]>>;

/** Sends requests for one account and one product. */
export interface ServiceClient {
	readonly account: Account;
	readonly product: Product;
	/** Sends a request and returns its checked response. @throws ServiceError */
	call<Name extends EndpointName>(name: Name, parameters?: CallParameters): Promise<Responses[Name]>;
	/** Sends a request like `call`, but does not repeat it after a failure. @throws ServiceError */
	callOnce<Name extends EndpointName>(name: Name, parameters?: CallParameters): Promise<Responses[Name]>;
}

/** Returns a key for caches and locks that all executions share. Each account and product has its own keys. */
export function cacheKey({ account, product }: ServiceClient, ...parts: unknown[]): string {
	return JSON.stringify([account.productUrls[product.name], account.apiKey, ...parts]);
}
