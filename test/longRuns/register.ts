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

/** For each outcome that a run can report for a contact, the allowed numbers of registrations at the service. */
const ALLOWED_REGISTRATIONS = {
	registered: [1],
	failed: [0],
	'not tried': [0],
	doubtful: [0, 1],
	nothing: [0, 1],
};

/** Returns the outcome that a run reports for a contact. */
function reportedOutcome({ output }: RunResult, contact: number): keyof typeof ALLOWED_REGISTRATIONS {
	const json = output.find((each) => indexOf(each) === contact)?.json;
	if (!json) return 'nothing';
	if (typeof json.error !== 'string') return 'registered';
	if (/ may have been registered/.test(json.error)) return 'doubtful';
	return /canceled/.test(json.error) ? 'not tried' : 'failed';
}

/** Returns the reported outcome of each contact. Expects that it matches the registrations at the service. */
export function verifiedOutcomes(result: RunResult, contacts: number, { registrations }: Sandbox): string[] {
	const outcomes = Array.from({ length: contacts }, (_, contact) => reportedOutcome(result, contact));
	const contradictions: string[] = [];
	outcomes.forEach((outcome, contact) => {
		const count = registrations.filter(({ email }) => email === emailOf(contact)).length;
		if (!ALLOWED_REGISTRATIONS[outcome].includes(count))
			contradictions.push(`${emailOf(contact)}: ${outcome}, ${count} at the service`);
	});
	expect(contradictions).toEqual([]);
	return outcomes;
}

/** Runs again and skips registered contacts. Expects every contact to be registered once. */
export async function expectCompletion(
	engine: Engine,
	contacts: number,
	sandbox: Sandbox,
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	const second = await registerAll(engine, { contacts, credential, ifAlreadyRegistered: 'skip' });
	expect(second.output).toHaveLength(contacts);
	expect(second.output.flatMap(({ json }) => json.error ?? [])).toEqual([]);
	const allEmails = Array.from({ length: contacts }, (_, contact) => emailOf(contact));
	expect(sandbox.registrations.map(({ email }) => email).sort()).toEqual(allEmails.sort());
}
