import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asOption, type Fields, readFields } from '../fields/field';
import { toNodeError, toPartError, withOnErrorAdvice } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinar';
import { RunRegistrants } from '../registrants/once';
import { type Connection, connect } from '../service/connect';
import { InputError } from '../service/errors';
import { CancelledError, mapConcurrent, yieldToEventLoop } from '../utils/async';
import { WebinarReader } from '../webinars/read';
import { operations } from './index';
import { failedItem, itemParameters, outputItems } from './items';
import { RunReport } from './runReport';

/**
 * Items processed at once. The queue limits the rate; this bounds a run's memory while answers are slow. After as many,
 * other work of n8n has its turn, because items that fail before a call do not wait for anything.
 */
const ITEMS_AT_ONCE = 100;

const byName = Object.fromEntries(operations.map((operation) => [operation.value, operation]));

interface Run {
	context: IExecuteFunctions;
	parameters: ReturnType<typeof itemParameters>;
	/** Connects for the first item, so that an invalid credential is an error of an item. */
	connection: () => Promise<Connection>;
	signal: AbortSignal | undefined;
	startedAt: number;
	registrants: RunRegistrants;
	report: RunReport;
	running: Set<Item>;
	count: number;
}

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

function startRun(context: IExecuteFunctions, count: number): Run {
	let connecting: Promise<Connection> | undefined;
	return {
		context,
		parameters: itemParameters(context),
		connection: () => (connecting ??= connect(context)),
		signal: context.getExecutionCancelSignal(),
		startedAt: performance.now(),
		registrants: new RunRegistrants(),
		report: new RunReport(),
		running: new Set(),
		count,
	};
}

/** The output of one item: with "Continue", a failure is an output too. */
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
