import type { INodeExecutionData, INodeParameterResourceLocator } from 'n8n-workflow';

/** Helpers for workflows. This file does not load n8n, which takes a second. */

/** Returns a credential for a sandbox. */
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

/** Returns the value of a resource locator that chooses a webinar or session by ID. */
export function byId(value: number | string): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value: String(value) };
}

/** Returns the index of the input item that an output item comes from. */
export function indexOf({ pairedItem }: INodeExecutionData): number {
	if (typeof pairedItem === 'object' && 'item' in pairedItem) return pairedItem.item;
	throw new Error('The item is not paired');
}
