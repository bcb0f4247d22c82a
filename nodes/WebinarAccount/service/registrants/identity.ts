import type { Registrant } from './schema';
import { isBlank } from '../../utils/values';

/** The row's own number; undefined where it has none, or one that is not exact. */
export function ownNumber({ id }: Registrant): number | undefined {
	return isNumber(id) ? id : undefined;
}

/**
 * What tells rows apart, as a text. A row's own number does it alone. Where it has none, a person can have several rows,
 * one for each session; and what changes with time, as attendance does, must not make another row of it.
 */
export function identityOf(row: Registrant): string {
	const own = ownNumber(row);
	if (own !== undefined) return String(own);
	const { id, lead_id, user_id, schedule_id, event_id, schedule, event } = row;
	const email = typeof row.email === 'string' ? row.email.trim().toLowerCase() : undefined;
	const session = [schedule_id ?? schedule, event_id ?? event];
	if ([id, lead_id, user_id, email].every(isBlank)) return JSON.stringify(row);
	return JSON.stringify([id, lead_id, user_id, ...session, email]);
}

/** Where a row stands in the order of registration, as far as its numbers tell. */
export function registrationNumber({ id, lead_id, user_id }: Registrant): number | undefined {
	return [id, lead_id, user_id].find(isNumber);
}

function isNumber(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}
