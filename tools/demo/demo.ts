import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { VENDOR_SERVICE_URL } from '../../nodes/WebinarAccount/service/account';
import { startSandbox } from '../../sandbox';
import { withProgress } from '../cli/progress';
import { Engine } from '../engine';
import { sandboxCredential } from '../engine/parameters';
import { type Contact, readContacts } from './contacts';
import type { DemoOptions } from './options';
import { type Outcome, Registration, toText } from './registration';
import { line, summary } from './summary';

const EXIT = { worked: 0, failed: 1, stopped: 130 } as const;
const SAMPLE_CONTACTS = join(__dirname, 'contacts.csv');
/** Milliseconds that the sandbox waits before a response, like a service on the internet. */
const LATENCY_MS = 80;

/**
 * Registers the contacts of a file and prints the result.
 *
 * @returns the exit code
 */
export async function runDemo(options: DemoOptions, stop: AbortSignal): Promise<number> {
	const { contacts, unusedColumns } = await readContacts(options.contacts ?? SAMPLE_CONTACTS);
	const { baseUrl } = options;
	const sandbox = baseUrl === undefined ? await startSandbox({ latencyMs: LATENCY_MS }) : undefined;
	try {
		console.log("\nRegistering contacts with the WebinarJam and EverWebinar node, in n8n's engine\n");
		console.log(line('Service', baseUrl ?? `sandbox at ${sandbox?.url}, a stand-in for the service`));
		console.log(line('Contacts', `${contacts.length} in ${options.contacts ?? 'tools/demo/contacts.csv'}`));
		if (unusedColumns.length > 0) console.log(line('Not used', unusedColumns.join(', ')));
		const credential = sandbox ? sandboxCredential(sandbox) : hostCredential(options);
		const registration = new Registration(await Engine.load(), credential, options, stop);
		const webinar = await registration.webinar();
		if (webinar) console.log(line('Webinar', `${toText(webinar.name)}, ID ${Number(webinar.webinar_id)}`));
		const outcomes = await register(registration, contacts);
		console.log(summary(outcomes));
		console.log('\nREADME.md says how to use the nodes in your n8n.\n');
		if (stop.aborted) return EXIT.stopped;
		return outcomes.some((outcome) => outcome.registration) ? EXIT.worked : EXIT.failed;
	} finally {
		await sandbox?.close();
	}
}

/** Returns the credential for a host. The vendor's host has other paths than a sandbox. */
function hostCredential({ baseUrl = '', key = '' }: DemoOptions): ICredentialDataDecryptedObject {
	if (new URL(baseUrl).origin === VENDOR_SERVICE_URL) return { service: 'webinarJam', apiKey: key };
	return sandboxCredential({ url: baseUrl, apiKey: key });
}

/** Registers contacts. Counts the responses that Node's HTTP client gets, because the node returns only at the end. */
async function register(registration: Registration, contacts: readonly Contact[]): Promise<Outcome[]> {
	let responses = 0;
	const countResponse = () => responses++;
	const channel = 'http.client.response.finish';
	subscribe(channel, countResponse);
	try {
		return await withProgress(
			() => `${responses} responses for ${contacts.length} contacts`,
			() => registration.register(contacts),
		);
	} finally {
		unsubscribe(channel, countResponse);
	}
}
