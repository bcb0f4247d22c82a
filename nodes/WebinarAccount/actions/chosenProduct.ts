import { InputError } from '../service/errors';
import { type Product, productNamed } from '../service/products';
import { quoted } from '../service/quoted';

/**
 * The product of the `resource` parameter.
 * @throws InputError when there is no such product
 */
export function chosenProduct(value: unknown): Product {
	const product = productNamed(value);
	if (product) return product;
	throw new InputError(
		`There is no resource ${quoted(typeof value === 'string' ? value : typeof value)}`,
		'Choose Live Webinar or Automated Webinar.',
	);
}
