import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, type Harness } from './harness';

export const MODES = ['register', 'skip', 'return'] as const;
/** The modes that look a person up before they send anything. */
export const LOOKING_UP = ['skip', 'return'] as const;
export type Mode = (typeof MODES)[number];

export interface Contact {
	email: string;
	/** The value of Session; the next upcoming session by default. */
	session?: string;
}

interface Run {
	contacts: readonly Contact[];
	/** `skip` by default. */
	mode?: Mode;
	/** The first live webinar of the sandbox by default. */
	webinarId?: number;
	timezone?: string;
	signal?: AbortSignal;
	credential?: Harness['credential'];
}

/** Registers contacts in one run, with On Error set to Continue. */
export async function registerContacts(
	harness: Harness,
	{ contacts, mode = 'skip', webinarId = 1, timezone, ...options }: Run,
): Promise<{ rows: IDataObject[]; hints: string[] }> {
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
		options: { ifAlreadyRegistered: mode },
	};
	const run = { items, onError: 'continueRegularOutput', ...options } as const;
	const { output, hints } = await harness.run(parameters, run);
	return { rows: output.map(({ json }) => json), hints };
}

function requiredFields(webinarId: number): INodeParameters {
	if (webinarId === 1) return {};
	if (webinarId > 100) return { lastName: 'Lee' };
	return { lastName: 'Lee', phone: '+49 30 123456', smsConsent: true };
}

/** Returns the outcome of each contact as one word, or the text of its error. */
export function outcomesOf(rows: readonly IDataObject[]): string[] {
	return rows.map(({ error, existing, skipped }) => {
		if (typeof error === 'string') return error;
		if (skipped === true) return 'skipped';
		return existing === true ? 'existing' : 'registered';
	});
}

/** What becomes of a person who is registered already. */
export const outcomeOfExisting = (mode: Mode) => (mode === 'skip' ? 'skipped' : 'existing');

export const contact = (name: string, session?: string): Contact => ({
	email: `${name}@example.com`,
	...(session !== undefined && { session }),
});

/** "name.1@example.com" and so on. */
export const manyContacts = (count: number, name = 'contact', session?: string): Contact[] =>
	Array.from({ length: count }, (_, index) => contact(`${name}.${index + 1}`, session));
