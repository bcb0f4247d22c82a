import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { hasExpression, withoutListMode } from '../fields/webinar';
import { yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';

/**
 * Reads the parameters of a run, those without an expression only once: for thousands of items, reading parameters
 * takes most of the node's own time.
 */
export function itemParameters(context: IExecuteFunctions) {
	const { parameters } = context.getNode();
	const isFixed = (name: string) => !hasExpression(parameters[name]);
	const fixed = new Map<string, unknown>();
	const read = (name: string, itemIndex: number): unknown => {
		if (fixed.has(name)) return fixed.get(name);
		const value: unknown = context.getNodeParameter(name, itemIndex, '') ?? null;
		if (!isFixed(name)) return withoutListMode(value);
		fixed.set(name, value);
		return value;
	};
	return { isFixed, read };
}

/** Results of one item that are copied before other work has its turn: a webinar can have 100,000 registrants. */
const COPIES_AT_ONCE = 1000;

export async function outputItems(
	context: IExecuteFunctions,
	json: IDataObject[],
	item: number,
): Promise<INodeExecutionData[]> {
	// Not with returnJsonArray, which mistakes an object with a member "json" for an item. Copied, because items share
	// the webinars that were read.
	const items: INodeExecutionData[] = [];
	for (let start = 0; start < json.length; start += COPIES_AT_ONCE) {
		if (start > 0) await yieldToEventLoop();
		const copies = json.slice(start, start + COPIES_AT_ONCE).map((output) => ({ json: deepCopy(output) }));
		items.push(...context.helpers.constructExecutionMetaData(copies, { itemData: { item } }));
	}
	return items;
}

/**
 * Contains only `error`, as text: n8n then adds the input's members on the error output, which it does not do with an
 * error object.
 */
export function failedItem(
	{ message, description }: NodeApiError | NodeOperationError,
	item: number,
): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item } };
}
