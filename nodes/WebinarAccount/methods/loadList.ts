import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { toListError } from '../actions/nodeError';
import { InputError } from '../service/errors';
import { type Product, productNamed } from '../service/products';
import { WebinarReader } from '../service/webinars';
import { Cancellation } from '../transport/cancellation';
import { connect } from '../transport/request';

/** Loads a list for the editor; a failure is said in the same words as in a run. */
export async function loadList(
	context: ILoadOptionsFunctions,
	load: (webinars: WebinarReader) => Promise<INodeListSearchItems[]>,
): Promise<INodeListSearchResult> {
	try {
		return { results: await load(new WebinarReader((await connect(context))(new Cancellation()))) };
	} catch (error) {
		throw toListError(context.getNode(), error);
	}
}

export function currentProduct(context: ILoadOptionsFunctions): Product {
	const value = context.getCurrentNodeParameter('resource');
	const product = productNamed(value);
	if (product) return product;
	throw new InputError('No resource is chosen', 'Choose Live Webinar or Automated Webinar first.');
}
