import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	sleep,
} from 'n8n-workflow';

import { findExpressions, varyingParameters, withMarkedResults } from '../fields/expressions';
import { asOption } from '../fields/field';
import {
	type NodeError,
	toNodeError,
	toPartError,
	withItemName,
	withOnErrorAdvice,
} from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { type Connection, connect } from '../service/client';
import { InputError, ServiceError } from '../service/errors';
import { CancelledError, mapConcurrent, MAX_CONCURRENT } from '../utils/async';
import { scalarText, sentences, shortened } from '../utils/values';
import { Webinars } from '../webinars/webinars';
import { operations } from './index';
import type { Operation, OperationContext } from './operation';
import { RunReport } from './runReport';

const operationsByValue = Object.fromEntries(operations.map((operation) => [operation.value, operation]));

type NodeRun = ReturnType<typeof startRun>;

/** An item that is being processed. */
interface RunningItem {
	index: number;
	/** Cancels the item's waiting requests. */
	abort: AbortController;
	/** The item's operation, whose field labels error messages use. Undefined until it is known. */
	operation: Operation | undefined;
}

/** Runs the chosen operation for every input item. Pairs outputs with items, adds hints, and applies "On Error". */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const run = startRun(this);
	const cancelAll = () => cancelItemsAfter(run, -1);
	run.signal?.addEventListener('abort', cancelAll, { once: true });
	try {
		if (!this.continueOnFail() && run.itemCount > 1) await readAllItems(run);
		// Now and then, the run yields to the event loop, because items that send no request never yield by themselves.
		let pause: Promise<void> | undefined;
		const outputs = await mapConcurrent(this.getInputData(), MAX_CONCURRENT, async (_item, index) => {
			if (index > 0 && index % MAX_CONCURRENT === 0) pause = yieldToEventLoop();
			await pause;
			return await processItem(run, index);
		});
		await addThrottledHint(run);
		this.addExecutionHints(...run.report.hints(run.itemCount));
		return [outputs.flat()];
	} catch (error) {
		throw run.report.withChanges(toNodeError(this.getNode(), error, {}));
	} finally {
		run.signal?.removeEventListener('abort', cancelAll);
		for (const work of run.endings) work();
	}
}

/** Time in milliseconds of pauses after 429s from which on a hint says that the run was throttled. */
const LONG_THROTTLED_MS = 60_000;

/** Adds a hint if the run took longer, because the service throttled its requests for more than a minute in total. */
async function addThrottledHint({ connect: connectRun, report }: NodeRun): Promise<void> {
	const throttledMs = await connectRun().then(
		(connection) => connection.throttledMs(),
		() => 0,
	);
	if (throttledMs < LONG_THROTTLED_MS) return;
	report.addHint(
		`Other software, or another n8n process, uses the account. The service therefore throttled this run for ${Math.round(throttledMs / 1000)} seconds. Slow the other software down, or lower Calls per Second in the credential.`,
	);
}

/** Creates the objects that all items of a run share. */
function startRun(context: IExecuteFunctions) {
	let connection: Promise<Connection> | undefined;
	const expressions = findExpressions(context.getNode().parameters);
	const endings: Array<() => void> = [];
	return {
		context,
		itemCount: context.getInputData().length,
		expressions,
		/** The parameters with an expression, which can have a different value for each item. */
		varying: varyingParameters(expressions),
		/** The values of the other parameters, which are read once for the whole run. */
		fixedValues: new Map<string, unknown>(),
		// Connects only when an item is processed, so that an invalid credential makes this item fail instead of the whole
		// node.
		connect: () => (connection ??= connect(context)),
		signal: context.getExecutionCancelSignal(),
		/** When the run began, on the clock of `performance.now()`. */
		begunAt: performance.now(),
		/** Work to do when the run has ended. */
		endings,
		onEnd: (work: () => void) => void endings.push(work),
		/** The values of the items that were read before the first item is processed. */
		inputs: new Map<number, unknown>(),
		report: new RunReport(),
		running: new Set<RunningItem>(),
		/** The index after which no item is processed, because an item failed or the run was canceled. */
		lastIndex: Infinity,
	};
}

/** Maximum time in milliseconds without yielding to the event loop. n8n needs about 1 ms to check an item. */
const MAX_BLOCK_MS = 50;

