import type { IBuilderHint, INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../fields/field';
import { resource, subtitleOf } from '../fields/webinarFields';
import { type Product, products } from '../service/products';
import { outputFields } from '../utils/outputFields';
import { createOneClickLink } from './createOneClickLink';
import { findRegistrant } from './findRegistrant';
import { get } from './get';
import { getAll } from './getAll';
import { getRegistrants } from './getRegistrants';
import { getSessions } from './getSessions';
import type { Operation } from './operation';
import { register } from './register';
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

/**
 * Creates the Operation field for one product. Each product has its own field, because the action names contain the
 * product's noun.
 */
function operationSelector(product: Product): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [product.name] } },
		options: operations.map(({ name, value, description, action, builderHint: propertyHint }) => ({
			name,
			value,
			description,
			action: action(product),
			builderHint: { propertyHint },
		})),
		default: 'register',
	};
}

/** Returns the fields of an operation, which n8n shows only for this operation. */
function fieldsFor({ value, fields }: Operation): INodeProperties[] {
	const show = { resource: Object.keys(products), operation: [value] };
	return propertiesOf(fields).map((property) => ({
		...property,
		displayOptions: { ...property.displayOptions, show: { ...show, ...property.displayOptions?.show } },
	}));
}

/** The parameters of the node. */
export const properties: INodeProperties[] = [
	resource,
	...Object.values(products).map(operationSelector),
	...operations.flatMap(fieldsFor),
];

/** The text below the node's name on the canvas. */
export const subtitle = subtitleOf('operation', operations);

/** The output fields of each operation, for n8n's workflow builder. It reads schemas only of n8n's own nodes. */
export const builderContent: NonNullable<IBuilderHint['extraTypeDefContent']> = operations.map(
	({ value, output }) => ({
		displayOptions: { show: { operation: [value] } },
		content: `Output fields: ${outputFields(output)}`,
	}),
);
