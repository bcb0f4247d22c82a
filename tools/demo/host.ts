import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { sandboxCredential } from '../engine/parameters';
import { startSandbox } from '../../sandbox';
import type { DemoOptions } from './optionRules';

/** A typical latency of a service on the network. */
const LATENCY_MS = 80;

/** The host where the demo registers people. */
export interface Host {
	/** Its name in a sentence. */
	name: string;
	origin: string;
	credential: ICredentialDataDecryptedObject;
	/** Whether it is a sandbox that ends with the demo. */
	isSandbox: boolean;
	close(): Promise<void>;
}

/** The host of the options, or a sandbox. */
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
