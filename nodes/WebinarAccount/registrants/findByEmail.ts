import type { ServiceClient } from '../service/endpoints';
import type { Registrant } from '../service/schemas';
import { addressOf, sameAddress } from './identity';
import { readRegistrants, type RegistrantsQuery } from './pages';

/** Finds the registrants with this address. The service's search also finds parts of texts, and only one spelling. */
export async function findByEmail(
	service: ServiceClient,
	{ product, parameters }: RegistrantsQuery,
	email: string,
): Promise<Registrant[]> {
	const address = sameAddress(email);
	const spellings = new Set([email.trim(), ...(isAscii(email) ? [] : [email.normalize('NFC'), address])]);
	const found = await Promise.all(
		[...spellings].map((search) =>
			readRegistrants(service, { product, parameters: { ...parameters, search } }),
		),
	);
	return found.flatMap(({ rows }) => rows).filter((row) => addressOf(row) === address);
}

const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);
