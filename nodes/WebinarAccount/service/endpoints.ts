import type { z } from 'zod/v4';

import type { Account } from './account';
import type { ProductName } from './products';
import { registerAnswer, webinarAnswer, webinarsAnswer } from './schemas';

/** The typed answer of each operation of the service ("Endpoints"). */
interface Answers {
	webinars: z.output<typeof webinarsAnswer>;
	webinar: z.output<typeof webinarAnswer>;
	register: z.output<typeof registerAnswer>;
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
		answer: registerAnswer,
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

/** Address of an endpoint, e.g. `https://api.webinarjam.com/webinarjam/register`. */
export function endpointUrl(account: Account, product: ProductName, name: EndpointName): string {
	return `${account.productUrls[product]}/${endpoints[name].path}`;
}
