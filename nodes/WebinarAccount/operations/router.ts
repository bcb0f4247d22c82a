import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	sleep,
} from 'n8n-workflow';

import { asOption, type Fields, namesWithExpression, type Parameters } from '../fields/field';
import { type NodeError, toNodeError, toPartError, withOnErrorAdvice } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { type Connection, connect } from '../service/client';
import { InputError, ServiceError, webinarNameIn } from '../service/errors';
import { CancelledError, mapConcurrent, MAX_CONCURRENT } from '../utils/async';
import { scalarText, sentences, shortened } from '../utils/values';
import { hasInTitle, shownName } from '../webinars/webinar';
import { Webinars } from '../webinars/webinars';
import { operations } from './index';
import type { Operation, OperationContext, RunRegistrants } from './operation';
import { RunReport } from './runReport';

const operationsByValue = Object.fromEntries(operations.map((operation) => [operation.value, operation]));

type Run = ReturnType<typeof startRun>;

/** An item that is being processed. */
interface RunningItem {
	index: number;
	/** Cancels the item's waiting requests. */
	abort: AbortController;
	/** The fields of the item's operation, whose labels error messages use. Empty until the operation is known. */
	fields: Fields;
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
		this.addExecutionHints(...run.report.hints(run.itemCount));
		return [outputs.flat()];
	} catch (error) {
		throw run.report.withChanges(toNodeError(this.getNode(), error, {}));
	} finally {
		run.signal?.removeEventListener('abort', cancelAll);
	}
}

/** Creates the objects that all items of a run share. */
function startRun(context: IExecuteFunctions) {
	let connection: Promise<Connection> | undefined;
	const stored: Parameters = context.getNode().parameters;
	return {
		context,
		itemCount: context.getInputData().length,
		/** The parameters as the workflow stores them, with unresolved expressions. */
		stored,
		/** The parameters with an expression, which can have a different value for each item. */
		varying: namesWithExpression(stored),
		/** The values of the other parameters, which are read once for the whole run. */
		fixedValues: new Map<string, unknown>(),
		// Connects only when an item is processed, so that an invalid credential makes this item fail instead of the whole
		// node.
		connect: () => (connection ??= connect(context)),
		signal: context.getExecutionCancelSignal(),
		/** When the run began, on the clock of `performance.now()`. */
		begunAt: performance.now(),
		registrants: { sent: new Map(), wholeLists: new Map() } satisfies RunRegistrants,
		/** The values of the items that were read before the first item is processed. */
		inputs: new Map<number, unknown>(),
		report: new RunReport(),
		running: new Set<RunningItem>(),
	};
}

/** Maximum time in milliseconds without yielding to the event loop. n8n needs about 1 ms to check an item. */
const MAX_BLOCK_MS = 50;

/**
 * Reads the values of all items before anything is sent for any of them, if the operation asks for it.
 * @throws an error that names the invalid items
 */
async function readAllItems(run: Run): Promise<void> {
	const node = run.context.getNode();
	const problems: ItemProblem[] = [];
	let lastPause = performance.now();
	for (let itemIndex = 0; itemIndex < run.itemCount; itemIndex++) {
		if (performance.now() - lastPause > MAX_BLOCK_MS) {
			await yieldToEventLoop();
			lastPause = performance.now();
		}
		if (run.signal?.aborted) throw new CancelledError();
		try {
			// An unknown operation is not reported here. The item fails with it later, when it is processed.
			const operation = operationsByValue[scalarText(readParameter(run, 'operation', itemIndex))];
			if (operation?.readsAllItemsFirst) run.inputs.set(itemIndex, readInput(run, operation, itemIndex));
		} catch (error) {
			// An error of n8n itself, such as one in an expression, ends the check, and is not listed with the invalid items.
			if (!(error instanceof InputError)) throw toNodeError(node, error, {}, itemIndex);
			const email = shortened(scalarText(readParameter(run, 'email', itemIndex)).trim());
			problems.push({ itemIndex, email, error });
		}
	}
	const [first] = problems;
	if (!first) return;
	const invalid = invalidItemsError(problems, run.itemCount);
	const explained = await withWebinarIds(run, invalid, first.itemIndex, run.signal);
	const nodeError = toNodeError(node, explained, {}, first.itemIndex);
	// If every item is invalid, continuing would process none of them.
	throw problems.length === run.itemCount ? nodeError : withOnErrorAdvice(nodeError);
}

/** An item with invalid values. */
interface ItemProblem {
	itemIndex: number;
	/** The item's email address, as the user wrote it. Empty if there is none. */
	email: string;
	error: InputError;
}

/** Maximum problems that the error describes. Further problems are only counted. */
const MAX_PROBLEMS = 10;

