import { DateTime } from 'luxon';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { ServiceClient } from '../service/endpoints';
import { InputError } from '../service/errors';
import { type Product, products } from '../service/products';
import { WebinarReader } from '../service/webinars';
import { Cancellation } from '../transport/cancellation';
import { createClient } from '../transport/request';
import { inOrder } from './inOrder';
import { ItemParameters } from './itemParameters';
import { toNodeError } from './nodeError';
import type { Operation } from './operation';
import { operations } from './operations';

/** Items worked on at once. The queue limits the rate; this bounds what a run holds while answers are slow. */
const ITEMS_AT_ONCE = 100;

/** What the items of one run share. */
interface Run {
	service: ServiceClient;
	webinars: WebinarReader;
}

/** Runs the chosen operation for every input item; pairing and "Continue On Fail" are handled here alone. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const cancellation = new Cancellation(this.getExecutionCancelSignal());
	// Made at the first item that needs it, so that a credential that cannot work is that item's error.
	let starting: Promise<Run> | undefined;
	const begin = async (): Promise<Run> => {
		const service = await createClient(this, cancellation);
		return { service, webinars: new WebinarReader(service) };
	};

	const outputs = await inOrder(this.getInputData(), ITEMS_AT_ONCE, async (_item, itemIndex) => {
		try {
			const json = await runItem(this, itemIndex, await (starting ??= begin()));
			return outputItems(this, json, itemIndex);
		} catch (error) {
			if (this.continueOnFail())
				return [failedItem(toNodeError(this.getNode(), error, itemIndex), itemIndex)];
			cancellation.cancel();
			return Promise.reject(toNodeError(this.getNode(), error, itemIndex));
		}
	});
	return [outputs.flat()];
}

async function runItem(
	context: IExecuteFunctions,
	itemIndex: number,
	{ service, webinars }: Run,
): Promise<IDataObject[]> {
	const product = chosenProduct(context.getNodeParameter('resource', itemIndex));
	const operation = chosenOperation(context.getNodeParameter('operation', itemIndex));
	const parameters = new ItemParameters(context, itemIndex);
	return await operation.execute({ product, parameters, service, webinars, now: DateTime.now() });
}

function outputItems(context: IExecuteFunctions, json: IDataObject[], item: number): INodeExecutionData[] {
	return context.helpers.constructExecutionMetaData(context.helpers.returnJsonArray(json), {
		itemData: { item },
	});
}

/** n8n keeps only the message of a failed item, so what to do about it goes in there too. */
function failedItem(error: NodeApiError | NodeOperationError, item: number): INodeExecutionData {
	error.message = [error.message, error.description].filter(Boolean).join('. ');
	return { json: { error: error.message }, error, pairedItem: { item } };
}

function chosenProduct(value: unknown): Product {
	const product = Object.values(products).find(({ name }) => name === value);
	if (product) return product;
	throw new InputError(
		`There is no resource "${String(value)}"`,
		'Choose Live Webinar or Automated Webinar.',
	);
}

function chosenOperation(value: unknown): Operation {
	const operation = operations.find((candidate) => candidate.value === value);
	if (operation) return operation;
	throw new InputError(`There is no operation "${String(value)}"`, 'Choose an operation from the list.');
}
