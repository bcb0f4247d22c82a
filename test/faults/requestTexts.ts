/** What errors say about a request. The texts repeat those of the node, so that the tests notice a change. */
export interface RequestTexts {
	/** Completes "Could not …". */
	purpose: string;
	/** Warns that the service may have acted although the request failed. Absent for a read. */
	warning?: string;
	/** Tells the user how to continue after this warning. */
	adviceAfterWarning?: string;
	/** The description after the service rejected the request. */
	advice: string;
	/** The description if the response lacks its documented field. Absent if a success has no field. */
	missingField?: string;
	/** The error for a response about another person. Absent if the response names no person. */
	otherPerson?: { message: string; description: string };
	/** The error for a response about another webinar. Absent if the response names no webinar. */
	otherWebinar?: { message: string; description: string };
}

const otherRegistration = {
	message: 'The service returned a registration for a different person or webinar',
	description:
		'The person may have been registered. Look the person up in the webinar account before you run this item again.',
};

/** The texts by the name of the endpoint. */
export const requestTexts = {
	webinars: {
		purpose: 'list the webinars',
		advice: 'Check API Key and Service in the credential.',
		missingField: 'The field "webinars" is missing.',
	},
	webinar: {
		purpose: 'read the webinar',
		advice:
			'Choose the webinar again. It may have been deleted, or Resource may be set to the other product.',
		missingField: 'The field "webinar" is missing.',
		otherWebinar: {
			message: 'The service returned a different webinar than requested',
			description:
				"Requested: webinar 2. Received: webinar 987654. Run this item again later. Run the probe from this package's repository to see whether the service has changed (docs/developers/probe.md).",
		},
	},
	register: {
		purpose: 'register the person',
		warning: 'The person may have been registered',
		adviceAfterWarning:
			'Run this item again. For the same session, the service reportedly makes no duplicate, and Return Existing gives the link. Return Existing has no effect on just-in-time sessions and instant replays.',
		advice: 'Check the values of this item, and whether the webinar requires more, then run the item again.',
		missingField: 'The field "user" is missing.',
		otherPerson: otherRegistration,
		otherWebinar: otherRegistration,
	},
	registrants: {
		purpose: 'list the registrants',
		advice: 'Check the fields of this node, then try again.',
		missingField: 'The field "registrants" is missing.',
	},
	unsubscribe: {
		purpose: 'unsubscribe the registrant',
		warning: 'The registrant may have been unsubscribed',
		adviceAfterWarning: 'Check the webinar account before you run this item again.',
		advice: 'Use a lead_id that Get Registrants returns for this webinar, not the user_id of a registration.',
	},
} satisfies Record<string, RequestTexts>;

export type EndpointName = keyof typeof requestTexts;
