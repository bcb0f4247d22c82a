import type { Registrant } from '../service/schemas';
import { parseUrl } from '../utils/values';

/** Telling people apart by their addresses. */

/** The row's email address as an identity; undefined if it has none. */
export function addressOf({ email }: Registrant): string | undefined {
	return typeof email === 'string' ? sameAddress(email) : undefined;
}

/** An email address as an identity: case, Unicode normal form and the spelling of the domain (IDN) do not matter. */
export function sameAddress(email: string): string {
	const address = email.trim().normalize('NFC').toLowerCase();
	const at = address.lastIndexOf('@') + 1;
	const url = parseUrl(`http://${address.slice(at)}`);
	// Of a damaged address, the rest may tell people apart.
	return url && url.href === `http://${url.hostname}/` ? address.slice(0, at) + url.hostname : address;
}

/** Some hosts mask addresses: "a***@example.com". */
const READABLE = /^[^*•…]+@[^*•…]+$/;

/** Whether the row says whose it is: one that does not may be anybody's. */
export function hasAddress({ email }: Registrant): boolean {
	return typeof email === 'string' && READABLE.test(email);
}
