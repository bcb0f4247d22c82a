import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	sleep,
} from 'n8n-workflow';

import { findExpressions, namesWithExpression, withNullForEmptyResults } from '../fields/expressions';
import { asOption, readFields } from '../fields/field';
import { type NodeError, toNodeError, withExactMessage } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { type Connection, connect } from '../service/client';
import { InputError, PartError, ServiceError } from '../service/errors';
import type { Product } from '../service/products';
import { CancelledError, mapConcurrent, MAX_CONCURRENT } from '../utils/async';
import { scalarText, sentences, shortened } from '../utils/values';
import { Webinars } from '../webinars/webinars';
import { operations } from './index';
import type { Operation, OperationContext } from './operation';
import { activeRuns, newRunMemory } from './runMemory';
import { RunReport } from './runReport';

type NodeRun = ReturnType<typeof startRun>;

/** An item that is being processed. */
interface RunningItem {
	index: number;
	/** Cancels the item's waiting requests. */
	abort: AbortController;
}

/** Runs the chosen operation for every input item. Pairs outputs with items, adds hints, and applies "On Error". */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = startRun(this, readChoice(this));
	// n8n counts items from 0, so that every item is after -1.
	const cancelAll = () => cancelItemsAfter(run, -1);
	// Other runs mark the lists in active memories as outdated when they register people.
	activeRuns.add(run.memory);
	run.signal?.addEventListener('abort', cancelAll, { once: true });
	try {
		// If an invalid item stops the run, nothing should have been sent for the other items. A single item is read before it
		// sends anything, anyway.
		const stopsOnErrors = !this.continueOnFail();
		const hasSeveralItems = run.itemCount > 1;
		if (run.operation.readsAllItemsFirst && stopsOnErrors && hasSeveralItems) await readAllItems(run);
		const outputs = await processItems(run);
		this.addExecutionHints(...run.report.hints(run.itemCount));
		return [outputs];
	} catch (error) {
		throw run.report.withNoteOnChanges(toNodeError(this.getNode(), error, run.operation.fields));
	} finally {
		run.signal?.removeEventListener('abort', cancelAll);
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
		if (resource === CUSTOM_API_CALL || operation === CUSTOM_API_CALL) throw customApiCallError();
		return {
			operation: asOption('Operation', operations, operation),
			product: chosenProduct(resource),
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error, {});
	}
}

/** A choice that n8n adds to Resource and Operation in every node with a credential. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

function customApiCallError(): InputError {
	return new InputError(
		'Custom API Call is not an operation of this node',
		'Choose one of the operations. Custom API Call uses the HTTP Request node, which cannot use this credential, because a redirect could disclose the API key.',
	);
}

/** Creates the objects that all items of a run share. */
function startRun(context: IExecuteFunctions, choice: Choice) {
	let connection: Promise<Connection> | undefined;
	const expressions = findExpressions(context.getNode().parameters);
	return {
		...choice,
		context,
		itemCount: context.getInputData().length,
		expressions,
		/** The names of the parameters with an expression, which can have a different value for each item. */
		namesWithExpression: namesWithExpression(expressions),
		/** The values of the other parameters, which are read once for the whole run. */
		fixedValues: new Map<string, unknown>(),
		memory: newRunMemory(),
		// Connects only when an item is processed, so that an invalid credential makes this item fail instead of the whole
		// node.
		connect: () => (connection ??= connect(context)),
		signal: context.getExecutionCancelSignal(),
		/** When the run began, on the clock of `performance.now()`. */
		begunAt: performance.now(),
		/** The values of the operation's fields for the items that `readAllItems` has read. */
		inputs: new Map<number, unknown>(),
		report: new RunReport(),
		running: new Set<RunningItem>(),
		/** Items after this index are canceled, because an item failed or the user canceled the run. */
		lastAllowedIndex: Infinity,
	};
}

/** Maximum time in milliseconds without yielding to the event loop. n8n needs about 1 ms to check an item. */
const MAX_BLOCK_MS = 50;

/**
 * Reads the values of all items before anything is sent for any of them.
 * @throws an error that names the invalid items
 * @throws CancelledError if the user cancels the run in the meantime
 */
async function readAllItems(run: NodeRun): Promise<void> {
	const problems: ItemProblem[] = [];
	let lastPause = performance.now();
	for (let itemIndex = 0; itemIndex < run.itemCount; itemIndex++) {
		if (performance.now() - lastPause > MAX_BLOCK_MS) {
			await yieldToEventLoop();
			lastPause = performance.now();
		}
		if (run.signal?.aborted) throw new CancelledError();
		const problem = readAndKeepInput(run, itemIndex);
		if (problem) problems.push(problem);
	}
	const [first, ...others] = problems;
	if (!first) return;
	const error = invalidItemsError(run, [first, ...others]);
	// n8n shows the error of a run at one item, here at the first invalid one. No fields are passed, because the message
	// of an InputError already has their labels.
	throw toNodeError(run.context.getNode(), error, {}, first.itemIndex);
}

