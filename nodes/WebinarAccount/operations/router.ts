import { Settings } from 'luxon';
import { deepCopy, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { asOption, type Fields, readFields } from '../fields/field';
import { type NodeError, toNodeError, toPartError, withOnErrorAdvice } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { RunRegistrants } from '../registrants/runRegistrants';
import { type Connection, connect } from '../service/client';
import { InputError } from '../service/errors';
import { CancelledError, mapConcurrent, yieldToEventLoop } from '../utils/async';
import { scalarText, sentences } from '../utils/values';
import { WebinarReader } from '../webinars/webinarReader';
import { findInvalidItems } from './findInvalidItems';
import { operations } from './index';
import { ItemParameters } from './itemParameters';
import type { Operation } from './operation';
import { RunReport } from './runReport';

/** Maximum items in progress, to limit memory while responses are slow. */
const ITEMS_AT_ONCE = 100;

const operationsByValue = Object.fromEntries(operations.map((operation) => [operation.value, operation]));

type Run = ReturnType<typeof startRun>;

/** An item in progress. */
interface RunningItem {
	index: number;
	abort: AbortController;
	/** The fields of its operation, for error messages; empty until the operation is known. */
	fields: Fields;
}

/** Runs the chosen operation for every input item. Pairs outputs with items, adds hints, and applies "On Error". */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = startRun(this);
	const cancelAll = () => cancelItemsAfter(run, -1);
	run.signal?.addEventListener('abort', cancelAll, { once: true });
	try {
		if (!this.continueOnFail() && run.itemCount > 1) await checkAllItems(run);
		const outputs = await executeAllItems(run);
		this.addExecutionHints(...run.report.hints(run.itemCount));
		return [outputs.flat()];
	} catch (error) {
		throw run.report.annotated(toNodeError(this.getNode(), error, {}));
	} finally {
		run.signal?.removeEventListener('abort', cancelAll);
	}
}

function startRun(context: IExecuteFunctions) {
	let connection: Promise<Connection> | undefined;
	return {
		context,
		itemCount: context.getInputData().length,
		parameters: new ItemParameters(context),
		// Called by the items, so that an invalid credential is an error of an item.
		connect: () => (connection ??= connect(context)),
		signal: context.getExecutionCancelSignal(),
		startedAt: performance.now(),
		registrants: new RunRegistrants(),
		report: new RunReport(),
		running: new Set<RunningItem>(),
	};
}

/** Checks the values of all items before anything is sent for one of them. */
async function checkAllItems(run: Run): Promise<void> {
	const node = run.context.getNode();
	const check = (itemIndex: number) => {
		const { value, input } = inputOf(run, itemIndex);
		try {
			// An operation that does not exist fails when the item is executed.
			const operation = operationsByValue[scalarText(value('operation'))];
			operation?.check?.(input);
		} catch (error) {
			// An error of n8n itself, such as one in an expression, ends the check. It is not added to the list of problems.
			throw error instanceof InputError ? error : toNodeError(node, error, {}, itemIndex);
		}
	};
	const invalid = await findInvalidItems(run.itemCount, check, run.signal);
	if (invalid) throw withOnErrorAdvice(toNodeError(node, invalid, {}, invalid.itemIndex));
}

/** Starts the items in their order, and returns their outputs in that order. */
async function executeAllItems(run: Run): Promise<INodeExecutionData[][]> {
	// Items that fail without a request never yield to the event loop, so the node does it every 100 items.
	let pause: Promise<void> | undefined;
	return await mapConcurrent(run.context.getInputData(), ITEMS_AT_ONCE, async (_item, index) => {
		if (index > 0 && index % ITEMS_AT_ONCE === 0) pause = yieldToEventLoop();
		await pause;
		return await outputOf(run, index);
	});
}

