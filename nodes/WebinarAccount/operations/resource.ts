import type { INodeProperties } from 'n8n-workflow';

import { products } from '../service/products';

const all = Object.values(products);

/** The choice between the two products. */
export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: all.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: 'live',
};

/** Names of the products that have a feature. */
export function productsWith(feature: 'takesTimezone' | 'takesDate'): string[] {
	return all.filter((product) => product[feature]).map(({ name }) => name);
}

/** The choices of a parameter. */
type Choices = ReadonlyArray<Record<'value' | 'name', string>>;

/** The line under a node's name on the canvas, of about 30 characters: the chosen option of a parameter, and the product. */
export function subtitleOf(parameter: string, choices: Choices): string {
	const resources = all.map(({ name, shortName }) => ({ value: name, name: shortName }));
	return `={{ ${nameOf(parameter, choices)} + ": " + ${nameOf('resource', resources)} }}`;
}

function nameOf(parameter: string, choices: Choices): string {
	const names = Object.fromEntries(choices.map(({ value, name }) => [value, name]));
	return `(${JSON.stringify(names)})[$parameter["${parameter}"]]`;
}
