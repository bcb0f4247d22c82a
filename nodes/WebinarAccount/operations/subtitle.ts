import { products } from '../service/products';

const resources = Object.values(products).map(({ name, shortName }) => ({ value: name, name: shortName }));

/**
 * The line under a node's name on the canvas, which takes about 30 characters: what is chosen, by its name instead of
 * its value, and the product.
 */
export function subtitleOf(
	parameter: string,
	choices: ReadonlyArray<Record<'value' | 'name', string>>,
): string {
	return `={{ ${nameOf(parameter, choices)} + ": " + ${nameOf('resource', resources)} }}`;
}

function nameOf(parameter: string, choices: ReadonlyArray<Record<'value' | 'name', string>>): string {
	const names = Object.fromEntries(choices.map(({ value, name }) => [value, name]));
	return `(${JSON.stringify(names)})[$parameter["${parameter}"]]`;
}