/**
 * Reads the values of an item and keeps them in `run.inputs`. If they are invalid, returns the problem instead.
 * @throws an error of n8n itself, such as one in an expression
 */
function readAndKeepInput(run: NodeRun, itemIndex: number): ItemProblem | undefined {
	try {
		run.inputs.set(itemIndex, readInput(run, itemIndex));
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return { itemIndex, error };
		throw toNodeError(run.context.getNode(), error, {}, itemIndex);
	}
}

/** An item with invalid values. */
interface ItemProblem {
	itemIndex: number;
	error: InputError;
}

/** Maximum items that the error describes. Further items are only counted. */
const MAX_PROBLEMS = 10;

/** Creates the error for a run in which some items have invalid values. Nothing was sent for any item. */
function invalidItemsError(run: NodeRun, problems: readonly [ItemProblem, ...ItemProblem[]]): InputError {
	const named = problems.slice(0, MAX_PROBLEMS);
	const lines = named.map(
		({ itemIndex, error }) => `Item ${itemIndex}${nameInBrackets(run, itemIndex, error)}: ${error.message}`,
	);
	const others = problems.length - named.length;
	// The editor adds "[item 3]" to a message that names no item.
	const firstInvalid = `${problems.length > 1 ? 'The first is item' : 'It is item'} ${problems[0].itemIndex}.`;
	return new InputError(
		`${problems.length} of ${run.itemCount} items have invalid values, so nothing was sent. ${firstInvalid}`,
		// `sentences` lists an advice once, even if it is about several items.
		sentences([
			// Without a valid item, there is nothing to process with On Error set to Continue.
			problems.length < run.itemCount ? SKIP_INVALID_ADVICE : '',
			...lines,
			others > 0 ? `${others} more items have invalid values.` : '',
			// n8n counts items from 0.
			'The first item is item 0.',
			...named.map(({ error }) => error.description),
		]),
	);
}

const SKIP_INVALID_ADVICE =
	'Correct the values, or set On Error on the Settings tab to Continue (using error output) to process the other items.';

/**
 * Returns the name of an item in brackets, such as " (ann@example.com)". Returns an empty string if the item has no name,
 * or if the error's message already contains it.
 */
function nameInBrackets(run: NodeRun, itemIndex: number, { message }: Error): string {
	const parameter = run.operation.itemName;
	if (parameter === undefined) return '';
	const name = shortened(scalarText(readParameter(run, parameter, itemIndex)).trim());
	return name === '' || message.includes(name) ? '' : ` (${name})`;
}

