import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { CancelledError, InputError } from '../service/errors';
import { SessionFinder } from '../service/sessions/sessionFinder';
import { WebinarReader } from '../service/webinars';
import { Cancellation } from '../client/cancellation';
import { type Connection, connect } from '../client/request';
import { mapConcurrent } from '../utils/mapConcurrent';
import { quoted } from '../utils/quoted';
import { sentences } from '../utils/sentences';
import { chosenProduct } from '../operations/chosenProduct';
import { DoneItems } from './doneItems';
import { ItemCancellations } from './itemCancellations';
import { NodeParameters } from '../operations/nodeParameters';
import { toNodeError } from './nodeError';
import type { Operation } from '../operations/operation';
import { itemParameters } from './itemParameters';
import { Once } from '../utils/once';
import { operations } from '../operations';
import { RunReport } from './runReport';

/** Items worked on at once. The queue limits the rate; this bounds what a run holds while answers are slow. */
const ITEMS_AT_ONCE = 100;

/** What the items of one run share. */
interface Run {
	connection: Connection;
	webinars: WebinarReader;
	sessions: SessionFinder;
}

/** Runs the chosen operation for every input item; pairing, hints and the node's "On Error" setting are handled here alone. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const cancellation = Cancellation.of(this.getExecutionCancelSignal());
	const waiting = new ItemCancellations(cancellation);
	const begin = async (): Promise<Run> => {
		const connection = await connect(this);
		const webinars = new WebinarReader(connection(cancellation));
		return { connection, webinars, sessions: new SessionFinder(webinars) };
	};
	const parameter = itemParameters(this);
	const registeredContacts = new Once();
	const report = new RunReport();
	const done = new DoneItems();
	const notice = (text: string) => report.notice(text);
	// Begun at the first item, so that a credential that cannot work is the failure of an item.
	let starting: Promise<Run> | undefined;

	const work = mapConcurrent(this.getInputData(), ITEMS_AT_ONCE, async (_item, itemIndex) => {
		try {
			// What is done is kept: with "Continue", the items that are left come out as not done.
			if (cancellation.isCancelled) throw new CancelledError();
			const { connection, ...readers } = await (starting ??= begin());
			const read = (name: string) => parameter(name, itemIndex);
			const operation = chosenOperation(read('operation'));
			const product = chosenProduct(read('resource'));
			const parameters = new NodeParameters(read);
			const outputs = await operation.execute({
				product,
				parameters,
				service: connection(waiting.begin(itemIndex)),
				...readers,
				registeredContacts,
				notice,
			});
			const isSkipped = report.done(outputs);
			const { beforeAgain } = operation;
			if (beforeAgain && !isSkipped) done.add(itemIndex, () => beforeAgain(parameters));
			return outputItems(this, outputs, itemIndex);
		} catch (error) {
			const nodeError = toNodeError(this.getNode(), error, itemIndex);
			if (this.continueOnFail()) {
				report.refused(error);
				return [failedItem(nodeError, itemIndex)];
			}
			// None behind the failed one is begun, and all before it are ended. What is on its way cannot be called back.
			waiting.cancelAfter(itemIndex);
			return Promise.reject(nodeError);
		} finally {
			waiting.end(itemIndex);
		}
	});
	const outputs = await work.catch((error: unknown) =>
		Promise.reject(done.toldIn(toNodeError(this.getNode(), error))),
	);
	this.addExecutionHints(...report.hints());
	return [outputs.flat()];
}

function outputItems(context: IExecuteFunctions, json: IDataObject[], item: number): INodeExecutionData[] {
	// Not by returnJsonArray, which takes an object with a member named "json" for an item.
	const items = json.map((each) => ({ json: each }));
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

function chosenOperation(value: unknown): Operation {
	const operation = operations.find((candidate) => candidate.value === value);
	if (operation) return operation;
	throw new InputError(`There is no operation ${quoted(value)}`, 'Choose an operation from the list.');
}
