import type { ServiceClient } from '../endpoints';
import type { Registrant } from '../schemas';
import { addressOf } from './identity';
import { readRegistrants, type RegistrantsQuery } from './list';

/** Finds the registrants with exactly this address, case apart. The service's search also finds parts of texts. */
export async function findByEmail(
	service: ServiceClient,
	{ product, parameters }: RegistrantsQuery,
	email: string,
): Promise<Registrant[]> {
	const found = await readRegistrants(service, { product, parameters: { ...parameters, search: email } });
	return found.filter((row) => addressOf(row) === email.toLowerCase());
}
