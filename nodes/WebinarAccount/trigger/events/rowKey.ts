import { identityOf, ownNumber } from '../../service/registrants/identity';
import type { Registrant } from '../../service/registrants/schema';

/** FNV-1a, 64 bits. */
const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/** The number by which a registrant is remembered: the row's own, or one made of what else tells it from others. */
export function keyOf(row: Registrant): number {
	return ownNumber(row) ?? hash53(identityOf(row));
}

/** As many bits as a number holds exactly. */
function hash53(text: string): number {
	let hash = FNV_OFFSET;
	for (const character of text) {
		hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * FNV_PRIME);
	}
	return Number(BigInt.asUintN(53, hash ^ (hash >> 53n)));
}
