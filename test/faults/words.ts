/** Texts about a request in errors. They repeat those of the node, so that the tests notice a change. */
export interface RequestWords {
	purpose: string;
	/** Warns that the write may have happened although the request failed. Absent for a read. */
	doubt?: string;
	advice: string;
	/** The message if the host does not have the path. Absent for a documented path. */
	absence?: string;
	/** The error about a response without its documented field. Absent if a success has none. */
	missing?: string;
	/** The error for a response about another person. Absent if the response names no person. */
	anotherPerson?: { message: string; description: string };
	/** The error for a response about another webinar. */
	anotherWebinar?: { message: string; description: string };
}

const RUN_AGAIN = 'Correct the named values, then run this item again.';

const ANOTHER_REGISTRATION = {
	message: 'The service returned the registration of another person or webinar',
	description:
		'The person may have been registered. Look it up in the webinar account before you run this item again.',
};

export const words = {
	webinars: {
		purpose: 'list the webinars',
		advice: 'Check the API key and the service in the credential.',
		missing: '"webinars" is missing. Expected: a list.',
	},
	webinar: {
		purpose: 'read the webinar',
		advice: 'Choose the webinar again: it may have been deleted, or belong to the other product.',
		missing: '"webinar" is missing. Expected: an object.',
		anotherWebinar: {
			message: 'The service responded with another webinar',
			description:
				'Requested: webinar 2. Received: webinar 987654. Run this item again later. If the service has changed, the probe in the repository of this package shows what is different (docs/developers/probe.md).',
		},
	},
	register: {
		purpose: 'register the person',
		doubt: 'The person may have been registered',
		advice: RUN_AGAIN,
		missing: '"user" is missing. Expected: an object.',
		anotherPerson: ANOTHER_REGISTRATION,
		anotherWebinar: ANOTHER_REGISTRATION,
	},
	registrants: {
		purpose: 'list the registrants',
		advice: 'Correct the named values, then try again.',
		absence: 'This host has no registrant list',
		missing: '"registrants" is missing. Expected: an object.',
	},
	unsubscribe: {
		purpose: 'unsubscribe the registrant',
		doubt: 'The registrant may have been unsubscribed',
		advice: 'A lead ID is the lead_id of a registrant of this webinar, not the user_id of a registration.',
		absence: 'This host cannot unsubscribe registrants',
	},
} satisfies Record<string, RequestWords>;

export type RequestName = keyof typeof words;
