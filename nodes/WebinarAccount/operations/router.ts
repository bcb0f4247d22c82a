import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asOption } from '../fields/field';
import { type NodeError, toNodeError, withExactMessage } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { connect } from '../service/client';
import type { Product } from '../service/products';
import { CancelledError, mapConcurrent, MAX_CONCURRENT, yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';
import { Webinars } from '../webinars/webinars';
import { operations } from './index';
import { ItemInputs } from './itemInputs';
import { isAboutWholeRun, type Operation, type OperationContext } from './operation';
import { activeRuns, type RunMemory } from './runMemory';
import { RunReport } from './runReport';

type NodeRun = ReturnType<typeof startRun>;

/** Runs the chosen operation for every input item. Pairs outputs with items, adds hints, and applies "On Error". */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = startRun(this, readChoice(this));
	// Other runs add the people that they register to this memory.
	activeRuns.add(run.memory);
	try {
		// If an invalid item stops the run, nothing should have been sent for the other items. A single item is read before it
		// sends anything, anyway.
		const stopsOnErrors = !this.continueOnFail();
		const hasSeveralItems = run.itemCount > 1;
		if (run.operation.readsAllItemsFirst && stopsOnErrors && hasSeveralItems) {
			await run.inputs.readAll(run.signal);
		}
		const outputs = await processItems(run);
		this.addExecutionHints(...run.report.hints(run.itemCount));
		return [outputs];
	} catch (error) {
		const nodeError = toNodeError(this.getNode(), error, run.operation.fields);
		throw run.report.withNoteOnChanges(nodeError, run.itemCount);
	} finally {
		activeRuns.delete(run.memory);
	}
}

/** The operation and the product that the user chose for all items. */
interface Choice {
	operation: Operation;
	product: Product;
}

/** Reads Resource and Operation, which cannot contain expressions. @throws an error of n8n if there is no such choice */
function readChoice(context: IExecuteFunctions): Choice {
	try {
		const resource: unknown = context.getNodeParameter('resource', 0, '');
		const operation: unknown = context.getNodeParameter('operation', 0, '');
		return {
			product: chosenProduct(resource),
			operation: asOption('Operation', operations, operation),
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error, {});
	}
}

/** Creates the objects that all items of a run share. */
function startRun(context: IExecuteFunctions, choice: Choice) {
	let connected: Promise<ConnectedRun> | undefined;
	const stop = new AbortController();
	const canceled = context.getExecutionCancelSignal();
	const signal = AbortSignal.any(canceled ? [canceled, stop.signal] : [stop.signal]);
	const itemCount = context.getInputData().length;
	const memory: RunMemory = { sent: new Map(), lists: new Map(), peopleRegisteredDuringRun: new Set() };
	return {
		...choice,
		context,
		itemCount,
		inputs: new ItemInputs(context, choice.operation, itemCount),
		memory,
		// Connects only when an item is processed, so that an invalid credential makes this item fail instead of the whole
		// node.
		connect: () => (connected ??= connectRun(context, choice.product, signal)),
		stop,
		/** Aborted when the user cancels the run, or when an item fails and the node stops on errors. */
		signal,
		report: new RunReport(),
	};
}

type ConnectedRun = Pick<OperationContext, 'service' | 'webinars'>;

/** Connects all items of a run to the service. */
async function connectRun(
	context: IExecuteFunctions,
	product: Product,
	signal: AbortSignal,
): Promise<ConnectedRun> {
	const connection = await connect(context);
	// A webinar that was fetched earlier may have changed since.
	const begunAt = performance.now();
	return {
		service: connection.client(product, signal),
		// Other executions may wait for the same webinars, so these requests have no signal. The signal only ends this run's wait.
		webinars: new Webinars(connection.client(product), begunAt, signal),
	};
}

/** Processes all items, several at the same time. Returns their outputs in the order of the items. */
async function processItems(run: NodeRun): Promise<INodeExecutionData[]> {
	// In a pause, n8n can do other work and cancel the run, also if the items send no request, such as skipped ones. All items
	// that begin later wait for it. More pauses would break the even spacing of the requests.
	let pause: Promise<void> | undefined;
	const outputs = await mapConcurrent(run.context.getInputData(), MAX_CONCURRENT, async (_item, index) => {
		if (index > 0 && index % MAX_CONCURRENT === 0) pause = yieldToEventLoop();
		await pause;
		return await processItem(run, index);
	});
	return outputs.flat();
}

/**
 * Processes an item and returns its outputs. If the item fails and On Error is "Continue", returns an output with the error.
 * @throws the item's error otherwise, after it has canceled all other items
 */
async function processItem(run: NodeRun, index: number): Promise<INodeExecutionData[]> {
	const { context, report } = run;
	let connected: ConnectedRun | undefined;
	try {
		// After a cancellation, the remaining items fail one by one, so that with On Error set to Continue, the outputs of
		// finished items are kept.
		if (run.signal.aborted) throw new CancelledError();
		connected = await run.connect();
		const input = run.inputs.take(index);
		const outputs = await run.operation.execute(operationContext(run, index, connected), input);
		// n8n's returnJsonArray mistakes an output with a "json" field for a complete item.
		return outputs.map((json) => ({ json, pairedItem: { item: index } }));
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, run.operation.fields, index);
		if (context.continueOnFail()) {
			report.addOutcome('failed');
			return [failedOutput(nodeError, index)];
		}
		// The other items stop waiting. Requests that were sent already are awaited.
		run.stop.abort();
		// Without a connection, e.g. because the credential is invalid, no item can succeed.
		const canOthersSucceed = run.itemCount > 1 && connected !== undefined && !isAboutWholeRun(error);
		throw canOthersSucceed ? withAdviceForOthers(run, index, nodeError) : nodeError;
	}
}

/** Adds to an item's error the item's name, and the advice how to process the others. */
function withAdviceForOthers(run: NodeRun, index: number, error: NodeError): NodeError {
	error.description = sentences([error.description ?? '', ON_ERROR_ADVICE]);
	return withExactMessage(`${error.message}${run.inputs.nameInBrackets(index, error)}`, error);
}

const ON_ERROR_ADVICE =
	'On the Settings tab, set On Error to Continue (using error output) to process the remaining items.';

/** Creates what the operation needs to process an item. */
function operationContext(run: NodeRun, index: number, connected: ConnectedRun): OperationContext {
	return {
		...connected,
		memory: run.memory,
		itemName: run.itemCount > 1 ? `item ${index}` : undefined,
		signal: run.signal,
		report: run.report,
		itemsLeftWithSame: (...names) => (run.inputs.mayDiffer(names) ? 1 : run.itemCount - index),
		limitReached: (limit) => addLimitHint(run, limit),
	};
}

/** Adds the hint that Limit cut off results. */
function addLimitHint({ itemCount, inputs, report }: NodeRun, limit: number): void {
	// For one item with a fixed limit, the editor shows its own hint.
	if (itemCount === 1 && !inputs.mayDiffer(['limit'])) return;
	report.addHint(`There are more than ${limit} results. To return more, raise Limit or turn on Return All.`);
}

/**
 * Returns the output item for an error. Its only field is `error`, with a string. On the error output, n8n then adds the
 * fields of the input item.
 */
function failedOutput({ message, description }: NodeError, itemIndex: number): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item: itemIndex } };
}
