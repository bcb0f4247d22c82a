import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { asOption, type Fields, readFields } from '../fields/field';
import { toNodeError, toPartError } from '../fields/nodeError';
import { chosenProduct, hasExpression, withoutListMode } from '../fields/webinar';
import { RunRegistrants } from '../registrants/once';
import { type Connection, connect } from '../service/connect';
import { CancelledError, mapConcurrent, yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';
import { WebinarReader } from '../webinars/read';
import { operations } from './index';
import { RunReport } from './runReport';

/**
 * Items processed at once. The queue limits the rate; this bounds a run's memory while answers are slow. After as many,
 * other work of n8n has its turn, because items that fail before a call do not wait for anything.
 */
const ITEMS_AT_ONCE = 100;

/** Results of one item that are copied before other work has its turn: a webinar can have 100,000 registrants. */
const COPIES_AT_ONCE = 1000;

const byName = Object.fromEntries(operations.map((operation) => [operation.value, operation]));

/** Runs the chosen operation for every input item. Only the router handles pairing, hints and the "On Error" setting. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const parameter = itemParameters(this);
	const report = new RunReport();
	const registrants = new RunRegistrants();
	const startedAt = performance.now();
	const run = this.getExecutionCancelSignal();
	const running = new Map<number, AbortController>();
	const cancelAfter = (itemIndex: number) =>
		running.forEach((item, index) => {
			if (index > itemIndex) item.abort();
		});
	const cancelAll = () => cancelAfter(-1);
	run?.addEventListener('abort', cancelAll, { once: true });
	// Connected for the first item, so that an invalid credential is an error of an item.
	let connecting: Promise<Connection> | undefined;
	let pause: Promise<void> | undefined;

	const items = this.getInputData();
	const work = mapConcurrent(items, ITEMS_AT_ONCE, async (_item, itemIndex) => {
		const item = new AbortController();
		running.set(itemIndex, item);
		let fields: Fields = {};
		try {
			// One pause for all, so that items keep their order.
			if (itemIndex > 0 && itemIndex % ITEMS_AT_ONCE === 0) pause = yieldToEventLoop();
			await pause;
			// With "Continue", the remaining items of a cancelled run come out as failed, and the others are kept.
			if (run?.aborted) throw new CancelledError();
			const connection = await (connecting ??= connect(this));
			const read = (name: string) => parameter.read(name, itemIndex);
			const failedParts: INodeExecutionData[] = [];
			const operation = asOption('Operation', byName, read('operation'));
			fields = operation.fields;
			const outputs = await operation.execute({
				product: chosenProduct(read('resource')),
				input: (wanted) => readFields(wanted, read),
				service: connection(item.signal),
				webinars: new WebinarReader(connection(run), startedAt, item.signal),
				registrants,
				signal: item.signal,
				itemsLeft: (...names) => (names.every(parameter.isFixed) ? items.length - itemIndex : 1),
				report,
				partFailed: (part, error) => {
					if (error instanceof CancelledError) throw error;
					const partError = toPartError(node, error, fields, part);
					if (!this.continueOnFail()) throw partError;
					failedParts.push(failedItem(partError, itemIndex));
				},
			});
			return [...(await outputItems(this, outputs, itemIndex)), ...failedParts];
		} catch (error) {
			const nodeError = toNodeError(node, error, fields, itemIndex);
			if (this.continueOnFail()) {
				report.failed(error, fields);
				return [failedItem(nodeError, itemIndex)];
			}
			// Later items are cancelled; earlier ones finish. A call that was sent cannot be cancelled.
			cancelAfter(itemIndex);
			return Promise.reject(nodeError);
		} finally {
			running.delete(itemIndex);
		}
	});
	try {
		const outputs = await work.catch((error: unknown) =>
			Promise.reject(report.annotated(toNodeError(node, error, {}))),
		);
		this.addExecutionHints(...report.hints(items.length));
		return [outputs.flat()];
	} finally {
		run?.removeEventListener('abort', cancelAll);
	}
}

async function outputItems(
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
function failedItem(
	{ message, description }: NodeApiError | NodeOperationError,
	item: number,
): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item } };
}

/**
 * Reads the parameters of a run, those without an expression only once: for thousands of items, reading parameters
 * takes most of the node's own time.
 */
function itemParameters(context: IExecuteFunctions) {
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
