import type { Contact } from './contacts';
import type { Registrations } from './registration';

const NOT_TRIED =
	'Not tried, because a row above with the same address is invalid. Keep one of the two, and correct it if needed.';

/** Splits off contacts whose email address came before, in whatever capitals and with blanks around it. */
export function splitDuplicates(contacts: readonly Contact[]): { unique: Contact[]; duplicates: Contact[] } {
	const seen = new Set<string>();
	const unique: Contact[] = [];
	const duplicates: Contact[] = [];
	for (const contact of contacts) {
		const address = addressOf(contact);
		(seen.has(address) ? duplicates : unique).push(contact);
		// Without an address nobody is a duplicate: each is invalid by itself.
		if (address !== '') seen.add(address);
	}
	return { unique, duplicates };
}

/**
 * Skips the duplicates of those who were registered. The others are as much left over as the first of their address,
 * whose row may be the wrong one.
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
