import type { Registrant } from '../service/registrantsSchema';

/** FNV-1a, 64 bits. */
const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * The number by which a registrant is remembered: the row's own, else that of the lead or the user. Older hosts give
 * none; there, e-mail address and session tell rows apart.
 */
export function keyOf(row: Registrant): number {
	const own = [row.id, row.lead_id, row.user_id].find(isId);
	return own ?? hash53(`${textOf(row.email).trim().toLowerCase()} ${textOf(row.schedule_id)}`);
}

function isId(value: unknown): value is number {
	return Number.isSafeInteger(value) && Number(value) >= 0;
}

function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** As many bits as a number holds exactly. */
function hash53(text: string): number {
	let hash = FNV_OFFSET;
	for (const character of text) {
		hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * FNV_PRIME);
	}
	return Number(BigInt.asUintN(53, hash ^ (hash >> 53n)));
}
