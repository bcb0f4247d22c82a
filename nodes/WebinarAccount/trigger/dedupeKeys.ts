import { identityOf } from '../service/registrants/identity';
import type { Registrant } from '../service/schemas';

/**
 * Most keys that are kept, 12 bytes each. One poll reads at most 100,000 rows of a list, and an event watches two lists
 * at most, so no row that is still listed is forgotten.
 */
export const MAX_KEYS = 200_000;

/** The key by which a registrant is known: a hash, so that its length is bounded and it holds no personal data. */
export function dedupeKey(row: Registrant): string {
	return hash53(identityOf(row)).toString(36);
}

/** @param stored one text, because n8n wraps stored lists in proxies, which are slow to read */
export function readKeys(stored: string): Set<string> {
	return new Set(stored === '' ? [] : stored.split(' '));
}

/** Keys as they are stored, the most recently seen last. Beyond `MAX_KEYS` the least recently seen are forgotten. */
export function storeKeys(known: ReadonlySet<string>, seen: ReadonlySet<string>): string {
	const unseen = [...known].filter((key) => !seen.has(key));
	return [...unseen, ...seen].slice(-Math.max(MAX_KEYS, seen.size)).join(' ');
}

/** cyrb53 (public domain): a hash of a text in as many bits as a number holds exactly. */
function hash53(text: string): number {
	const { imul } = Math;
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let place = 0; place < text.length; place++) {
		const code = text.charCodeAt(place);
		high = imul(high ^ code, 2654435761);
		low = imul(low ^ code, 1597334677);
	}
	high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
	low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
	return 2 ** 32 * (low & 0x1fffff) + (high >>> 0);
}