/** Creates the error for a run in which some items have invalid values. Nothing was sent for any item. */
function invalidItemsError(problems: readonly ItemProblem[], itemCount: number): InputError {
	const named = problems.slice(0, MAX_PROBLEMS);
	const texts = named.map(({ itemIndex, email, error }) => {
		const person = email === '' || error.message.includes(email) ? '' : ` (${email})`;
		// The editor adds "[item 0]" to an error, unless the message already contains "item 0". n8n counts items from 0.
		return `item ${itemIndex}${person}: ${error.message}`;
	});
	if (problems.length > named.length) texts.push(`and ${problems.length - named.length} more`);
	return new InputError(
		`${problems.length} of ${itemCount} contacts cannot be registered: ${texts.join('; ')}. Nothing was sent.`,
		sentences([...named.map(({ error }) => error.description), 'The first item is item 0.']),
		webinarNameIn(problems),
	);
}

/**
 * Processes an item and returns its outputs. If the item fails and On Error is "Continue", returns an output with the error.
 * @throws the item's error otherwise, after it has canceled all later items
 */
async function processItem(run: Run, index: number): Promise<INodeExecutionData[]> {
	const { context, report } = run;
	const item: RunningItem = { index, abort: new AbortController(), fields: {} };
	run.running.add(item);
	try {
		// If the user cancels the run, the remaining items fail. With "Continue", the output of finished items is then kept.
		if (run.signal?.aborted) throw new CancelledError();
		return await runOperation(run, item);
	} catch (error) {
		// Earlier items continue. If one of them also fails, the run shows the error of that earlier item.
		if (!context.continueOnFail()) cancelItemsAfter(run, index);
		const explained = await withWebinarIds(run, error, index, item.abort.signal);
		const nodeError = toNodeError(context.getNode(), explained, item.fields, index);
		if (context.continueOnFail()) {
			report.addFailure(error, item.fields);
			return [failedItem(nodeError, index)];
		}
		const failsForAllItems = error instanceof ServiceError && error.rejects === 'apiKey';
		throw run.itemCount > 1 && !failsForAllItems ? withOnErrorAdvice(nodeError) : nodeError;
	} finally {
		run.running.delete(item);
		run.inputs.delete(index);
	}
}

/** Cancels the waiting requests of all items after an index. Requests that were sent already are not canceled. */
function cancelItemsAfter({ running }: Run, index: number): void {
	for (const item of running) if (item.index > index) item.abort.abort();
}

/**
 * Runs the chosen operation for an item. Returns the item's outputs, followed by one output for each part that failed.
 */
async function runOperation(run: Run, item: RunningItem): Promise<INodeExecutionData[]> {
	const { context, registrants, report, begunAt } = run;
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
	item.fields = operation.fields;
	const product = chosenProduct(resource);
	const input = run.inputs.has(index) ? run.inputs.get(index) : readInput(run, operation, index);
	const failedParts: INodeExecutionData[] = [];
	const itemContext: OperationContext = {
		product,
		service: connection(product, abort.signal),
		// Items share the readings of webinars, so no item may cancel their requests.
		webinars: new Webinars(connection(product), begunAt, abort.signal),
		registrants,
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
function readInput(run: Run, operation: Operation, itemIndex: number): unknown {
	const given: Record<string, unknown> = {};
	for (const name of Object.keys(operation.fields)) given[name] = readParameter(run, name, itemIndex);
	return operation.read(given, run.stored);
}

/**
 * Reads a parameter for an item. A parameter without an expression is read only once per run, because otherwise a run with
 * thousands of items would spend most of its time on reading parameters.
 */
function readParameter({ context, varying, fixedValues }: Run, name: string, itemIndex: number): unknown {
	if (fixedValues.has(name)) return fixedValues.get(name);
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	if (!varying.has(name)) fixedValues.set(name, value);
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

/** Maximum webinars that an error lists. */
const MAX_LISTED_WEBINARS = 10;

/**
 * Adds the IDs of webinars to an error about a webinar's name, because AI agents often know only the name. Lists the
 * webinars with this name, or else all.
 */
async function withWebinarIds(
	run: Run,
	error: unknown,
	itemIndex: number,
	signal: AbortSignal | undefined,
): Promise<unknown> {
	const name = error instanceof InputError ? error.webinarName : undefined;
	if (!(error instanceof InputError) || name === undefined) return error;
	const product = chosenProduct(readParameter(run, 'resource', itemIndex));
	// If the list cannot be read, the error without it still says what to do.
	const all = await run
		.connect()
		.then((connection) => new Webinars(connection(product), run.begunAt, signal).list())
		.catch(() => []);
	const withName = all.filter((webinar) => hasInTitle(name, webinar));
	const texts = (withName.length > 0 ? withName : all).map(
		(webinar) => `${webinar.webinar_id} (${shownName(webinar)})`,
	);
	if (texts.length === 0) return error;
	const listed = texts.slice(0, MAX_LISTED_WEBINARS).join(', ');
	const others = texts.length > MAX_LISTED_WEBINARS ? ` and ${texts.length - MAX_LISTED_WEBINARS} more` : '';
	return new InputError(error.message, sentences([error.description, `Webinar IDs: ${listed}${others}`]));
}
