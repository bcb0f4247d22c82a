import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Engine, RunResult } from '../../tools/engine';
import { byId, indexOf } from '../../tools/engine/parameters';
import type { Sandbox } from '../../sandbox';

export const emailOf = (contact: number) => `contact.${contact}@example.com`;

interface Registration {
	contacts: number;
	credential: ICredentialDataDecryptedObject;
	ifAlreadyRegistered?: 'register' | 'skip';
	signal?: AbortSignal;
}

/** Registers a list of contacts to a live webinar, with "Continue". */
export async function registerAll(
	engine: Engine,
	{ contacts, credential, ifAlreadyRegistered = 'register', signal }: Registration,
): Promise<RunResult> {
	return await engine.run({
		parameters: {
			resource: 'live',
			operation: 'register',
			webinarId: byId(1),
			firstName: 'Ann',
			email: '={{ $json.email }}',
			options: { ifAlreadyRegistered },
		},
		items: Array.from({ length: contacts }, (_, contact) => ({ email: emailOf(contact) })),
		credential,
		onError: 'continueRegularOutput',
		...(signal && { signal }),
	});
}

/** What a run says of a contact, and how often it may be at the service then. */
const TIMES_THERE = { registered: [1], failed: [0], 'not tried': [0], doubtful: [0, 1], nothing: [0, 1] };

function saidOf({ output }: RunResult, contact: number): keyof typeof TIMES_THERE {
	const json = output.find((each) => indexOf(each) === contact)?.json;
	if (!json) return 'nothing';
	if (typeof json.error !== 'string') return 'registered';
	if (/ may have been registered/.test(json.error)) return 'doubtful';
	return /canceled/.test(json.error) ? 'not tried' : 'failed';
}

/** What a run says of each contact, which is true of the service, where nobody is twice. */
export function trueOf(result: RunResult, contacts: number, { registrations }: Sandbox): string[] {
	const said = Array.from({ length: contacts }, (_, contact) => saidOf(result, contact));
	const wrong = said.flatMap((word, contact) => {
		const there = registrations.filter(({ email }) => email === emailOf(contact)).length;
		return TIMES_THERE[word].includes(there) ? [] : [`${emailOf(contact)}: ${word}, ${there} at the service`];
	});
	expect(wrong).toEqual([]);
	return said;
}

/** A second run, which skips those who are there, leaves everybody registered once. */
export async function expectCompletion(
	engine: Engine,
	contacts: number,
	sandbox: Sandbox,
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	const second = await registerAll(engine, { contacts, credential, ifAlreadyRegistered: 'skip' });
	expect(second.output).toHaveLength(contacts);
	expect(second.output.flatMap(({ json }) => json.error ?? [])).toEqual([]);
	const everybody = Array.from({ length: contacts }, (_, contact) => emailOf(contact));
	expect(sandbox.registrations.map(({ email }) => email).sort()).toEqual(everybody.sort());
}