/**
 * Reads the values of all items before anything is sent for any of them, if the operation asks for it.
 * @throws an error that names the invalid items
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
		const error = readItemFirst(run, itemIndex);
		if (error) problems.push({ itemIndex, error });
	}
	const [first] = problems;
	if (!first) return;
	const error = invalidItemsError(run, problems);
	throw toNodeError(run.context.getNode(), error, {}, first.itemIndex);
}

/**
 * Reads the values of an item, if its operation asks for it, and keeps them. Returns the error if they are invalid.
 * @throws an error of n8n itself, such as one in an expression
 */
function readItemFirst(run: NodeRun, itemIndex: number): InputError | undefined {
	try {
		// An unknown operation is not reported here. The item fails with it later, when it is processed.
		const operation = chosenOperation(run, itemIndex);
		if (operation?.readsAllItemsFirst) run.inputs.set(itemIndex, readInput(run, operation, itemIndex));
		return undefined;
	} catch (error) {
		if (error instanceof InputError) return error;
		throw toNodeError(run.context.getNode(), error, {}, itemIndex);
	}
}

/** Returns the operation that is chosen for an item; undefined if there is no such operation. */
function chosenOperation(run: NodeRun, itemIndex: number): Operation | undefined {
	return operationsByValue[scalarText(readParameter(run, 'operation', itemIndex))];
}

/** An item with invalid values. */
interface ItemProblem {
	itemIndex: number;
	error: InputError;
}

/** Maximum items that the error describes. Further items are only counted. */
const MAX_PROBLEMS = 10;

/** Creates the error for a run in which some items have invalid values. Nothing was sent for any item. */
function invalidItemsError(run: NodeRun, problems: readonly ItemProblem[]): InputError {
	const named = problems.slice(0, MAX_PROBLEMS);
	const advice = [...new Set(named.map(({ error }) => error.description))];
	const hasOneCause = advice.length === 1;
	const lines = named.map(({ itemIndex, error }) => {
		const whatToDo = hasOneCause ? '' : error.description;
		return `Item ${itemIndex}${nameInBrackets(run, itemIndex, error)}: ${sentences([error.message, whatToDo])}`;
	});
	const others = problems.length - named.length;
	const [{ itemIndex: first } = { itemIndex: 0 }] = problems;
	// The editor adds "[item 3]" to an error, unless the message already contains "item 3". n8n counts items from 0.
	const firstItem = `${problems.length > 1 ? 'The first is item' : 'It is item'} ${first}.`;
	return new InputError(
		`${problems.length} of ${run.itemCount} items have invalid values, so nothing was sent. ${firstItem}`,
		sentences([
			problems.length < run.itemCount ? SKIP_INVALID_ADVICE : '',
			...(hasOneCause ? advice : []),
			...lines,
			others > 0 ? `${others} more items have invalid values.` : '',
			'The first item is item 0.',
		]),
	);
}

const SKIP_INVALID_ADVICE =
	'Correct the values, or set On Error on the Settings tab to Continue (using error output) to process the other items.';

/** Returns the name of an item in brackets, such as " (ann@example.com)". Empty if it has none, or if the error has it. */
function nameInBrackets(run: NodeRun, itemIndex: number, { message }: Error): string {
	const parameter = chosenOperation(run, itemIndex)?.itemName;
	const name = parameter ? shortened(scalarText(readParameter(run, parameter, itemIndex)).trim()) : '';
	return name === '' || message.includes(name) ? '' : ` (${name})`;
}

/**
 * Processes an item and returns its outputs. If the item fails and On Error is "Continue", returns an output with the error.
 * @throws the item's error otherwise, after it has canceled all later items
 */
