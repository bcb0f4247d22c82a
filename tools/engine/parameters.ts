import type { INodeExecutionData, INodeParameterResourceLocator } from 'n8n-workflow';

/** Values for workflows, in a file that does not load n8n. */

/** The sandbox's credential. */
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

/** A webinar or session by its ID. */
export function byId(value: number | string): INodeParameterResourceLocator {
	return { __rl: true, mode: 'id', value: String(value) };
}

/** The number of the input item that an output item comes from. */
export function indexOf({ pairedItem }: INodeExecutionData): number {
	if (typeof pairedItem === 'object' && 'item' in pairedItem) return pairedItem.item;
	throw new Error('The item is not paired');
}
