import type { INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { type Product, products } from '../service/products';
import { quoted } from '../utils/text';

const all = Object.values(products);

/** The choice between the products. */
export const resource: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: all.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: 'live',
};

/** @throws InputError when there is no such product */
export function chosenProduct(value: unknown): Product {
	const product = all.find(({ name }) => name === value);
	if (product) return product;
	throw new InputError(
		value === undefined || value === '' ? 'No resource is chosen' : `There is no resource ${quoted(value)}`,
		`Choose ${all.map(({ displayName }) => displayName).join(' or ')}.`,
		['There is no such resource'],
	);
}

/** Names of the products that have a feature. */
export function productsWith(feature: 'takesTimezone' | 'takesDate'): string[] {
	return all.filter((product) => product[feature]).map(({ name }) => name);
}

/** The line under a node's name on the canvas, of about 30 characters: the chosen option of a parameter, and the product. */
export function subtitleOf(
	parameter: string,
	choices: ReadonlyArray<Record<'value' | 'name', string>>,
): string {
	const resources = all.map(({ name, shortName }) => ({ value: name, name: shortName }));
	return `={{ ${nameOf(parameter, choices)} + ": " + ${nameOf('resource', resources)} }}`;
}

function nameOf(parameter: string, choices: ReadonlyArray<Record<'value' | 'name', string>>): string {
	const names = Object.fromEntries(choices.map(({ value, name }) => [value, name]));
	return `(${JSON.stringify(names)})[$parameter["${parameter}"]]`;
}
