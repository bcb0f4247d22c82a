import type { Contact } from './contacts';
import type { Registrations } from './registration';

const NOT_TRIED =
	'Not tried, because a row above with the same address is invalid. Keep one of the two, and correct it if needed.';

/** Separates contacts with the same email address as an earlier one, ignoring case and surrounding spaces. */
export function splitDuplicates(contacts: readonly Contact[]): { unique: Contact[]; duplicates: Contact[] } {
	const seen = new Set<string>();
	const unique: Contact[] = [];
	const duplicates: Contact[] = [];
	for (const contact of contacts) {
		const address = addressOf(contact);
		(seen.has(address) ? duplicates : unique).push(contact);
		// Contacts without an address are invalid, not duplicates.
		if (address !== '') seen.add(address);
	}
	return { unique, duplicates };
}

/**
 * Skips duplicates of registered contacts. Duplicates of an invalid contact are reported with it, because either row
 * may be the correct one.
 */
export function settleDuplicates(
	{ registered, invalid, unreached }: Registrations,
	duplicates: readonly Contact[],
): Registrations & { skipped: Contact[] } {
	const withAddressIn = (contacts: readonly Contact[]) => {
		const addresses = new Set(contacts.map(addressOf));
		return duplicates.filter((contact) => addresses.has(addressOf(contact)));
	};
	const notTried = withAddressIn(invalid.map(({ contact }) => contact));
	return {
		registered,
		invalid: [...invalid, ...notTried.map((contact) => ({ contact, reason: NOT_TRIED }))],
		unreached: [...unreached, ...withAddressIn(unreached)],
		skipped: withAddressIn(registered.map(({ contact }) => contact)),
	};
}

function addressOf({ person }: Contact): string {
	return person.email.trim().toLowerCase();
}
