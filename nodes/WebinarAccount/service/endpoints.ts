import type { z } from 'zod/v4';

import type { Account } from './account';
import type { ProductName } from './products';
import { registrantsAnswer } from './schemas';
import { registerAnswer, unsubscribeAnswer, webinarAnswer, webinarsAnswer } from './schemas';

/** The typed answer of each operation of the service ("Endpoints"). */
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
	/** Last segment of the path, behind the product's. */
	path: string;
	/** What the call does, for sentences such as "Could not … ". */
	purpose: string;
	/**
	 * What may have happened although the call failed. Absent when the call changes nothing, so that it may be
	 * repeated after any failure.
	 */
	sideEffect?: string;
	/** What a user can do when the service refuses the call. */
	advice: string;
	/** Said when the host does not know the path: not every host has every operation. */
	absence?: string;
	/** Whether an answer without a body (HTTP 204) is a success. */
	mayBeEmpty?: boolean;
	/** Whether it takes parameters that the webinar's own registration form names. */
	takesCustomFields?: boolean;
	answer: z.ZodType<Parsed>;
}

/** Both products have all of them. */
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

/** Request parameters under the service's names; an array repeats its name. */
export type CallParameters = Readonly<Record<string, string | readonly string[]>>;

/** The service as the operations see it: asks one endpoint, in turn and within the limit, and checks the answer. */
export interface ServiceClient {
	readonly account: Account;
	call<Name extends EndpointName>(
		product: ProductName,
		name: Name,
		parameters?: CallParameters,
	): Promise<Answer<Name>>;
}
