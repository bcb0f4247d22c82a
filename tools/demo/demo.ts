import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';

import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { VENDOR_SERVICE_URL } from '../../nodes/WebinarAccount/service/account';
import { startSandbox } from '../../sandbox';
import { Progress } from '../cli/progress';
import { Engine } from '../engine';
import { sandboxCredential } from '../engine/parameters';
import { type Contact, readContacts } from './contacts';
import type { DemoOptions } from './options';
import { type Outcome, Registration, textOf } from './registration';
import { line, summary } from './summary';

const EXIT = { worked: 0, failed: 1, stopped: 130 } as const;
const SAMPLE_CONTACTS = join(__dirname, 'contacts.csv');
/** A typical latency of a service on the network. */
const LATENCY_MS = 80;

/** @returns the exit code */
export async function runDemo(options: DemoOptions, stop: AbortSignal): Promise<number> {
	const { contacts, unused } = await readContacts(options.contacts ?? SAMPLE_CONTACTS);
	const { baseUrl } = options;
	const sandbox = baseUrl === undefined ? await startSandbox({ latencyMs: LATENCY_MS }) : undefined;
	try {
		console.log("\nRegistering contacts with the WebinarJam / EverWebinar node, in n8n's engine\n");
		console.log(line('Service', baseUrl ?? `sandbox at ${sandbox?.url}, a stand-in for the real one`));
		console.log(line('Contacts', `${contacts.length} in ${options.contacts ?? 'tools/demo/contacts.csv'}`));
		if (unused.length > 0) console.log(line('Not used', unused.join(', ')));
		const credential = sandbox ? sandboxCredential(sandbox) : hostCredential(options);
		const registration = new Registration(await Engine.load(), credential, options, stop);
		const webinar = await registration.webinar();
		if (webinar) console.log(line('Webinar', `${textOf(webinar.name)}, ID ${Number(webinar.webinar_id)}`));
		const outcomes = await withProgress(registration, contacts);
		console.log(summary(outcomes));
		console.log('\nHow to use the nodes in your n8n: README.md\n');
		if (stop.aborted) return EXIT.stopped;
		return outcomes.some((outcome) => outcome.registration) ? EXIT.worked : EXIT.failed;
	} finally {
		await sandbox?.close();
	}
}

/** The vendor's own host has other paths than a stand-in for it. */
function hostCredential({ baseUrl = '', key = '' }: DemoOptions): ICredentialDataDecryptedObject {
	if (new URL(baseUrl).origin === VENDOR_SERVICE_URL) return { service: 'webinarJam', apiKey: key };
	return sandboxCredential({ url: baseUrl, apiKey: key });
}

/** Observes Node's HTTP client, because the node says nothing before all contacts are done. */
async function withProgress(registration: Registration, contacts: readonly Contact[]): Promise<Outcome[]> {
	const progress = new Progress();
	let done = 0;
	const onAnswer = () => progress.show({ done: Math.min(++done, contacts.length) });
	const channel = 'http.client.response.finish';
	progress.show({ label: 'registering', done, total: contacts.length });
	subscribe(channel, onAnswer);
	try {
		return await registration.register(contacts);
	} finally {
		unsubscribe(channel, onAnswer);
		progress.end();
	}
}
