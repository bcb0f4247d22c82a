import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Engine, RunResult } from '../../tools/engine';
import { byId, indexOf } from '../../tools/engine/parameters';
import type { Sandbox } from '../../sandbox';
import { live } from '../support/sandboxWebinars';

/** Returns the email address of a contact. @param contact the number of the contact, from 0 */
export const emailOf = (contact: number) => `contact.${contact}@example.com`;

interface RegisterOptions {
	/** The number of contacts. */
	contacts: number;
	credential: ICredentialDataDecryptedObject;
	ifAlreadyRegistered?: 'register' | 'skip';
	signal?: AbortSignal;
}

/** Registers contacts for a live webinar, with On Error set to Continue. */
export async function registerAll(
	engine: Engine,
	{ contacts, credential, ifAlreadyRegistered = 'register', signal }: RegisterOptions,
): Promise<RunResult> {
	return await engine.run({
		parameters: {
			resource: 'live',
			operation: 'register',
			webinarId: byId(live.oneSession),
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

/** What a run reports about a contact, with the numbers of registrations that the service may then have. */
const REGISTRATIONS_BY_REPORT = {
	registered: [1],
	failed: [0],
	canceled: [0],
	'may be registered': [0, 1],
	'no output': [0, 1],
};
export type Report = keyof typeof REGISTRATIONS_BY_REPORT;

function reportOf({ output }: RunResult, contact: number): Report {
	const json = output.find((each) => indexOf(each) === contact)?.json;
	if (!json) return 'no output';
	if (typeof json.error !== 'string') return 'registered';
	if (/ may have been registered/.test(json.error)) return 'may be registered';
	return /canceled/.test(json.error) ? 'canceled' : 'failed';
}

/** Returns what a run reports about each contact. Expects that the service's registrations agree with it. */
export function verifiedReports(result: RunResult, contacts: number, { registrations }: Sandbox): Report[] {
	const reports = Array.from({ length: contacts }, (_, contact) => reportOf(result, contact));
	reports.forEach((report, contact) => {
		const count = registrations.filter(({ email }) => email === emailOf(contact)).length;
		if (!REGISTRATIONS_BY_REPORT[report].includes(count)) {
			throw new Error(`${emailOf(contact)} is reported as "${report}", and has ${count} registrations`);
		}
	});
	return reports;
}

/** Runs again and skips registered contacts. Expects every contact to be registered once. */
export async function expectSecondRunToComplete(
	engine: Engine,
	contacts: number,
	sandbox: Sandbox,
	credential: ICredentialDataDecryptedObject,
): Promise<void> {
	const { output } = await registerAll(engine, { contacts, credential, ifAlreadyRegistered: 'skip' });
	expect(output).toHaveLength(contacts);
	expect(output.flatMap(({ json }) => json.error ?? [])).toEqual([]);
	const allEmails = Array.from({ length: contacts }, (_, contact) => emailOf(contact));
	expect(sandbox.registrations.map(({ email }) => email).sort()).toEqual(allEmails.sort());
}
