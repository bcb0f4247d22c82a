import { Settings } from 'luxon';
import { deepCopy, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { asOption, type Fields, readFields } from '../fields/field';
import { type NodeError, toNodeError, toPartError, withOnErrorAdvice } from '../fields/nodeError';
import { chosenProduct, hasExpression, withoutListMode } from '../fields/webinarFields';
import { RunRegistrants } from '../registrants/registerOnce';
import { type Connection, connect } from '../service/client';
import { InputError } from '../service/errors';
import { CancelledError, mapConcurrent, yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';
import { WebinarReader } from '../webinars/webinarReader';
import { operations } from './index';
import { RunReport } from './runReport';

/** Bounds memory while answers are slow. After as many, other work has its turn: items that fail at once wait for nothing. */
const ITEMS_AT_ONCE = 100;

const byName = Object.fromEntries(operations.map((operation) => [operation.value, operation]));

type Run = ReturnType<typeof startRun>;

interface Item {
	index: number;
	abort: AbortController;
	/** Of its operation; none until that is known. */
	fields: Fields;
}

/** Runs the chosen operation for every input item. Only the router handles pairing, hints and the "On Error" setting. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	const run = startRun(this, items.length);
	const cancel = () => cancelAfter(run, -1);
	run.signal?.addEventListener('abort', cancel, { once: true });
	// One pause for all, so that items keep their order.
	let pause: Promise<void> | undefined;
	try {
		const work = mapConcurrent(items, ITEMS_AT_ONCE, async (_item, index) => {
			if (index > 0 && index % ITEMS_AT_ONCE === 0) pause = yieldToEventLoop();
			await pause;
			return await outputOf(run, index);
		});
		const outputs = await work.catch((error: unknown) =>
			Promise.reject(run.report.annotated(toNodeError(this.getNode(), error, {}))),
		);
		this.addExecutionHints(...run.report.hints(items.length));
		return [outputs.flat()];
	} finally {
		run.signal?.removeEventListener('abort', cancel);
	}
}

function startRun(context: IExecuteFunctions, count: number) {
	let connecting: Promise<Connection> | undefined;
	return {
		context,
		parameters: itemParameters(context),
		// For the first item, so that an invalid credential is an error of an item.
		connection: () => (connecting ??= connect(context)),
		signal: context.getExecutionCancelSignal(),
		startedAt: performance.now(),
		registrants: new RunRegistrants(),
		report: new RunReport(),
		running: new Set<Item>(),
		count,
	};
}

/** Those without an expression are read once: for thousands of items, this takes most of the node's own time. */
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

async function outputOf(run: Run, index: number): Promise<INodeExecutionData[]> {
	const { context, report, count } = run;
	const item: Item = { index, abort: new AbortController(), fields: {} };
	run.running.add(item);
	try {
		// With "Continue", the remaining items of a cancelled run come out as failed, and the others are kept.
		if (run.signal?.aborted) throw new CancelledError();
		return await execute(run, item);
	} catch (error) {
		const nodeError = toNodeError(context.getNode(), error, item.fields, index);
		if (context.continueOnFail()) {
			report.failed(error, item.fields);
			return [failedItem(nodeError, index)];
		}
		// Later items are cancelled; earlier ones finish. A call that was sent cannot be cancelled.
		cancelAfter(run, index);
		return Promise.reject(count > 1 ? withOnErrorAdvice(nodeError) : nodeError);
	} finally {
		run.running.delete(item);
	}
}

function cancelAfter({ running }: Run, index: number): void {
	for (const item of running) if (item.index > index) item.abort.abort();
}

async function execute(run: Run, item: Item): Promise<INodeExecutionData[]> {
	const { context, parameters, registrants, report } = run;
	const { signal } = item.abort;
	const connection = await run.connection();
	const read = (name: string) => parameters.read(name, item.index);
	const operation = chosenOperation(read);
	item.fields = operation.fields;
	const failedParts: INodeExecutionData[] = [];
	const outputs = await operation.execute({
		product: chosenProduct(read('resource')),
		input: (wanted) => readFields(wanted, read),
		service: connection(signal),
		webinars: new WebinarReader(connection(run.signal), run.startedAt, signal),
		registrants,
		signal,
		now: () => Settings.now(),
		itemsLeft: (...names) => (names.every(parameters.isFixed) ? run.count - item.index : 1),
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

function chosenOperation(read: (name: string) => unknown) {
	// n8n adds it to the lists of all nodes with a credential.
	if ([read('resource'), read('operation')].includes('__CUSTOM_API_CALL__')) {
		throw new InputError(
			'Custom API Call is not an operation of this node',
			'It stands for the HTTP Request node, which cannot use this credential: a redirect would disclose the API key. Choose one of the operations.',
		);
	}
	return asOption('Operation', byName, read('operation'));
}

/** Results of one item that are copied before other work has its turn: a webinar can have 100,000 registrants. */
const COPIES_AT_ONCE = 1000;

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

/** Only `error`, as text: n8n then adds the input's members on the error output, which it does not do with an object. */
function failedItem({ message, description }: NodeError, item: number): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item } };
}
