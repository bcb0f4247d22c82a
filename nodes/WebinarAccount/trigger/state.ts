import { z } from 'zod/v4';

import { InputError } from '../service/errors';

/** The state of the node between polls, stored by n8n as JSON. */

/** About 800,000 registrants. */
const MAX_STATE_LENGTH = 10_000_000;

/** A poll reads at most 100,000 rows of a list, and an event watches at most two: every listed row keeps its key. */
export const MAX_KEYS = 200_000;

const webinarState = z.object({
	/** When it was last read, or could not be read; 0 until then. */
	triedAt: z.number(),
	/** Until when it is read at each poll, even if the list shows no session. */
	activeUntil: z.number(),
	/** The event's own state; absent until the webinar was read. */
	state: z.unknown().optional(),
});

export type WebinarState = z.output<typeof webinarState>;

const triggerState = z.object({
	/** Identifies what is watched. When it changes, the next poll is a first poll. */
	key: z.string(),
	startedAt: z.number(),
	/** IDs of all webinars that were ever listed; empty for one webinar, which is not looked for in the list. */
	ids: z.string(),
	/** The watched webinars by ID. One that is gone keeps its entry, in case it comes back. */
	webinars: z.record(z.string(), webinarState),
});

export type TriggerState = z.output<typeof triggerState>;

export function readState(stored: unknown, key: string): TriggerState | undefined {
	const { data } = triggerState.safeParse(stored);
	return data?.key === key ? data : undefined;
}

/** Without the webinars that are gone, if it is too long with them. @throws InputError when it is too long even so */
export function bounded(state: TriggerState, listed: ReadonlySet<string>): TriggerState {
	if (JSON.stringify(state).length <= MAX_STATE_LENGTH) return state;
	const left = Object.entries(state.webinars).filter(([id]) => listed.has(id));
	const webinars = Object.fromEntries(left);
	if (JSON.stringify(webinars).length <= MAX_STATE_LENGTH) return { ...state, webinars };
	throw new InputError(
		'The watched webinars have more registrants than the trigger can remember',
		'Watch fewer webinars: use Title Contains, or watch a single webinar.',
	);
}

/** Keys are stored as one text, because n8n wraps stored arrays in proxies, which are slow to read. */
export function readKeys(stored: string): Set<string> {
	return new Set(stored === '' ? [] : stored.split(' '));
}

/** Most recently seen last, without the oldest beyond `MAX_KEYS`. */
export function storeKeys(known: ReadonlySet<string>, seen: ReadonlySet<string>): string {
	const unseen = [...known].filter((key) => !seen.has(key));
	return [...unseen, ...seen].slice(-Math.max(MAX_KEYS, seen.size)).join(' ');
}

/** cyrb53 (public domain): a hash of 53 bits, the most that a number represents exactly, in 11 characters. */
export function hashOf(text: string): string {
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
	return (2 ** 32 * (low & 0x1fffff) + (high >>> 0)).toString(36);
}