/** Processes all items, several at the same time. Returns their outputs in the order of the items. */
async function processItems(run: NodeRun): Promise<INodeExecutionData[]> {
	// Items that send no request, such as skipped ones, never yield to the event loop by themselves. After every
	// `MAX_CONCURRENT` items, the next ones therefore wait for it, so that n8n can do other work and cancel the run.
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
 * @throws the item's error otherwise, after it has canceled all later items
 */
async function processItem(run: NodeRun, index: number): Promise<INodeExecutionData[]> {
	const { context, report } = run;
	const item: RunningItem = { index, abort: new AbortController() };
	run.running.add(item);
	try {
		// The user canceled the run, or an earlier item stopped it. The remaining items then fail one by one, so that with On
		// Error set to Continue, the outputs of finished items are kept.
		if (run.signal?.aborted || index > run.lastAllowedIndex) throw new CancelledError();
		return await runOperation(run, item);
	} catch (error) {
		const { fields } = run.operation;
		const nodeError = toNodeError(context.getNode(), error, fields, index);
		if (context.continueOnFail()) {
			report.addFailure(error, fields);
			return [failedItem(nodeError, index)];
		}
		// Earlier items continue. If one of them also fails, the run shows the error of that earlier item.
		cancelItemsAfter(run, index);
		throw mayOthersSucceed(run, error) ? withAdviceForOthers(run, index, nodeError) : nodeError;
	} finally {
		run.running.delete(item);
		// Frees the memory.
		run.inputs.delete(index);
	}
}

/** Whether other items, or other parts of the failed item, may succeed. */
function mayOthersSucceed(run: NodeRun, error: unknown): boolean {
	// The service rejects the API key for all items.
	if (error instanceof ServiceError && error.rejectedPart === 'apiKey') return false;
	return run.itemCount > 1 || error instanceof PartError;
}

/** Adds to an item's error the item's name, and the advice how to process the others. */
function withAdviceForOthers(run: NodeRun, index: number, error: NodeError): NodeError {
	error.description = sentences([error.description ?? '', ON_ERROR_ADVICE]);
	return withExactMessage(`${error.message}${nameInBrackets(run, index, error)}`, error);
}

const ON_ERROR_ADVICE =
	'On the Settings tab, set On Error to Continue (using error output) to process the remaining items.';

/** Cancels all items after an index: their waiting requests, but not those that were sent already. */
function cancelItemsAfter(run: NodeRun, index: number): void {
	run.lastAllowedIndex = Math.min(run.lastAllowedIndex, index);
	for (const item of run.running) if (item.index > index) item.abort.abort();
}

/** Runs the operation for an item. Returns the item's outputs, followed by one output for each part that failed. */
async function runOperation(run: NodeRun, item: RunningItem): Promise<INodeExecutionData[]> {
	const { context, operation } = run;
	const { index } = item;
	const connection = await run.connect();
	// `readAllItems` may have read the values already.
	const input = run.inputs.has(index) ? run.inputs.get(index) : readInput(run, index);
	const failedParts: INodeExecutionData[] = [];
	const outputs = await operation.execute(operationContext(run, item, connection, failedParts), input);
	return [...(await outputItems(context, outputs, index)), ...failedParts];
}

/** Creates what the operation needs to process an item. @param failedParts receives an output for each part that failed */
function operationContext(
	run: NodeRun,
	{ index, abort }: RunningItem,
	connection: Connection,
	failedParts: INodeExecutionData[],
): OperationContext {
	const { product } = run;
	const { signal } = abort;
	return {
		product,
		// A canceled item ends its own requests.
		service: connection.client(product, signal),
		// Items share the webinars that are fetched. A canceled item only stops waiting for them, so this client has no signal.
		webinars: new Webinars(connection.client(product), run.begunAt, signal),
		memory: run.memory,
		itemIndex: index,
		signal,
		report: run.report,
		itemsLeft: (...names) => countItemsLeft(run, index, names),
		limitReached: (limit) => addLimitHint(run, limit),
		partFailed: (part, error) => void failedParts.push(failedPart(run, index, part, error)),
	};
}

/**
 * Returns how many items, from this one to the last, have the same values in some parameters. Returns 1 if any of the
 * parameters contains an expression, because then only this item is known to have its values.
 */
function countItemsLeft(
	{ namesWithExpression, itemCount }: NodeRun,
	index: number,
	parameters: readonly string[],
): number {
	const mayDiffer = parameters.some((name) => namesWithExpression.has(name));
	return mayDiffer ? 1 : itemCount - index;
}

/** Adds the hint that Limit cut off results. */
function addLimitHint({ itemCount, namesWithExpression, report }: NodeRun, limit: number): void {
	// For one item with a fixed limit, the editor shows its own hint.
	if (itemCount === 1 && !namesWithExpression.has('limit')) return;
	report.addHint(`There are more than ${limit} results. To return more, raise Limit or turn on Return All.`);
}

/**
 * Returns the output for a part of an item that failed.
 * @throws PartError if the node stops on errors
 * @throws CancelledError if the whole item was canceled
 */
function failedPart(
	{ context, operation }: NodeRun,
	index: number,
	part: string,
	error: unknown,
): INodeExecutionData {
	if (error instanceof CancelledError) throw error;
	const partError = new PartError(part, error);
	if (!context.continueOnFail()) throw partError;
	return failedItem(toNodeError(context.getNode(), partError, operation.fields, index), index);
}

/** Reads the values of the operation's fields for an item. @throws InputError that lists all problems */
function readInput(run: NodeRun, itemIndex: number): unknown {
	const { operation, expressions } = run;
	const given: Record<string, unknown> = {};
	for (const name of Object.keys(operation.fields)) given[name] = readParameter(run, name, itemIndex);
	if (operation.read) return operation.read(given, expressions);
	return readFields(operation.fields, given, expressions);
}

/**
 * Reads a parameter for an item. A parameter without an expression is read only once per run, because otherwise a run with
 * thousands of items would spend most of its time on reading parameters.
 */
function readParameter(run: NodeRun, name: string, itemIndex: number): unknown {
	const { context, expressions, namesWithExpression, fixedValues } = run;
	if (fixedValues.has(name)) return fixedValues.get(name);
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	if (namesWithExpression.has(name)) return withNullForEmptyResults(name, value, expressions);
	fixedValues.set(name, value);
	return value;
}

/** How many outputs are copied before the node yields to the event loop. A webinar can have 100,000 registrants. */
const COPIES_AT_ONCE = 1000;

/** Converts the outputs of an item to n8n's output items, and pairs each with the input item. */
async function outputItems(
	context: IExecuteFunctions,
	outputs: IDataObject[],
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	for (let start = 0; start < outputs.length; start += COPIES_AT_ONCE) {
		if (start > 0) await yieldToEventLoop();
		// Outputs are copied, because several items may return the same webinar object. n8n's returnJsonArray is not used,
		// because it mistakes an output with a "json" field for a complete item.
		const copies = outputs.slice(start, start + COPIES_AT_ONCE).map((json) => ({ json: deepCopy(json) }));
		items.push(...context.helpers.constructExecutionMetaData(copies, { itemData: { item: itemIndex } }));
	}
	return items;
}

/** Pauses, so that other work in this process can run. Sleeps twice: on Node 20, an overdue timer can fire before I/O. */
async function yieldToEventLoop(): Promise<void> {
	await sleep(0);
	await sleep(0);
}

/**
 * Returns the output item for an error. Its only field is `error`, with a string. On the error output, n8n then adds the
 * fields of the input item.
 */
function failedItem({ message, description }: NodeError, itemIndex: number): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item: itemIndex } };
}
