import type { INodeProperties } from 'n8n-workflow';

import { type Product, products } from '../service/products';
import { operations } from '.';
import type { Operation } from './operation';

const allProducts = Object.values(products);

export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: allProducts.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: 'live',
};

/** One selector a product, because the action list names the product. */
function operationSelector(product: Product): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [product.name] } },
		options: operations.map(({ name, value, description, action }) => ({
			name,
			value,
			description,
			action: action(product),
		})),
		default: 'register',
	};
}

/** The operation's fields, shown for it and for the products that have them. */
function fieldsOf({ value, fields }: Operation): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				resource: allProducts.map(({ name }) => name),
				operation: [value],
				...field.displayOptions?.show,
			},
		},
	}));
}

export const properties: INodeProperties[] = [
	resource,
	...allProducts.map(operationSelector),
	...operations.flatMap(fieldsOf),
];
