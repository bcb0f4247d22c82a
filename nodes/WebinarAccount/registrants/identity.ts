import type { Registrant } from '../service/schemas';
import { isBlank, parseUrl } from '../utils/values';

/**
 * The identity of a row, as a text. It includes the session, because a person may have a row for each session, all with
 * the same id, and the address, because rows of different people may have the same number. It excludes values that
 * change with time, such as attendance.
 */
export function identityOf(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id, schedule, event } = row;
	const address = addressOf(row);
	if ([id, lead_id, user_id, address].every(isBlank)) return JSON.stringify(row);
	return JSON.stringify([id, lead_id, user_id, schedule_id ?? schedule, event_id ?? event, address]);
}

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

/** A number that grows in the order of registration; undefined if the row has none. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(isNumber);
}

function isNumber(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}
