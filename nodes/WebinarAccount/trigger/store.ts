import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { MINUTE_MS } from '../webinars/dates';

/**
 * The trigger's state between polls: its schema, its size limits, and its conversion to the plain JSON that n8n stores.
 * A list of keys is stored as one string, because n8n wraps stored arrays in proxies, which are slow to read.
 */

/** Maximum length of the state as JSON, enough for about 800,000 registrants. */
const MAX_STATE_LENGTH = 10_000_000;

/** Maximum keys per webinar: an event has at most two lists, and a poll reads at most 100,000 rows of each. */
export const MAX_KEYS = 200_000;

const webinarState = z.object({
	/** When the webinar was last read, or could not be read. */
	triedAt: z.number(),
	/** The state that the event keeps of the webinar; absent until the webinar was read. */
	event: z.unknown().optional(),
});

const triggerState = z.object({
	watchKey: z.string(),
	/** When the first poll began. */
	startedAt: z.number(),
	/** The IDs of all webinars that were ever listed. Only Webinar Published uses it. */
	listedIds: z.string(),
	/** The watched webinars by ID. A webinar that is gone keeps its entry, because it may come back. */
	webinars: z.record(z.string(), webinarState),
});

export type TriggerState = z.output<typeof triggerState>;

export function initialState(watchKey: string, startedAt: number): TriggerState {
	return { watchKey, startedAt, listedIds: '', webinars: {} };
}

/** Returns undefined if nothing is stored for the current watch key. The poll is then a first poll. */
export function readState(stored: unknown, watchKey: string): TriggerState | undefined {
	const { data } = triggerState.safeParse(stored);
	return data?.watchKey === watchKey ? data : undefined;
}

/** Drops webinars that are no longer listed if the state is too long. @throws InputError if it is still too long */
export function limitStateSize(state: TriggerState, listedIds: ReadonlySet<string>): TriggerState {
	if (JSON.stringify(state).length <= MAX_STATE_LENGTH) return state;
	const listed = Object.entries(state.webinars).filter(([id]) => listedIds.has(id));
	const webinars = Object.fromEntries(listed);
	if (JSON.stringify(webinars).length <= MAX_STATE_LENGTH) return { ...state, webinars };
	throw new InputError(
		'The watched webinars have more registrants than the trigger can remember',
		'Watch fewer webinars: use Title Contains, or watch a single webinar.',
	);
}

export function parseKeys(stored: string): Set<string> {
	return new Set(stored === '' ? [] : stored.split(' '));
}

/** Joins keys to a string, the most recently seen last. Drops the oldest ones beyond `MAX_KEYS`. */
export function serializeKeys(known: ReadonlySet<string>, seen: ReadonlySet<string>): string {
	const unseen = [...known].filter((key) => !seen.has(key));
	return [...unseen, ...seen].slice(-Math.max(MAX_KEYS, seen.size)).join(' ');
}

/** The counts of a list when it was last read completely. Compared with them, one page shows whether the list changed. */
const checkpoint = z.object({
	total: z.int(),
	lastPage: z.int(),
	newest: z.enum(['firstPage', 'lastPage', 'anywhere']),
});

export type Checkpoint = z.output<typeof checkpoint>;

/** What the trigger stores about a webinar's registrants. Each is identified by the dedupe key of the row. */
export interface RegistrantMemory {
	/** Registrants who were reported, or were listed before the first poll. They are not reported again. */
	known: ReadonlySet<string>;
	/** Registrants to decide about later, with the time when attendance is final; Infinity while a date is unreadable. */
	waiting: ReadonlyMap<string, number>;
	/** The waiting registrants with an unreadable date who were listed at the first reading of the webinar. */
	presentAtFirst: ReadonlySet<string>;
	/** One per list; null if the next poll must read the whole list. */
	checkpoints: ReadonlyArray<Checkpoint | null>;
	/** When every list was last read in full. */
	fullScanAt: number;
	/** The options at the last reading. If they change, every list is read in full. */
	options: string;
}

const storedRegistrants = z.object({
	known: z.string(),
	waiting: z.string(),
	presentAtFirst: z.string(),
	checkpoints: z.array(checkpoint.nullable()),
	fullScanAt: z.number(),
	options: z.string(),
});

type StoredRegistrants = z.output<typeof storedRegistrants>;

export function parseRegistrantMemory(stored: unknown): RegistrantMemory | undefined {
	const { data } = storedRegistrants.safeParse(stored);
	if (!data) return undefined;
	return {
		known: parseKeys(data.known),
		waiting: parseWaiting(data.waiting),
		presentAtFirst: parseKeys(data.presentAtFirst),
		checkpoints: data.checkpoints,
		fullScanAt: data.fullScanAt,
		options: data.options,
	};
}

/** @param seen the known registrants whose rows were just read */
export function serializeRegistrantMemory(
	memory: RegistrantMemory,
	seen: ReadonlySet<string>,
): StoredRegistrants {
	return {
		known: serializeKeys(memory.known, seen),
		waiting: serializeWaiting(memory.waiting),
		presentAtFirst: [...memory.presentAtFirst].join(' '),
		checkpoints: [...memory.checkpoints],
		fullScanAt: memory.fullScanAt,
		options: memory.options,
	};
}

/** Writes each entry as `key:minute`, with the minutes since 1970 in base 36, or as `key:` for Infinity. */
function serializeWaiting(waiting: RegistrantMemory['waiting']): string {
	const entries = [...waiting].map(([key, finalAt]) => {
		const minute = finalAt === Infinity ? '' : Math.ceil(finalAt / MINUTE_MS).toString(36);
		return `${key}:${minute}`;
	});
	return entries.join(' ');
}

function parseWaiting(stored: string): Map<string, number> {
	const waiting = new Map<string, number>();
	for (const entry of parseKeys(stored)) {
		const [key = '', minute = ''] = entry.split(':');
		waiting.set(key, minute === '' ? Infinity : parseInt(minute, 36) * MINUTE_MS);
	}
	return waiting;
}

/** cyrb53 (public domain): a hash of 53 bits, the most that a number represents exactly, in 11 characters. */
export function hashOf(text: string): string {
	const { imul } = Math;
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = imul(high ^ code, 2654435761);
		low = imul(low ^ code, 1597334677);
	}
	high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
	low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
	return (2 ** 32 * (low & 0x1fffff) + (high >>> 0)).toString(36);
}
