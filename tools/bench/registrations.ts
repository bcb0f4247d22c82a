import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import type { Engine } from '../engine';
import { byId } from '../engine/parameters';
import { leastTime } from './limits';
import type { Figures } from './scenario';
import type { SandboxReport } from './service';

export interface Contact {
	[name: string]: string;
	email: string;
}

export function contacts(count: number, domain = 'example.com'): Contact[] {
	return Array.from({ length: count }, (_, index) => ({ email: `contact${index}@${domain}` }));
}

/** Registers each item's email address for one live webinar. */
export const registerParameters = {
	resource: 'live',
	operation: 'register',
	webinarId: byId(1),
	firstName: 'Ann',
	email: '={{ $json.email }}',
};

/** Registers contacts for one session of a live webinar, in one execution of the built node in n8n's engine. */
export async function register(
	engine: Engine,
	items: Contact[],
	credential: ICredentialDataDecryptedObject,
	options: INodeParameters = {},
) {
	const parameters = { ...registerParameters, options };
	return await engine.run({ parameters, items, credential, onError: 'continueRegularOutput' });
}

/** Counts throttled requests, lost contacts and duplicates. */
export function losses(count: number, { registered, calls }: SandboxReport) {
	const different = new Set(registered).size;
	return {
		throttled: calls.filter(({ status }) => status === 429).length,
		lost: count - different,
		duplicates: registered.length - different,
	};
}

/** Returns the time taken, and the least possible time divided by it. */
export function speed(seconds: number, latencyMs: number, { calls }: SandboxReport): Figures {
	const needed = calls.filter(({ status }) => status !== 429).length;
	return { seconds, ofLeast: leastTime(needed, latencyMs) / seconds };
}
