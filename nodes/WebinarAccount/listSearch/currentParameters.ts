import { type ILoadOptionsFunctions, isExpression, isResourceLocatorValue } from 'n8n-workflow';

import { chosenProduct } from '../operations/chosenProduct';
import { webinarId } from '../operations/fields';
import { NodeParameters } from '../operations/nodeParameters';
import { InputError } from '../service/errors';
import type { Product } from '../service/products';
import { readWebinarReference, type WebinarReference } from '../service/webinars';

/** The node's parameters as they stand in the editor, where an expression may have no value yet. */

export function currentProduct(context: ILoadOptionsFunctions): Product {
	return chosenProduct(context.getCurrentNodeParameter('resource'));
}

export function currentWebinar(context: ILoadOptionsFunctions): WebinarReference | 'expression' {
	const locator: unknown = context.getCurrentNodeParameter(webinarId.name);
	const { mode, value } = isResourceLocatorValue(locator) ? locator : { mode: 'id', value: locator };
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
	// The editor sends an expression that has no value yet as an empty text.
	if (text.startsWith('=') || (text === '' && mode !== 'list')) return 'expression';
	if (text === '') throw new InputError('Choose a webinar first', 'This list shows what it offers.');
	return readWebinarReference(mode, text);
}

/** All of them; a field that an expression fills in has no value yet. */
export function currentParameters(context: ILoadOptionsFunctions): NodeParameters {
	return new NodeParameters((name) => {
		const value: unknown = context.getCurrentNodeParameter(name);
		return isExpression(value) ? undefined : value;
	});
}