async function processItem(run: NodeRun, index: number): Promise<INodeExecutionData[]> {
	const { context, report } = run;
	const item: RunningItem = { index, abort: new AbortController(), operation: undefined };
	run.running.add(item);
	try {
		// If the user cancels the run, the remaining items fail. With "Continue", the output of finished items is then kept.
		if (run.signal?.aborted || index > run.lastIndex) throw new CancelledError();
		return await runOperation(run, item);
	} catch (error) {
		const fields = item.operation?.fields ?? {};
		const nodeError = toNodeError(context.getNode(), error, fields, index);
		if (context.continueOnFail()) {
			report.addFailure(error, fields);
			return [failedItem(nodeError, index)];
		}
		// Earlier items continue. If one of them also fails, the run shows the error of that earlier item.
		cancelItemsAfter(run, index);
		throw run.itemCount === 1 ? nodeError : errorOfRun(run, error, nodeError, index);
	} finally {
		run.running.delete(item);
		run.inputs.delete(index);
	}
}

/** Extends the error of an item that stops a run with several items. */
function errorOfRun(run: NodeRun, error: unknown, nodeError: NodeError, index: number): NodeError {
	const failsForAllItems = error instanceof ServiceError && error.rejects === 'apiKey';
	if (failsForAllItems) return nodeError;
	return withOnErrorAdvice(withItemName(nodeError, nameInBrackets(run, index, nodeError)));
}

/** Cancels all items after an index: their waiting requests, but not those that were sent already. */
function cancelItemsAfter(run: NodeRun, index: number): void {
	run.lastIndex = Math.min(run.lastIndex, index);
	for (const item of run.running) if (item.index > index) item.abort.abort();
}

/**
 * Runs the chosen operation for an item. Returns the item's outputs, followed by one output for each part that failed.
 */
async function runOperation(run: NodeRun, item: RunningItem): Promise<INodeExecutionData[]> {
	const { context, report, begunAt } = run;
	const { index, abort } = item;
	const connection = await run.connect();
	const resource = readParameter(run, 'resource', index);
	const chosen = readParameter(run, 'operation', index);
	// n8n adds the choice Custom API Call to Resource and Operation in every node with a credential.
	if ([resource, chosen].includes('__CUSTOM_API_CALL__')) {
		throw new InputError(
			'Custom API Call is not an operation of this node',
			'Choose one of the operations. Custom API Call uses the HTTP Request node, which cannot use this credential, because a redirect could disclose the API key.',
		);
	}
	const operation = asOption('Operation', operationsByValue, chosen);
	item.operation = operation;
	const product = chosenProduct(resource);
	const input = run.inputs.has(index) ? run.inputs.get(index) : readInput(run, operation, index);
	const failedParts: INodeExecutionData[] = [];
	const itemContext: OperationContext = {
		product,
		service: connection.client(product, abort.signal),
		// Items share the readings of webinars, so no item may cancel their requests.
		webinars: new Webinars(connection.client(product), begunAt, abort.signal),
		run,
		itemIndex: index,
		signal: abort.signal,
		itemsLeft: (...names) => {
			const areFixed = !names.some((name) => run.varying.has(name));
			return areFixed ? run.itemCount - index : 1;
		},
		report,
		limitReached: (limit) => {
			// For one item with a fixed limit, the editor shows its own hint.
			if (run.itemCount === 1 && !run.varying.has('limit')) return;
			report.addHint(
				`There are more than ${limit} results. To return more, raise Limit or turn on Return All.`,
			);
		},
		partFailed: (part, error) => {
			if (error instanceof CancelledError) throw error;
			const partError = toPartError(context.getNode(), error, operation.fields, part);
			if (!context.continueOnFail()) throw withOnErrorAdvice(partError);
			failedParts.push(failedItem(partError, index));
		},
	};
	const outputs = await operation.execute(itemContext, input);
	return [...(await outputItems(context, outputs, index)), ...failedParts];
}

/** Reads the values of an operation's fields for an item. @throws InputError that lists all problems */
function readInput(run: NodeRun, operation: Operation, itemIndex: number): unknown {
	const given: Record<string, unknown> = {};
	for (const name of Object.keys(operation.fields)) given[name] = readParameter(run, name, itemIndex);
	return operation.read(given, run.expressions);
}

/**
 * Reads a parameter for an item. A parameter without an expression is read only once per run, because otherwise a run with
 * thousands of items would spend most of its time on reading parameters.
 */
function readParameter(run: NodeRun, name: string, itemIndex: number): unknown {
	const { context, expressions, varying, fixedValues } = run;
	if (fixedValues.has(name)) return fixedValues.get(name);
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	if (varying.has(name)) return withMarkedResults(name, value, expressions);
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
