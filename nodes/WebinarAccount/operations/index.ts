import type { IBuilderHint, INodeProperties } from 'n8n-workflow';

import { propertiesOf } from '../fields/field';
import { resource } from '../fields/webinarFields';
import { products } from '../service/products';
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

/** The parameters of the node. */
export const properties: INodeProperties[] = [
	resource,
	// Each product has its own Operation field, because the action names contain the product's noun.
	...Object.values(products).map((product): INodeProperties => ({
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
	})),
	// n8n shows the fields of an operation only for this operation.
	...operations.flatMap(({ value, fields }) =>
		propertiesOf(fields).map((property) => {
			// A field without its own condition for Resource is shown for both products.
			const bothProducts = Object.keys(products);
			const show = { resource: bothProducts, operation: [value], ...property.displayOptions?.show };
			return { ...property, displayOptions: { show } };
		}),
	),
];

/** The text below the node's name on the canvas. */
export const subtitle = '={{ $parameter["operation"] + ": " + $parameter["resource"] }}';

/** The output fields of each operation as text, because n8n's workflow builder reads the schemas only of n8n's own nodes. */
export const builderContent: NonNullable<IBuilderHint['extraTypeDefContent']> = operations.map(
	({ value, output }) => ({
		displayOptions: { show: { operation: [value] } },
		content: `Output fields: ${outputFields(output)}`,
	}),
);
