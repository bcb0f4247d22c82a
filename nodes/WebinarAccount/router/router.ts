import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameterResourceLocator,
	isExpression,
	isResourceLocatorValue,
	type NodeApiError,
	type NodeOperationError,
} from 'n8n-workflow';

import { Settings } from 'luxon';

import { type Connection, connect } from '../client/connect';
import { chosenOperation } from '../operations';
import { readInput } from '../operations/input';
import { chosenProduct } from '../operations/resource';
import { CancelledError } from '../service/errors';
import { WebinarReader } from '../service/webinars';
import { mapConcurrent } from '../utils/async';
import { sentences } from '../utils/text';
import { toNodeError } from './nodeError';
import { RunReport } from './runReport';

/** Items worked on at once. The queue limits the rate; this bounds what a run holds while answers are slow. */
const ITEMS_AT_ONCE = 100;

/** Runs the chosen operation for every input item; pairing, hints and the node's "On Error" setting are handled here alone. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const node = this.getNode();
	const parameter = itemParameters(this);
	const report = new RunReport();
	const registrations = new Map<string, Promise<IDataObject>>();
	const begun = Settings.now();
	const run = this.getExecutionCancelSignal();
	const underWay = new Map<number, AbortController>();
	const cancelAfter = (itemIndex: number) =>
		underWay.forEach((item, index) => {
			if (index > itemIndex) item.abort();
		});
	run?.addEventListener('abort', () => cancelAfter(-1), { once: true });
	// Begun at the first item, so that a credential that cannot work is the failure of an item.
	let connecting: Promise<Connection> | undefined;

	const items = this.getInputData();
	const work = mapConcurrent(items, ITEMS_AT_ONCE, async (_item, itemIndex) => {
		const item = new AbortController();
		underWay.set(itemIndex, item);
		try {
			// What is done is kept: with "Continue", the items that are left come out as not done.
			if (run?.aborted) throw new CancelledError();
			const connection = await (connecting ??= connect(this));
			const read = (name: string) => parameter.read(name, itemIndex);
			const outputs = await chosenOperation(read('operation')).execute({
				product: chosenProduct(read('resource')),
				input: (schema) => readInput(schema, read),
				service: connection(item.signal),
				webinars: new WebinarReader(connection(run), begun, run),
				registrations,
				itemsLeft: (...names) => (names.every(parameter.isFixed) ? items.length - itemIndex : 1),
				notice: (text) => report.notice(text),
				changed: (advice) => report.changed(itemIndex, advice),
			});
			report.done(outputs);
			return outputItems(this, outputs, itemIndex);
		} catch (error) {
			const nodeError = toNodeError(node, error, itemIndex);
			if (this.continueOnFail()) {
				report.hasFailed(error);
				return [failedItem(nodeError, itemIndex)];
			}
			// None behind the failed one is begun, and all before it are ended. What is on its way cannot be called back.
			cancelAfter(itemIndex);
			return Promise.reject(nodeError);
		} finally {
			underWay.delete(itemIndex);
		}
	});
	const outputs = await work.catch((error: unknown) =>
		Promise.reject(report.annotated(toNodeError(node, error))),
	);
	this.addExecutionHints(...report.hints());
	return [outputs.flat()];
}

function outputItems(context: IExecuteFunctions, json: IDataObject[], item: number): INodeExecutionData[] {
	// Not by returnJsonArray, which takes an object with a member named "json" for an item. Copied, because others
	// share what was read of a webinar.
	const items = json.map((each) => ({ json: deepCopy(each) }));
	return context.helpers.constructExecutionMetaData(items, { itemData: { item } });
}

/**
 * Only a member named `error`: n8n then adds the input's members on the error output, which it does not with an
 * error object. So the text says what happened and what to do.
 */
function failedItem(
	{ message, description }: NodeApiError | NodeOperationError,
	item: number,
): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item } };
}

/**
 * The parameters of a run. One without an expression is the same for every item, so n8n is asked for it once: in a
 * run of thousands of contacts, asking is most of what this node adds to the call itself.
 */
function itemParameters(context: IExecuteFunctions) {
	const { parameters } = context.getNode();
	const isFixed = (name: string) => !holdsExpression(parameters[name]);
	const fixed = new Map<string, unknown>();
	const read = (name: string, itemIndex: number): unknown => {
		if (fixed.has(name)) return fixed.get(name);
		const value: unknown = context.getNodeParameter(name, itemIndex, '');
		if (!isFixed(name)) return isResourceLocatorValue(value) ? given(value) : value;
		fixed.set(name, value);
		return value;
	};
	return { isFixed, read };
}

/** The editor keeps the list's mode for an expression, whose value nobody chose from that list. */
function given(locator: INodeParameterResourceLocator): INodeParameterResourceLocator {
	return locator.mode === 'list' ? { ...locator, mode: 'id' } : locator;
}

function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}
