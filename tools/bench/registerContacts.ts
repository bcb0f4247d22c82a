import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Engine } from '../engine';
import { byId } from '../engine/parameters';

export interface Contact {
	[name: string]: string;
	email: string;
}

export function contacts(count: number, domain = 'example.com'): Contact[] {
	return Array.from({ length: count }, (_, index) => ({ email: `contact${index}@${domain}` }));
}

/** Registers each item's email address for one live webinar. */
const registerParameters = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: 'Ann',
	email: '={{ $json.email }}',
};

/** Registers contacts for one session of a live webinar, in one execution of the built node in n8n's engine. */
export async function registerContacts(
	engine: Engine,
	items: Contact[],
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	await engine.run({
		parameters: registerParameters,
		items,
		credential,
		onError: 'continueRegularOutput',
	});
}
