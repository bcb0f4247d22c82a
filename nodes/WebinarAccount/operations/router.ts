import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { asOption } from '../fields/field';
import { type NodeError, toNodeError, withExactMessage } from '../fields/nodeError';
import { chosenProduct } from '../fields/webinarFields';
import { connect } from '../service/client';
import type { Product } from '../service/products';
import { CancelledError, mapConcurrent, MAX_CONCURRENT, yieldToEventLoop } from '../utils/async';
import { sentences } from '../utils/values';
import { Webinars } from '../webinars/webinars';
import { createOneClickLink } from './createOneClickLink';
import { findRegistrant } from './findRegistrant';
import { get } from './get';
import { getAll } from './getAll';
import { getRegistrants } from './getRegistrants';
import { getSessions } from './getSessions';
import { ItemInputs } from './itemInputs';
import {
	activeRuns,
	isAboutWholeRun,
	type Operation,
	type OperationContext,
	type RunMemory,
} from './operation';
import { register } from './register';
import { RunReport } from './runReport';
import { unsubscribe } from './unsubscribe';

/** All operations, in the order of the editor's list. */
export const operations: readonly Operation[] = [
	createOneClickLink,
	findRegistrant,
	get,
	getAll,
	getSessions,
	getRegistrants,
	register,
	unsubscribe,
];

/** Runs the chosen operation for every input item. Pairs outputs with items, adds hints, and applies "On Error". */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const { operation, product } = readChoice(this);
	const run = new NodeRun(this, operation, product);
	// Other runs add the people whom they register to this memory, because the lists that this run has read may lack them.
	activeRuns.add(run.memory);
	try {
		return [await run.processItems()];
	} catch (error) {
		throw run.report.withNoteOnChanges(toNodeError(this.getNode(), error, operation.fields));
	} finally {
		activeRuns.delete(run.memory);
	}
}

/** Reads Resource and Operation, which cannot contain expressions. @throws an error of n8n if there is no such choice */
function readChoice(context: IExecuteFunctions): { operation: Operation; product: Product } {
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

/** One execution of the node, for all of its input items. */
class NodeRun {
	readonly memory: RunMemory = { sent: new Map(), lists: new Map(), peopleRegisteredDuringRun: new Set() };
	readonly report: RunReport;
	private readonly itemCount: number;
	private readonly inputs: ItemInputs;
	private readonly stop = new AbortController();
	/** Aborted when the user cancels the run, or when an item fails and the node stops on errors. */
	private readonly signal: AbortSignal;
	private connection: ReturnType<NodeRun['connect']> | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly product: Product,
	) {
		this.itemCount = context.getInputData().length;
		this.report = new RunReport(this.itemCount);
		this.inputs = new ItemInputs(context, operation, this.itemCount);
		const canceled = context.getExecutionCancelSignal();
		this.signal = AbortSignal.any(canceled ? [canceled, this.stop.signal] : [this.stop.signal]);
	}

	/** Processes all items, several at the same time. Returns their outputs in the order of the items. */
	async processItems(): Promise<INodeExecutionData[]> {
		const { context, inputs, itemCount, report, signal } = this;
		// If an invalid item stops the run, nothing should have been sent for the other items. A single item is read before it
		// sends anything, anyway.
		if (itemCount > 1 && !context.continueOnFail()) await inputs.readAll(signal);
		// In a pause, n8n can do other work, and cancel the run even if the items send no requests. An item begins after the last
		// pause. More pauses would make the gaps between requests uneven.
		let pause: Promise<void> | undefined;
		const outputs = await mapConcurrent(context.getInputData(), MAX_CONCURRENT, async (_item, index) => {
			if (index > 0 && index % MAX_CONCURRENT === 0) pause = yieldToEventLoop();
			await pause;
			return await this.processItem(index);
		});
		context.addExecutionHints(...report.hints());
		return outputs.flat();
	}

	/**
	 * Processes an item and returns its outputs. If the item fails and On Error is "Continue", returns an output with the error.
	 * @throws the item's error otherwise, after it has canceled all other items
	 */
	private async processItem(index: number): Promise<INodeExecutionData[]> {
		const { context, operation, report } = this;
		let isConnected = false;
		try {
			// After a cancellation, the remaining items fail one by one, so that with On Error set to Continue, the outputs of
			// finished items are kept.
			if (this.signal.aborted) throw new CancelledError();
			// Connects only now, so that an invalid credential makes the item fail instead of the whole node.
			const connection = await (this.connection ??= this.connect());
			isConnected = true;
			const input = this.inputs.take(index);
			const outputs = await operation.execute({ ...connection, ...this.forItem(index) }, input);
			// n8n's returnJsonArray mistakes an output with a "json" field for a complete item.
			return outputs.map((json) => ({ json, pairedItem: { item: index } }));
		} catch (error) {
			const nodeError = toNodeError(context.getNode(), error, operation.fields, index);
			if (context.continueOnFail()) {
				report.addOutcome('failed');
				return [failedOutput(nodeError, index)];
			}
			// The other items stop waiting. Requests that were sent already are awaited.
			this.stop.abort();
			// Without a connection, e.g. because the credential is invalid, no item can succeed.
			const canOthersSucceed = this.itemCount > 1 && isConnected && !isAboutWholeRun(error);
			throw canOthersSucceed
				? withAdviceForOthers(nodeError, this.inputs.nameInBrackets(index, nodeError))
				: nodeError;
		}
	}

	/** Connects all items to the service. */
	private async connect(): Promise<Pick<OperationContext, 'service' | 'webinars'>> {
		const { context, product, signal } = this;
		const createClient = await connect(context);
		// Fetches that began earlier are not used, because the webinar may have changed since.
		const begunAt = performance.now();
		return {
			service: createClient(product, signal),
			// Other executions may wait for the same webinars, so these requests have no signal. The signal only ends this run's wait.
			webinars: new Webinars(createClient(product), begunAt, signal),
		};
	}

	/** Returns what the operation needs to process an item, apart from the connection. */
	private forItem(index: number): Omit<OperationContext, 'service' | 'webinars'> {
		const { inputs, itemCount, memory, report, signal } = this;
		return {
			memory,
			itemName: itemCount > 1 ? `item ${index}` : undefined,
			signal,
			report,
			itemsLeftWithSame: (...names) => (inputs.mayDiffer(names) ? 1 : itemCount - index),
			limitReached: (limit) => this.addLimitHint(limit),
		};
	}

	/** Adds the hint that Limit cut off results. */
	private addLimitHint(limit: number): void {
		// For one item with a fixed limit, the editor shows its own hint.
		if (this.itemCount === 1 && !this.inputs.mayDiffer(['limit'])) return;
		this.report.addHint(
			`There are more than ${limit} results. To return more, raise Limit or turn on Return All.`,
		);
	}
}

/** Adds to an item's error the item's name, and the advice how to process the others. */
function withAdviceForOthers(error: NodeError, nameInBrackets: string): NodeError {
	error.description = sentences([
		error.description ?? '',
		'On the Settings tab, set On Error to Continue (using error output) to process the remaining items.',
	]);
	return withExactMessage(`${error.message}${nameInBrackets}`, error);
}

/**
 * Returns the output item for an error. Its only field is `error`, with a string. On the error output, n8n then adds the
 * fields of the input item.
 */
function failedOutput({ message, description }: NodeError, itemIndex: number): INodeExecutionData {
	return { json: { error: sentences([message, description ?? '']) }, pairedItem: { item: itemIndex } };
}
