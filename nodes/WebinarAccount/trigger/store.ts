import { z } from 'zod/v4';

import { InputError } from '../service/errors';
import { MINUTE_MS } from '../webinars/dates';

/**
 * The trigger's state between polls: its form, its bounds, and how it becomes the plain JSON that n8n stores. Lists of keys
 * are stored as one string each, because n8n wraps stored arrays in proxies, which are slow to read.
 */

/** About 800,000 registrants. */
const MAX_STATE_LENGTH = 10_000_000;

/** A poll reads at most 100,000 rows of a list, and an event has at most two lists. */
export const MAX_KEYS = 200_000;

const webinarState = z.object({
	/** When the webinar was last read, or could not be read. */
	triedAt: z.number(),
	/** The event's own state; absent until the webinar was read. */
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

export function firstState(watchKey: string, startedAt: number): TriggerState {
	return { watchKey, startedAt, listedIds: '', webinars: {} };
}

/** Returns undefined if nothing is stored for what is watched now, so that a first poll begins. */
export function readState(stored: unknown, watchKey: string): TriggerState | undefined {
	const { data } = triggerState.safeParse(stored);
	return data?.watchKey === watchKey ? data : undefined;
}

/** Drops webinars that are no longer listed if the state is too long. @throws InputError if it is still too long */
export function boundState(state: TriggerState, listedIds: ReadonlySet<string>): TriggerState {
	if (JSON.stringify(state).length <= MAX_STATE_LENGTH) return state;
	const listed = Object.entries(state.webinars).filter(([id]) => listedIds.has(id));
	const webinars = Object.fromEntries(listed);
	if (JSON.stringify(webinars).length <= MAX_STATE_LENGTH) return { ...state, webinars };
	throw new InputError(
		'The watched webinars have more registrants than the trigger can remember',
		'Watch fewer webinars: use Title Contains, or watch a single webinar.',
	);
}

export function readKeys(stored: string): Set<string> {
	return new Set(stored === '' ? [] : stored.split(' '));
}

/** Joins keys, the most recently seen last, and drops the oldest beyond `MAX_KEYS`. */
export function storeKeys(known: ReadonlySet<string>, seen: ReadonlySet<string>): string {
	const unseen = [...known].filter((key) => !seen.has(key));
	return [...unseen, ...seen].slice(-Math.max(MAX_KEYS, seen.size)).join(' ');
}

/** The counts after every row of a list was read. With them, one page shows whether the list changed. */
const checkpoint = z.object({
	total: z.int(),
	lastPage: z.int(),
	newest: z.enum(['firstPage', 'lastPage', 'anywhere']),
});

export type Checkpoint = z.output<typeof checkpoint>;

/** What is remembered of a webinar's registrants, each by the dedupe key of their row. */
export interface RegistrantMemory {
	/** Registrants who were reported or were there before. They are never reported again. */
	known: ReadonlySet<string>;
	/** Registrants to judge later, and when their attendance is final; Infinity while a date cannot be read. */
	waiting: ReadonlyMap<string, number>;
	/** The waiting registrants with an unreadable date who were listed at the first reading of the webinar. */
	presentAtFirst: ReadonlySet<string>;
	/** One per list; null if the next poll must read the whole list. */
	checkpoints: ReadonlyArray<Checkpoint | null>;
	/** When every list was last read in full. */
	fullScanAt: number;
	/** The options that decide about rows that were read before. If they change, every list is read in full. */
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

export function readRegistrantMemory(stored: unknown): RegistrantMemory | undefined {
	const { data } = storedRegistrants.safeParse(stored);
	if (!data) return undefined;
	return {
		known: readKeys(data.known),
		waiting: readWaiting(data.waiting),
		presentAtFirst: readKeys(data.presentAtFirst),
		checkpoints: data.checkpoints,
		fullScanAt: data.fullScanAt,
		options: data.options,
	};
}

/** @param seen the known registrants whose rows were just read */
export function storeRegistrantMemory(
	memory: RegistrantMemory,
	seen: ReadonlySet<string>,
): StoredRegistrants {
	return {
		known: storeKeys(memory.known, seen),
		waiting: storeWaiting(memory.waiting),
		presentAtFirst: [...memory.presentAtFirst].join(' '),
		checkpoints: [...memory.checkpoints],
		fullScanAt: memory.fullScanAt,
		options: memory.options,
	};
}

/** Writes `key:minute`, with minutes since 1970 in base 36, or `key:` without a time. */
function storeWaiting(waiting: RegistrantMemory['waiting']): string {
	const entries = [...waiting].map(([key, finalAt]) => {
		const minute = finalAt === Infinity ? '' : Math.ceil(finalAt / MINUTE_MS).toString(36);
		return `${key}:${minute}`;
	});
	return entries.join(' ');
}

function readWaiting(stored: string): Map<string, number> {
	const waiting = new Map<string, number>();
	for (const entry of readKeys(stored)) {
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
