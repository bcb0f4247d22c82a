/** What a user reads of each call to the service, written down here once more: a change of it is to be noticed. */
export interface Words {
	purpose: string;
	/** What may have happened although the call failed; only of calls that change something. */
	doubt?: string;
	advice: string;
	/** Said when the host does not know the path; absent where every host has it. */
	absence?: string;
	/** Said of an answer without its member; absent when a success need not say anything. */
	missing?: string;
	/** Said of an answer for somebody else; absent where none can be recognised. */
	another?: { message: string; description: string };
	/** The same of an answer for another webinar, where it differs. */
	anotherWebinar?: { message: string; description: string };
}

const RUN_AGAIN = 'Correct the named values, then run this item again.';

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
				'Requested: webinar 2. Received: webinar 987654. Run this item again later. If the service has changed, the probe in the repository of this package shows what is different (docs/probe.md).',
		},
	},
	register: {
		purpose: 'register the person',
		doubt: 'The person may have been registered',
		advice: RUN_AGAIN,
		missing: '"user" is missing. Expected: an object.',
		another: {
			message: 'The service answered with the registration of another person or webinar',
			description:
				'The person may have been registered. Look it up in the webinar account before you run this item again.',
		},
	},
	registrants: {
		purpose: 'list the registrants',
		advice: 'Correct the named values, then try again.',
		absence: 'This host offers no list of registrants',
		missing: '"registrants" is missing. Expected: an object.',
	},
	unsubscribe: {
		purpose: 'unsubscribe the registrant',
		doubt: 'The registrant may have been unsubscribed',
		advice: 'A lead ID is the lead_id of a registrant of this webinar, not the user_id of a registration.',
		absence: 'This host offers no way to unsubscribe registrants',
	},
} satisfies Record<string, Words>;

export type CallName = keyof typeof words;
