import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { sandboxCredential } from '../engine/parameters';
import { startSandbox } from '../sandbox';
import type { DemoOptions } from './optionRules';

/** As slow as a service over the network. */
const LATENCY_MS = 80;

/** Where the demo registers. */
export interface Host {
	/** How a sentence calls it. */
	name: string;
	origin: string;
	credential: ICredentialDataDecryptedObject;
	/** Whether it ends with the demo. */
	isSandbox: boolean;
	close(): Promise<void>;
}

/** The host that the options name, or a sandbox of the demo's own. */
export async function openHost({ callsPerSecond, baseUrl, key, ...options }: DemoOptions): Promise<Host> {
	if (baseUrl !== undefined) {
		const { origin } = new URL(baseUrl);
		const { eventUrl = '', livePath = 'live', automatedPath = 'automated' } = options;
		const apiKey = key ?? '';
		return {
			name: origin,
			origin,
			isSandbox: false,
			credential: { service: 'custom', apiKey, baseUrl, eventUrl, livePath, automatedPath, callsPerSecond },
			close: () => Promise.resolve(),
		};
	}
	const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
	const { url } = sandbox;
	return {
		name: `sandbox at ${url}, a stand-in for the real one`,
		origin: url,
		isSandbox: true,
		credential: { ...sandboxCredential(sandbox), callsPerSecond },
		close: () => sandbox.close(),
	};
}
