import type { z } from 'zod/v4';

import type { Account } from './account';
import type { ProductName } from './products';
import {
	registrantsAnswer,
	registerAnswer,
	unsubscribeAnswer,
	webinarAnswer,
	webinarsAnswer,
} from './schemas';

/** The typed answer of each endpoint ("Endpoints"). */
interface Answers {
	webinars: z.output<typeof webinarsAnswer>;
	webinar: z.output<typeof webinarAnswer>;
	register: z.output<typeof registerAnswer>;
	registrants: z.output<typeof registrantsAnswer>;
	unsubscribe: z.output<typeof unsubscribeAnswer>;
}

export type EndpointName = keyof Answers;
export type Answer<Name extends EndpointName> = Answers[Name];

interface Endpoint<Parsed> {
	/** Last segment of the path, after the product's. */
	path: string;
	/** What the call does, for messages such as "Could not …". */
	purpose: string;
	/**
	 * What may have happened although the call failed. Absent for a call that changes nothing and may be repeated after
	 * any failure.
	 */
	sideEffect?: string;
	/** What a user can do when the service rejects the call. */
	advice: string;
	/** The message when the host does not have this endpoint. */
	absence?: string;
	/** Whether an answer without a body (HTTP 204) is a success. */
	mayBeEmpty?: boolean;
	/** Whether it takes the custom fields of the webinar's registration form. */
	takesCustomFields?: boolean;
	answer: z.ZodType<Parsed>;
}

/** The endpoints of both products. */
export const endpoints: { readonly [Name in EndpointName]: Endpoint<Answers[Name]> } = {
	webinars: {
		path: 'webinars',
		purpose: 'list the webinars',
		advice: 'Check the API key and the service in the credential.',
		answer: webinarsAnswer,
	},
	webinar: {
		path: 'webinar',
		purpose: 'read the webinar',
		advice: 'Choose the webinar again: it may have been deleted, or belong to the other product.',
		answer: webinarAnswer,
	},
	register: {
		path: 'register',
		purpose: 'register the person',
		sideEffect: 'The person may have been registered',
		advice: 'Correct the named values, then run this item again.',
		takesCustomFields: true,
		answer: registerAnswer,
	},
	registrants: {
		path: 'registrants',
		purpose: 'list the registrants',
		advice: 'Correct the named values, then try again.',
		absence: 'This host offers no list of registrants',
		answer: registrantsAnswer,
	},
	unsubscribe: {
		path: 'unsubscribe',
		purpose: 'unsubscribe the registrant',
		sideEffect: 'The registrant may have been unsubscribed',
		advice: 'A lead ID is the lead_id of a registrant of this webinar, not the user_id of a registration.',
		absence: 'This host offers no way to unsubscribe registrants',
		mayBeEmpty: true,
		answer: unsubscribeAnswer,
	},
};

/** Request parameters under the service's names. An array has several values of one parameter. */
export type CallParameters = Readonly<Record<string, string | readonly string[]>>;

/** Calls endpoints within the rate limit and checks their answers. */
export interface ServiceClient {
	readonly account: Account;
	call<Name extends EndpointName>(
		product: ProductName,
		name: Name,
		parameters?: CallParameters,
	): Promise<Answer<Name>>;
}