/** Returns the outputs of an item. With "Continue", a failed item has an output with the error. */
async function outputOf(run: Run, index: number): Promise<INodeExecutionData[]> {
	const { context, report } = run;
	const item: RunningItem = { index, abort: new AbortController(), fields: {} };
	run.running.add(item);
	try {
		// With "Continue", the remaining items of a canceled run fail, so that the output of the others is kept.
		if (run.signal?.aborted) throw new CancelledError();
		return await execute(run, item);
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, item.fields, index);
		if (context.continueOnFail()) {
			report.failed(error, item.fields);
			return [failedItem(nodeError, index)];
		}
		// Earlier items finish, because they may fail too, and n8n is to show the first failure.
		cancelItemsAfter(run, index);
		throw run.itemCount > 1 ? withOnErrorAdvice(nodeError) : nodeError;
	} finally {
		run.running.delete(item);
		run.parameters.forget(index);
	}
}

/** Cancels the waiting requests of later items. A request that was sent cannot be canceled. */
function cancelItemsAfter({ running }: Run, index: number): void {
	for (const item of running) if (item.index > index) item.abort.abort();
}

async function execute(run: Run, item: RunningItem): Promise<INodeExecutionData[]> {
	const { context, parameters, registrants, report } = run;
	const { signal } = item.abort;
	const connection = await run.connect();
	const { value, input } = inputOf(run, item.index);
	const operation = chosenOperation(value);
	item.fields = operation.fields;
	const failedParts: INodeExecutionData[] = [];
	const now = () => Settings.now();
	const outputs = await operation.execute({
		product: chosenProduct(value('resource')),
		input,
		service: connection(signal),
		webinars: new WebinarReader(connection(run.signal), { now, displayedSince: run.startedAt, signal }),
		now,
		registrants,
		signal,
		itemsLeft: (...names) => {
			const areFixed = names.every((name) => parameters.isFixed(name));
			return areFixed ? run.itemCount - item.index : 1;
		},
		report,
		partFailed: (part, error) => {
			if (error instanceof CancelledError) throw error;
			const partError = toPartError(context.getNode(), error, operation.fields, part);
			if (!context.continueOnFail()) throw withOnErrorAdvice(partError);
			failedParts.push(failedItem(partError, item.index));
		},
	});
	return [...(await outputItems(context, outputs, item.index)), ...failedParts];
}

/** Returns functions that read an item's parameters: one by name, and all fields of an operation. */
function inputOf({ parameters }: Run, itemIndex: number) {
	const value = (name: string) => parameters.value(name, itemIndex);
	const stored = (name: string) => parameters.stored(name);
	const input = <F extends Fields>(fields: F) => readFields(fields, value, stored);
	return { value, input };
}

function chosenOperation(value: (name: string) => unknown): Operation {
	// n8n adds this choice to the lists of all nodes with a credential.
	if ([value('resource'), value('operation')].includes('__CUSTOM_API_CALL__')) {
		throw new InputError(
			'Custom API Call is not an operation of this node',
			'Choose one of the operations. Custom API Call uses the HTTP Request node, which cannot use this credential, because a redirect would disclose the API key.',
		);
	}
	return asOption('Operation', operationsByValue, value('operation'));
}

/** Outputs to copy before yielding to the event loop. A webinar can have 100,000 registrants. */
const COPIES_AT_ONCE = 1000;

/** Returns the outputs of an item as items of n8n, each paired with the input item. */
async function outputItems(
	context: IExecuteFunctions,
	outputs: IDataObject[],
	item: number,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let start = 0; start < outputs.length; start += COPIES_AT_ONCE) {
		if (start > 0) await yieldToEventLoop();
		// Copied, because items share the webinars that were read. n8n's returnJsonArray is not used, because it takes an
		// object with a field "json" for an item.
		const copies = outputs.slice(start, start + COPIES_AT_ONCE).map((json) => ({ json: deepCopy(json) }));
		items.push(...context.helpers.constructExecutionMetaData(copies, { itemData: { item } }));
	}
	return items;
}

/** Returns only `error`, as a string: n8n then adds the input's fields on the error output. */
function failedItem({ message, description }: NodeError, item: number): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item } };
}
