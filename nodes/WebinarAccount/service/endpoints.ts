import { z } from 'zod/v4';

import { name, version } from '../../../package.json';
import {
	type RegisteredUser,
	registeredUser,
	type RegistrantsPage,
	registrantsPage,
	type WebinarDetail,
	webinarDetail,
	type WebinarListItem,
	webinarListItem,
} from './schemas';

/**
 * The `User-Agent` of every request, in the usual form for programs. The firewall in front of the service refuses the
 * user agents of server libraries, and it is not known whether it accepts n8n's own.
 */
export const USER_AGENT = `Mozilla/5.0 (compatible; ${name}/${version})`;

/** The content of each endpoint's response, without its `status`. */
export interface Responses {
	webinars: { webinars: WebinarListItem[] };
	webinar: { webinar: WebinarDetail };
	register: { user: RegisteredUser };
	registrants: { registrants: RegistrantsPage };
	/** Undefined for a response without a body (HTTP 204). */
	unsubscribe: object | undefined;
}

export type EndpointName = keyof Responses;

interface Endpoint<Response> {
	/** The purpose of the request. Completes the error message "Could not …". */
	purpose: string;
	/** What the service may have done although the request failed. Absent if the request only reads data. */
	sideEffect?: SideEffect;
	/** Tells the user what to do if the service rejects the request. */
	advice: string;
	/** Checks and normalizes the content of a response. */
	schema: z.ZodType<Response>;
}

interface SideEffect {
	/** The beginning of the error message, before "…, but the connection broke off". */
	warning: string;
	/** Tells the user how to continue if it is unknown whether the service acted. */
	advice: string;
}

/** The service's endpoints, by their path. Both products have the same ones. */
export const endpoints: { readonly [Name in EndpointName]: Endpoint<Responses[Name]> } = {
	webinars: {
		purpose: 'list the webinars',
		advice: 'Check API Key and Service in the credential.',
		schema: z.object({ webinars: z.array(webinarListItem) }),
	},
	webinar: {
		purpose: 'read the webinar',
		advice:
			'Choose the webinar again. It may have been deleted, or Resource may be set to the other product.',
		schema: z.object({ webinar: webinarDetail }),
	},
	register: {
		purpose: 'register the person',
		sideEffect: {
			warning: 'The person may have been registered',
			advice:
				'Run this item again. For the same session, the service reportedly makes no duplicate, and Return Existing gives the link. Return Existing has no effect on just-in-time sessions and instant replays.',
		},
		advice: 'Check the values of this item, and whether the webinar requires more, then run the item again.',
		schema: z.object({ user: registeredUser }),
	},
	registrants: {
		purpose: 'list the registrants',
		advice: 'Check the fields of this node, then try again.',
		schema: z.object({ registrants: registrantsPage }),
	},
	unsubscribe: {
		purpose: 'unsubscribe the registrant',
		sideEffect: {
			warning: 'The registrant may have been unsubscribed',
			advice: 'Check the webinar account before you run this item again.',
		},
		advice: 'Use a lead_id that Get Registrants returns for this webinar, not the user_id of a registration.',
		schema: z.object({}).optional(),
	},
};

/** Request parameters by the service's names. A parameter with several values has an array. */
export type CallParameters = Readonly<Record<string, string | readonly string[]>>;
