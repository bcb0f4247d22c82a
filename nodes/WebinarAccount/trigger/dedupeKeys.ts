import { identityOf } from '../service/registrants/identity';
import type { Registrant } from '../service/schemas';

/**
 * Maximum number of stored keys, 12 bytes each. One poll reads at most 100,000 rows of a list, and an event watches at
 * most two lists, so every listed row keeps its key.
 */
export const MAX_KEYS = 200_000;

/** A hash of the registrant's identity, so that the key is short and contains no personal data. */
export function dedupeKey(row: Registrant): string {
	return hash53(identityOf(row)).toString(36);
}

export function byKey(rows: readonly Registrant[]): Map<string, Registrant> {
	return new Map(rows.map((row) => [dedupeKey(row), row]));
}

/** @param stored one text, because n8n wraps stored arrays in proxies, which are slow to read */
export function readKeys(stored: string): Set<string> {
	return new Set(stored === '' ? [] : stored.split(' '));
}

/** Orders keys by when they were last seen, most recent last, and removes the oldest beyond `MAX_KEYS`. */
export function storeKeys(known: ReadonlySet<string>, seen: ReadonlySet<string>): string {
	const unseen = [...known].filter((key) => !seen.has(key));
	return [...unseen, ...seen].slice(-Math.max(MAX_KEYS, seen.size)).join(' ');
}

/** cyrb53 (public domain): a hash of 53 bits, the most that a number represents exactly. */
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
