import type { Registrant } from '../schemas';
import { isBlank } from '../../utils/values';

/**
 * The identity of a row, as a text. It includes the session, because a person may have a row for each session, all with
 * the same id. It excludes values that change with time, such as attendance.
 */
export function identityOf(row: Registrant): string {
	const { id, lead_id, user_id, schedule_id, event_id, schedule, event } = row;
	const session = [schedule_id ?? schedule, event_id ?? event];
	if (isNumber(id)) return JSON.stringify([id, ...session]);
	const email = addressOf(row);
	if ([id, lead_id, user_id, email].every(isBlank)) return JSON.stringify(row);
	return JSON.stringify([id, lead_id, user_id, ...session, email]);
}

/** The row's email address in lower case; undefined if it has none. */
export function addressOf({ email }: Registrant): string | undefined {
	return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
}

/** A number that grows in the order of registration; undefined if the row has none. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(isNumber);
}

function isNumber(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}
