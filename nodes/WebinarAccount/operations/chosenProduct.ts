import { InputError } from '../service/errors';
import { type Product, productNamed, products } from '../service/products';
import { quoted } from '../utils/quoted';

/**
 * The product of the `resource` parameter.
 * @throws InputError when there is no such product
 */
export function chosenProduct(value: unknown): Product {
	const product = productNamed(value);
	if (product) return product;
	const names = Object.values(products).map(({ displayName }) => displayName);
	throw new InputError(
		value === undefined || value === '' ? 'No resource is chosen' : `There is no resource ${quoted(value)}`,
		`Choose ${names.join(' or ')}.`,
	);
}
