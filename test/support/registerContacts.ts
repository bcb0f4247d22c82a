import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Registrant } from '../../sandbox';
import { byId } from './harness';
import { OwnAccount } from './ownAccount';
import { live } from './sandboxWebinars';

/** The values of If Already Registered. */
export const ALL_MODES = ['register', 'skip', 'return'] as const;
/** The modes that look a person up before they send anything. */
export const LOOKUP_MODES = ['skip', 'return'] as const;
export type Mode = (typeof ALL_MODES)[number];

export interface Contact {
	email: string;
	/** The value of Session; the next upcoming session by default. */
	session?: string;
}

export const ann: Contact = { email: 'ann@example.com' };
export const bo: Contact = { email: 'bo@example.com' };
export const cy: Contact = { email: 'cy@example.com' };

/** Returns contacts with the email addresses "<name>.1@example.com" and so on. */
export const manyContacts = (count: number, name = 'contact'): Contact[] =>
	Array.from({ length: count }, (_, index) => ({ email: `${name}.${index + 1}@example.com` }));

interface RegisterOptions {
	ifAlreadyRegistered: Mode;
	/** The first live webinar of the sandbox by default. */
	webinarId?: number;
	timezone?: string;
	signal?: AbortSignal;
	callsPerSecond?: number;
}

interface Result {
	/** The JSON of each output item. */
	rows: IDataObject[];
	/** See `outcomeOf`. */
	outcomes: string[];
	hints: string[];
}

/** Sets up a test file about registrations: the same as `useOwnAccount`, with helpers for contacts. */
export function useContacts(): ContactsAccount {
	return new ContactsAccount();
}

class ContactsAccount extends OwnAccount {
	/** Registers contacts in one run, with On Error set to Continue. */
	async register(
		contacts: readonly Contact[],
		{ ifAlreadyRegistered, webinarId = live.oneSession, timezone, signal, callsPerSecond }: RegisterOptions,
	): Promise<Result> {
		const items = contacts.map(({ email, session = 'next' }) => ({ email, session }));
		const sessions = new Set(items.map(({ session }) => session));
		// A fixed session lets the node read the registrant list as a whole.
		const schedule = byId(sessions.size === 1 ? (items[0]?.session ?? '') : '={{ $json.session }}');
		const parameters = {
			resource: webinarId > 100 ? 'automated' : 'live',
			operation: 'register',
			webinarId: byId(webinarId),
			firstName: 'Ann',
			email: '={{ $json.email }}',
			timezone,
			schedule,
			additionalFields: requiredFields(webinarId),
			options: { ifAlreadyRegistered },
		};
		const { credential } = this;
		if (callsPerSecond !== undefined) credential.callsPerSecond = callsPerSecond;
		const run = { items, onError: 'continueRegularOutput', credential, ...(signal && { signal }) } as const;
		const { output, hints } = await this.run(parameters, run);
		const rows = output.map(({ json }) => json);
		return { rows, outcomes: rows.map(outcomeOf), hints };
	}

	/** Adds a contact who registered elsewhere. */
	addContact({ email }: Contact, webinarId: number, schedule: number): Registrant {
		const [registrant] = this.addRegistrants([{ firstName: 'Ann', email }], webinarId, schedule);
		if (!registrant) throw new Error('The sandbox registered nobody');
		return registrant;
	}

	/** Returns the registrations of a contact at the service. */
	registrationsOf(contact: Contact): Registrant[] {
		return this.sandbox.registrants.filter(({ email }) => email === contact.email);
	}
}

function requiredFields(webinarId: number): INodeParameters {
	if (webinarId === live.oneSession) return {};
	if (webinarId > 100) return { lastName: 'Lee' };
	return { lastName: 'Lee', phone: '+49 30 123456', smsConsent: true };
}

/** Returns `registered`, `existing`, `skipped`, or the message of the error. */
function outcomeOf({ error, existing, skipped }: IDataObject): string {
	if (typeof error === 'string') return error;
	if (skipped === true) return 'skipped';
	return existing === true ? 'existing' : 'registered';
}

/** Returns the outcome of a contact who is registered already. */
export const outcomeIfRegistered = (mode: Mode) => (mode === 'skip' ? 'skipped' : 'existing');
