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
			...{ resource: 'live', operation: 'register', webinarId: byId(1), firstName: 'Ann' },
			...{ email: '={{ $json.email }}', options: { ifAlreadyRegistered } },
		},
		items: Array.from({ length: contacts }, (_, contact) => ({ email: emailOf(contact) })),
		credential,
		onError: 'continueRegularOutput',
		...(signal && { signal }),
	});
}

/** What a run says of a contact, and how often it may be at the service then. */
const TIMES_THERE = { registered: [1], failed: [0], 'not tried': [0], doubtful: [0, 1], nothing: [0, 1] };

export function saidOf({ output }: RunResult, contact: number): keyof typeof TIMES_THERE {
	const json = output.find((each) => indexOf(each) === contact)?.json;
	if (!json) return 'nothing';
	if (typeof json.error !== 'string') return 'registered';
	if (/ may have been registered/.test(json.error)) return 'doubtful';
	return /canceled/.test(json.error) ? 'not tried' : 'failed';
}

/** What a run says of each contact is true of the service, and nobody is there twice. */
export function expectTruth(result: RunResult, contacts: number, { registrants }: Sandbox): void {
	const times = (email: string) => registrants.filter((registrant) => registrant.email === email).length;
	const wrong = Array.from({ length: contacts }, (_, contact) => {
		const said = saidOf(result, contact);
		const there = times(emailOf(contact));
		const { [said]: allowed } = TIMES_THERE;
		return allowed.includes(there) ? [] : [`${emailOf(contact)}: ${said}, ${there} at the service`];
	});
	expect(wrong.flat()).toEqual([]);
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
	expect(sandbox.registrants.map(({ email }) => email).sort()).toEqual(everybody.sort());
}
