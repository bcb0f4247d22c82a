import type { INodeParameterResourceLocator } from 'n8n-workflow';

/** Values that workflows are made of; nothing of n8n is loaded for them. */

/** The credential that the sandbox takes. */
export function sandboxCredential({ url, apiKey }: { url: string; apiKey: string }) {
	return {
		apiKey,
		service: 'custom',
		baseUrl: url,
		eventUrl: url,
		livePath: 'live',
		automatedPath: 'automated',
		callsPerSecond: 20,
	};
}

/** A webinar or session given by its ID. */
export function byId(value: number | string): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value: String(value) };
}
